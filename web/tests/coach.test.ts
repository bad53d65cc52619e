import { describe, expect, it, vi } from 'vitest';
import type { Checked, Choice } from '../src/lib/types';
import { Checking, costliest, costOf, isCostly } from '../src/table/coach';

const choice = (n: number) =>
  ({ n, text: `choice ${n}`, words: { key: `${n}` }, parts: {}, gains: [] }) as unknown as Choice;
const checked = (loss: number, error = 0, name: Checked['name'] = 'mistake'): Checked => ({
  type: 'checked',
  id: 'c',
  version: 1,
  choice: 0,
  name,
  loss,
  error,
  better: 1,
  why: [],
});

describe('the coach', () => {
  it('warns by what a choice is called, as much as is wanted', () => {
    expect(isCostly(checked(0.06), 'mistakes')).toBe(true);
    expect(isCostly(checked(0.03, 0, 'inaccuracy'), 'mistakes')).toBe(false);
    expect(isCostly(checked(0.03, 0, 'inaccuracy'), 'all')).toBe(true);
    expect(isCostly(checked(0.006, 0, 'good'), 'all')).toBe(false);
    expect(isCostly(checked(0.9, 0, 'blunder'), 'off')).toBe(false);
  });

  it('says what a choice costs of the win, or in points where none of it is left to lose', () => {
    expect(costOf({ loss: 0.0543, lead: 3 })).toEqual({ key: 'ui.cost.win', args: { percent: 5.4 } });
    expect(costOf({ loss: 0.001, lead: 14.2 })).toEqual({ key: 'ui.cost.points', args: { points: 14 } });
    expect(costOf({ loss: 0.004, lead: 0.2 })).toEqual({ key: 'ui.cost.win', args: { percent: 0.4 } });
  });

  it('names the costliest decision of a turn, if one is worth a word', () => {
    const decided = [0.01, 0.08, 0.05].map((loss, n) => ({
      choice: choice(n),
      better: null,
      checked: checked(loss, 0, loss > 0.02 ? 'mistake' : 'good'),
    }));
    expect(costliest(decided)?.choice.n).toBe(1);
    expect(costliest(decided.slice(0, 1))).toBeNull();
    expect(costliest([])).toBeNull();
  });

  it('lets a choice through when nobody answers, and only once', () => {
    vi.useFakeTimers();
    const made: number[] = [];
    const checking = new Checking();
    checking.begin('a', choice(3), ({ n }) => made.push(n));
    expect(checking.isBusy).toBe(true);
    expect(checking.end('other')).toBeNull();
    vi.advanceTimersByTime(6000);
    expect(made).toEqual([3]);
    expect(checking.end('a')).toBeNull();
    checking.begin('b', choice(4), ({ n }) => made.push(n));
    expect(checking.end('b')?.n).toBe(4);
    vi.advanceTimersByTime(6000);
    expect(made).toEqual([3]);
    checking.begin('c', choice(5), ({ n }) => made.push(n));
    checking.stop();
    vi.advanceTimersByTime(6000);
    expect(made).toEqual([3]);
    vi.useRealTimers();
  });
});
