// What arrives from the server, made ready to be drawn: lists instead of keyed objects, words for what is in notation.
import { namedMessage, readNotation } from './notation';
import type { Box, Choice, LogItem, Now, OkanaganBox, OregonBox, Parts, Review, ReviewPosition, Said, Sent, View } from './types';

const BAND = { columns: 3, rows: 2 };
type Args = Record<string, string>;

export function arrivedNow(sent: Sent['Now'], box: Box): Now {
  const view = sent.view ? arrivedView(sent.view) : null;
  const choices = (sent.choices ?? []).map((choice, n) => arrivedChoice(choice, n, box, view));
  return { ...sent, view, choices, can_return: sent.can_return ?? false } as Now;
}

export function arrivedView(sent: Sent['View']): View {
  const seats = Object.values(sent.seats);
  if (sent.game === 'oregon') {
    const pieces = Object.entries(sent.pieces).map(([cell, piece]) => ({ cell, ...piece }));
    return { ...sent, seats, pieces } as View;
  }
  const territories = Object.entries(sent.territories).map(([id, territory]) => ({ id: Number(id), ...territory }));
  return { ...sent, seats, tiles: Object.values(sent.tiles), territories } as View;
}

export function arrivedItem(sent: Sent['LogItem'], game: string): LogItem {
  const words = sent.words ?? readNotation(game, sent.text ?? '');
  return { ...sent, words, gains: sent.gains ?? [] } as LogItem;
}

export function arrivedReview(sent: Sent['Review']): Review {
  const game = sent.settings.game;
  return { ...sent, items: sent.items.map((item) => ({ ...item, words: readNotation(game, item.text) })) } as Review;
}

export function arrivedPosition(sent: Sent['ReviewPosition'], box: Box): ReviewPosition {
  const view = arrivedView(sent.view);
  const choices = sent.choices.map((choice, n) => arrivedChoice(choice, n, box, view));
  return { ...sent, view, choices } as ReviewPosition;
}

export function arrivedChoice(sent: Sent['Choice'], n: number, box: Box, view: View | null): Choice {
  const words = readNotation(box.game, sent.text);
  const parts = partsOf(words, box, view);
  return { n, text: sent.text, words, note: noteOf(words, parts), parts, gains: (sent.gains ?? []) as Choice['gains'] };
}

/** The parts of a choice: its kind and what it names. */
function partsOf(words: Said, box: Box, view: View | null): Parts {
  const kind = words.key.split('.').at(-1) ?? '';
  const args = (words.args ?? {}) as Args;
  return box.game === 'oregon' ? oregonParts(kind, args, box) : okanaganParts(kind, args, box, view);
}

/** Its kind, its cell, the building, and the cards it costs (`joker` counts as one). */
function oregonParts(kind: string, args: Args, box: OregonBox): Parts {
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

function okanaganParts(kind: string, args: Args, box: OkanaganBox, view: View | null): Parts {
  const stack = 'stack' in args ? Number(args['stack']) - 1 : undefined;
  const lying = view?.game === 'okanagan' && stack !== undefined ? view.stacks[stack] : undefined;
  switch (kind) {
    case 'farm':
      return { kind: 'build', building: kind, terrains: [args['terrain'] ?? ''] };
    case 'warehouse':
      return { kind: 'build', building: kind, terrains: [args['one'] ?? '', args['other'] ?? ''] };
    case 'silo':
      return { kind: 'build', building: kind, terrains: terrainsOfLast(box, view) };
    case 'resolve':
      return { kind, terrains: [args['terrain'] ?? ''] };
    case 'action':
      return { kind, stack: stack ?? 0, ...(lying?.back ? { back: lying.back } : {}) };
    case 'choose':
      return { kind, stack: stack ?? 0, ...(lying?.face_up ? { tile: lying.face_up } : {}) };
    case 'return':
    case 'blind':
      return { kind, stack: stack ?? 0 };
    default:
      return { kind, ...args };
  }
}

/** The terrains of the tile that was laid last. */
function terrainsOfLast(box: OkanaganBox, view: View | null): string[] {
  const last = view?.game === 'okanagan' ? view.tiles.at(-1) : undefined;
  return [...new Set(last ? (box.tiles[last.tile]?.sides ?? []) : [])];
}

/** What a choice means, if its own text does not say. */
function noteOf(words: Said, parts: Parts): Said | null {
  if (words.key === 'oregon.do.extra') return { key: 'oregon.note.extra' };
  return words.key === 'okanagan.do.action' && parts.back ? namedMessage('okanagan.effect', parts.back) : null;
}
