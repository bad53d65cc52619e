// The ring around a paid group of farmers.
import { outlines, type Point, point, smooth } from '../geometry';
import { CELL } from './grid';

const ROUND_CELL = 28.5; // radius around a cell
const NECK = 8.5; // how far the ring draws in between two cells

/**
 * A group's outline, in units of 64 to a cell. Cells are counted as they lie on the screen: x to the right, y downwards.
 * Each cell is a circle, neighbours are linked, and the whole is outlined once.
 */
export function groupOutline(cells: readonly Point[]): string {
  const has = (row: number, col: number): boolean => cells.some(({ x, y }) => x === col && y === row);
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  if (cells.length === 0) return '';
  const loops = outlines(has, [Math.min(...ys), Math.max(...ys) + 1], [Math.min(...xs), Math.max(...xs) + 1]);
  return loops.map((loop) => smooth(ring(loop))).join('');
}

function ring(corners: readonly Point[]): Point[] {
  return corners.flatMap((here, index) => {
    const before = corners[(index + corners.length - 1) % corners.length] ?? here;
    const after = corners[(index + 1) % corners.length] ?? here;
    const into = direction(before, here);
    const out = direction(here, after);
    const isConvex = into.x * out.y - into.y * out.x > 0;
    return [...(isConvex ? outerCorner(here, into, out) : [innerCorner(here, into, out)]), ...side(here, after, out)];
  });
}

const direction = (from: Point, to: Point): Point => point(Math.sign(to.x - from.x), Math.sign(to.y - from.y));

/** Three points of the circle around the cell in a corner. */
function outerCorner(corner: Point, into: Point, out: Point): Point[] {
  const centre = point((corner.x + (out.x - into.x) / 2) * CELL, (corner.y + (out.y - into.y) / 2) * CELL);
  return [22.5, 45, 67.5].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [a, b] = [Math.cos(angle) * ROUND_CELL, Math.sin(angle) * ROUND_CELL];
    return point(centre.x - out.x * a + into.x * b, centre.y - out.y * a + into.y * b);
  });
}

function innerCorner(corner: Point, into: Point, out: Point): Point {
  // to the right of both ways lies the group
  return point(corner.x * CELL + (-into.y - out.y) * (NECK - 1), corner.y * CELL + (into.x + out.x) * (NECK - 1));
}

/** Along a side: out at the middle of every cell, in between two of them. */
function side(from: Point, to: Point, way: Point): Point[] {
  const count = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
  const points: Point[] = [];
  for (let half = 1; half < count * 2; half++) {
    const inwards = half % 2 ? CELL / 2 - ROUND_CELL : NECK;
    points.push(
      point(
        (from.x + (way.x * half) / 2) * CELL - way.y * inwards,
        (from.y + (way.y * half) / 2) * CELL + way.x * inwards,
      ),
    );
  }
  return points;
}
