// Okanagan's map without a document: rotations, wedges, squares.
import type { Choice, Face, LaidTile, OkanaganBox, OkanaganView, Parts, View } from '../lib/types';

export const TILE = 120;
export type Square = { x: number; y: number };
export const squareKey = (x: number, y: number): string => `${x},${y}`;

/** Terrain and icon of each side of the map (from the north, clockwise) of a tile turned so many quarter turns. */
export function turned(face: Face, rotation: number): { terrain: string; icon: string }[] {
  return [0, 1, 2, 3].map((side) => {
    const printed = (side - rotation + 4) % 4;
    return { terrain: face.sides[printed] ?? 'forest', icon: face.icons[printed] ?? 'circle' };
  });
}

/** The wedge of a tile at a side: from its two corners to the middle; a little over the middle, so that no seam shows. */
export function wedge(side: number, size = TILE): string {
  const h = size / 2;
  const corners = [[0, 0], [size, 0], [size, size], [0, size]] as const; // prettier-ignore
  const [a, b] = [corners[side] ?? corners[0], corners[(side + 1) % 4] ?? corners[0]];
  return `M${a[0]} ${a[1]}L${b[0]} ${b[1]}L${h} ${h}Z`;
}

/** A band through the middle where opposite sides have the same terrain. */
export function bandOf(sides: { terrain: string }[]): { side: number; terrain: string } | null {
  for (const side of [0, 1]) {
    const terrain = sides[side]?.terrain;
    if (terrain !== undefined && terrain === sides[side + 2]?.terrain) return { side, terrain };
  }
  return null;
}

/** Where the middle of a side's wedge is. */
export function wedgeMiddle(side: number, size = TILE): { x: number; y: number } {
  const h = size / 2;
  const out = size * 0.3;
  return [{ x: h, y: h - out }, { x: h + out, y: h }, { x: h, y: h + out }, { x: h - out, y: h }][side] ?? { x: h, y: h };
}

/** Where a building that touches some terrains stands on a tile. */
export function sitePlace(face: Face, rotation: number, site: string[], size = TILE): { x: number; y: number } {
  const sides = turned(face, rotation);
  if (site.length >= 3) return { x: size / 2, y: size / 2 };
  const middles = site.map((terrain) => {
    const found = [0, 1, 2, 3].filter((side) => sides[side]?.terrain === terrain).map((side) => wedgeMiddle(side, size));
    const isBand = bandOf(sides)?.terrain === terrain;
    const first = found[0] ?? { x: size / 2, y: size / 2 };
    if (found.length < 2 || isBand) return first;
    const second = found[1] ?? first;
    return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  });
  const sum = middles.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  const mean = { x: sum.x / Math.max(1, middles.length), y: sum.y / Math.max(1, middles.length) };
  return outwards(mean, size, site.length === 1 ? 0.36 : 0.33);
}

/** A place on the way from the middle of a tile, at a distance of part of its size: so that sites do not cover each other. */
function outwards(place: { x: number; y: number }, size: number, part: number): { x: number; y: number } {
  const h = size / 2;
  const [dx, dy] = [place.x - h, place.y - h];
  const length = Math.hypot(dx, dy);
  if (length < 1) return { x: h, y: h };
  return { x: h + (dx / length) * part * size, y: h + (dy / length) * part * size };
}

/** The squares that take the tile, each with its rotations and the number of the choice. */
export function squaresOf(choices: readonly Choice[]): Map<string, { square: Square; rotations: Map<number, Choice> }> {
  const found = new Map<string, { square: Square; rotations: Map<number, Choice> }>();
  for (const choice of choices) {
    const { kind, x, y, rotation } = choice.parts;
    if (kind !== 'lay' || x === undefined || y === undefined || rotation === undefined) continue;
    const key = squareKey(x, y);
    const entry = found.get(key) ?? { square: { x, y }, rotations: new Map<number, Choice>() };
    entry.rotations.set(rotation, choice);
    found.set(key, entry);
  }
  return found;
}

/** The next legal rotation after one. */
export function nextRotation(rotations: Iterable<number>, now: number | null): number {
  const sorted = [...rotations].sort((a, b) => a - b);
  if (now === null) return sorted[0] ?? 0;
  return sorted.find((rotation) => rotation > now) ?? sorted[0] ?? 0;
}

/** The squares a map has to show: everything laid and lit, with a margin. */
export function extent(view: OkanaganView, lit: Iterable<Square>, margin = 1): { x0: number; y0: number; x1: number; y1: number } {
  const places = [...view.tiles, ...lit];
  return {
    x0: Math.min(...places.map((place) => place.x)) - margin,
    y0: Math.min(...places.map((place) => place.y)) - margin,
    x1: Math.max(...places.map((place) => place.x)) + margin,
    y1: Math.max(...places.map((place) => place.y)) + margin,
  };
}

export function tileAt(view: OkanaganView, x: number, y: number): LaidTile | undefined {
  return view.tiles.find((tile) => tile.x === x && tile.y === y);
}

/** What a choice names: its kind and what belongs to it. */
export function okanaganParts(kind: string, args: Record<string, string>, box: OkanaganBox, view: View | null): Parts {
  const stack = 'stack' in args ? Number(args['stack']) - 1 : undefined;
  const lying = view?.game === 'okanagan' && stack !== undefined ? view.stacks[stack] : undefined;
  switch (kind) {
    case 'farm':
      return { kind: 'build', building: kind, terrains: [args['terrain'] ?? ''] };
    case 'warehouse':
      return { kind: 'build', building: kind, terrains: [args['one'] ?? '', args['other'] ?? ''] };
    case 'silo':
      return { kind: 'build', building: kind, terrains: terrainsOfLast(box, view) };
    case 'resolve':
      return { kind, terrains: [args['terrain'] ?? ''] };
    case 'action':
      return { kind, stack: stack ?? 0, ...(lying?.back ? { back: lying.back } : {}) };
    case 'choose':
      return { kind, stack: stack ?? 0, ...(lying?.face_up ? { tile: lying.face_up } : {}) };
    case 'return':
    case 'blind':
      return { kind, stack: stack ?? 0 };
    default:
      return { kind, ...args };
  }
}

/** The terrains of the tile that was laid last. */
function terrainsOfLast(box: OkanaganBox, view: View | null): string[] {
  const last = view?.game === 'okanagan' ? view.tiles.at(-1) : undefined;
  return [...new Set(last ? (box.tiles[last.tile]?.sides ?? []) : [])];
}
