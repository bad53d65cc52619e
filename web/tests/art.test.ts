import { describe, expect, it } from 'vitest';
import {
  along,
  evenly,
  fmt,
  hash,
  isInside,
  mix,
  offset,
  outlines,
  point,
  polyline,
  rounded,
  simplify,
  smooth,
} from '../src/art/geometry';
import { SEATS } from '../src/art/seats';
import { okanagan } from '../src/games/okanagan/kit';
import { oregon } from '../src/games/oregon/kit';

describe('what drawings share', () => {
  it('has chance that is always the same', () => {
    expect(hash(1, 2, 3)).toBe(hash(1, 2, 3));
    expect(hash(1, 2, 3)).not.toBe(hash(3, 2, 1));
    for (let i = 0; i < 100; i++) expect(hash(i, 7)).toBeGreaterThanOrEqual(0);
  });

  it('writes numbers short and mixes colours', () => {
    expect([fmt(1.04), fmt(-0.01), fmt(2.55), fmt(-3.25)]).toEqual(['1', '0', '2.6', '-3.2']);
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  });

  it('draws lines through points', () => {
    const corner = [point(0, 0), point(10, 0), point(10, 10)];
    expect(polyline(corner)).toBe('M0 0L10 0L10 10');
    expect(smooth([])).toBe('');
    expect(smooth(corner, false).match(/C/g)).toHaveLength(2);
    expect(simplify([point(0, 0), point(5, 0.01), point(10, 0)], 0.1)).toHaveLength(2);
  });

  it('walks a line by its length', () => {
    const [place] = along([point(0, 0), point(10, 0), point(10, 10)], [15]);
    expect(place).toEqual({ x: 10, y: 5, nx: -1, ny: 0 });
    expect(evenly([point(0, 0), point(100, 0)], 9)).toHaveLength(11);
    expect(offset([point(0, 0), point(10, 0)], 3)).toEqual([point(0, 3), point(10, 3)]);
  });

  it('traces cells, with holes, and does not join corners', () => {
    const ring = (row: number, col: number): boolean =>
      row >= 0 && row < 3 && col >= 0 && col < 3 && !(row === 1 && col === 1);
    expect(outlines(ring, [0, 3], [0, 3]).map((loop) => loop.length)).toEqual([4, 4]);
    const diagonal = (row: number, col: number): boolean => row === col && row >= 0 && row < 2;
    expect(outlines(diagonal, [0, 2], [0, 2]).map((loop) => loop.length)).toEqual([4, 4]);
    const antidiagonal = (row: number, col: number): boolean => row + col === 1 && row >= 0 && col >= 0;
    expect(outlines(antidiagonal, [0, 2], [0, 2]).map((loop) => loop.length)).toEqual([4, 4]);
  });

  it('insets and rounds what it traced', () => {
    const [loop = []] = outlines((row, col) => row === 0 && (col === 0 || col === 1), [0, 1], [0, 2]);
    const line = rounded(loop, { scale: 64, inset: 4, convex: 20, concave: 14 });
    expect(Math.min(...line.map(({ x }) => x))).toBeCloseTo(4);
    expect(Math.max(...line.map(({ x }) => x))).toBeCloseTo(124);
    expect(isInside(point(64, 32), line)).toBe(true);
    expect(isInside(point(5, 5), line)).toBe(false);
  });
});

describe('the bars of the end', () => {
  const light = (colour: string) => {
    const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    const [r = 0, g = 0, b = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [more = 0, less = 0] = [light(one), light(other)].toSorted((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  it.each([oregon, okanagan])('are much lighter than the seats, so that none is taken for a player', ({ tints }) => {
    for (const tint of Object.values(tints)) {
      for (const seat of SEATS) expect(contrast(tint, seat), `${tint} beside ${seat}`).toBeGreaterThan(2);
      expect(contrast(tint, '#2a1a00')).toBeGreaterThan(4.5); // its number
    }
    expect(new Set(Object.values(tints)).size).toBe(Object.keys(tints).length);
  });
});
