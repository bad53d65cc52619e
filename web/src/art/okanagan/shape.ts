// The regions of one of Okanagan's tiles: curves from its corners to a hub near its middle, or two bays beside a band.
// Everything is in units of the tile, 120 wide; sides are counted from the north, clockwise.
import type { Face } from '../../lib/types';
import { bezier, fmt, hash, type Point, point } from '../geometry';

export const TILE = 120;
export type Side = { terrain: string; icon: string; part: string };
/** A straight side of the tile, or a curve within it. */
export type Edge = { from: Point; to: Point; handles: [Point, Point] | null; side: number | null };
/** A region with its edges, clockwise; its part is the name of its territory on the tile, mostly its terrain. */
export type Region = { terrain: string; part: string; sides: number[]; edges: Edge[] };
export type Border = { parts: [string, string]; line: Point[]; edge: Edge };
export type TileShape = { sides: Side[]; hub: Point; regions: Region[]; borders: Border[]; isBand: boolean };
export type Spot = { x: number; y: number; rotation: number };

const MIDDLE = TILE / 2;
const CORNERS = [point(0, 0), point(TILE, 0), point(TILE, TILE), point(0, TILE)];
const corner = (index: number): Point => CORNERS[(index + 4) % 4] ?? point(0, 0);
/** The way from the middle of a tile to each of its sides. */
const WAYS = [point(0, -1), point(1, 0), point(0, 1), point(-1, 0)];
export const wayTo = (side: number): Point => WAYS[(side + 4) % 4] ?? point(0, -1);

/** What each side of the map shows of a face that is turned so many quarter turns clockwise. */
export function sidesOf(face: Face, rotation: number): Side[] {
  return [0, 1, 2, 3].map((side) => {
    const printed = (((side - rotation) % 4) + 4) % 4;
    const terrain = face.sides[printed] ?? 'forest';
    return { terrain, icon: face.icons[printed] ?? 'circle', part: face.parts?.[printed] ?? terrain };
  });
}

const cache = new Map<string, TileShape>();

export function tileShape(spot: Spot, face: Face): TileShape {
  const sides = sidesOf(face, spot.rotation);
  const key = `${spot.x},${spot.y}:${sides.map(({ part, icon }) => `${part} ${icon}`).join()}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size > 3000) cache.clear();
  const shape = drawShape(spot, sides);
  cache.set(key, shape);
  return shape;
}

type SideAt = (side: number) => Side;
const NOTHING: Side = { terrain: '', icon: '', part: '' };

function drawShape(spot: Spot, sides: Side[]): TileShape {
  const at: SideAt = (side) => sides[(side + 4) % 4] ?? NOTHING;
  const isOne = sides.every(({ part }) => part === at(0).part);
  const band = isOne ? undefined : [0, 1].find((side) => at(side).part === at(side + 2).part);
  if (isOne) return { sides, hub: point(MIDDLE, MIDDLE), regions: [whole(at(0))], borders: [], isBand: false };
  return band === undefined ? withHub(spot, sides, at) : withBand(spot, sides, at, band);
}

const straight = (side: number): Edge => ({ from: corner(side), to: corner(side + 1), handles: null, side });
const whole = ({ terrain, part }: Side): Region => ({
  terrain,
  part,
  sides: [0, 1, 2, 3],
  edges: [0, 1, 2, 3].map(straight),
});
const reversed = ({ from, to, handles, side }: Edge): Edge => ({
  from: to,
  to: from,
  handles: handles && [handles[1], handles[0]],
  side,
});

/** Points of an edge, both ends included. */
export function pointsOf({ from, to, handles }: Edge): Point[] {
  return handles ? bezier(from, handles[0], handles[1], to, 16) : [from, to];
}

/** Sides that lie side by side and belong together are one region; a border runs from each other corner to the hub. */
function withHub({ x, y }: Spot, sides: Side[], at: SideAt): TileShape {
  const hub = point(MIDDLE + (hash(x, y, 1) - 0.5) * 16, MIDDLE + (hash(x, y, 2) - 0.5) * 16);
  const curve = (index: number): Edge => {
    const from = corner(index);
    const [dx, dy] = [hub.x - from.x, hub.y - from.y];
    const [first, second] = [(hash(x, y, index, 3) - 0.5) * 0.3, (hash(x, y, index, 4) - 0.5) * 0.3];
    const handles: [Point, Point] = [
      point(from.x + dx * 0.36 - dy * first, from.y + dy * 0.36 + dx * first),
      point(from.x + dx * 0.68 - dy * second, from.y + dy * 0.68 + dx * second),
    ];
    return { from, to: hub, handles, side: null };
  };
  const starts = [0, 1, 2, 3].filter((side) => at(side).part !== at(side - 1).part);
  const regions = starts.map((start, index) => {
    const end = starts[index + 1] ?? (starts[0] ?? 0) + 4;
    const run = Array.from({ length: end - start }, (_, step) => (start + step) % 4);
    return {
      terrain: at(start).terrain,
      part: at(start).part,
      sides: run,
      edges: [...run.map(straight), curve(end % 4), reversed(curve(start))],
    };
  });
  const borders = starts.map((start): Border => {
    const edge = curve(start);
    return { parts: [at(start - 1).part, at(start).part], line: pointsOf(edge), edge };
  });
  return { sides, hub, regions, borders, isBand: false };
}

/** Opposite sides that belong together are a band; the others are bays beside it. */
function withBand({ x, y }: Spot, sides: Side[], at: SideAt, band: number): TileShape {
  const bay = (side: number): Edge => {
    const [from, to] = [corner(side), corner(side + 1)];
    const depth = TILE * (0.4 + 0.08 * hash(x, y, side, 5));
    const handle = (part: number): Point =>
      point(
        from.x + (to.x - from.x) * part - wayTo(side).x * depth,
        from.y + (to.y - from.y) * part - wayTo(side).y * depth,
      );
    return {
      from,
      to,
      handles: [handle(0.16 + 0.1 * hash(x, y, side, 6)), handle(0.84 - 0.1 * hash(x, y, side, 7))],
      side: null,
    };
  };
  const bays = [band + 1, (band + 3) % 4].filter((side) => at(side).part !== at(band).part);
  const ring = [0, 1, 2, 3].map((side) => (bays.includes(side) ? bay(side) : straight(side)));
  const ground: Region = {
    terrain: at(band).terrain,
    part: at(band).part,
    sides: [0, 1, 2, 3].filter((side) => !bays.includes(side)),
    edges: ring,
  };
  return {
    sides,
    hub: point(MIDDLE, MIDDLE),
    regions: [
      ground,
      ...bays.map((side) => ({
        terrain: at(side).terrain,
        part: at(side).part,
        sides: [side],
        edges: [straight(side), reversed(bay(side))],
      })),
    ],
    borders: bays.map((side) => ({
      parts: [at(band).part, at(side).part],
      line: pointsOf(bay(side)),
      edge: bay(side),
    })),
    isBand: true,
  };
}

/** An edge as it goes on in path data. */
export function onward({ to, handles }: Edge, dx = 0, dy = 0): string {
  const write = (at: Point): string => `${fmt(at.x + dx)} ${fmt(at.y + dy)}`;
  return handles ? `C${write(handles[0])} ${write(handles[1])} ${write(to)}` : `L${write(to)}`;
}

export function regionPath({ edges }: Region): string {
  const start = edges[0]?.from ?? point(0, 0);
  return `M${fmt(start.x)} ${fmt(start.y)}${edges.map((edge) => onward(edge)).join('')}Z`;
}

export const regionPoints = ({ edges }: Region): Point[] => edges.flatMap((edge) => pointsOf(edge).slice(1));
