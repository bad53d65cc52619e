// Thinking time: the server tells how much is left when something happens; in between we count down ourselves.
import type { Now } from '../lib/types';

export class ThinkingTime {
  private elapsed = $state(0);
  private now = $state.raw<Now | null>(null);

  /** Count for a new moment of the table; returns how to stop. */
  follow(now: Now | null): (() => void) | undefined {
    this.now = now;
    this.elapsed = 0;
    if (!now?.clock || now.status !== 'playing') return undefined;
    const began = performance.now();
    const timer = setInterval(() => (this.elapsed = performance.now() - began), 500);
    return () => clearInterval(timer);
  }

  /** What is left of a seat's time, as minutes and seconds. */
  left(seat: number): string {
    const running = seat === this.now?.to_act ? this.elapsed : 0;
    const total = Math.max(0, (this.now?.clock?.[seat] ?? 0) - running) / 1000;
    return `${Math.floor(total / 60)}:${String(Math.floor(total % 60)).padStart(2, '0')}`;
  }
}
