// Oregon for the table screen.
import { once } from '../../lib/once';
import type { LogItem, OregonBox, OregonView, Sent, View } from '../../lib/types';
import type { Flight, GameKit } from '../kit';
import Picture from './Picture.svelte';
import { isLandscape, oregonParts, PLACING } from './rules';
import { telling } from './telling';

const BEATS: Record<string, number> = { start: 700, farmer: 700, build: 700, extra: 300, pass: 500 };
const DRAW_BEAT = 120;

/** What an entry does: `oregon.do.farmer_joker` is a farmer as well. */
function kindOf(item: LogItem): string {
  return (item.words.key.split('.').at(-1) ?? '').replace('_joker', '');
}

function cellOf(item: LogItem): string | null {
  const cell = item.words.args?.['cell'];
  return typeof cell === 'string' ? cell : null;
}

function placeOf(item: LogItem): string | null {
  return PLACING.includes(kindOf(item)) ? cellOf(item) : null;
}

function startsTurn(item: LogItem, turn: readonly LogItem[]): boolean {
  if (item.by === 'chance') return false;
  const before = turn.findLast((other) => other.by !== 'chance');
  if (before?.seat !== item.seat) return true;
  return [...PLACING, 'pass'].includes(kindOf(item)) && kindOf(before as LogItem) !== 'extra';
}

/** Pieces fly to their cells, cards to and from hands, points to whoever scores them. */
function flights(item: LogItem, _before: View, _after: View, isMine: boolean): Flight[] {
  const seat = item.seat ?? 0;
  const hand = isMine ? 'hand' : `seat-${seat}`;
  const kind = kindOf(item);
  const cell = cellOf(item);
  if (cell && PLACING.includes(kind)) {
    const building = item.words.args?.['building'];
    const picture = kind === 'farmer' ? 'farmer' : typeof building === 'string' ? `building:${building}` : 'tile';
    const points = item.gains.filter((gain) => (gain.points ?? 0) > 0 && !gain.data['at_end']);
    return [
      { from: hand, to: `place-${cell}`, picture, seat, length: 320 },
      ...points.map((gain) => pointsFlight(gain.seat, String(gain.data['cell'] ?? cell), gain.points ?? 0)),
    ];
  }
  if (kind === 'card' || kind === 'card_hidden') {
    const card = item.words.args?.['card'];
    const isKnown = typeof card === 'string';
    const deck = isKnown ? (isLandscape(card) ? 'landscape' : 'building') : String(item.words.args?.['deck'] ?? '');
    return [{ from: `deck-${deck}`, to: hand, picture: isKnown ? `card:${card}` : `back:${deck}`, length: 280 }];
  }
  return [];
}

function pointsFlight(seat: number, cell: string, points: number): Flight {
  return { from: `place-${cell}`, to: `seat-${seat}`, picture: 'points', seat, text: `+${points}`, length: 400 };
}

function viewOf(sent: Sent['View']): View {
  if (sent.game !== 'oregon') throw new TypeError(sent.game);
  const pieces = Object.entries(sent.pieces).map(([cell, piece]) => ({ cell, ...piece }));
  return { ...sent, seats: Object.values(sent.seats), pieces } as View;
}

export const oregon: GameKit = {
  name: 'oregon',
  glyph: 'wagon',
  view: viewOf,
  parts: (kind, args, box) => oregonParts(kind, args, box as OregonBox),
  note: (words) => (words.key === 'oregon.do.extra' ? { key: 'oregon.note.extra' } : null),
  marked: () => null,
  startsTurn,
  opens: (item) => kindOf(item) === 'start',
  telling,
  beat: (item) => BEATS[kindOf(item)] ?? DRAW_BEAT,
  place: placeOf,
  brief: (item) => {
    const kind = kindOf(item);
    return [...PLACING, 'pass'].includes(kind) ? { key: `oregon.brief.${kind}`, args: item.words.args ?? {} } : null;
  },
  flights,
  score: (view, seat) => ({ points: (view as OregonView).seats[seat]?.score ?? 0, isOpen: false }),
  tints: {
    post: '#e598a6',
    harbor: '#7cc4cd',
    church: '#bfaeea',
    coal: '#94918f',
    gold: '#ebc748',
    warehouse: '#e39d70',
    station: '#b2ca5f',
    group: '#c57bc1',
  },
  isWide: true,
  Picture,
  Facts: once(() => import('./Facts.svelte')),
  screen: once(() => import('./screen').then((module) => module.default)),
  group: (choice) => {
    const { kind, building } = choice.parts;
    if (kind === 'build' && building) return { key: 'oregon.group.build', args: { building } };
    return { key: `oregon.group.${kind === 'farmer' || kind === 'start' ? kind : 'other'}` };
  },
};
