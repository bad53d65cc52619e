// The deal of the day: when it is over, and what is said of how somebody did.
import type { DailyState, Said, TodaysDeal } from './types';

const DAY = 86_400_000; // milliseconds

type Try = TodaysDeal['yours'];

/** Whether others may still play the deal of a day, so that nothing of it is opened. */
export function isSealed(day: string | null | undefined, now = Date.now()): boolean {
  return day != null && now < Date.parse(`${day}T00:00:00Z`) + DAY;
}

/** How much of the day is left. */
export function timeLeft(seconds: number): Said {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return { key: 'ui.daily.left', args: { hours: Math.floor(minutes / 60), minutes: minutes % 60 } };
}

/** How somebody did; nothing if the deal was not begun. */
export function outcomeOf(yours: Try, finished: number): Said | null {
  if (!yours) return null;
  if (yours.outcome !== 'ranked') return { key: `ui.daily.is.${yours.outcome}` };
  return { key: 'ui.daily.is.ranked', args: { rank: yours.rank, count: finished, score: yours.score } };
}

/** How many have finished a deal. */
export function finishedBy(count: number): Said {
  return count ? { key: 'ui.daily.finished', args: { count } } : { key: 'ui.daily.nobody' };
}

/** What was told of a deal, by its game and day. */
export function dealOf(state: DailyState, game: string, day: string): TodaysDeal | DailyState['yesterday'][0] | null {
  return [...state.today, ...state.yesterday].find((deal) => deal.game === game && deal.day === day) ?? null;
}

/** The levels of the bots of a deal. */
export const botsOf = (deal: { levels: (string | null)[] }): string[] => deal.levels.filter((level) => level !== null);
