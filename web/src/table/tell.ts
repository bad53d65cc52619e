// The log in sentences: what happened, in the past tense, as short as it can be said.
import type { Speech } from '../lib/speech';
import type { Gain, LogItem, Said } from '../lib/types';
import { isAtEnd } from './turns';

export type Sentence = {
  key: number; // the number of its first line
  seat: number | null; // who did it, where that is not whoever's turn it is
  text: string;
  places: string[]; // cells or squares it is about
};

// Lines that say nothing of their own: what follows them does.
const SILENT = new Set([
  'oregon.do.draw',
  'oregon.do.done',
  'okanagan.do.tile',
  'okanagan.do.tile_hidden',
  'okanagan.do.back',
  'okanagan.do.claim_action',
  'okanagan.do.claim_rewards',
]);
// Gains that the sentence itself names already.
const TOLD = new Set([
  'oregon.gain.tile_hidden',
  'oregon.gain.tile_end',
  'okanagan.gain.reward',
  'okanagan.gain.swap_in',
  'okanagan.gain.swap_out',
  'okanagan.gain.trade',
]);
// Lines of one kind that follow each other are one sentence.
const TOGETHER: Record<string, string> = {
  'oregon.do.card': 'cards',
  'oregon.do.card_hidden': 'cards',
  'okanagan.do.goal': 'goals',
  'okanagan.do.goal_hidden': 'goals',
  'okanagan.do.take': 'take',
};

/** The sentences of a turn of a seat. */
export function sentencesOf(items: readonly LogItem[], seat: number | null, speech: Speech): Sentence[] {
  return gathered(items).map((group) => {
    const first = group[0] as LogItem;
    const text = [clause(group, speech), gainsOf(group, seat, speech)].filter(Boolean).join(': ');
    const doer = first.by === 'chance' ? seat : (first.seat ?? null);
    const isOwn = doer === seat;
    return {
      key: first.n,
      seat: isOwn ? null : doer,
      text: isOwn ? capital(text) : text,
      places: group.flatMap(placesOf),
    };
  });
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Everything that lines say, for those who listen. */
export function tellTurn(items: LogItem[], speech: Speech, names: (seat: number) => string): string {
  const seat = items.find((item) => item.seat != null)?.seat ?? null;
  const said = sentencesOf(items, seat, speech).map((sentence) =>
    sentence.seat === null ? sentence.text : `${names(sentence.seat)}: ${sentence.text}`,
  );
  if (!said.length) return '';
  return `${seat === null ? '' : `${names(seat)}: `}${said.join('. ')}.`;
}

/** Lines to be told, those that are one sentence together. */
function gathered(items: readonly LogItem[]): LogItem[][] {
  const groups: LogItem[][] = [];
  for (const item of items) {
    if (SILENT.has(item.words.key) && !item.gains.length) continue;
    const last = groups.at(-1);
    const kind = TOGETHER[item.words.key];
    const before = last?.[0];
    if (last && before && kind && TOGETHER[before.words.key] === kind && before.seat === item.seat) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function clause(group: LogItem[], speech: Speech): string {
  const first = group[0] as LogItem;
  const key = first.words.key;
  const game = key.split('.')[0] ?? '';
  const together = TOGETHER[key];
  if (together === 'take')
    return speech.say({
      key: 'okanagan.did.take',
      args: { rewards: group.map((item) => item.words.args?.['reward']) },
    });
  if (together === 'goals') return speech.say({ key: 'okanagan.did.goals', args: { count: group.length } });
  if (together === 'cards') {
    const cards = group.map((item) => item.words.args?.['card']).filter((card) => card !== undefined);
    const known = cards.length === group.length;
    return speech.say(
      known
        ? { key: 'oregon.did.cards_named', args: { cards } }
        : { key: 'oregon.did.cards', args: { count: group.length } },
    );
  }
  if (SILENT.has(key)) return '';
  if (key === 'okanagan.do.action' && first.note)
    return speech.say({ key: 'okanagan.did.action', args: { effect: first.note } });
  const did = key.replace('.do.', '.did.');
  return speech.say({ ...first.words, key: speech.knows(did) ? did : key }) || game;
}

/** What lines brought at once, in few words; what comes at the end is told there. */
function gainsOf(group: LogItem[], seat: number | null, speech: Speech): string {
  const gains = group.flatMap((item) => item.gains).filter((gain) => !TOLD.has(gain.words.key) && !isEndOnly(gain));
  const told = gains
    .filter((gain) => gain.words.key !== 'okanagan.gain.influence')
    .map((gain) => {
      const text = speech.say(briefly(gain.words, speech));
      return gain.seat === seat || gain.words.key === 'okanagan.gain.closed'
        ? text
        : `${speech.name(gain.seat)} ${text}`;
    });
  return told.join(', ');
}

const isEndOnly = (gain: Gain): boolean => isAtEnd(gain.data) && gain.data['at_end'] !== true;

/** A gain in few words, where there are such. */
export function briefly(said: Said, speech: Speech): Said {
  const key = said.key.replace('.gain.', '.log.').replace(/^gain\./, 'log.');
  const args = Object.fromEntries(
    Object.entries(said.args ?? {}).map(([name, value]) => [name, briefValue(value, speech)]),
  );
  return { key: speech.knows(key) ? key : said.key, args };
}

function briefValue(value: unknown, speech: Speech): unknown {
  if (Array.isArray(value)) return value.map((part) => briefValue(part, speech));
  return value !== null && typeof value === 'object' ? briefly(value as Said, speech) : value;
}

/** The cells or squares that a line is about. */
export function placesOf(item: LogItem): string[] {
  const cells = item.gains.map((gain) => gain.data['cell']).filter((cell) => typeof cell === 'string');
  const { cell, x, y } = item.words.args ?? {};
  const own = typeof cell === 'string' ? [cell] : x !== undefined ? [`${String(x)},${String(y)}`] : [];
  return [...own, ...cells];
}
