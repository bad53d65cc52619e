// What others do is shown in beats: one after the other, long enough to be seen, never long enough to annoy.

export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];
const FACTOR: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };
const LONGEST_WAIT = 1300; // milliseconds until a waiting question is shown, at normal speed or while a clock runs

export type Beat<T> = {
  shown: T;
  length: number; // milliseconds at normal speed
  asks: boolean; // whether it ends with a question to us
  hasClock: boolean;
  isAgain?: boolean; // was asked for to be seen again: it takes its time at any speed
};

export type Timer = { later: (run: () => void, milliseconds: number) => unknown; cancel: (handle: unknown) => void };

const BROWSER: Timer = {
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

const factorOf = (speed: Speed, isAgain = false): number => Math.max(FACTOR[speed], isAgain ? 1 : 0);

function longestWait(speed: Speed, hasClock: boolean): number {
  const wait = LONGEST_WAIT * FACTOR[speed];
  return hasClock ? Math.min(LONGEST_WAIT, wait) : wait;
}

/** Shows each beat when the one before has been seen. What comes first is shown at once. */
export class Beats<T> {
  speed: Speed = 'normal';
  private waiting: Beat<T>[] = [];
  private current: Beat<T> | null = null; // what is being looked at
  private handle: unknown = null;
  private began = 0;
  private deadline = Infinity; // when a question that has arrived must be shown

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
    if (beat.asks) this.deadline = Math.min(this.deadline, this.now() + longestWait(this.speed, beat.hasClock));
    if (this.current === null) this.next();
    else this.wait();
  }

  /** Show everything now. */
  skip(): void {
    this.timer.cancel(this.handle);
    const last = this.waiting.at(-1);
    this.waiting = [];
    this.current = null;
    this.deadline = Infinity;
    if (last) this.show(last.shown, true);
  }

  /** Forget what is waiting: something else is shown now. */
  clear(): void {
    this.timer.cancel(this.handle);
    this.waiting = [];
    this.current = null;
    this.deadline = Infinity;
  }

  private next(): void {
    const beat = this.waiting.shift() ?? null;
    this.current = beat;
    if (this.waiting.length === 0) this.deadline = Infinity;
    if (!beat) return;
    this.began = this.now();
    this.show(beat.shown, factorOf(this.speed, beat.isAgain) === 0);
    this.wait();
  }

  private wait(): void {
    this.timer.cancel(this.handle);
    const left = this.left();
    if (left === 0 && this.waiting.length > 0) this.next();
    else this.handle = this.timer.later(() => this.next(), left);
  }

  /** How long the current beat is still looked at: less than it would, if a question has to be shown in time. */
  private left(): number {
    const lengthOf = ({ length, isAgain }: Beat<T>): number => length * factorOf(this.speed, isAgain);
    const own = Math.max(0, (this.current ? lengthOf(this.current) : 0) - (this.now() - this.began));
    const whole = this.waiting.slice(0, -1).reduce((sum, beat) => sum + lengthOf(beat), own);
    const room = Math.max(0, this.deadline - this.now());
    return whole > room ? own * (room / whole) : own;
  }
}
