// The log in sentences: what happened, in the past tense, as short as it can be said.
import type { Speech } from '../lib/speech';
import type { Gain, LogItem, Said } from '../lib/types';
import { isAtEnd } from './turns';

export type Sentence = {
  key: number; // the number of its first line
  seat: number | null; // who did it, where that is not whoever's turn it is
  text: string;
  places: string[]; // cells or squares it is about
  entry: number | null; // the last one it tells of
};

/** What a game says about its own lines. */
export type Telling = {
  silent: ReadonlySet<string>; // lines that say nothing of their own: what follows them does
  isRedundant: (gain: Gain) => boolean; // another sentence names it already
  together: Record<string, string>; // lines of one kind that follow each other are one sentence
  sentence: (group: LogItem[]) => Said | null; // null: the same name in the past tense
};

/** The sentences of a turn of a seat. */
export function sentencesOf(
  items: readonly LogItem[],
  seat: number | null,
  speech: Speech,
  telling: Telling,
  nameOf: (seat: number) => string = (other) => speech.name(other), // in lists; in sentences it is an object
): Sentence[] {
  return gathered(items, telling).flatMap((group) => {
    const first = group[0] as LogItem;
    const text = [clause(group, speech, telling), gainsOf(group, seat, speech, telling, nameOf)]
      .filter(Boolean)
      .join(': ');
    if (!text) return []; // told by another line
    const doer = first.seat ?? (first.by === 'chance' ? seat : null);
    const isOwn = doer === seat;
    return [
      {
        key: first.n,
        seat: isOwn ? null : doer,
        text: isOwn ? capital(text) : text,
        places: group.flatMap(placesOf),
        entry: group.at(-1)?.entry ?? null,
      },
    ];
  });
}

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Everything that lines say, for those who listen. */
export function tellTurn(items: LogItem[], speech: Speech, telling: Telling): string {
  const seat = items.find((item) => item.seat != null)?.seat ?? null;
  const said = sentencesOf(items, seat, speech, telling).map((sentence) =>
    sentence.seat === null ? sentence.text : `${speech.name(sentence.seat)}: ${sentence.text}`,
  );
  if (!said.length) return '';
  return `${seat === null ? '' : `${speech.name(seat)}: `}${said.join('. ')}.`;
}

/** Lines to be told, those that are one sentence together. */
function gathered(items: readonly LogItem[], telling: Telling): LogItem[][] {
  const groups: LogItem[][] = [];
  for (const item of items) {
    if (telling.silent.has(item.words.key) && !item.gains.length) continue;
    const last = groups.at(-1);
    const kind = telling.together[item.words.key];
    const before = last?.[0];
    if (last && before && kind && telling.together[before.words.key] === kind && before.seat === item.seat)
      last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function clause(group: LogItem[], speech: Speech, telling: Telling): string {
  const words = (group[0] as LogItem).words;
  if (telling.silent.has(words.key)) return '';
  const own = telling.sentence(group);
  if (own) return speech.say(own);
  const did = words.key.replace('.do.', '.did.');
  return speech.say({ ...words, key: speech.knows(did) ? did : words.key });
}

/** What lines brought at once, in few words; what comes at the end is told there. */
function gainsOf(
  group: LogItem[],
  seat: number | null,
  speech: Speech,
  telling: Telling,
  nameOf: (seat: number) => string,
): string {
  const gains = group.flatMap((item) => item.gains).filter((gain) => !telling.isRedundant(gain) && !isEndOnly(gain));
  const told = gains.map((gain) => {
    const text = speech.say(briefly(gain.words, speech));
    return gain.seat === seat ? text : `${nameOf(gain.seat)} ${text}`;
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
