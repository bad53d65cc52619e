// Okanagan's map as paths. Each tile is drawn once and kept, so that a new tile costs no more than itself.
import type { Face } from '../../lib/types';
import { fmt, offset, outlines, type Point, point, polygon, polyline } from '../geometry';
import { type Detail, details } from './details';
import { layout } from './places';
import { shapesOf } from '../glyphs';
import {
  type Edge,
  onward,
  pointsOf,
  type Region,
  regionPath,
  type Side,
  type Spot,
  TILE,
  tileShape,
  wayTo,
} from './shape';

export { covered, iconBox, pieceBox, type PieceKind, type Site, sites } from './places';
export { sidesOf, type Side, TILE } from './shape';

export const TERRAIN_COLOURS: Record<string, string> = {
  forest: '#8fb07c',
  lake: '#9cc6d8',
  meadow: '#e6d491',
  mountain: '#c3b2ad',
};
/** The tint along the inner edge of a region. */
const EDGE_COLOURS: Record<string, string> = {
  forest: '#789a66',
  lake: '#cfe6ee',
  meadow: '#d3bc6a',
  mountain: '#a8958f',
};
const EDGE_WIDTH = 5.5;

export type Laid = Spot & {
  face: Face;
  territories?: readonly number[]; // by side of the map
  building?: string | null;
  owner?: number | null;
  site?: readonly string[]; // the territories of the tile that the building touches, by name
};
export type Icon = Point & Omit<Side, 'part'> & { size: number };
export type TileDrawing = {
  regions: { d: string; terrain: string; fill: string }[];
  tints: { d: string; fill: string }[];
  ink: string;
  details: Detail[];
  icons: Icon[];
  building: Point | null; // where the piece stands, in units of the tile
};

const cache = new Map<string, TileDrawing>();

/** One tile, in its own units (0 to 120). */
export function tileDrawing(tile: Laid): TileDrawing {
  const { x, y, rotation, face, building, site } = tile;
  const shown = [face.parts ?? face.sides, face.icons].join(';');
  const key = [x, y, rotation, shown, building ?? '', building ? site?.join() : ''].join(';');
  const known = cache.get(key);
  if (known) return known;
  if (cache.size > 3000) cache.clear();
  const drawing = drawTile(tile);
  cache.set(key, drawing);
  return drawing;
}

const groundColour = (terrain: string): string => TERRAIN_COLOURS[terrain] ?? '#cccccc';

function drawTile({ x, y, rotation, face, building, site }: Laid): TileDrawing {
  const shape = tileShape({ x, y, rotation }, face);
  const places = layout(shape, building, site);
  return {
    regions: shape.regions.map((region) => ({
      d: regionPath(region),
      terrain: region.terrain,
      fill: groundColour(region.terrain),
    })),
    tints: shape.regions
      .map((region) => ({ d: tint(region), fill: EDGE_COLOURS[region.terrain] ?? '#aaa' }))
      .filter(({ d }) => d),
    ink: shape.borders.map(({ edge }) => `M${fmt(edge.from.x)} ${fmt(edge.from.y)}${onward(edge)}`).join(''),
    details: details({ x, y, rotation }, shape, places),
    icons: places.icons.flatMap((at, side) => iconsAt(at, side, shape.sides[side])),
    building: places.building,
  };
}

const ABREAST = 3; // icons in a row
const STEP = 29; // from one icon to the next at full size

/** The icons of a side: one, or several smaller ones in rows along the side. */
function iconsAt(at: Point, side: number, found: Side | undefined): Icon[] {
  const { terrain, icon } = found ?? { terrain: '', icon: 'circle' };
  const shapes = shapesOf(icon);
  const rows = Math.ceil(shapes.length / ABREAST);
  const across = Math.ceil(shapes.length / Math.max(1, rows));
  const size = shapes.length === 1 ? 1 : across === 2 && rows === 1 ? 0.72 : 0.58;
  const way = wayTo(side);
  return shapes.map((shape, index) => {
    const right = ((index % across) - (across - 1) / 2) * STEP * size;
    const out = (Math.floor(index / across) - (rows - 1) / 2) * STEP * size;
    const place = point(at.x - way.y * right + way.x * out, at.y + way.x * right + way.y * out);
    return { ...place, terrain, icon: shape, size };
  });
}

/** A strip along the borders of a region, on its own side of them. */
function tint({ edges }: Region): string {
  return bordersOf(edges)
    .map((line) => {
      const inner = offset(line, EDGE_WIDTH).map(({ x, y }) => point(onTile(x), onTile(y)));
      return polygon([...line, ...inner.reverse()]);
    })
    .join('');
}

const onTile = (value: number): number => Math.max(0, Math.min(TILE, value));

/** The borders of a region as lines; those that meet at the hub are one. */
function bordersOf(edges: readonly Edge[]): Point[][] {
  const lines: Point[][] = [];
  edges.forEach((edge, index) => {
    if (edge.side !== null) return;
    const last = lines.at(-1);
    if (last && edges[index - 1]?.side === null) last.push(...pointsOf(edge).slice(1));
    else lines.push(pointsOf(edge));
  });
  return lines;
}

// Outlines, in units of the map

type Step = { edge: Edge; tile: Laid; start: string; end: string };

/** A territory as one closed shape: the edges its tiles do not share, end to end. */
export function territoryOutline(tiles: readonly Laid[], id: number): string {
  const open = new Map<string, Step[]>();
  for (const step of outerEdges(tiles, id)) open.set(step.start, [...(open.get(step.start) ?? []), step]);
  const take = (at: string, tile: Laid | null): Step | undefined => {
    const steps = open.get(at) ?? [];
    const [step] = steps.splice(
      Math.max(
        0,
        steps.findIndex((one) => one.tile === tile),
      ),
      1,
    ); // rather on the same tile
    if (steps.length === 0) open.delete(at);
    return step;
  };
  let path = '';
  for (let start = open.keys().next().value; start !== undefined; start = open.keys().next().value) {
    let step = take(start, null);
    if (step) path += `M${fmt(step.edge.from.x + step.tile.x * TILE)} ${fmt(step.edge.from.y + step.tile.y * TILE)}`;
    while (step) {
      path += onward(step.edge, step.tile.x * TILE, step.tile.y * TILE);
      step = take(step.end, step.tile);
    }
    path += 'Z';
  }
  return path;
}

function outerEdges(tiles: readonly Laid[], id: number): Step[] {
  const own = new Set<string>(); // sides of tiles that belong to the territory
  for (const { x, y, territories } of tiles)
    territories?.forEach((one, side) => one === id && own.add(`${x},${y},${side}`));
  const isShared = ({ x, y }: Laid, side: number): boolean => {
    const [dx, dy] = ([[0, -1], [1, 0], [0, 1], [-1, 0]] as const)[side as 0 | 1 | 2 | 3]; // prettier-ignore
    return own.has(`${x + dx},${y + dy},${(side + 2) % 4}`);
  };
  return tiles.flatMap((tile) =>
    tileShape(tile, tile.face)
      .regions.filter(({ sides }) => sides.some((side) => own.has(`${tile.x},${tile.y},${side}`)))
      .flatMap(({ edges }) => edges)
      .filter(({ side }) => side === null || !isShared(tile, side))
      .map((edge) => ({ edge, tile, start: onMap(tile, edge.from), end: onMap(tile, edge.to) })),
  );
}

const onMap = (tile: Spot, at: Point): string => `${fmt(tile.x * TILE + at.x)},${fmt(tile.y * TILE + at.y)}`;

/** The outer edge of everything that is laid, and of the holes in it. */
export function mapOutline(tiles: readonly { x: number; y: number }[]): string {
  if (tiles.length === 0) return '';
  const squares = new Set(tiles.map(({ x, y }) => `${x},${y}`));
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)];
  const has = (row: number, col: number): boolean => squares.has(`${col},${row}`);
  const loops = outlines(has, [Math.min(...ys), Math.max(...ys) + 1], [Math.min(...xs), Math.max(...xs) + 1]);
  return loops
    .map((loop) =>
      polyline(
        loop.map(({ x, y }) => point(x * TILE, y * TILE)),
        true,
      ),
    )
    .join('');
}
