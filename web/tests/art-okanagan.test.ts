import { describe, expect, it } from 'vitest';
import type { Face } from '../src/lib/types';
import { covered, iconBox, type Laid, mapOutline, pieceBox, type PieceKind, type Site } from '../src/art/okanagan/land';
import { sites, territoryOutline, tileDrawing } from '../src/art/okanagan/land';
import { layout } from '../src/art/okanagan/places';
import { promoArt } from '../src/art/okanagan/promos';
import { plate, piece } from '../src/art/okanagan/pieces';
import { tileShape } from '../src/art/okanagan/shape';

const TERRAINS = ['forest', 'lake', 'meadow', 'mountain'];
const face = (pattern: string, first = 0): Face => ({
  sides: [...pattern].map((digit) => TERRAINS[(Number(digit) + first) % 4] ?? 'forest'),
  icons: ['circle', 'hexagon', 'square', 'circle'],
});
const PRINTED = ['0012', '0102', '0123'];
const ODD = ['0000', '0001', '0011', '0101'];
const count = (path: string, command: string): number => path.split(command).length - 1;

function* everyTile(patterns: string[], reach: number): Generator<Laid> {
  for (const pattern of patterns) {
    for (let rotation = 0; rotation < 4; rotation++) {
      for (let x = -reach; x <= reach; x++) {
        for (let y = -reach; y <= reach; y++) yield { x, y, rotation, face: face(pattern, Math.abs(x + y) % 4) };
      }
    }
  }
}

describe("Okanagan's tiles", () => {
  it('merge equal neighbours, join opposite sides as a band, and have ink between regions only', () => {
    const shape = (pattern: string) => tileShape({ x: 1, y: 2, rotation: 0 }, face(pattern));
    expect(shape('0123').regions.map(({ sides }) => sides)).toEqual([[0], [1], [2], [3]]);
    expect(shape('0012').regions.map(({ sides }) => sides)).toEqual([[0, 1], [2], [3]]);
    expect(shape('1200').regions.map(({ sides }) => sides)).toEqual([[0], [1], [2, 3]]);
    expect(shape('0102').regions.map(({ sides }) => sides)).toEqual([[0, 2], [1], [3]]);
    expect(['0123', '0012', '0102', '0001', '0000'].map((pattern) => shape(pattern).borders.length)).toEqual([
      4, 3, 2, 1, 0,
    ]);
  });

  it('have a border between sides of one terrain that are apart, and a farm on each', () => {
    const apart: Face = { ...face('0012'), parts: ['forest', 'forest2', 'lake', 'meadow'] };
    const shape = tileShape({ x: 0, y: 0, rotation: 1 }, apart);
    expect(shape.regions.map(({ part }) => part)).toEqual(['meadow', 'forest', 'forest2', 'lake']);
    expect(shape.borders).toHaveLength(4);
    expect(tileDrawing({ x: 0, y: 0, rotation: 1, face: apart })).not.toBe(
      tileDrawing({ x: 0, y: 0, rotation: 1, face: face('0012') }),
    );
    const found = sites({ x: 0, y: 0, rotation: 1 }, apart);
    expect(found.filter(({ kind }) => kind === 'farm').map(({ site }) => site[0])).toContain('forest2');
    expect(
      found.find(({ kind, site }) => kind === 'warehouse' && site.toSorted().join() === 'forest,forest2'),
    ).toBeTruthy();
  });

  it('have pictures of their own for the promo tiles', () => {
    expect(promoArt('volcano')).not.toBe(promoArt('dam'));
    expect(promoArt('volcano') + promoArt('dam')).not.toMatch(/NaN|undefined/);
    expect(promoArt('other')).toBe('');
  });

  it('are drawn once, and anew only where a building comes', () => {
    const tile: Laid = { x: 0, y: 0, rotation: 0, face: face('0012') };
    expect(tileDrawing({ ...tile })).toBe(tileDrawing(tile));
    const built = tileDrawing({ ...tile, building: 'silo', site: ['forest'] });
    expect(built).not.toBe(tileDrawing(tile));
    expect(built.regions).toEqual(tileDrawing(tile).regions);
  });

  it('are drawn whatever they show', () => {
    for (const tile of everyTile([...PRINTED, ...ODD], 2)) {
      expect(JSON.stringify(tileDrawing(tile))).not.toMatch(/NaN|Infinity|undefined/);
    }
    expect(() => tileDrawing({ x: 0, y: 0, rotation: 0, face: { sides: [], icons: [] } })).not.toThrow();
  });

  it('never let a building cover an icon, nor reach over the edge', () => {
    let worst = 0;
    for (const tile of everyTile(PRINTED, 4)) {
      const shape = tileShape(tile, tile.face);
      for (const { kind, site, place } of sites(tile, tile.face)) {
        const drawing = layout(shape, kind, site);
        expect(drawing.building).toEqual(place); // a ghost stands where the building will
        const box = pieceBox(kind, place);
        expect(Math.min(box.left, box.top, 120 - box.right, 120 - box.bottom)).toBeGreaterThan(-1);
        for (const icon of drawing.icons) worst = Math.max(worst, covered(box, iconBox(icon)));
        drawing.icons.forEach((a, i) =>
          drawing.icons.slice(i + 1).forEach((b) => expect(covered(iconBox(a), iconBox(b))).toBeLessThan(0.05)),
        );
      }
    }
    expect(worst).toBeLessThan(0.1);
  });

  it('keep the places of all sites apart', () => {
    const middle = ({ kind, place }: Site): { x: number; y: number } => {
      const { left, top, right, bottom } = pieceBox(kind, place);
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    for (const tile of everyTile(PRINTED.slice(0, 2), 4)) {
      const middles = sites(tile, tile.face).map(middle);
      middles.forEach((a, i) =>
        middles.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(17)),
      );
    }
  });

  it('know every site: a farm in each terrain, a warehouse on each border, a silo', () => {
    const kinds = (pattern: string): PieceKind[] =>
      sites({ x: 0, y: 0, rotation: 0 }, face(pattern)).map(({ kind }) => kind);
    expect(kinds('0012')).toEqual(['farm', 'farm', 'farm', 'warehouse', 'warehouse', 'warehouse', 'silo']);
    expect(kinds('0102')).toEqual(['farm', 'farm', 'farm', 'warehouse', 'warehouse', 'silo']);
  });
});

describe("Okanagan's map", () => {
  const tiles: Laid[] = [
    { x: 0, y: 0, rotation: 0, face: face('0123'), territories: [0, 1, 2, 3] },
    { x: 1, y: 0, rotation: 0, face: face('1111'), territories: [1, 1, 1, 1] },
    { x: 1, y: 1, rotation: 0, face: face('1023'), territories: [1, 4, 5, 6] },
  ];

  it('outlines a territory once, without the sides its tiles share', () => {
    const outline = territoryOutline(tiles, 1);
    expect(count(outline, 'M')).toBe(1);
    expect(count(outline, 'C')).toBe(4); // two curves on each of the outer tiles
    expect(count(outline, 'L')).toBe(2); // the open sides of the tile between them: north and east
    expect(territoryOutline(tiles, 99)).toBe('');
  });

  it('has one outer edge, and one for each hole', () => {
    expect(mapOutline(tiles)).toBe('M0 0L240 0L240 240L120 240L120 120L0 120Z');
    const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => ({ x, y }))).filter(({ x, y }) => x !== 1 || y !== 1);
    expect(count(mapOutline(ring), 'M')).toBe(2);
    expect(mapOutline([])).toBe('');
  });

  it('has pieces for every seat and plates for every reward', () => {
    const drawn = (['farm', 'warehouse', 'silo'] as const).flatMap((kind) =>
      [0, 1, 2, 3].map((seat) => piece(kind, seat)),
    );
    expect(new Set(drawn).size).toBe(12);
    expect(
      new Set(TERRAINS.flatMap((terrain) => ['circle', 'hexagon', 'square'].map((icon) => plate(terrain, icon)))).size,
    ).toBe(12);
  });
});
