// The last moves of the others, as rings on the board.
import type { Sitting } from './sitting.svelte';
import type { Turn } from './turns';
import type { GameKit } from '../games/kit';

export type Mark = { place: string; seat: number; number: number };

/** The places that turns have changed; several of one turn have the same number. */
export function marksOf(turns: readonly Turn[], kit: GameKit): Mark[] {
  const marks = new Map<string, Mark>();
  turns.forEach((turn, index) => {
    for (const item of turn.items) {
      const place = kit.place(item);
      if (place !== null && turn.seat !== null) marks.set(place, { place, seat: turn.seat, number: index + 1 });
    }
  });
  return [...marks.values()];
}

/** None while two choices are compared: only these are ringed then. */
export function lastMoves(session: Sitting): Mark[] {
  return session.compared.length ? [] : marksOf(session.since, session.kit);
}
