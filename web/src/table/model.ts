// A table as the browser knows it, without a document: messages go in, what is to be drawn comes out.
import { arrivedItem, arrivedNow } from '../lib/arrival';
import { merged } from '../lib/merge';
import type {
  Advice,
  ChatLine,
  Checked,
  Choice,
  ClientMessage,
  LogItem,
  Now,
  Said,
  Sent,
  ServerMessage,
  TableMessage,
} from '../lib/types';

export const PROTOCOL = 2;

export type Effect =
  | { kind: 'hello' } // something was missed: ask for everything since the version we have
  | { kind: 'reload' } // the server speaks another protocol: this page is old
  | { kind: 'news'; items: LogItem[] }
  | { kind: 'refused'; id: string | null; error: Said; wait: number | null }
  | { kind: 'checked'; checked: Checked }
  | { kind: 'chat'; line: ChatLine };

/** A wish that has not been acknowledged yet. */
export type Pending = { id: string; message: ClientMessage };

export class TableModel {
  table: TableMessage | null = null;
  now: Now | null = null;
  private sent: Sent['Now'] | null = null; // the same as it arrived: updates say what has changed in it
  log: LogItem[] = [];
  chat: ChatLine[] = [];
  watchers = 0;
  pending: Pending | null = null;
  advice: Advice | null = null;

  get version(): number {
    return this.now?.version ?? 0;
  }

  get seat(): number | null {
    return this.table?.seat ?? null;
  }

  get isMyTurn(): boolean {
    return (this.now?.choices.length ?? 0) > 0;
  }

  /** Choices that can be made now: none while one is on its way. */
  get choices(): Choice[] {
    return this.pending ? [] : (this.now?.choices ?? []);
  }

  take(message: ServerMessage): Effect[] {
    switch (message.type) {
      case 'table':
        return this.takeWhole(message);
      case 'update':
        if (!this.sent || message.since < this.version) return [];
        if (message.since > this.version) return [{ kind: 'hello' }];
        return this.takeNews(message.log, merged(this.sent, message.now) as Sent['Now']);
      case 'ack':
        if (this.pending?.id === message.id) this.pending = null;
        return [];
      case 'refused':
        if (this.pending?.id === message.id) this.pending = null;
        return [{ kind: 'refused', id: message.id ?? null, error: message.error, wait: message.wait ?? null }];
      case 'presence':
        if (this.now) this.now = { ...this.now, seats: message.seats };
        if (this.sent) this.sent = { ...this.sent, seats: message.seats };
        this.watchers = message.watchers;
        return [];
      case 'chat':
        if (this.chat.some((line) => line.n === message.line.n)) return [];
        this.chat = [...this.chat, message.line];
        return [{ kind: 'chat', line: message.line }];
      case 'hint':
        if (message.version === this.version) this.advice = message;
        return [];
      case 'checked':
        return [{ kind: 'checked', checked: message }];
      case 'pong':
        return [];
    }
  }

  private takeWhole(message: TableMessage): Effect[] {
    if (message.protocol !== PROTOCOL) return [{ kind: 'reload' }];
    const isFirst = this.table === null;
    this.table = message;
    this.chat = message.chat;
    if (message.since === 0) {
      const log = this.arrived(message.log);
      const news = isFirst ? [] : log.filter((item) => !this.log.some((known) => known.n === item.n));
      this.log = log;
      this.setNow(message.now);
      return news.length ? [{ kind: 'news', items: news }] : [];
    }
    return this.takeNews(message.log, message.now);
  }

  private arrived(items: Sent['LogItem'][]): LogItem[] {
    return items.map((item) => arrivedItem(item, this.table?.settings.game ?? ''));
  }

  private takeNews(items: Sent['LogItem'][], now: Sent['Now']): Effect[] {
    const last = this.log.at(-1)?.n ?? -1;
    const fresh = this.arrived(items.filter((item) => item.n > last));
    this.log = [...this.log, ...fresh];
    if (now.version >= this.version) this.setNow(now);
    return fresh.length ? [{ kind: 'news', items: fresh }] : [];
  }

  private setNow(sent: Sent['Now']): void {
    if (!this.table) return;
    if (sent.version !== this.now?.version) this.advice = null;
    this.sent = sent;
    this.now = arrivedNow(sent, this.table.box);
  }

  /** A move to be sent; the same id is sent again until it is acknowledged, and counts once. */
  move(choice: number, id: string): ClientMessage {
    return this.ask({ type: 'move', version: this.version, choice, id });
  }

  undo(id: string): ClientMessage {
    return this.ask({ type: 'undo', version: this.version, id });
  }

  private ask(message: ClientMessage & { id: string }): ClientMessage {
    this.pending = { id: message.id, message };
    return message;
  }

  /** Whether a choice is one of those that can be made now (the screen may lie a moment behind). */
  isCurrent(choice: Choice): boolean {
    return this.choices[choice.n]?.text === choice.text;
  }

  /** What has to be said after (re)connecting. */
  greetings(): ClientMessage[] {
    const hello: ClientMessage = { type: 'hello', version: this.table ? this.version : 0 };
    return this.pending ? [this.pending.message, hello] : [hello];
  }

  /** The log lines that an undo has taken back. */
  get undone(): Set<number> {
    const gone = new Set<number>();
    let standing: LogItem[] = [];
    for (const item of this.log) {
      if (item.kind === 'undo' && item.to != null) {
        const to = item.to;
        for (const entry of standing) if ((entry.entry ?? -1) >= to) gone.add(entry.n);
        standing = standing.filter((entry) => (entry.entry ?? -1) < to);
      } else if (item.entry != null) standing.push(item);
    }
    return gone;
  }
}
