// The way through a finished game, from turn to turn.
import type { Turn } from '../table/turns';

/** The entries after which each turn is over, the start of the game first. */
export function stopsOf(turns: readonly Turn[]): number[] {
  return [0, ...turns.map((turn) => (turn.items.at(-1)?.entry ?? -1) + 1)];
}
