// What others do is shown in beats: one after the other, long enough to be seen, never long enough to annoy.

export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];
const FACTOR: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };
const LONGEST_WAIT = 1300; // milliseconds until a waiting question is shown, at normal speed
const CLOCK_WAIT = 1300; // and while a clock runs, at any speed

export type Beat<T> = {
  shown: T;
  length: number; // milliseconds at normal speed
  asks: boolean; // whether it ends with a question to us
  hasClock: boolean;
};

export type Timer = { later: (run: () => void, milliseconds: number) => unknown; cancel: (handle: unknown) => void };

const BROWSER: Timer = {
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Shows each beat when the one before has been seen. What comes first is shown at once. */
export class Beats<T> {
  speed: Speed = 'normal';
  private waiting: Beat<T>[] = [];
  private current: Beat<T> | null = null; // what is being looked at
  private handle: unknown = null;
  private began = 0;

  constructor(
    private readonly show: (shown: T, isQuick: boolean) => void,
    private readonly timer: Timer = BROWSER,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether something has not been shown yet. */
  get isBusy(): boolean {
    return this.waiting.length > 0;
  }

  add(beat: Beat<T>): void {
    this.waiting.push(beat);
    if (this.current === null) this.next();
    else this.hurry();
  }

  /** Show everything now. */
  skip(): void {
    this.timer.cancel(this.handle);
    const last = this.waiting.at(-1);
    this.waiting = [];
    this.current = null;
    if (last) this.show(last.shown, true);
  }

  /** Forget what is waiting: something else is shown now. */
  clear(): void {
    this.timer.cancel(this.handle);
    this.waiting = [];
    this.current = null;
  }

  private next(): void {
    const beat = this.waiting.shift() ?? null;
    this.current = beat;
    if (!beat) return;
    this.began = this.now();
    this.show(beat.shown, this.factor() === 0);
    this.wait();
  }

  /** When a question has arrived, what is left takes no longer than anybody likes to wait for it. */
  private hurry(): void {
    this.timer.cancel(this.handle);
    this.wait();
  }

  private wait(): void {
    const length = (this.current?.length ?? 0) * this.factor();
    const left = Math.max(0, length - (this.now() - this.began));
    if (left === 0 && this.waiting.length > 0) this.next();
    else this.handle = this.timer.later(() => this.next(), left);
  }

  /** How much of its length a beat gets now. */
  private factor(): number {
    const factor = FACTOR[this.speed];
    const last = this.waiting.at(-1);
    if (!last?.asks || factor === 0) return factor;
    const whole = [this.current, ...this.waiting.slice(0, -1)].reduce((sum, beat) => sum + (beat?.length ?? 0), 0);
    const limit = last.hasClock ? Math.min(CLOCK_WAIT, LONGEST_WAIT * factor) : LONGEST_WAIT * factor;
    return whole === 0 ? factor : Math.min(factor, limit / whole);
  }
}
