// Okanagan for the table screen.
import { namedMessage } from '../../lib/notation';
import { once } from '../../lib/once';
import type { LogItem, OkanaganBox, OkanaganView, Said, Sent, View } from '../../lib/types';
import type { Flight, GameKit } from '../kit';
import Picture from './Picture.svelte';
import { okanaganParts } from './rules';
import { telling } from './telling';

const BEATS: Record<string, number> = {
  lay: 700,
  farm: 400,
  warehouse: 400,
  silo: 400,
  action: 600,
  take: 250,
  give: 250,
  trade: 500,
  swap: 300,
  choose: 250,
};
const CLOSING_BEAT = 900;
const BUILDINGS = ['farm', 'warehouse', 'silo'];

const kindOf = (item: LogItem): string => item.words.key.split('.').at(-1) ?? '';
const isClosing = (item: LogItem): boolean => item.gains.some((gain) => gain.words.key === 'okanagan.gain.closed');

function squareOf(item: LogItem): string | null {
  const { x, y } = item.words.args ?? {};
  return kindOf(item) === 'lay' ? `${String(x)},${String(y)}` : null;
}

function startsTurn(item: LogItem, turn: readonly LogItem[]): boolean {
  if (item.by === 'chance') return false;
  const kind = kindOf(item);
  const before = turn.findLast((other) => other.by !== 'chance');
  if (!before || kind === 'return' || kind.startsWith('keep')) return true;
  return kind === 'lay' && kindOf(before) !== 'return';
}

/** Tiles and buildings fly to the map, tokens from the territory to whoever takes them. */
function flights(item: LogItem, before: View, after: View, isMine: boolean): Flight[] {
  const seat = item.seat ?? 0;
  const hand = isMine ? 'tile' : `seat-${seat}`;
  const kind = kindOf(item);
  const square = squareOf(item);
  if (square) return [{ from: hand, to: `place-${square}`, picture: 'tile', seat, length: 320 }];
  if (BUILDINGS.includes(kind)) {
    const last = (after as OkanaganView).tiles.at(-1);
    const to = last ? `place-${last.x},${last.y}` : 'map';
    return [{ from: `seat-${seat}`, to, picture: `piece:${kind}`, seat, length: 320 }];
  }
  const tokens = item.gains.filter(
    (gain) => typeof gain.data['what'] === 'string' && Number(gain.data['amount'] ?? 0) > 0,
  );
  const from = (before as OkanaganView).resolution ? 'territory' : 'map';
  return tokens
    .filter((gain) => gain.words.key !== 'okanagan.gain.closed' && gain.words.key !== 'okanagan.gain.influence')
    .map((gain) => ({ from, to: `seat-${gain.seat}`, picture: `reward:${String(gain.data['what'])}`, length: 300 }));
}

function brief(item: LogItem): Said | null {
  const kind = kindOf(item);
  const closed = item.gains.find((gain) => gain.words.key === 'okanagan.gain.closed');
  const terrain = closed?.data['what'];
  if (BUILDINGS.includes(kind))
    return { key: `okanagan.brief.${closed ? 'closing' : 'build'}`, args: { building: kind, terrain } };
  if (kind.startsWith('keep')) return { key: 'okanagan.did.keep_hidden' };
  if (kind === 'lay') return item.note ?? { key: 'okanagan.brief.lay', args: item.words.args ?? {} };
  if (kind === 'discard') return item.words;
  if (kind === 'action' && item.note) return { key: 'okanagan.brief.action', args: { effect: item.note } };
  return null;
}

function viewOf(sent: Sent['View']): View {
  if (sent.game !== 'okanagan') throw new TypeError(sent.game);
  const territories = Object.entries(sent.territories).map(([id, territory]) => ({ id: Number(id), ...territory }));
  return { ...sent, seats: Object.values(sent.seats), tiles: Object.values(sent.tiles), territories } as View;
}

export const okanagan: GameKit = {
  name: 'okanagan',
  glyph: 'apple',
  view: viewOf,
  parts: (kind, args, box, view) => okanaganParts(kind, args, box as OkanaganBox, view),
  note: (words, parts) =>
    words.key === 'okanagan.do.action' && parts.back ? namedMessage('okanagan.effect', parts.back) : null,
  marked: (choice, as) => (choice.parts.kind === 'lay' ? { key: `ui.okanagan.marked.${as}` } : null),
  startsTurn,
  opens: () => false, // its rounds are the server's to tell
  telling,
  beat: (item) => (isClosing(item) ? CLOSING_BEAT : (BEATS[kindOf(item)] ?? 120)),
  place: squareOf,
  brief,
  flights,
  score: (view, seat) => {
    const found = (view as OkanaganView).seats[seat];
    if (!found) return null;
    const goals = found.goals?.reduce((sum, goal) => sum + goal.points, 0) ?? 0;
    return { points: (found.known ?? 0) + goals, isOpen: found.goals === undefined };
  },
  tints: {
    explorer: '#bfaeea',
    singles: '#7cc4cd',
    pairs: '#e598a6',
    triples: '#b2ca5f',
    nuggets: '#ebc748',
  },
  isWide: false,
  Picture,
  Facts: once(() => import('./Facts.svelte')),
  screen: once(() => import('./screen').then((module) => module.default)),
  group: (choice) => {
    const { kind, building } = choice.parts;
    return kind === 'build'
      ? { key: 'okanagan.group.build', args: { building } }
      : { key: `okanagan.group.${kind === 'lay' ? 'lay' : 'other'}` };
  },
};
