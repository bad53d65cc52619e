import { describe, expect, it } from 'vitest';
import { backTo, beatsOf, entriesOf } from '../src/table/replay';
import type { Shown } from '../src/table/sitting.svelte';
import type { Turn } from '../src/table/turns';
import type { LogItem, View } from '../src/lib/types';

const line = (n: number, seat: number | null, kind = 'move'): LogItem => ({
  n,
  kind,
  seat,
  words: { key: 'x' },
  gains: [],
});
const view = (name: string) => ({ name }) as unknown as View;

/** A table at which seat 0 has played lines 1 and 2, and the others 4, 5 and 6; 3 was taken back. */
function table() {
  const log = [line(1, 0), line(2, null, 'chance'), line(3, 1), line(4, 1), line(5, 2), line(6, 2), line(7, 0, 'chat')];
  const now = { view: view('now'), to_act: 0, question: { key: 'q' }, choices: [{ n: 0 }], version: 9 };
  const present = { log, undone: new Set([3]), now, choices: now.choices, advice: null } as unknown as Shown;
  const turn = (seat: number, ...numbers: number[]): Turn => ({
    key: numbers[0] ?? 0,
    kind: 'turn',
    seat,
    items: log.filter((item) => numbers.includes(item.n)),
    points: 0,
  });
  return { present, turns: [turn(1, 4), turn(2, 5, 6)] };
}

describe('what the others did, shown again', () => {
  it('counts the entries that stand', () => {
    const { present, turns } = table();
    expect(entriesOf(present).map((item) => item.n)).toEqual([1, 2, 4, 5, 6]);
    expect(backTo(turns, entriesOf(present))).toBe(3);
    expect(backTo(turns.slice(1), entriesOf(present))).toBe(2);
    expect(backTo([], entriesOf(present))).toBe(0);
  });

  it('begins before the first line, shows what each led to, and ends with the present', () => {
    const { present, turns } = table();
    const beats = beatsOf(turns, [view('a'), view('b'), view('c')], present, () => 100);
    expect(beats.map(({ shown }) => (shown.now?.view as unknown as { name: string }).name)).toEqual([
      'a',
      'b',
      'c',
      'now',
      'now',
    ]);
    expect(beats.map(({ shown }) => shown.told?.map((item) => item.n))).toEqual([[], [4], [5], [6], []]);
    expect(beats.map(({ shown }) => shown.now?.to_act)).toEqual([1, 1, 2, 2, 0]);
    expect(beats[0]?.shown.log.map((item) => item.n)).toEqual([1, 2, 3]);
    expect(beats[1]?.shown.log.map((item) => item.n)).toEqual([1, 2, 3, 4]);
    expect(beats.slice(0, -1).every(({ shown }) => shown.choices.length === 0)).toBe(true);
    expect(beats.at(-1)?.shown.choices).toEqual(present.choices);
  });

  it('shows one turn and then the present again', () => {
    const { present, turns } = table();
    const beats = beatsOf(turns.slice(0, 1), [view('a'), view('b'), view('c')], present, () => 100);
    expect(beats.map(({ shown }) => shown.told?.map((item) => item.n))).toEqual([[], [4], []]);
    expect(beatsOf(turns, [], present, () => 100)).toEqual([]);
  });
});
