// Oregon's mountains: within a row of a chain all peaks are one silhouette, and the rows are drawn from the back.
import { between, distance, fmt, hash, type Point, point, polygon, polyline } from '../geometry';
import { CELL, type Grid } from './grid';

/** One row of the board: the paths of all its ridges. */
export type Ridges = {
  rock: string;
  shade: string; // the flanks away from the light
  folds: string; // strokes in the shade
  lines: string; // strokes in the light
  snow: string;
  snowShade: string;
  skyline: string;
  grass: string; // where the foot meets the plain
};
type Peak = { at: Point; index: number; col: number };
type Run = { grid: Grid; row: number; cols: number[]; base: number; sinks: boolean };

export function ridges(grid: Grid): Ridges[] {
  return Array.from({ length: grid.rows }, (_, row) => runsOf(grid, row))
    .filter((runs) => runs.length > 0)
    .map((runs) => merged(runs.map(ridge)));
}

function merged(parts: readonly Ridges[]): Ridges {
  const all = (name: keyof Ridges): string => parts.map((part) => part[name]).join('');
  return {
    rock: all('rock'), shade: all('shade'), folds: all('folds'), lines: all('lines'),
    snow: all('snow'), snowShade: all('snowShade'), skyline: all('skyline'), grass: all('grass'),
  }; // prettier-ignore
}

/** The mountains of a row that stand side by side. */
function runsOf(grid: Grid, row: number): Run[] {
  const runs: number[][] = [];
  for (let col = 0; col < grid.cols; col++) {
    if (grid.at(row, col) !== 'M') continue;
    const last = runs.at(-1);
    if (last?.at(-1) === col - 1) last.push(col);
    else runs.push([col]);
  }
  return runs.map((cols) => {
    const sinks = cols.some((col) => grid.at(row + 1, col) === 'M'); // its foot goes behind the next row
    return { grid, row, cols, base: (row + 0.9) * CELL + (sinks ? CELL * 0.12 : 0), sinks };
  });
}

function ridge(run: Run): Ridges {
  const { top, peaks } = skylineOf(run);
  const parts: Ridges = {
    rock: polygon([...top, ...footOf(run, top)]), shade: '', folds: '', lines: '',
    snow: '', snowShade: '', skyline: polyline(top), grass: grassOf(run),
  }; // prettier-ignore
  peaks.forEach((peak, index) => {
    parts.shade += shadeOf(run, top, peak, index === peaks.length - 1);
    const { folds, lines } = foldsOf(peak);
    parts.folds += folds;
    parts.lines += lines;
    const { snow, snowShade } = snowOf(top, peak);
    parts.snow += snow;
    parts.snowShade += snowShade;
  });
  return parts;
}

/** The silhouette of a run from west to east: a shoulder on one side of each peak, a saddle between two. */
function skylineOf({ grid, row, cols }: Run): { top: Point[]; peaks: Peak[] } {
  const top: Point[] = [];
  const peaks: Peak[] = [];
  cols.forEach((col, index) => {
    const chance = (which: number): number => hash(row, col, which);
    const put = (x: number, y: number): void => void top.push(point((col + x) * CELL, (row + y) * CELL));
    const foot = 0.86 + 0.05 * chance(9);
    if (index === 0) {
      put(0.02, foot);
      put(0.13, 0.62 + 0.08 * chance(1));
    }
    const isLeft = chance(4) < 0.5;
    if (isLeft) {
      put(0.24 + 0.05 * chance(5), 0.42 + 0.08 * chance(6));
      put(0.29 + 0.04 * chance(5), 0.46 + 0.06 * chance(6));
    }
    put(0.44 + 0.14 * chance(2), (grid.at(row - 1, col) === 'M' ? 0 : 0.1) + 0.1 * chance(3));
    peaks.push({ at: top.at(-1) ?? point(0, 0), index: top.length - 1, col });
    if (!isLeft) {
      put(0.7 + 0.04 * chance(5), 0.47 + 0.05 * chance(6));
      put(0.77 + 0.05 * chance(5), 0.42 + 0.08 * chance(6));
    }
    if (index < cols.length - 1) put(0.98 + 0.05 * chance(7), 0.55 + 0.08 * chance(8));
    else {
      put(0.89, 0.64 + 0.08 * chance(7));
      put(0.98, foot + 0.015);
    }
  });
  return { top, peaks };
}

/** Blades that hide where the foot meets the plain. */
function grassOf({ grid, row, cols }: Run): string {
  const open = cols.filter((col) => grid.at(row + 1, col) !== 'M');
  return open
    .flatMap((col) => [0, 1, 2, 3, 4].map((step) => {
      const chance = (which: number): number => hash(row, col, step, which);
      const [x, y] = [(col + 0.08 + 0.19 * step + 0.08 * chance(31)) * CELL, (row + 0.93 + 0.03 * chance(32)) * CELL];
      if (chance(33) > 0.66) return '';
      const blades = [-0.4, 0, 0.45].slice(0, chance(34) < 0.4 ? 2 : 3);
      return blades.map((lean) => {
        const length = 4 + 3 * hash(row, col, step, lean, 35);
        return `M${fmt(x + lean * 3)} ${fmt(y)}q${fmt(lean * length * 0.2)} ${fmt(-length * 0.6)} ${fmt(lean * length)} ${fmt(-length)}`;
      }).join('');
    }))
    .join(''); // prettier-ignore
}

/** The foot, back from east to west, slightly waved. */
function footOf({ base }: Run, top: readonly Point[]): Point[] {
  const [west, east] = [top[0] ?? point(0, 0), top.at(-1) ?? point(0, 0)];
  return Array.from({ length: 7 }, (_, index) => {
    const x = east.x - ((index + 1) * (east.x - west.x)) / 8;
    return point(x, base + Math.sin(x * 0.11) * 2 + (hash(index, x) - 0.5) * 3);
  });
}

/** The flank away from the light: down a broken spine, along the foot, back up the eastern slope. */
function shadeOf({ row, base }: Run, top: readonly Point[], { at, index, col }: Peak, isLast: boolean): string {
  const rest = top.slice(index + 1);
  const end = rest.findIndex(({ x }) => x >= (col + 0.94) * CELL);
  const east = end < 0 ? rest : rest.slice(0, end + 1);
  const lean = hash(row, col, 12) * 0.04;
  const spine = [
    [0, 0], [0.05, 0.16], [-0.03 - lean, 0.3], [0.06, 0.46],
  ].map(([dx = 0, dy = 0]) => point(at.x + dx * CELL, at.y + dy * CELL)); // prettier-ignore
  const foot = point(at.x - lean * CELL, base - CELL * 0.03);
  const corner = point((east.at(-1) ?? at).x - (isLast ? CELL * 0.02 : 0), base - CELL * 0.02);
  return polygon([...spine, foot, corner, ...east.reverse()]);
}

/** Short strokes on both flanks. */
function foldsOf({ at }: Peak): { folds: string; lines: string } {
  const stroke = (x: number, y: number, toX: number, toY: number): string =>
    polyline([point(at.x + x * CELL, at.y + y * CELL), point(at.x + toX * CELL, at.y + toY * CELL)]);
  return {
    folds: stroke(0.17, 0.36, 0.11, 0.56) + stroke(0.27, 0.45, 0.21, 0.62),
    lines: stroke(-0.14, 0.36, -0.18, 0.52) + stroke(-0.24, 0.5, -0.27, 0.6),
  };
}

function snowOf(top: readonly Point[], { at, index }: Peak): { snow: string; snowShade: string } {
  const down = (to: Point | undefined): Point =>
    to ? between(at, to, Math.min(0.62, (CELL * 0.17) / Math.max(1, distance(at, to)))) : at;
  const [west, east] = [down(top[index - 1]), down(top[index + 1])];
  const hem = [
    [-0.035, 0.12], [0.03, 0.2], [0.075, 0.13],
  ].map(([dx = 0, dy = 0]) => point(at.x + dx * CELL, at.y + dy * CELL)); // prettier-ignore
  return { snow: polygon([at, west, ...hem, east]), snowShade: polygon([at, ...hem.slice(1), east]) };
}
