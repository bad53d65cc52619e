// What the coach does of itself: it checks choices before they are made, warns of costly ones, and sums up a turn.
import type { Checked, Choice, Quality, Said } from '../lib/types';

export const COACH_MODES = ['off', 'mistakes', 'all'] as const;
export type CoachMode = (typeof COACH_MODES)[number];

/** What a choice must be called to be warned of. */
const WARNED: Record<CoachMode, readonly Quality[]> = {
  off: [],
  mistakes: ['mistake', 'blunder'],
  all: ['inaccuracy', 'mistake', 'blunder'],
};
const PATIENCE = 5000; // milliseconds after which a choice is made without having been checked

export const isCostly = (checked: Checked, mode: CoachMode): boolean => WARNED[mode].includes(checked.name);

/** What a choice costs, in words: of the win, or in points where a game is decided and none of the win is left to lose. */
export function costOf({ loss, lead }: { loss: number; lead?: number }): Said {
  if (loss < 0.01 && (lead ?? 0) >= 1) return { key: 'ui.cost.points', args: { points: rounded(lead ?? 0) } };
  return { key: 'ui.cost.win', args: { percent: rounded(100 * loss) } };
}

/** With one figure after the point where it is small. */
const rounded = (value: number): number => Number(value.toFixed(value < 9.95 ? 1 : 0));

/** A decision of the turn, as the coach sees it. */
export type Decided = { choice: Choice; better: Choice | null; checked: Checked };

/** The decision of a turn that cost most; nothing, if none cost anything worth a word. */
export function costliest(decided: readonly Decided[]): Decided | null {
  const costly = decided.filter(({ checked }) => !['best', 'good'].includes(checked.name));
  return costly.toSorted((one, other) => weightOf(other.checked) - weightOf(one.checked))[0] ?? null;
}

const weightOf = ({ loss, lead }: Checked): number => loss + 0.002 * (lead ?? 0);

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
