import { describe, expect, it } from 'vitest';
import { closingsOf, goalGain, nextRotation, placesFor, progressOf, squaresOf } from '../src/games/okanagan/rules';
import {
  bestGains,
  cellName,
  cellPlace,
  choicesAt,
  litCells,
  nearest,
  openedBy,
  pointsFor,
} from '../src/games/oregon/rules';
import { sidesOf } from '../src/art/okanagan/shape';
import { blocks } from '../src/lib/markdown';
import { pauseBefore } from '../src/lib/link';
import type { Choice, OkanaganView, Parts } from '../src/lib/types';

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

  it('shows the best gain of each cell', () => {
    const gains = [{ seat: 0, points: 4, words: { key: '' }, data: {} }];
    const rich = choices.map((choice) => (choice.n === 2 ? { ...choice, gains } : choice));
    expect([...bestGains(rich, 0)]).toEqual([
      ['a1', 4],
      ['b2', 0],
    ]);
  });

  it('takes a finger beside a lone cell for that cell, and no further', () => {
    expect(nearest(['h4'], 3.5, 8.4, 1.02)).toBe('h4');
    expect(nearest(['h4'], 3.5, 8.6, 1.02)).toBeNull();
    expect(nearest(['h4', 'i4'], 3.5, 8.2, 1.02)).toBe('i4');
  });
});

describe('Okanagan', () => {
  const promo = { sides: [], icons: [], promo: 'volcano' };
  const face = { sides: ['forest', 'lake', 'forest', 'meadow'], icons: ['circle', 'square', 'hexagon', 'circle'] };

  it('turns tiles clockwise', () => {
    expect(sidesOf(face, 1).map((side) => side.terrain)).toEqual(['meadow', 'forest', 'lake', 'forest']);
  });

  it('collects the rotations of each square and goes round them', () => {
    const choices = [0, 2].map((rotation) => make(rotation, { kind: 'lay', x: 1, y: -2, rotation }));
    const squares = squaresOf(choices);
    expect([...(squares.get('1,-2')?.rotations.keys() ?? [])]).toEqual([0, 2]);
    expect(nextRotation([0, 2], null)).toBe(0);
    expect(nextRotation([0, 2], 0)).toBe(2);
    expect(nextRotation([0, 2], 2)).toBe(0);
  });

  const plain = { sides: ['forest', 'lake', 'meadow', 'mountain'], icons: ['circle', 'square', 'hexagon', 'circle'] };
  const view = {
    seats: [{}, {}],
    tiles: [{ tile: 0, x: 0, y: 0, rotation: 0, site: [], territories: [0, 1, 2, 3] }],
    territories: ['forest', 'lake', 'meadow', 'mountain'].map((terrain, id) => ({
      id, terrain, open: 1, icons: { fisher: id }, influence: [id, 1],
    })),
  } as unknown as OkanaganView; // prettier-ignore

  it('knows which territories a tile would close, and who is in them', () => {
    // its lake side (turned to the west) against the east side of the first tile
    const closings = closingsOf(view, plain, { x: 1, y: 0 }, 2);
    expect(closings).toMatchObject([
      { terrain: 'lake', territories: [1], influence: [1, 1], icons: { fisher: 1, salmon: 1 } },
    ]);
    // a band has another end that stays open
    const band = { sides: ['lake', 'forest', 'lake', 'meadow'], icons: ['circle', 'circle', 'circle', 'circle'] };
    expect(closingsOf(view, band, { x: 1, y: 0 }, 1)).toEqual([]);
  });

  it('closes what a promo tile touches, and knows that it joins nothing', () => {
    expect(closingsOf(view, promo, { x: 1, y: 0 }, 0)).toMatchObject([
      { terrain: 'lake', territories: [1], influence: [1, 1], icons: { fisher: 1 } },
    ]);
    expect(placesFor(view, promo)).toBe(4);
    const beside = { ...view.tiles[0], x: 1, territories: [-1, -1, -1, -1] };
    const closed = view.territories.map((found) => (found.id === 1 ? { ...found, open: 0 } : found));
    const with_it = { ...view, tiles: [...view.tiles, beside], territories: closed } as unknown as OkanaganView;
    // north of the promo tile, a side of its own is closed at once; the other sides stay open
    expect(closingsOf(with_it, plain, { x: 1, y: -1 }, 0)).toMatchObject([
      { terrain: 'meadow', territories: [], influence: [0, 0], icons: { wheat: 1 } },
    ]);
    expect(placesFor(with_it, plain)).toBe(6);
  });

  it('keeps territories of one terrain apart where the tile does', () => {
    const apart = {
      ...plain,
      sides: ['lake', 'lake', 'forest', 'meadow'],
      parts: ['lake', 'lake2', 'forest', 'meadow'],
    };
    expect(closingsOf(view, apart, { x: 1, y: 0 }, 2)).toMatchObject([{ terrain: 'lake', territories: [1] }]);
    expect(closingsOf(view, { ...plain, sides: apart.sides }, { x: 1, y: 0 }, 2)).toEqual([]); // one that goes on
  });

  it('counts the places where a tile fits', () => {
    expect(placesFor(view, plain)).toBe(4);
    expect(placesFor(view, { sides: ['lake', 'lake', 'lake', 'lake'], icons: [] })).toBe(1);
  });

  it('tells how far a goal is and what one more reward adds', () => {
    expect(progressOf('wood+salmon', 1, { wood: 2, salmon: 1 })).toEqual({ have: 1, need: 2 });
    const goals = [
      { goal: 'wood+salmon', each: 5, times: 1 },
      { goal: 'salmon', each: 3, times: 1 },
      { goal: 'ore', each: 3, times: 0 },
    ];
    expect(goalGain(goals, { wood: 2, salmon: 1 }, 'salmon')).toBe(8);
    expect(goalGain(goals, { wood: 1, salmon: 1 }, 'wood')).toBe(0);
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
