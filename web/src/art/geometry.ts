// What all drawings share: chance that is always the same, colours, and lines as lists of points.

export type Point = { x: number; y: number };
export const point = (x: number, y: number): Point => ({ x, y });

/** A number from 0 up to 1 that looks like chance and depends on nothing but its arguments. */
export function hash(...numbers: number[]): number {
  const sum = numbers.reduce((total, number, index) => total + (index + 1) * 127.1 * number, 3.7);
  const wave = Math.sin(sum) * 43758.5453;
  return wave - Math.floor(wave);
}

/** A gentle swell over the plane, from -1 to 1. */
export function swell(x: number, y: number): number {
  return (Math.sin(x * 0.041 + y * 0.063) + Math.sin(x * 0.093 - y * 0.057 + 1.3) * 0.6) / 1.6;
}

const channels = (colour: string): number[] => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/** A colour on the way from one to another, all as #rrggbb. */
export function mix(from: string, to: string, part: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, index) => Math.round(value + ((target[index] ?? value) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A number with at most one decimal, as short as it gets. */
export function fmt(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded);
}

const pair = ({ x, y }: Point): string => `${fmt(x)} ${fmt(y)}`;

/** Straight lines through points, as path data. */
export function polyline(points: readonly Point[], closed = false): string {
  if (points.length === 0) return '';
  return `M${points.map(pair).join('L')}${closed ? 'Z' : ''}`;
}

export const polygon = (points: readonly Point[]): string => polyline(points, true);

/** A smooth curve through points (Catmull-Rom), as path data. */
export function smooth(points: readonly Point[], closed = true): string {
  const count = points.length;
  const first = points[0];
  if (!first) return '';
  const at = (index: number): Point =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] ?? first;
  let path = `M${pair(first)}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const leave = point(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6);
    const arrive = point(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6);
    path += `C${pair(leave)} ${pair(arrive)} ${pair(to)}`;
  }
  return closed ? `${path}Z` : path;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
export const between = (a: Point, b: Point, part: number): Point =>
  point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);

/** Points of a cubic curve, both ends included. */
export function bezier(from: Point, leave: Point, arrive: Point, to: Point, steps = 14): Point[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * t * s * s, 3 * t * t * s, t * t * t];
    return point(
      a * from.x + b * leave.x + c * arrive.x + d * to.x,
      a * from.y + b * leave.y + c * arrive.y + d * to.y,
    );
  });
}

export function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, here, index) => sum + distance(points[index - 1] ?? here, here), 0);
}

export type Place = Point & { nx: number; ny: number };

/** Places on a line at distances from its start, in rising order, each with the normal to the right of the way. */
export function along(points: readonly Point[], distances: readonly number[]): Place[] {
  const places: Place[] = [];
  let next = 0;
  let gone = 0;
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (!a || !b) continue;
    const length = distance(a, b);
    const isLast = index === points.length - 1;
    if (length === 0) continue;
    for (
      let want = distances[next];
      want !== undefined && (want <= gone + length || isLast);
      want = distances[++next]
    ) {
      const at = between(a, b, Math.min(1, (want - gone) / length));
      places.push({ ...at, nx: -(b.y - a.y) / length, ny: (b.x - a.x) / length });
    }
    gone += length;
  }
  return places;
}

/** Places at even distances, about `step` apart; those of an open line keep half a step from its ends. */
export function evenly(points: readonly Point[], step: number, closed = false): Place[] {
  const first = points[0];
  const line = closed && first ? [...points, first] : points;
  const length = lengthOf(line);
  const count = Math.max(closed ? 8 : 1, Math.round(length / step));
  return along(
    line,
    Array.from({ length: count }, (_, index) => ((index + (closed ? 0 : 0.5)) * length) / count),
  );
}

/** An open line moved sideways, to the right of its way where `by` is positive. */
export function offset(points: readonly Point[], by: number): Point[] {
  return points.map((here, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const a = before ? normal(before, here) : normal(here, after ?? here);
    const b = after ? normal(here, after) : a;
    const size = Math.hypot(a.x + b.x, a.y + b.y);
    if (size === 0) return here;
    const reach = Math.min(2 / size, 1.6) * by; // further out at a corner, but no spikes
    return point(here.x + ((a.x + b.x) / size) * reach, here.y + ((a.y + b.y) / size) * reach);
  });
}

function normal(a: Point, b: Point): Point {
  const length = distance(a, b);
  return length === 0 ? point(0, 0) : point(-(b.y - a.y) / length, (b.x - a.x) / length);
}

/** An open line without the points it can do without (Ramer, Douglas, Peucker). */
export function simplify(points: readonly Point[], tolerance: number): Point[] {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last || points.length < 3) return [...points];
  let [far, worst] = [0, 0];
  points.forEach((here, index) => {
    const away = distanceToSegment(here, first, last);
    if (away > worst) [far, worst] = [index, away];
  });
  if (worst <= tolerance) return [first, last];
  return [...simplify(points.slice(0, far + 1), tolerance).slice(0, -1), ...simplify(points.slice(far), tolerance)];
}

export function distanceToSegment(here: Point, a: Point, b: Point): number {
  const length = distance(a, b);
  if (length === 0) return distance(here, a);
  const part = ((here.x - a.x) * (b.x - a.x) + (here.y - a.y) * (b.y - a.y)) / (length * length);
  return distance(here, between(a, b, Math.max(0, Math.min(1, part))));
}

export function distanceToLine(here: Point, line: readonly Point[]): number {
  let nearest = Infinity;
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [line[index - 1], line[index]];
    if (a && b) nearest = Math.min(nearest, distanceToSegment(here, a, b));
  }
  return nearest;
}

export function isInside(here: Point, shape: readonly Point[]): boolean {
  let inside = false;
  shape.forEach((a, index) => {
    const b = shape[(index + 1) % shape.length] ?? a;
    if (a.y > here.y !== b.y > here.y && here.x < ((b.x - a.x) * (here.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

// Shapes made of the cells of a grid

type Step = { from: Point; to: Point };

/**
 * The outlines of a set of cells, in cells: corners only, clockwise around the cells and counter-clockwise around a hole.
 * Cells that touch at a corner only are not joined.
 */
export function outlines(
  has: (row: number, col: number) => boolean,
  rows: [number, number],
  cols: [number, number],
): Point[][] {
  const open = new Map<string, Step[]>();
  const key = ({ x, y }: Point): string => `${x},${y}`;
  const add = (from: Point, to: Point): void =>
    void open.set(key(from), [...(open.get(key(from)) ?? []), { from, to }]);
  for (let row = rows[0]; row < rows[1]; row++) {
    for (let col = cols[0]; col < cols[1]; col++) {
      if (!has(row, col)) continue;
      if (!has(row - 1, col)) add(point(col, row), point(col + 1, row));
      if (!has(row, col + 1)) add(point(col + 1, row), point(col + 1, row + 1));
      if (!has(row + 1, col)) add(point(col + 1, row + 1), point(col, row + 1));
      if (!has(row, col - 1)) add(point(col, row + 1), point(col, row));
    }
  }
  const take = (at: Point, dx: number, dy: number): Step | undefined => {
    const steps = open.get(key(at));
    if (!steps) return undefined;
    // where two outlines meet, the turn to the right stays with the same cell
    const right = steps.findIndex(({ from, to }) => to.x - from.x === -dy && to.y - from.y === dx);
    const [step] = steps.splice(Math.max(0, right), 1);
    if (steps.length === 0) open.delete(key(at));
    return step;
  };
  const loops: Point[][] = [];
  for (let start = open.values().next().value?.[0]; start; start = open.values().next().value?.[0]) {
    const loop: Point[] = [];
    let step = take(start.from, start.to.x - start.from.x, start.to.y - start.from.y);
    while (step) {
      loop.push(step.from);
      step = take(step.to, step.to.x - step.from.x, step.to.y - step.from.y);
    }
    loops.push(cornersOf(loop));
  }
  return loops;
}

function cornersOf(loop: readonly Point[]): Point[] {
  return loop.filter((here, index) => {
    const before = loop[(index + loop.length - 1) % loop.length] ?? here;
    const after = loop[(index + 1) % loop.length] ?? here;
    return (after.x - here.x) * (here.y - before.y) !== (after.y - here.y) * (here.x - before.x);
  });
}

export type Rounding = { scale: number; inset: number; convex: number; concave: number };

/** An outline of cells with its sides moved inwards and its corners rounded, as a fine line. */
export function rounded(loop: readonly Point[], { scale, inset, convex, concave }: Rounding): Point[] {
  return loop.flatMap((here, index) => {
    const before = loop[(index + loop.length - 1) % loop.length] ?? here;
    const after = loop[(index + 1) % loop.length] ?? here;
    const [ix, iy] = [Math.sign(here.x - before.x), Math.sign(here.y - before.y)];
    const [ox, oy] = [Math.sign(after.x - here.x), Math.sign(after.y - here.y)];
    const isConvex = ix * oy - iy * ox > 0;
    // inwards is to the right of a clockwise way
    const corner = point(here.x * scale + (-iy - oy) * inset, here.y * scale + (ix + ox) * inset);
    const radius = Math.max(0.5, isConvex ? convex : concave);
    const from = point(corner.x - ix * radius, corner.y - iy * radius);
    const to = point(corner.x + ox * radius, corner.y + oy * radius);
    return bezier(from, between(from, corner, ROUND), between(to, corner, ROUND), to, 8);
  });
}

/** How far the handles of a cubic curve reach towards the corner of a quarter circle. */
export const ROUND = 0.5523;
