import { describe, expect, it } from 'vitest';
import { arrivedChoice, arrivedView } from '../src/lib/arrival';
import { merged } from '../src/lib/merge';
import { readNotation } from '../src/lib/notation';
import type { Box, Sent } from '../src/lib/types';
import told from '../../tests/data/notation_told.json';

const oregon = {
  game: 'oregon', terrain: [], columns: ['bison', 'wagon', 'camp', 'buffalo', 'settler'],
  rows: ['wagon', 'bison', 'camp', 'buffalo', 'settler'],
} as Box; // prettier-ignore
const okanagan = {
  game: 'okanagan',
  tiles: [{ sides: ['forest', 'lake', 'forest', 'meadow'], icons: [] }],
} as unknown as Box;
const partsOf = (text: string, box: Box, view: unknown = null): unknown =>
  arrivedChoice({ text }, 0, box, view as Parameters<typeof arrivedChoice>[3]).parts;

describe('what arrives', () => {
  it('reads notation as the server does', () => {
    expect(told.length).toBeGreaterThan(50);
    for (const { game, text, said } of told) expect(readNotation(game, text), text).toEqual(said);
    expect(readNotation('oregon', 'nonsense of another day')).toEqual({ key: 'nonsense of another day' });
  });

  it('knows what a choice in Oregon costs', () => {
    expect(partsOf('farmer d4', oregon)).toEqual({ kind: 'farmer', cell: 'd4', cards: ['wagon', 'bison'] });
    expect(partsOf('farmer d4 joker=wagon', oregon)).toEqual({
      kind: 'farmer',
      cell: 'd4',
      cards: ['bison', 'joker'],
      joker: 'wagon',
    });
    expect(partsOf('build church d4 bison', oregon)).toMatchObject({
      kind: 'build',
      building: 'church',
      cards: ['church', 'bison'],
    });
    expect(partsOf('build church d4 joker', oregon)).toMatchObject({ kind: 'build', cards: ['church', 'joker'] });
    expect(partsOf('discard coal', oregon)).toEqual({ kind: 'discard', cards: ['coal'] });
    expect(partsOf('draw building', oregon)).toEqual({ kind: 'draw', deck: 'building' });
    expect(partsOf('pass', oregon)).toEqual({ kind: 'pass', cards: [] });
    expect(arrivedChoice({ text: 'extra' }, 3, oregon, null)).toMatchObject({
      n: 3,
      note: { key: 'oregon.note.extra' },
      gains: [],
    });
  });

  it('knows what a choice in Okanagan names', () => {
    const view = { game: 'okanagan', stacks: [{ size: 3, back: 'shape:square', face_up: 7 }], tiles: [{ tile: 0 }] };
    expect(partsOf('tile 1,-2 r3', okanagan)).toEqual({ kind: 'lay', x: 1, y: -2, rotation: 3 });
    expect(partsOf('warehouse forest+lake', okanagan)).toEqual({
      kind: 'build',
      building: 'warehouse',
      terrains: ['forest', 'lake'],
    });
    expect(partsOf('silo', okanagan, view)).toEqual({
      kind: 'build',
      building: 'silo',
      terrains: ['forest', 'lake', 'meadow'],
    });
    expect(partsOf('choose 1', okanagan, view)).toEqual({ kind: 'choose', stack: 0, tile: 7 });
    expect(partsOf('choose 1 blind', okanagan, view)).toEqual({ kind: 'blind', stack: 0 });
    expect(partsOf('trade 2 give=hide take=ore', okanagan)).toEqual({
      kind: 'trade',
      seat: 2,
      given: 'hide',
      reward: 'ore',
    });
    const action = arrivedChoice({ text: 'action 1' }, 0, okanagan, view as Parameters<typeof arrivedChoice>[3]);
    expect(action.note).toEqual({ key: 'okanagan.effect.shape', args: { what: 'square' } });
  });

  it('makes lists of what is kept by key, in order', () => {
    const view = {
      game: 'okanagan',
      seats: { 0: {}, 1: {} },
      tiles: { 0: { tile: 0 }, 10: { tile: 5 }, 2: { tile: 9 } },
      territories: { 4: {} },
    };
    const found = arrivedView(view as unknown as Sent['View']);
    expect(found).toMatchObject({
      seats: [{}, {}],
      tiles: [{ tile: 0 }, { tile: 9 }, { tile: 5 }],
      territories: [{ id: 4 }],
    });
  });

  it('merges patches', () => {
    const before = { a: 1, b: { c: 2, d: 3 }, e: [1, 2] };
    expect(merged(before, { b: { c: null, f: 4 }, e: [3], g: { h: null } })).toEqual({
      a: 1,
      b: { d: 3, f: 4 },
      e: [3],
      g: {},
    });
    expect(before.b.c).toBe(2);
  });
});
