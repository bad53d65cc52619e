// Oregon's board without a document: what the chosen cards open, and what can be done at a cell.
import type { Choice, OregonBox, Parts } from '../lib/types';

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

/** A steady number for a cell, so that no two look stamped. */
export function variation(row: number, col: number, salt = 0): number {
  const value = Math.sin(row * 127.1 + col * 311.7 + salt * 74.7) * 43758.5453;
  return value - Math.floor(value);
}

/** A smooth outline around cells of one kind: corners are round where the kind ends. */
export function shorePath(is: (row: number, col: number) => boolean, row: number, col: number, size: number): string {
  const r = size * 0.38;
  const [x, y] = [col * size, row * size];
  const north = is(row - 1, col);
  const east = is(row, col + 1);
  const south = is(row + 1, col);
  const west = is(row, col - 1);
  const inset = size * 0.06;
  const x0 = west ? x : x + inset;
  const x1 = east ? x + size : x + size - inset;
  const y0 = north ? y : y + inset;
  const y1 = south ? y + size : y + size - inset;
  const corner = (round: boolean) => (round ? r : 0);
  const nw = corner(!north && !west);
  const ne = corner(!north && !east);
  const se = corner(!south && !east);
  const sw = corner(!south && !west);
  return (
    `M${x0 + nw} ${y0}H${x1 - ne}Q${x1} ${y0} ${x1} ${y0 + ne}V${y1 - se}Q${x1} ${y1} ${x1 - se} ${y1}` +
    `H${x0 + sw}Q${x0} ${y1} ${x0} ${y1 - sw}V${y0 + nw}Q${x0} ${y0} ${x0 + nw} ${y0}Z`
  );
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
