// A map or tile set that is being made: what it is now, what can be taken back, and what the server says of it.
import { api, Refused } from '../lib/api';
import type { Said, SetReport } from '../lib/types';
import type { SetData } from './data';

const PAUSE = 450; // milliseconds after a change until it is checked
const LATER = 2500; // and until it is tried again after a refusal
const MOST_STEPS = 200; // that can be taken back

export class Draft {
  data = $state.raw<SetData | null>(null);
  title = $state('');
  report = $state.raw<SetReport | null>(null); // about what stands now; null: not known yet
  refusal = $state.raw<Said | null>(null); // why it is not known yet, if that has a reason
  private past = $state.raw<SetData[]>([]);
  private future = $state.raw<SetData[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(readonly game: string) {}

  canUndo = $derived.by(() => this.past.length > 0);
  canRedo = $derived.by(() => this.future.length > 0);

  /** Something is changed; `isNew`: as a step that can be taken back by itself, else it belongs to the last one. */
  change(data: SetData, isNew = true): void {
    if (data === this.data) return;
    if (isNew && this.data) this.past = [...this.past, this.data].slice(-MOST_STEPS);
    this.future = [];
    this.become(data);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.data) return;
    [this.past, this.future] = [this.past.slice(0, -1), [...this.future, this.data]];
    this.become(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after || !this.data) return;
    [this.past, this.future] = [[...this.past, this.data], this.future.slice(0, -1)];
    this.become(after);
  }

  rename(title: string): void {
    this.title = title;
    this.keep();
  }

  /** A whole set instead of what stood here. */
  begin(data: SetData, title: string): void {
    this.title = title;
    this.change(data);
  }

  private become(data: SetData): void {
    this.data = data;
    this.keep();
  }

  /** Kept in this browser, and checked soon. */
  private keep(): void {
    localStorage.setItem(this.place, JSON.stringify({ title: this.title, data: this.data }));
    this.report = null;
    this.refusal = null;
    this.checkIn(PAUSE);
  }

  private get place(): string {
    return `overland.editor.${this.game}`;
  }

  /** What was being made here last, if anything. */
  resume(): boolean {
    try {
      const found = JSON.parse(localStorage.getItem(this.place) ?? 'null') as { title: string; data: SetData } | null;
      if (!found?.data) return false;
      this.begin(found.data, found.title);
      return true;
    } catch {
      return false;
    }
  }

  private checkIn(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), pause);
  }

  private async check(): Promise<void> {
    const number = ++this.asked;
    try {
      const report = await api.checkSet({ data: this.data as unknown as Record<string, unknown>, title: this.title });
      if (number !== this.asked) return; // something was changed meanwhile
      [this.report, this.refusal] = [report, null];
    } catch (error) {
      if (number !== this.asked) return;
      this.refusal = error instanceof Refused ? error.said : { key: 'error.internal' };
      this.checkIn(LATER);
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
