// What grows and lies on a tile: trees, waves, tufts and rocks, strewn by chance that is always the same.
import { distance, distanceToLine, fmt, hash, isInside, type Point, point } from '../geometry';
import { type Layout } from './places';
import { type Region, regionPoints, type Spot, TILE, type TileShape } from './shape';

/** All details of a kind as one path, with its paint. */
export type Detail = { d: string; fill?: string; stroke?: string; width?: number; opacity?: number };
type Sheet = Map<string, Detail>;

const PAINTS: Record<string, Omit<Detail, 'd'>> = {
  trunk: { stroke: '#6b5233', width: 1.3 },
  tree: { fill: '#5f8756' },
  firs: { fill: '#4f7a4b' },
  treeShade: { fill: '#2f5535', opacity: 0.38 },
  waveLight: { stroke: '#e9f5f9', width: 1.3 },
  wave: { stroke: '#6c9fb8', width: 1.3 },
  tuft: { stroke: '#b89b46', width: 1.2 },
  tuftGreen: { stroke: '#a4994a', width: 1.2 },
  rock: { fill: '#ab9994' },
  rockShade: { fill: '#7d6c6a', opacity: 0.65 },
  snow: { fill: '#f6f1ec' },
};

export function details(spot: Spot, shape: TileShape, { icons, building }: Layout): Detail[] {
  const sheet: Sheet = new Map();
  const taken = [
    ...icons.map((at) => ({ at, reach: 20 })),
    ...(building ? [{ at: point(building.x, building.y - 5), reach: 24 }] : []),
  ];
  for (const region of shape.regions) {
    const outline = regionPoints(region);
    for (const { x, y, first, second } of strewn(spot, region)) {
      const foot = point(x, y - 3);
      const isFree =
        isInside(foot, outline) &&
        shape.borders.every(({ line }) => distanceToLine(foot, line) > 9) &&
        taken.every(({ at, reach }) => distance(point(x, y - 4), at) > reach);
      if (isFree) put(sheet, region.terrain, x, y, 0.8 + 0.45 * first, second);
    }
  }
  return [...sheet.values()];
}

/** Places on a loose grid over the tile. */
function strewn({ x: tileX, y: tileY }: Spot, { terrain }: Region): (Point & { first: number; second: number })[] {
  const step = terrain === 'forest' ? 14 : 17;
  const count = Math.floor(TILE / step) + 1;
  const places: (Point & { first: number; second: number })[] = [];
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const chance = (which: number): number => hash(tileX * 9 + i, tileY * 7 + j, which);
      const at = point((i + 0.15 + 0.7 * chance(21)) * step, (j + 0.15 + 0.7 * chance(22)) * step);
      const isOnTile = at.x > 5 && at.x < TILE - 5 && at.y > 9 && at.y < TILE - 3;
      if (isOnTile && chance(23) < 0.64)
        places.push({ ...at, first: hash(i, j, tileX, 24), second: hash(i, j, tileY, 25) });
    }
  }
  return places.sort((a, b) => a.y - b.y);
}

function add(sheet: Sheet, name: string, d: string): void {
  const known = sheet.get(name);
  if (known) known.d += d;
  else sheet.set(name, { ...PAINTS[name], d });
}

/** One detail of a terrain: its foot at a place, its size, and a number that picks its tint. */
function put(sheet: Sheet, terrain: string, x: number, y: number, size: number, tint: number): void {
  const at = (dx: number, dy: number): string => `${fmt(x + dx * size)} ${fmt(y + dy * size)}`;
  const by = (dx: number, dy: number): string => `${fmt(dx * size)} ${fmt(dy * size)}`;
  if (terrain === 'forest') {
    add(sheet, 'trunk', `M${at(0, 0)}v${fmt(2.2 * size)}`);
    const east = `M${at(0, -10)}L${at(3, -5)}L${at(1.9, -5)}L${at(4.4, 0)}`;
    add(sheet, tint < 0.5 ? 'tree' : 'firs', `${east}L${at(-4.4, 0)}L${at(-1.9, -5)}L${at(-3, -5)}Z`);
    add(sheet, 'treeShade', `${east}L${at(0.8, 0)}Z`);
  } else if (terrain === 'lake') {
    add(sheet, tint < 0.45 ? 'waveLight' : 'wave', `M${at(-6, 0)}q${by(3, -3)} ${by(6, 0)}t${by(6, 0)}`);
  } else if (terrain === 'meadow') {
    const blade = (bend: string, tip: string): string => `M${at(0, 0)}q${bend} ${tip}`;
    const blades = blade(by(-1, -3), by(-2.6, -5.5)) + blade(by(0, -4), by(0.4, -7)) + blade(by(1, -3), by(3, -5));
    add(sheet, tint < 0.5 ? 'tuft' : 'tuftGreen', blades);
  } else {
    const ridge = `L${at(1.5, -6)}L${at(3, -7.5)}L${at(7.5, 0)}`;
    add(sheet, 'rock', `M${at(-7, 0)}L${at(-1, -9.5)}${ridge}Z`);
    add(sheet, 'rockShade', `M${at(-1, -9.5)}${ridge}L${at(0.5, 0)}L${at(-0.6, -4)}Z`);
    add(sheet, 'snow', `M${at(-1, -9.5)}L${at(-2.6, -7)}L${at(-0.7, -6.3)}L${at(0.5, -7.4)}Z`);
  }
}
