import { describe, expect, it, vi } from 'vitest';
import { oregon } from '../src/games/oregon/kit';
import { okanagan } from '../src/games/okanagan/kit';
import { readNotation } from '../src/lib/notation';
import { Speech } from '../src/lib/speech';
import type { Gain, LogItem } from '../src/lib/types';
import { Announcer } from '../src/table/announcer';
import { marksOf } from '../src/table/marks';
import { sentencesOf, tellTurn } from '../src/table/tell';
import { roundsOf, sinceMine, turnsOf } from '../src/table/turns';
import texts from '../../src/overland/words/catalogue/en.json';

const names = (seat: number) => ['Ada', 'Ben', 'Cyrus'][seat] ?? '';
const speech = new Speech('en', texts, names);
const points = (seat: number, value: number, data: Record<string, unknown> = {}): Gain => ({
  seat,
  points: value,
  words: {
    key: 'oregon.gain.near',
    args: { building: 'church', cell: 'h3', brought: [{ key: 'gain.points', args: { points: value } }] },
  },
  data,
});

/** A log from lines like "0 farmer h4": whose it is and what in notation; without a seat it is the table's luck. */
function log(game: string, lines: string[], gains: Record<number, Gain[]> = {}): LogItem[] {
  return lines.map((line, n) => {
    const [, seat, text = ''] = /^(?:(\d) )?(.*)$/.exec(line) ?? [];
    const isChance = text.startsWith('=');
    return {
      n, entry: n, text, kind: isChance ? 'chance' : 'move', by: isChance ? 'chance' : 'bot',
      seat: seat === undefined ? null : Number(seat), words: readNotation(game, text), gains: gains[n] ?? [],
    }; // prettier-ignore
  });
}

const OREGON = [
  '0 =eagle', '1 =? landscape', // dealt
  '0 farmer h4', '0 extra', '0 build church h3 wagon', '0 draw landscape', '0 =eagle', '0 draw building', '0 =church',
  '1 farmer a1 joker=eagle', '1 no-extra', '1 draw landscape', '1 =? landscape',
  '2 pass wagon church', '2 draw landscape', '2 =? landscape',
]; // prettier-ignore

describe('the log by turn', () => {
  const items = log('oregon', OREGON, {
    2: [points(0, 3), points(1, 2)],
    4: [points(0, 4)],
    9: [points(1, 5, { at_end: true })],
  });
  const turns = turnsOf(items, new Set(), oregon.startsTurn);

  it('has a block for each turn, extra actions included, and one for the deal', () => {
    expect(turns.map((turn) => [turn.kind, turn.seat, turn.items.length])).toEqual([
      ['deal', null, 2], ['turn', 0, 7], ['turn', 1, 4], ['turn', 2, 3],
    ]); // prettier-ignore
  });

  it('adds up what its seat scored at once', () => {
    expect(turns.map((turn) => turn.points)).toEqual([0, 7, 0, 0]);
  });

  it('leaves out what was taken back', () => {
    expect(turnsOf(items, new Set([9, 10, 11, 12]), oregon.startsTurn).map((turn) => turn.seat)).toEqual([null, 0, 2]);
  });

  it('keeps answers of others within an Okanagan turn', () => {
    const lines = [
      '0 return 2',
      '0 =tile ?',
      '0 tile 1,0 r1',
      '0 farm lake',
      '0 action 1',
      '1 give wood',
      '0 choose 2',
      '=tile 5',
      '1 tile 2,0 r0',
    ];
    const found = turnsOf(log('okanagan', lines), new Set(), okanagan.startsTurn);
    expect(found.map((turn) => [turn.seat, turn.items.length])).toEqual([[0, 8], [1, 1]]); // prettier-ignore
  });

  it('counts rounds from the opening on, and not at all where that is not in the log', () => {
    const opened = log('oregon', ['0 =eagle', '0 start b2', '1 start c3', '0 farmer h4', '1 farmer a1', '0 farmer b1']);
    const rounds = roundsOf(turnsOf(opened, new Set(), oregon.startsTurn), 2, oregon.opens);
    expect([...rounds.values()]).toEqual([0, 0, 1, 1, 2]);
    expect(roundsOf(turns, 3, oregon.opens).size).toBe(0);
  });

  it('knows what the others did since one moved, and marks it', () => {
    expect(sinceMine(turns, 0).map((turn) => turn.seat)).toEqual([1, 2]);
    expect(sinceMine(turns, 2)).toEqual([]);
    expect(marksOf(sinceMine(turns, 0), oregon)).toEqual([{ place: 'a1', seat: 1, number: 1 }]);
  });
});

describe('what is told', () => {
  it('is in the past tense, short, with gains, and cards together', () => {
    const items = log('oregon', OREGON, { 2: [points(0, 3), points(1, 2)] });
    const [, first, second] = turnsOf(items, new Set(), oregon.startsTurn);
    expect(sentencesOf(first?.items ?? [], 0, speech, oregon.telling).map((sentence) => sentence.text)).toEqual([
      'Placed a farmer on h4: church h3 +3, Ben church h3 +2',
      'Took an extra action',
      'Built a church on h3 with wagon',
      'Drew eagle, church',
    ]);
    expect(tellTurn(second?.items ?? [], speech, oregon.telling)).toBe(
      'Ben: Placed a farmer on a1, the joker as eagle. Drew 1 card.',
    );
  });

  it('names the special action', () => {
    const [item] = log('okanagan', ['0 action 2']);
    const note = { key: 'okanagan.power.shape', args: { what: 'hexagon' } };
    expect(sentencesOf([{ ...(item as LogItem), note }], 0, speech, okanagan.telling)[0]?.text).toContain(
      'any hexagon',
    );
  });

  it('says every line once, a turn at a time, and before what follows it', () => {
    vi.useFakeTimers();
    const said: string[] = [];
    const announcer = new Announcer(
      oregon.startsTurn,
      (items) => items.map((item) => item.n).join(' '),
      (text) => said.push(text),
    );
    const items = log('oregon', OREGON);
    announcer.take(items.slice(2, 5));
    announcer.take(items.slice(5, 12));
    announcer.take(items.slice(12));
    announcer.then('your turn');
    expect(said).toEqual(['2 3 4 5 6 7 8', '9 10 11 12', '13 14 15', 'your turn']);
    announcer.take(items.slice(2, 3));
    vi.runAllTimers();
    expect(said.at(-1)).toBe('2');
    vi.useRealTimers();
  });
});
