// Oregon's board without a document: what the chosen cards open, and what can be done at a cell.
import type { Choice, OregonBox, Parts } from '../../lib/types';

export const COLS = 15;
export const ROWS = 10;
const BAND = { columns: 3, rows: 2 }; // so many columns or rows share a symbol
export const PLACING = ['start', 'farmer', 'build'];

export function cellName(row: number, col: number): string {
  return `${'abcdefghijklmno'[col]}${row + 1}`;
}

export function cellPlace(name: string): { row: number; col: number } {
  return { row: Number(name.slice(1)) - 1, col: name.charCodeAt(0) - 97 };
}

/** Whether a choice costs all of the chosen cards (it may cost more). */
export function costsAll(choice: Choice, chosen: readonly string[]): boolean {
  const cards = [...(choice.parts.cards ?? [])];
  return chosen.every((card) => {
    const index = cards.indexOf(card);
    if (index < 0) return false;
    cards.splice(index, 1);
    return true;
  });
}

/** The choices that the chosen cards leave open. */
export function openedBy(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  return choices.filter((choice) => costsAll(choice, chosen));
}

/** The cells where one of the choices places something. */
export function litCells(choices: readonly Choice[]): Set<string> {
  const cells = choices.filter((choice) => PLACING.includes(choice.parts.kind)).map((choice) => choice.parts.cell);
  return new Set(cells.filter((cell) => cell !== undefined));
}

export function choicesAt(choices: readonly Choice[], cell: string): Choice[] {
  return choices.filter((choice) => PLACING.includes(choice.parts.kind) && choice.parts.cell === cell);
}

/** What a choice brings a seat at once. */
export function pointsFor(choice: Choice, seat: number | null): number {
  return choice.gains.reduce(
    (sum, gain) => sum + (gain.seat === seat && !gain.data['at_end'] ? (gain.points ?? 0) : 0),
    0,
  );
}

/** Whether a card is one of the landscape deck. */
export function isLandscape(card: string): boolean {
  return ['wagon', 'bison', 'settlers', 'eagle', 'campfire'].includes(card);
}

/** The cell nearest to a place among some, in cells; null if none lies within a distance of it. */
export function nearest(cells: Iterable<string>, row: number, col: number, within: number): string | null {
  let found: string | null = null;
  let least = within;
  for (const cell of cells) {
    const place = cellPlace(cell);
    const far = Math.hypot(place.row + 0.5 - row, place.col + 0.5 - col);
    if (far <= least) [found, least] = [cell, far];
  }
  return found;
}

/** What each cell brings at best: the gain that a player sees before choosing. */
export function bestGains(choices: readonly Choice[], seat: number | null): Map<string, number> {
  const best = new Map<string, number>();
  for (const choice of choices) {
    const cell = choice.parts.cell;
    if (!PLACING.includes(choice.parts.kind) || cell === undefined) continue;
    best.set(cell, Math.max(best.get(cell) ?? 0, pointsFor(choice, seat)));
  }
  return best;
}

/** Cells where a seat would draw a mine tile. */
export function mineCells(choices: readonly Choice[], seat: number | null): Set<string> {
  const drawn = choices.filter((choice) => choice.gains.some((gain) => gain.seat === seat && gain.data['tile']));
  return new Set(drawn.flatMap((choice) => choice.parts.cell ?? []));
}

/** What a choice names: its kind, its cell, the building, and the cards it costs (`joker` counts as one). */
export function oregonParts(kind: string, args: Record<string, string>, box: OregonBox): Parts {
  const { cell = '', building = '', symbol = '' } = args;
  switch (kind) {
    case 'farmer':
      return { kind, cell, cards: crossing(box, cell) };
    case 'farmer_joker': {
      const cards = crossing(box, cell);
      cards.splice(cards.indexOf(symbol), 1);
      return { kind: 'farmer', cell, cards: [...cards, 'joker'], joker: symbol };
    }
    case 'build':
      return { kind, cell, building, cards: [building, symbol] };
    case 'build_joker':
      return { kind: 'build', cell, building, cards: [building, 'joker'] };
    case 'discard':
      return { kind, cards: [building] };
    default:
      return { kind, ...args };
  }
}

/** The two landscape cards that open a cell: its column's and its row's. */
function crossing(box: OregonBox, cell: string): string[] {
  const column = Math.floor((cell.charCodeAt(0) - 97) / BAND.columns);
  const row = Math.floor((Number(cell.slice(1)) - 1) / BAND.rows);
  return [box.columns[column] ?? '', box.rows[row] ?? ''];
}
