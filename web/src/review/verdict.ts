// What a verdict says, ready to be shown.
import type { Language } from '../lib/speech';
import type { Decision, Moment, Quality, Verdict } from '../lib/types';

export const QUALITIES: readonly Quality[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
export const COSTLY: readonly Quality[] = ['inaccuracy', 'mistake', 'blunder'];
const MOMENTS = 3;

export const isCostly = (decision: Decision): boolean => COSTLY.includes(decision.name);

/** The three costliest decisions, of one player or of all. */
export function costliest(verdict: Verdict, seat: number | null): Moment[] {
  return verdict.moments.filter((moment) => seat === null || moment.seat === seat).slice(0, MOMENTS);
}

/** What a seat could expect of the win over the game, in percent: an equal share before anything was dealt. */
export function winsOf(verdict: Verdict, seat: number): { entry: number; value: number }[] {
  const course = verdict.course.map(({ entry, wins }) => ({ entry, value: 100 * (wins[seat] ?? 0) }));
  return course[0]?.entry === 0 ? course : [{ entry: 0, value: 100 / verdict.players }, ...course];
}

/** What is expected after so many entries: what was expected last. */
export function winAt(wins: readonly { entry: number; value: number }[], entry: number): number {
  return wins.findLast((one) => one.entry <= entry)?.value ?? 0;
}

/** The decision that cost most; of several, the first. */
export function worstOf(decisions: readonly Decision[]): Decision | undefined {
  return decisions.reduce<Decision | undefined>(
    (worst, decision) => (worst && worst.loss >= decision.loss ? worst : decision),
    undefined,
  );
}

/** The next costly decision after an entry, or the one before it. */
export function nextCostly(decisions: readonly Decision[], entry: number, way: 1 | -1): Decision | undefined {
  const costly = decisions.filter(isCostly);
  return way === 1
    ? costly.find((decision) => decision.entry > entry)
    : costly.findLast((decision) => decision.entry < entry);
}

/** A share as a percentage with one figure after the point. */
export function percent(share: number, language: Language): string {
  return (100 * share).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A number with its sign, and one figure after the point where it is small. */
export function signed(number: number, language: Language): string {
  const digits = Math.abs(number) >= 10 ? 0 : 1;
  return number
    .toLocaleString(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'exceptZero',
    })
    .replace('-', '−');
}
