// Where the icons of a tile and the building on it stand, so that none covers another.
import type { Face } from '../../lib/types';
import { along, distance, isInside, lengthOf, type Point, point } from '../geometry';
import { type Border, type Region, regionPoints, type Spot, TILE, type TileShape, tileShape, wayTo } from './shape';

export type PieceKind = 'farm' | 'warehouse' | 'silo';
export type Box = { left: number; top: number; right: number; bottom: number };
export type Layout = { icons: Point[]; building: Point | null };
export type Site = { kind: PieceKind; site: string[]; place: Point };

const MIDDLE = TILE / 2;
const OUT = 0.325 * TILE; // from the middle of a tile to an icon
const CLEAR_OF_HUB = 34; // a warehouse leaves the middle to the silo
const CLEAR_OF_CORNER = 38; // and stands on its border, not where four tiles meet
export const ICON = 15.1; // half the width of an icon
/** What a piece covers around the place it stands on, its shadow left out. */
export const PIECE_BOXES: Record<PieceKind, Box> = {
  farm: { left: -20.5, top: -22.2, right: 20, bottom: 11.5 },
  warehouse: { left: -21.5, top: -20.8, right: 19.8, bottom: 11.5 },
  silo: { left: -10.8, top: -23, right: 10.8, bottom: 13 },
};

export const iconBox = ({ x, y }: Point, half = ICON): Box => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
});
export function pieceBox(kind: PieceKind, { x, y }: Point): Box {
  const { left, top, right, bottom } = PIECE_BOXES[kind];
  return { left: x + left, top: y + top, right: x + right, bottom: y + bottom };
}
/** The place of a piece whose box has its middle at a point. */
function centred(kind: PieceKind, middle: Point): Point {
  const { left, top, right, bottom } = PIECE_BOXES[kind];
  return point(middle.x - (left + right) / 2, middle.y - (top + bottom) / 2);
}

/** The part of the second box that the first covers. */
export function covered(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? (width * height) / ((b.right - b.left) * (b.bottom - b.top)) : 0;
}

const isPiece = (name: string | null | undefined): name is PieceKind =>
  name === 'farm' || name === 'warehouse' || name === 'silo';
const restingIcons = (): Point[] => [0, 1, 2, 3].map((side) => outwards(side, OUT, 0));
/** A place at a distance from the middle towards a side, and so far to the right of that way. */
const outwards = (side: number, out: number, right: number): Point =>
  point(MIDDLE + wayTo(side).x * out - wayTo(side).y * right, MIDDLE + wayTo(side).y * out + wayTo(side).x * right);

/** The icons of a tile and the building on it; icons give way to it. */
export function layout(shape: TileShape, building?: string | null, site: readonly string[] = []): Layout {
  if (!isPiece(building)) return { icons: restingIcons(), building: null };
  const place = buildingPlace(shape, building, site);
  const box = pieceBox(building, place);
  const icons = restingIcons().map((rest, side) => givenWay(shape, side, rest, box));
  return { icons, building: place };
}

function buildingPlace(shape: TileShape, kind: PieceKind, site: readonly string[]): Point {
  const isHere = (one: Site): boolean =>
    one.kind === kind && (kind === 'silo' || one.site.every((part) => site.includes(part)));
  return sitesOf(shape).find(isHere)?.place ?? centred(kind, shape.hub);
}

const known = new WeakMap<TileShape, Site[]>();

/** All sites of a tile. They are found together, so that none lies upon another. */
function sitesOf(shape: TileShape): Site[] {
  const found = known.get(shape) ?? findSites(shape);
  known.set(shape, found);
  return found;
}

function findSites(shape: TileShape): Site[] {
  const silo: Site = {
    kind: 'silo',
    site: [...new Set(shape.regions.map(({ part }) => part))],
    place: centred('silo', shape.hub),
  };
  const pairs = new Map(shape.borders.map((border) => [[...border.parts].sort().join(), border]));
  const warehouses = [...pairs.values()].map((border): Site => {
    return { kind: 'warehouse', site: [...border.parts], place: warehousePlace(shape, border) };
  });
  const taken = [silo, ...warehouses];
  const regions = new Map([...shape.regions].reverse().map((region) => [region.part, region])); // the first of a territory
  const farms = silo.site.map((part): Site => {
    const farm: Site = { kind: 'farm', site: [part], place: farmPlace(regions.get(part), taken) };
    taken.push(farm);
    return farm;
  });
  return [...farms, ...warehouses, silo];
}

/** On its border, where it covers the icons least and is furthest from them. */
function warehousePlace(shape: TileShape, { line }: Border): Point {
  const length = lengthOf(line);
  const spots = along(
    line,
    Array.from({ length: 61 }, (_, index) => (index * length) / 60),
  );
  return best(
    spots.map((spot) => centred('warehouse', spot)),
    (place) => {
      const box = pieceBox('warehouse', place);
      const middle = middleOf(box);
      const icons = restingIcons();
      const overlap = icons.reduce((sum, icon) => sum + covered(box, iconBox(icon)), 0);
      const gap = Math.min(...icons.map((icon) => Math.max(Math.abs(icon.x - middle.x), Math.abs(icon.y - middle.y))));
      const corner = point(middle.x < MIDDLE ? 0 : TILE, middle.y < MIDDLE ? 0 : TILE);
      const tooNear = Math.max(0, CLEAR_OF_HUB - distance(middle, shape.hub));
      const cornered = Math.max(0, CLEAR_OF_CORNER - distance(middle, corner));
      return gap - 100 * overlap - 10 * beyond(box) - 10 * tooNear - 4 * cornered;
    },
  );
}

/** In the corner between two sides of its territory, else beside the icon of one, and apart from other sites. */
function farmPlace(region: Region | undefined, taken: readonly Site[]): Point {
  if (!region) return centred('farm', point(MIDDLE, MIDDLE));
  const pair = region.sides.find((side) => region.sides.includes((side + 1) % 4));
  if (pair !== undefined) {
    const [a, b] = [wayTo(pair), wayTo(pair + 1)];
    return centred('farm', point(MIDDLE + (a.x + b.x) * 0.31 * TILE, MIDDLE + (a.y + b.y) * 0.31 * TILE));
  }
  const outline = regionPoints(region);
  const choices = region.sides.flatMap((side) =>
    [18, -18, 16, -16, 14, -14, 12, -12, 10, -10].flatMap((right) =>
      [0.34, 0.32, 0.3].map((out) => ({ side, right, place: centred('farm', outwards(side, out * TILE, right)) })),
    ),
  );
  return best(choices, ({ side, right, place }) => {
    const box = pieceBox('farm', place);
    const nearest = Math.min(...taken.map((one) => distance(middleOf(box), middleOf(pieceBox(one.kind, one.place)))));
    const apart = ICON + (side % 2 ? box.bottom - box.top : box.right - box.left) / 2; // of the farm and its icon
    const icon = outwards(side, OUT, right - Math.sign(right) * apart);
    return (
      inside(box, outline) * 2 +
      inside(iconBox(icon, ICON * 0.8), outline) * 2 +
      Math.min(24, nearest) * 2 -
      beyond(box) * 20
    );
  }).place;
}

const middleOf = ({ left, top, right, bottom }: Box): Point => point((left + right) / 2, (top + bottom) / 2);

/** An icon moves along its side, as little as it can and within its region, until the building leaves it free. */
function givenWay(shape: TileShape, side: number, rest: Point, box: Box): Point {
  if (covered(box, iconBox(rest, ICON + 1)) === 0) return rest;
  const region = shape.regions.find(({ sides }) => sides.includes(side));
  const outline = region ? regionPoints(region) : [];
  const steps = [0, 3, 6, 9, 12, 15, 18, 21, 24].flatMap((step) => (step ? [step, -step] : [step]));
  const choices = steps.flatMap((right) => [0, 2, 4].map((out) => outwards(side, OUT + out, right)));
  return best(choices, (place) => {
    const moved = Math.hypot(place.x - rest.x, place.y - rest.y);
    const overlap = covered(box, iconBox(place, ICON + 0.5));
    return inside(iconBox(place, ICON * 0.8), outline) * 6 - moved * 0.5 - overlap * 400 - beyond(iconBox(place)) * 20;
  });
}

/** How far a box reaches beyond the tile. */
function beyond({ left, top, right, bottom }: Box): number {
  return Math.max(0, 1 - left) + Math.max(0, 1 - top) + Math.max(0, right - TILE + 1) + Math.max(0, bottom - TILE + 1);
}

/** How many of a box's corners and middles of its sides lie within an outline. */
function inside({ left, top, right, bottom }: Box, outline: readonly Point[]): number {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const places = [
    [left, top],
    [x, top],
    [right, top],
    [right, y],
    [right, bottom],
    [x, bottom],
    [left, bottom],
    [left, y],
  ];
  return places.filter(([px = 0, py = 0]) => isInside(point(px, py), outline)).length;
}

/** The choice with the highest score; of equals the first. There must be one. */
function best<Choice>(choices: readonly Choice[], score: (choice: Choice) => number): Choice {
  return choices.map((choice) => ({ choice, score: score(choice) })).reduce((a, b) => (b.score > a.score ? b : a))
    .choice;
}

/** Every site a building may take on a tile: a farm in each territory, a warehouse on each border, a silo in the middle. */
export const sites = (spot: Spot, face: Face): Site[] => sitesOf(tileShape(spot, face));
