// The way through a finished game, from turn to turn.
import type { Turn } from '../table/turns';

/** The entries after which each turn is over, the start of the game first. */
export function stopsOf(turns: readonly Turn[]): number[] {
  return [0, ...turns.map((turn) => (turn.items.at(-1)?.entry ?? -1) + 1)];
}

/** The stop that is nearest to an entry. */
export function nearestStop(stops: readonly number[], entry: number): number {
  return stops.reduce((best, stop) => (Math.abs(stop - entry) < Math.abs(best - entry) ? stop : best), stops[0] ?? 0);
}

/** A position of a game, as its address says it. */
export type Place = { at: number | null; seat: number | null; tab: Tab; invite: string | null };

export const TABS = ['log', 'points', 'verdict'] as const;
/** What stands beside the board. */
export type Tab = (typeof TABS)[number];

export function readPlace(query: string): Place {
  const found = new URLSearchParams(query);
  const tab = TABS.find((name) => name === found.get('tab')) ?? 'log';
  return { at: count(found.get('at')), seat: count(found.get('seat')), tab, invite: found.get('invite') };
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

export function pathTo(id: string, { at, seat, tab, invite }: Place): string {
  const query = new URLSearchParams();
  if (at !== null) query.set('at', String(at));
  if (seat !== null) query.set('seat', String(seat));
  if (tab !== 'log') query.set('tab', tab);
  if (invite) query.set('invite', invite);
  return `/review/${id}?${query.toString()}`;
}
