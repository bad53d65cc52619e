import { describe, expect, it } from 'vitest';
import { botsOf, dealOf, finishedBy, isSealed, outcomeOf, timeLeft } from '../src/lib/daily';
import type { DailyState } from '../src/lib/types';

describe('the deal of the day', () => {
  it('is sealed until its day is over in UTC', () => {
    const end = Date.parse('2026-05-18T00:00:00Z');
    expect(isSealed('2026-05-17', end - 1)).toBe(true);
    expect(isSealed('2026-05-17', end)).toBe(false);
    expect(isSealed(null, end)).toBe(false);
    expect(isSealed(undefined, end)).toBe(false);
  });

  it('tells how much of the day is left, never nothing', () => {
    expect(timeLeft(3600 + 61).args).toEqual({ hours: 1, minutes: 2 });
    expect(timeLeft(86_400).args).toEqual({ hours: 24, minutes: 0 });
    expect(timeLeft(1).args).toEqual({ hours: 0, minutes: 1 });
  });

  it('says how somebody did', () => {
    const yours = { table: 'AAAAAAAAAAAA', outcome: 'ranked', score: 40, lead: 2, rank: 3 } as const;
    expect(outcomeOf(yours, 7)).toEqual({ key: 'ui.daily.is.ranked', args: { rank: 3, count: 7, score: 40 } });
    expect(outcomeOf({ table: 'AAAAAAAAAAAA', outcome: 'late' }, 7)).toEqual({ key: 'ui.daily.is.late' });
    expect(outcomeOf(undefined, 7)).toBeNull();
    expect(finishedBy(0).key).toBe('ui.daily.nobody');
    expect(finishedBy(2).args).toEqual({ count: 2 });
  });

  it('is found by its game and day', () => {
    const deal = { game: 'oregon', day: '2026-05-17', levels: ['trader', null, 'scout'] };
    const state = { today: [], yesterday: [deal] } as unknown as DailyState;
    expect(dealOf(state, 'oregon', '2026-05-17')).toBe(deal);
    expect(dealOf(state, 'okanagan', '2026-05-17')).toBeNull();
    expect(botsOf(deal)).toEqual(['trader', 'scout']);
  });
});
