// Oregon's land as paths, in units of 64 to a cell. Drawn once for each map and each way it lies.
import {
  distanceToLine,
  evenly,
  fmt,
  hash,
  isInside,
  outlines,
  type Point,
  point,
  rounded,
  smooth,
  swell,
} from '../geometry';
import { CELL, type Grid, gridOf } from './grid';
import { railway } from './railway';
import { ridges, type Ridges } from './ridges';

export type Wash = { x: number; y: number; rx: number; ry: number; dark: boolean };
export type OregonLand = {
  width: number;
  height: number;
  washes: Wash[]; // broad patches, so that no two regions have the same green
  aprons: string; // the ground at the feet of the mountains
  lakes: { shore: string; shallow: string; deep: string; line: string; waves: string };
  grass: { dark: string; light: string; flowers: string };
  rail: { bed: string; ties: string; rails: string; stops: string };
  ridges: Ridges[]; // row by row, from the back
  grid: { light: string; strong: string };
};

const cache = new Map<string, OregonLand>();

export function oregonLand(terrain: readonly string[], transposed: boolean): OregonLand {
  const key = `${transposed}${terrain.join('/')}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size > 20) cache.clear();
  const land = drawLand(gridOf(terrain, transposed), transposed);
  cache.set(key, land);
  return land;
}

function drawLand(grid: Grid, transposed: boolean): OregonLand {
  const { bed, ties, rails, stops, slim } = railway(grid);
  return {
    width: grid.cols * CELL,
    height: grid.rows * CELL,
    washes: washes(grid),
    aprons: shape(grid, 'M', { inset: 6, convex: 25, concave: 16, step: 17, wobble: 5 }),
    lakes: lakes(grid),
    grass: grass(grid, slim),
    rail: { bed, ties, rails, stops },
    ridges: ridges(grid),
    grid: gridLines(grid, transposed),
  };
}

function washes(grid: Grid): Wash[] {
  return Array.from({ length: 46 }, (_, i) => {
    const rx = 70 + hash(i, 3) * 130;
    const [x, y] = [hash(i, 1) * grid.cols * CELL, hash(i, 2) * grid.rows * CELL];
    return { x, y, rx, ry: rx * (0.45 + 0.3 * hash(i, 4)), dark: hash(i, 5) >= 0.5 };
  });
}

type Softness = { inset: number; convex: number; concave: number; step: number; wobble: number };

/** The outlines of all cells of a letter, softened. Water at the edge of the board runs on beyond it. */
function softOutlines(grid: Grid, letter: string, soft: Softness): Point[][] {
  const inside = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  const isNear = (row: number, col: number): boolean => row >= -1 && col >= -1 && row <= grid.rows && col <= grid.cols;
  const has = (row: number, col: number): boolean =>
    letter === 'W' && isNear(row, col)
      ? grid.at(inside(row, grid.rows), inside(col, grid.cols)) === 'W'
      : grid.at(row, col) === letter;
  return outlines(has, [-1, grid.rows + 1], [-1, grid.cols + 1]).map((loop) =>
    evenly(rounded(loop, { scale: CELL, ...soft }), soft.step, true).map(({ x, y, nx, ny }) => {
      const by = swell(x, y) * soft.wobble;
      return point(x - nx * by, y - ny * by);
    }),
  );
}

const shape = (grid: Grid, letter: string, soft: Softness): string =>
  softOutlines(grid, letter, soft)
    .map((line) => smooth(line))
    .join('');

/** The lakes: their shore and two lines of wash, each an inset of it. */
function lakes(grid: Grid): OregonLand['lakes'] {
  const at = (inset: number): Softness => ({
    inset: 2.5 + inset,
    convex: Math.max(7, 23.5 - inset * 0.7),
    concave: 14 + inset * 0.8,
    step: 15 - inset / 4,
    wobble: 4.6 - inset / 10,
  });
  const deep = softOutlines(grid, 'W', at(17));
  return {
    shore: shape(grid, 'W', at(0)),
    line: shape(grid, 'W', at(6.5)),
    shallow: shape(grid, 'W', at(13.5)),
    deep: shape(grid, 'W', at(22)),
    waves: waves(grid, deep),
  };
}

function waves(grid: Grid, water: readonly Point[][]): string {
  return grid.cells('W').flatMap(({ row, col }) => [0, 1].map((which) => {
    const down = 0.25 + 0.3 * which + 0.2 * hash(row, col, which + 9);
    const at = point((col + 0.25 + 0.5 * hash(row, col, which)) * CELL, (row + down) * CELL);
    const isClear = [-7, 7].every((dx) => water.filter((loop) => isInside(point(at.x + dx, at.y), loop)).length % 2 === 1);
    return isClear && hash(row, col, which, 5) < 0.8 ? `M${fmt(at.x - 7)} ${fmt(at.y)}q3.5-3.4 7 0t7 0` : '';
  })).join(''); // prettier-ignore
}

const TUFTS = 27; // one may grow in each square of this size

/** Tufts in clumps on the plains, clear of everything else. */
function grass(grid: Grid, lines: readonly Point[][]): OregonLand['grass'] {
  const found = { dark: '', light: '', flowers: '' };
  for (let i = 0; i < (grid.cols * CELL) / TUFTS - 0.5; i++) {
    for (let j = 0; j < (grid.rows * CELL) / TUFTS - 0.5; j++) {
      const at = point((i + 0.15 + 0.7 * hash(i, j, 1)) * TUFTS, (j + 0.15 + 0.7 * hash(i, j, 2)) * TUFTS);
      const growth = 0.5 + 0.5 * swell(at.x * 0.55, at.y * 0.55);
      if (hash(i, j, 3) > growth * 0.62 || !isPlain(grid, at) || lines.some((line) => distanceToLine(at, line) < 19))
        continue;
      found[hash(i, j, 8) < 0.55 ? 'dark' : 'light'] += tuft(at, i, j);
      if (hash(i, j, 9) < 0.14) found.flowers += dot(at.x + 9, at.y - 1, 1.2) + dot(at.x + 12, at.y - 4, 1);
    }
  }
  return found;
}

/** Whether a tuft at a place keeps clear of water and rock. */
function isPlain(grid: Grid, { x, y }: Point): boolean {
  return [-8, 8].every((dx) => [-11, 5].every((dy) => {
    const letter = grid.at(Math.floor((y + dy) / CELL), Math.floor((x + dx) / CELL));
    return letter !== 'W' && letter !== 'M';
  })); // prettier-ignore
}

function tuft({ x, y }: Point, i: number, j: number): string {
  const size = 0.65 + 0.5 * hash(i, j, 4);
  const blades = 2 + Math.floor(hash(i, j, 5) * 3);
  return Array.from({ length: blades }, (_, blade) => {
    const lean = (blade - (blades - 1) / 2) * 0.42 + (hash(i, j, blade, 6) - 0.5) * 0.3;
    const length = (6 + 3 * hash(i, j, blade, 7)) * size;
    return `M${fmt(x + lean * 3)} ${fmt(y)}q${fmt(lean * length * 0.2)} ${fmt(-length * 0.6)} ${fmt(lean * length)} ${fmt(-length)}`;
  }).join('');
}

const dot = (x: number, y: number, r: number): string =>
  `M${fmt(x - r)} ${fmt(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** The lines between cells, and the strong ones between the bands of symbols. */
function gridLines(grid: Grid, transposed: boolean): OregonLand['grid'] {
  const [width, height] = [grid.cols * CELL, grid.rows * CELL];
  const [bandCols, bandRows] = transposed ? [2, 3] : [3, 2];
  const lines = { light: '', strong: '' };
  for (let col = 1; col < grid.cols; col++) lines[col % bandCols ? 'light' : 'strong'] += `M${col * CELL} 0V${height}`;
  for (let row = 1; row < grid.rows; row++) lines[row % bandRows ? 'light' : 'strong'] += `M0 ${row * CELL}H${width}`;
  return lines;
}
