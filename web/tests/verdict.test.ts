import { describe, expect, it } from 'vitest';
import type { Decision, Verdict } from '../src/lib/types';
import { costliest, nextCostly, percent, signed, winAt, winsOf, worstOf } from '../src/review/verdict';

const decision = (entry: number, seat: number, name: Decision['name'], loss: number): Decision => ({
  entry,
  seat,
  name,
  loss,
  loss_error: 0.01,
  played: 'pass',
  best: 'extra',
  points: 0,
  points_error: 0,
  choices: [],
  lead: 0,
  lead_error: 0,
});
const DECISIONS = [
  decision(3, 0, 'best', 0),
  decision(5, 1, 'mistake', 0.06),
  decision(8, 0, 'good', 0.01),
  decision(9, 0, 'blunder', 0.2),
];
const moment = (entry: number, seat: number) => {
  const told = { choice: 'pass', gains: [], points: 0 };
  return { entry, seat, played: told, better: told, reasons: [] };
};
const VERDICT = {
  players: 2,
  course: [
    { entry: 3, wins: [0.4, 0.6], points: [] },
    { entry: 9, wins: [0.7, 0.3], points: [] },
  ],
  moments: [moment(9, 0), moment(5, 1), moment(2, 0), moment(1, 0)],
} as unknown as Verdict;

describe('a verdict', () => {
  it('names three moments, of all or of one', () => {
    expect(costliest(VERDICT, null).map(({ entry }) => entry)).toEqual([9, 5, 2]);
    expect(costliest(VERDICT, 1).map(({ entry }) => entry)).toEqual([5]);
  });

  it('begins with equal shares', () => {
    const wins = winsOf(VERDICT, 1);
    expect(wins.map(({ entry, value }) => [entry, Math.round(value)])).toEqual([
      [0, 50],
      [3, 60],
      [9, 30],
    ]);
    expect([0, 3, 8, 20].map((entry) => Math.round(winAt(wins, entry)))).toEqual([50, 60, 60, 30]);
  });

  it('leads from one costly decision to the next', () => {
    expect(nextCostly(DECISIONS, -1, 1)?.entry).toBe(5);
    expect(nextCostly(DECISIONS, 5, 1)?.entry).toBe(9);
    expect(nextCostly(DECISIONS, 9, 1)).toBeUndefined();
    expect(nextCostly(DECISIONS, 9, -1)?.entry).toBe(5);
    expect(nextCostly(DECISIONS, 5, -1)).toBeUndefined();
  });

  it('calls a turn by what cost most in it', () => {
    expect(worstOf(DECISIONS)?.entry).toBe(9);
    expect(worstOf(DECISIONS.slice(0, 1))?.entry).toBe(3);
    expect(worstOf([])).toBeUndefined();
  });

  it('writes its figures as the language does', () => {
    expect(percent(0.0543, 'en')).toBe('5.4');
    expect(percent(0.0543, 'de')).toBe('5,4');
    expect([0, 3.14, -54.4].map((number) => signed(number, 'en'))).toEqual(['0.0', '+3.1', '−54']);
  });
});
