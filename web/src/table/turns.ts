// The log in turns: one block for each, with what it brought.
import type { LogItem } from '../lib/types';

export type Turn = {
  key: number; // the number of its first line
  kind: 'table' | 'deal' | 'turn' | 'end';
  seat: number | null;
  items: LogItem[];
  points: number; // what its seat scored in it
};

type StartsTurn = (item: LogItem, turn: readonly LogItem[]) => boolean;

/** The lines of a log, taken together by turn; what was taken back is left out. */
export function turnsOf(items: readonly LogItem[], undone: ReadonlySet<number>, startsTurn: StartsTurn): Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    if (undone.has(item.n) || item.kind === 'undo') continue;
    const turn = turns.at(-1);
    const kind = kindOf(item, turn);
    if (turn && belongs(item, kind, turn, startsTurn)) turn.items.push(item);
    else
      turns.push({ key: item.n, kind, seat: kind === 'turn' ? (item.seat ?? null) : null, items: [item], points: 0 });
  }
  for (const turn of turns) turn.points = pointsOf(turn.items, turn.seat);
  return turns;
}

function kindOf(item: LogItem, turn: Turn | undefined): Turn['kind'] {
  if (item.kind !== 'move' && item.kind !== 'chance') return 'table';
  if (item.by !== 'chance') return 'turn';
  return turn?.kind === 'turn' ? 'turn' : 'deal';
}

function belongs(item: LogItem, kind: Turn['kind'], turn: Turn, startsTurn: StartsTurn): boolean {
  if (kind !== turn.kind || kind === 'table') return false;
  if (kind === 'deal' || item.by === 'chance') return true;
  return !startsTurn(item, turn.items);
}

/** The points that lines bring a seat at once: neither at the end nor to others. */
export function pointsOf(items: readonly LogItem[], seat: number | null): number {
  return items
    .flatMap((item) => item.gains)
    .filter((gain) => gain.seat === seat && !isAtEnd(gain.data))
    .reduce((sum, gain) => sum + (gain.points ?? 0), 0);
}

const END_SOURCES = ['explorer', 'singles', 'pairs', 'triples', 'nuggets', 'goal'];

/** Whether a gain is counted only when the game is over. */
export function isAtEnd(data: Record<string, unknown>): boolean {
  return data['at_end'] === true || END_SOURCES.includes(String(data['source'] ?? ''));
}

/** The turns of the others since one's own last one; none of them while one's own is going on. */
export function sinceMine(turns: readonly Turn[], seat: number | null): Turn[] {
  const played = turns.filter((turn) => turn.kind === 'turn');
  const last = played.findLastIndex((turn) => turn.seat === seat);
  if (last === played.length - 1) return [];
  return played.slice(last + 1).filter((turn) => turn.seat !== seat);
}

/** The rounds of turns by their keys, where everybody has opened the game in turn; that is round 0. */
export function roundsOf(
  turns: readonly Turn[],
  players: number,
  opens: (item: LogItem) => boolean,
): ReadonlyMap<number, number> {
  const played = turns.filter((turn) => turn.kind === 'turn');
  const isWhole = played.slice(0, players).every((turn) => turn.items.some(opens));
  return new Map(isWhole ? played.map((turn, index) => [turn.key, Math.floor(index / players)]) : []);
}
