// Okanagan's map without a document: rotations, wedges, squares.
import { rewardsFor } from '../../art/glyphs';
import { type Side, sidesOf } from '../../art/okanagan/shape';
import type { Choice, Face, LaidTile, OkanaganBox, OkanaganView, Parts, Territory, View } from '../../lib/types';

export const TILE = 120;
export type Square = { x: number; y: number };
export const squareKey = (x: number, y: number): string => `${x},${y}`;

/** The way to the neighbour at each side, from the north clockwise. */
const WAYS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

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

export function tileAt(view: OkanaganView, x: number, y: number): LaidTile | undefined {
  return view.tiles.find((tile) => tile.x === x && tile.y === y);
}

/** In how many places of the map a tile fits: an empty square beside a tile where every touching side agrees. */
export function placesFor(view: OkanaganView, face: Face): number {
  const squares = new Map<string, Square>();
  for (const { x, y } of view.tiles) {
    for (const [dx, dy] of WAYS) squares.set(squareKey(x + dx, y + dy), { x: x + dx, y: y + dy });
  }
  const free = [...squares.values()].filter(({ x, y }) => !tileAt(view, x, y));
  return free.filter((square) => [0, 1, 2, 3].some((rotation) => fits(view, face, square, rotation))).length;
}

function fits(view: OkanaganView, face: Face, square: Square, rotation: number): boolean {
  if (face.promo) return true;
  return sidesOf(face, rotation).every(({ terrain }, side) => {
    const beside = besideOf(view, square, side);
    return !beside || beside === EDGE || beside.terrain === terrain;
  });
}

export type Closing = { terrain: string; territories: number[]; influence: number[]; icons: Record<string, number> };

/** The territories that laying a tile so would close, each with what everybody has in it now. */
export function closingsOf(view: OkanaganView, face: Face, square: Square, rotation: number): Closing[] {
  const beside = [0, 1, 2, 3].map((side) => besideOf(view, square, side));
  const regions = face.promo ? besides(beside) : regionsOf(sidesOf(face, rotation));
  return regions.flatMap((region) => {
    const met = region.sides.map((side) => beside[side]).filter((found) => found !== null && found !== EDGE);
    const territories = [...new Set(met)] as Territory[];
    const own = face.promo ? 0 : region.sides.filter((side) => beside[side] === null).length;
    const open = own + territories.reduce((sum, territory) => sum + territory.open, 0) - met.length;
    return open === 0 ? [closing(view, region, territories)] : [];
  });
}

const EDGE = 'edge'; // the side of a promo tile, which closes and joins nothing

/** The territory that a tile shows to a side of a square; null: no tile lies there. */
function besideOf(view: OkanaganView, square: Square, side: number): Territory | typeof EDGE | null {
  const [dx, dy] = WAYS[side] ?? [0, 0];
  const id = tileAt(view, square.x + dx, square.y + dy)?.territories[(side + 2) % 4];
  return id === undefined ? null : (view.territories.find((territory) => territory.id === id) ?? EDGE);
}

type Region = { terrain: string; sides: number[]; icons: string[] };

/** The territories of a tile, each with the rewards on its sides. */
function regionsOf(sides: readonly Side[]): Region[] {
  return [...new Set(sides.map(({ part }) => part))].map((name) => {
    const own = [0, 1, 2, 3].filter((side) => sides[side]?.part === name);
    const terrain = sides[own[0] ?? 0]?.terrain ?? '';
    return { terrain, sides: own, icons: own.flatMap((side) => rewardsFor(terrain, sides[side]?.icon ?? '')) };
  });
}

/** What a promo tile touches: it has no territories of its own, and connects none. */
function besides(beside: readonly (Territory | typeof EDGE | null)[]): Region[] {
  const touched = new Set(beside.filter((found) => found !== null && found !== EDGE));
  return [...touched].map((territory) => ({
    terrain: territory.terrain,
    sides: [0, 1, 2, 3].filter((side) => beside[side] === territory),
    icons: [],
  }));
}

function closing(view: OkanaganView, region: Region, territories: Territory[]): Closing {
  const icons: Record<string, number> = {};
  const add = (reward: string, count: number) => (icons[reward] = (icons[reward] ?? 0) + count);
  for (const territory of territories)
    for (const [reward, count] of Object.entries(territory.icons)) add(reward, count);
  for (const reward of region.icons) add(reward, 1);
  const influence = view.seats.map((_, seat) =>
    territories.reduce((sum, territory) => sum + (territory.influence[seat] ?? 0), 0),
  );
  return { terrain: region.terrain, territories: territories.map((territory) => territory.id), influence, icons };
}

/** How far a goal is on the way to its next set: so many of so many rewards. */
export function progressOf(
  goal: string,
  times: number,
  tokens: Record<string, number>,
): { have: number; need: number } {
  const rewards = goal.split('+');
  const have = rewards.filter((reward) => (tokens[reward] ?? 0) > times).length;
  return { have, need: rewards.length };
}

/** What one more reward would add to one's goals now. */
export function goalGain(
  goals: readonly { goal: string; each: number; times: number }[],
  tokens: Record<string, number>,
  reward: string,
): number {
  return goals.reduce((sum, { goal, each, times }) => {
    const rewards = goal.split('+');
    if (!rewards.includes(reward)) return sum;
    const isComplete = rewards.every((other) => (tokens[other] ?? 0) + (other === reward ? 1 : 0) > times);
    return sum + (isComplete ? each : 0);
  }, 0);
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
      return { kind: 'build', building: kind, terrains: partsOfLast(box, view) };
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

/** The territories of the tile that was laid last, by name. */
function partsOfLast(box: OkanaganBox, view: View | null): string[] {
  const last = view?.game === 'okanagan' ? view.tiles.at(-1) : undefined;
  const face = last && box.tiles[last.tile];
  return [...new Set(face?.parts ?? face?.sides ?? [])];
}

/** What a building counts for in a territory. */
export const INFLUENCE: Record<string, number> = { farm: 3, warehouse: 2, silo: 1 };
