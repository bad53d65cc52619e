// What the others did, shown again: the board as it was, and then line by line as it came to be.
import type { LogItem, View } from '../lib/types';
import type { Beat } from './beats';
import type { Shown } from './sitting.svelte';
import type { Turn } from './turns';

const MOST = 80; // entries that the server shows again at a time
const BEFORE = 700; // milliseconds to see how it was
const PACE = 1.4; // a beat of something that is shown again is so much longer

/** The entries of a running game in order; what was taken back is left out. */
export function entriesOf({ log, undone }: Pick<Shown, 'log' | 'undone'>): LogItem[] {
  return log.filter((item) => (item.kind === 'move' || item.kind === 'chance') && !undone.has(item.n));
}

/** How many of the last entries must be seen to show turns again. */
export function backTo(turns: readonly Turn[], entries: readonly LogItem[]): number {
  const first = turns[0]?.items[0]?.n ?? Infinity;
  return Math.min(MOST, entries.filter((item) => item.n >= first).length);
}

/** The beats that show turns again, from what was seen before each of the last entries; the last one is the present. */
export function beatsOf(
  turns: readonly Turn[],
  views: readonly View[],
  present: Shown,
  length: (item: LogItem) => number,
): Beat<Shown>[] {
  const { now, log } = present;
  const entries = entriesOf(present).slice(-views.length);
  const last = turns.at(-1)?.items.at(-1)?.n ?? -1;
  if (!now?.view || !views.length || entries.length < views.length) return [];
  const seen = [...views, now.view];
  const frame = (index: number, told: LogItem[], seat: number | null): Shown => ({
    ...present,
    now: { ...now, view: seen[index] ?? null, to_act: seat, question: null, choices: [] },
    log: log.filter((item) => item.n < (entries[index]?.n ?? Infinity)),
    choices: [],
    advice: null,
    told,
  });
  const shown = entries.filter((item) => item.n <= last);
  const beat = (one: Shown, milliseconds: number): Beat<Shown> => ({
    shown: one,
    length: milliseconds,
    asks: false,
    hasClock: false,
    isAgain: true,
  });
  return [
    beat(frame(0, [], shown[0]?.seat ?? null), BEFORE),
    ...shown.map((item, index) => beat(frame(index + 1, [item], item.seat ?? null), PACE * length(item))),
    beat({ ...present, told: [] }, 0),
  ];
}
