// What a screen reader hears: whole turns, each line exactly once, and one's own turn after what led to it.
import type { LogItem } from '../lib/types';

export class Announcer {
  private unsaid: LogItem[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly startsTurn: (item: LogItem, turn: readonly LogItem[]) => boolean,
    private readonly tell: (items: LogItem[]) => string,
    private readonly say: (text: string) => void,
    private readonly patience = 1500,
  ) {}

  /** New lines: said when their turn is over, or after a while. */
  take(items: readonly LogItem[]): void {
    for (const item of items) {
      if (this.unsaid.length && this.startsTurn(item, this.unsaid)) this.flush();
      this.unsaid.push(item);
    }
    clearTimeout(this.timer);
    if (this.unsaid.length) this.timer = setTimeout(() => this.flush(), this.patience);
  }

  /** Something that follows what has happened: that is said first. */
  then(text: string): void {
    this.flush();
    this.say(text);
  }

  flush(): void {
    clearTimeout(this.timer);
    const items = this.unsaid;
    this.unsaid = [];
    if (items.length) this.say(this.tell(items));
  }
}
