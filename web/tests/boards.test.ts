import { describe, expect, it } from 'vitest';
import { bandOf, extent, nextRotation, sitePlace, squaresOf, turned } from '../src/games/okanagan/rules';
import { cellName, cellPlace, choicesAt, litCells, openedBy, pointsFor, shorePath } from '../src/games/oregon/rules';
import { blocks } from '../src/lib/markdown';
import { pauseBefore } from '../src/lib/link';
import type { Choice, Parts } from '../src/lib/types';

const make = (n: number, parts: Parts): Choice => ({ n, text: '', words: { key: '' }, parts, gains: [] });

describe('Oregon', () => {
  const choices = [
    make(0, { kind: 'farmer', cell: 'a1', cards: ['wagon', 'bison'] }),
    make(1, { kind: 'farmer', cell: 'b2', cards: ['wagon', 'wagon'] }),
    make(2, { kind: 'build', cell: 'a1', building: 'church', cards: ['church', 'joker'] }),
    make(3, { kind: 'draw', deck: 'landscape' }),
  ];

  it('names cells both ways', () => {
    expect(cellName(3, 7)).toBe('h4');
    expect(cellPlace('o10')).toEqual({ row: 9, col: 14 });
  });

  it('opens what the chosen cards pay for', () => {
    expect(openedBy(choices, ['wagon']).map((choice) => choice.n)).toEqual([0, 1]);
    expect(openedBy(choices, ['wagon', 'wagon']).map((choice) => choice.n)).toEqual([1]);
    expect(openedBy(choices, ['joker']).map((choice) => choice.n)).toEqual([2]);
    expect([...litCells(openedBy(choices, []))]).toEqual(['a1', 'b2']);
    expect(choicesAt(choices, 'a1').map((choice) => choice.n)).toEqual([0, 2]);
  });

  it('counts only points that come now', () => {
    const gains = [
      { seat: 0, points: 3, words: { key: '' }, data: {} },
      { seat: 1, points: 9, words: { key: '' }, data: {} },
      { seat: 0, points: 2, words: { key: '' }, data: { at_end: true } },
    ];
    expect(pointsFor({ ...make(0, { kind: 'farmer' }), gains }, 0)).toBe(3);
  });

  it('rounds a shore where the water ends', () => {
    expect(shorePath(() => true, 1, 1, 60)).toContain('Q120 60 120 60');
    expect(shorePath(() => false, 0, 0, 60)).not.toContain('Q60 0 60 0');
  });
});

describe('Okanagan', () => {
  const face = { sides: ['forest', 'lake', 'forest', 'meadow'], icons: ['circle', 'square', 'hexagon', 'circle'] };

  it('turns tiles clockwise', () => {
    expect(turned(face, 1).map((side) => side.terrain)).toEqual(['meadow', 'forest', 'lake', 'forest']);
    expect(bandOf(turned(face, 0))?.side).toBe(0);
    expect(bandOf(turned(face, 1))?.side).toBe(1);
  });

  it('collects the rotations of each square and goes round them', () => {
    const choices = [0, 2].map((rotation) => make(rotation, { kind: 'lay', x: 1, y: -2, rotation }));
    const squares = squaresOf(choices);
    expect([...(squares.get('1,-2')?.rotations.keys() ?? [])]).toEqual([0, 2]);
    expect(nextRotation([0, 2], null)).toBe(0);
    expect(nextRotation([0, 2], 0)).toBe(2);
    expect(nextRotation([0, 2], 2)).toBe(0);
  });

  it('puts a silo in the middle and a farm towards its side', () => {
    expect(sitePlace(face, 0, ['forest', 'lake', 'meadow'])).toEqual({ x: 60, y: 60 });
    expect(sitePlace(face, 0, ['lake']).x).toBeGreaterThan(80);
  });

  it('shows everything laid and lit', () => {
    const view = { tiles: [{ x: 0, y: 0 }] } as unknown as Parameters<typeof extent>[0];
    expect(extent(view, [{ x: 3, y: -1 }])).toEqual({ x0: -1, y0: -2, x1: 4, y1: 1 });
  });
});

describe('the rest', () => {
  it('waits longer each time, and never twice the same', () => {
    expect(pauseBefore(0, () => 0)).toBe(200);
    expect(pauseBefore(0, () => 1)).toBe(400);
    expect(pauseBefore(20, () => 1)).toBe(10_000);
  });

  it('reads the Markdown of the rules, and no markup in it', () => {
    const found = blocks(
      '# A *b*\n\ntext (4.1)\nmore\n\n- one\n  two\n- <b>x</b>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n',
    );
    expect(found.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'table', 'code']);
    expect(found[2]).toMatchObject({ items: [[{ text: 'one two' }], [{ text: '<b>x</b>' }]] });
  });
});
