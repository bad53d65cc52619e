// What the coach does of itself: it checks choices before they are made, warns of costly ones, and sums up a turn.
import type { Checked, Choice } from '../lib/types';

export const COACH_MODES = ['off', 'mistakes', 'all'] as const;
export type CoachMode = (typeof COACH_MODES)[number];

/** From so much of the win on, less what may be chance, a choice is warned of. */
const COSTLY: Record<CoachMode, number> = { off: Infinity, mistakes: 0.05, all: 0.02 };
const PATIENCE = 5000; // milliseconds after which a choice is made without having been checked

export const isCostly = (checked: Checked, mode: CoachMode): boolean => checked.loss - checked.error >= COSTLY[mode];

/** A decision of the turn, as the coach sees it. */
export type Decided = { choice: Choice; better: Choice | null; checked: Checked };

/** The decision of a turn that cost most; nothing, if none cost anything worth a word. */
export function costliest(decided: readonly Decided[]): Decided | null {
  const costly = decided.filter(({ checked }) => !['best', 'good'].includes(checked.name));
  return costly.toSorted((one, other) => other.checked.loss - one.checked.loss)[0] ?? null;
}

/** A choice on its way: it is checked first, and made if nothing is wrong with it, or if the coach does not answer. */
export class Checking {
  private waiting: { id: string; choice: Choice; timer: ReturnType<typeof setTimeout> } | null = null;

  get isBusy(): boolean {
    return this.waiting !== null;
  }

  begin(id: string, choice: Choice, make: (choice: Choice) => void): void {
    const timer = setTimeout(() => {
      this.waiting = null;
      make(choice);
    }, PATIENCE);
    this.waiting = { id, choice, timer };
  }

  /** The choice that an answer is about; null if nobody waits for that any more. */
  end(id: string | null): Choice | null {
    if (!this.waiting || this.waiting.id !== id) return null;
    clearTimeout(this.waiting.timer);
    const { choice } = this.waiting;
    this.waiting = null;
    return choice;
  }

  stop(): void {
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
  }
}
