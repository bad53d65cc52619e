import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../src/lib/types';
import { gridOf, pointLine, scaleOf, spaced, stepArea, stepLine } from '../src/review/chart';
import { layersOf, pointsOver, sourcesOf, sumsOf } from '../src/review/points';
import { nearestStop, pathTo, readPlace } from '../src/review/stops';

const ROOM = { left: 10, right: 10, top: 0, bottom: 20 };
const ITEMS: Pick<ReviewItem, 'points'>[] = [
  {},
  { points: [{ post: 3 }, {}] },
  {},
  { points: [{ post: 3, church: 2 }, { coal: 4 }] },
];

describe('a chart over the entries', () => {
  const scale = scaleOf(120, 120, 4, 10, ROOM);

  it('goes from the first entry at the left to the last at the right, and back', () => {
    expect([0, 2, 4].map(scale.x)).toEqual([10, 60, 110]);
    expect([0, 5, 10].map(scale.y)).toEqual([100, 50, 0]);
    expect([0, 12, 59, 61, 500].map(scale.entry)).toEqual([0, 0, 2, 2, 4]);
  });

  it('draws a value until it changes', () => {
    expect(stepLine([0, 0, 5, 5, 10], scale)).toBe('M10 100H60V50H110V0H110');
  });

  it('draws an area between two such lines', () => {
    expect(stepArea([0, 0, 0, 5, 5], [0, 0, 5, 10, 10], scale)).toBe('M10 100H60V50H85V0H110V50H85V100H10Z');
  });

  it('draws a line between values that are not known everywhere', () => {
    const values = [
      { entry: 0, value: 5 },
      { entry: 3, value: 10 },
    ];
    expect(pointLine(values, scale)).toBe('M10 50L85 0');
  });

  it('has round values and numbers that do not touch', () => {
    expect(gridOf(16, 5)).toEqual([5, 10, 15]);
    expect(gridOf(3, 5)).toEqual([1, 2, 3]);
    expect(spaced([0, 10, 26, 40, 60], 26)).toEqual([0, 26, 60]);
  });

  it('is not lost where there is nothing to draw', () => {
    const none = scaleOf(0, 0, 0, 0, ROOM);
    expect(none.entry(5)).toBe(0);
    expect(stepLine([0], none)).not.toContain('NaN');
  });
});

describe('points over a game', () => {
  const over = pointsOver(ITEMS, 2);

  it('stay as they are until an entry changes them', () => {
    expect(over).toHaveLength(5);
    expect(sumsOf(over, 0)).toEqual([0, 0, 3, 3, 5]);
    expect(sumsOf(over, 1)).toEqual([0, 0, 0, 0, 4]);
  });

  it('lie one upon the other, by source', () => {
    const sources = sourcesOf(over, ['church', 'coal', 'post'], 0);
    expect(sources).toEqual(['church', 'post']);
    expect(layersOf(over, sources, 0)).toEqual([
      { source: 'church', lower: [0, 0, 0, 0, 0], upper: [0, 0, 0, 0, 2] },
      { source: 'post', lower: [0, 0, 0, 0, 2], upper: [0, 0, 3, 3, 5] },
    ]);
    expect(sourcesOf(over, ['church', 'coal', 'post'], null)).toEqual(['church', 'coal', 'post']);
  });
});

describe('the address of a position', () => {
  it('says where, with whose eyes and by what right', () => {
    const place = { at: 12, seat: 0, tab: 'verdict', invite: 'abc' } as const;
    expect(pathTo('ID', place)).toBe('/review/ID?at=12&seat=0&tab=verdict&invite=abc');
    expect(readPlace('?at=12&seat=0&tab=verdict&invite=abc')).toEqual(place);
    expect(pathTo('ID', { at: 0, seat: null, tab: 'log', invite: null })).toBe('/review/ID?at=0');
  });

  it('is not believed when it makes no sense', () => {
    expect(readPlace('?at=-1&seat=x&tab=none')).toEqual({ at: null, seat: null, tab: 'log', invite: null });
    expect(readPlace('?at=1e9&seat=1.5')).toEqual({ at: null, seat: null, tab: 'log', invite: null });
  });

  it('is near the end of a turn', () => {
    expect([0, 3, 4, 9, 99].map((entry) => nearestStop([0, 5, 12], entry))).toEqual([0, 5, 5, 12, 12]);
  });
});
