// Oregon's railway as one line: it runs through the middles of the cells' edges, bends round their centres,
// leaves the board where it ends at the edge and has a wye where three lines meet.
import {
  along,
  between,
  bezier,
  distance,
  evenly,
  lengthOf,
  offset,
  type Point,
  point,
  polyline,
  ROUND,
  simplify,
} from '../geometry';
import { CELL, type Grid } from './grid';

type Exit = Point & { dx: number; dy: number }; // where a line leaves a cell, and the way it goes there
type Piece = { line: Point[]; joins: [boolean, boolean] }; // whether its start and its end run on into the next cell

const GAUGE = 4.9; // from the middle of the line to a rail
const TIE = 8.6; // half its length
const TIE_STEP = 9.2;
const STEPS = [-1, 0, 1]
  .flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })))
  .filter(({ dx, dy }) => dx !== 0 || dy !== 0);

export type Railway = { bed: string; ties: string; rails: string; stops: string; lines: Point[][]; slim: Point[][] };

export function railway(grid: Grid): Railway {
  const pieces: Piece[] = [];
  grid.cells('R').forEach(({ row, col }) => pieces.push(...piecesOf(grid, row, col)));
  const lines = joined(pieces);
  const slim = lines.map((line) => simplify(line, 0.12));
  return {
    bed: slim.map((line) => polyline(line)).join(''),
    ties: ties(lines),
    rails: slim.flatMap((line) => [polyline(offset(line, GAUGE)), polyline(offset(line, -GAUGE))]).join(''),
    stops: grid
      .cells('R')
      .map(({ row, col }) => bufferStop(grid, row, col))
      .join(''),
    lines,
    slim,
  };
}

/** The ways from a cell to its neighbours on the line; a diagonal one only where no neighbour makes it unnecessary. */
function linksOf(grid: Grid, row: number, col: number): Exit[] {
  const centre = grid.centre(row, col);
  const isRail = (dx: number, dy: number): boolean => grid.at(row + dy, col + dx) === 'R';
  return STEPS.filter(
    ({ dx, dy }) => isRail(dx, dy) && (dx === 0 || dy === 0 || (!isRail(dx, 0) && !isRail(0, dy))),
  ).map(({ dx, dy }) => ({ x: centre.x + (dx * CELL) / 2, y: centre.y + (dy * CELL) / 2, dx, dy }));
}

/** Where the end of the line leaves the board: straight on if it can, else by a bend. */
function wayOut(grid: Grid, row: number, col: number, link: Exit | undefined): Exit | null {
  const centre = grid.centre(row, col);
  const sides = STEPS.filter(({ dx, dy }) => dx * dy === 0 && grid.at(row + dy, col + dx) === '');
  const bend = ({ dx, dy }: { dx: number; dy: number }): number => (link ? dx * link.dx + dy * link.dy : 0);
  const side = sides.sort((a, b) => bend(a) - bend(b))[0];
  if (!side || bend(side) > 0) return null;
  return { x: centre.x + (side.dx * CELL) / 2, y: centre.y + (side.dy * CELL) / 2, ...side };
}

function exitsOf(grid: Grid, row: number, col: number): Exit[] {
  const links = linksOf(grid, row, col);
  if (links.length > 1) return links;
  const out = wayOut(grid, row, col, links[0]);
  return out ? [...links, out] : links;
}

const straightness = (a: Exit, b: Exit): number =>
  -(a.dx * b.dx + a.dy * b.dy) / (Math.hypot(a.dx, a.dy) * Math.hypot(b.dx, b.dy));

/** The track in one cell. */
function piecesOf(grid: Grid, row: number, col: number): Piece[] {
  const centre = grid.centre(row, col);
  const exits = exitsOf(grid, row, col);
  const [first] = exits;
  if (!first)
    return [{ line: [point(centre.x - 20, centre.y), point(centre.x + 20, centre.y)], joins: [false, false] }];
  if (exits.length === 1) return [{ line: [first, between(first, centre, 1.1)], joins: [true, false] }];
  const pieces: Piece[] = [];
  const left = [...exits];
  const through: [Exit, Exit][] = [];
  while (left.length > 1) {
    const [a, b] = straightest(left);
    through.push([a, b]);
    pieces.push({ line: bend(a, centre, b), joins: [true, true] });
    [a, b].forEach((exit) => left.splice(left.indexOf(exit), 1));
  }
  const [branch] = left;
  if (branch) pieces.push(...wye(branch, through[0] ?? [first, first], centre));
  return pieces;
}

function straightest(exits: readonly Exit[]): [Exit, Exit] {
  let best: [Exit, Exit] | null = null;
  exits.forEach((a, index) =>
    exits.slice(index + 1).forEach((b) => {
      if (!best || straightness(a, b) > straightness(...best)) best = [a, b];
    }),
  );
  const [a, b] = exits;
  return best ?? ([a, b ?? a] as [Exit, Exit]);
}

/** A third line runs into both ends of the one it meets; not where that would be a hairpin. */
function wye(branch: Exit, main: [Exit, Exit], centre: Point): Piece[] {
  const ends = [...main].sort((a, b) => straightness(branch, b) - straightness(branch, a));
  const legs = ends.filter((end, index) => index === 0 || straightness(branch, end) > -0.6);
  return legs.map((end, index) => ({ line: bend(branch, centre, end), joins: [index === 0, false] }));
}

function bend(from: Point, centre: Point, to: Point): Point[] {
  return bezier(from, between(from, centre, ROUND), between(to, centre, ROUND), to, 20);
}

/** Pieces that run on into each other as one line. */
function joined(pieces: readonly Piece[]): Point[][] {
  const left = new Set(pieces);
  const key = (at: Point | undefined): string => (at ? `${at.x},${at.y}` : '');
  const meeting = (at: string): Piece | undefined =>
    [...left].find(({ line, joins }) => (joins[0] && key(line[0]) === at) || (joins[1] && key(line.at(-1)) === at));
  const extend = (line: Point[]): Point[] => {
    for (let next = meeting(key(line.at(-1))); next; next = meeting(key(line.at(-1)))) {
      left.delete(next);
      const isForward = next.joins[0] && key(next.line[0]) === key(line.at(-1));
      const way = isForward ? next.line : [...next.line].reverse();
      line.push(...way.slice(1));
      if (!(isForward ? next.joins[1] : next.joins[0])) break;
    }
    return line;
  };
  const lines: Point[][] = [];
  for (const piece of pieces) {
    if (!left.delete(piece)) continue;
    const forward = piece.joins[1] ? extend([...piece.line]) : [...piece.line];
    lines.push(piece.joins[0] ? extend(forward.reverse()) : forward);
  }
  return lines.sort((a, b) => lengthOf(b) - lengthOf(a));
}

function ties(lines: readonly Point[][]): string {
  const laid: Point[] = [];
  let path = '';
  for (const line of lines) {
    const near = [...laid]; // ties of other lines only
    for (const place of evenly(line, TIE_STEP)) {
      if (near.some((other) => distance(other, place) < 6.4)) continue;
      laid.push(place);
      path += polyline([across(place, -TIE), across(place, TIE)]);
    }
  }
  return path;
}

const across = ({ x, y, nx, ny }: Point & { nx: number; ny: number }, by: number): Point =>
  point(x + nx * by, y + ny * by);

/** A beam across the rails where a line ends inside the board. */
function bufferStop(grid: Grid, row: number, col: number): string {
  const exits = exitsOf(grid, row, col);
  const [exit] = exits;
  if (!exit || exits.length > 1) return '';
  const line = [exit, between(exit, grid.centre(row, col), 1.1)];
  const [end] = along(line, [lengthOf(line)]);
  return end ? polyline([across(end, -TIE), across(end, TIE)]) : '';
}
