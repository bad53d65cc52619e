// Oregon's cells as they lie on the screen: upright, or with the letters downwards for a narrow one.
import { type Point, point } from '../geometry';

export const CELL = 64;
export type Cell = { row: number; col: number };

export type Grid = {
  rows: number;
  cols: number;
  /** The letter of a cell; nothing outside the board. */
  at: (row: number, col: number) => string;
  cells: (letter: string) => Cell[];
  centre: (row: number, col: number) => Point;
};

export function gridOf(terrain: readonly string[], transposed: boolean): Grid {
  const height = terrain.length;
  const width = Math.max(0, ...terrain.map((line) => line.length));
  const [rows, cols] = transposed ? [width, height] : [height, width];
  const at = (row: number, col: number): string => (transposed ? terrain[col]?.[row] : terrain[row]?.[col]) ?? '';
  const all = Array.from({ length: rows * cols }, (_, index) => ({ row: Math.floor(index / cols), col: index % cols }));
  return {
    rows,
    cols,
    at,
    cells: (letter) => all.filter(({ row, col }) => at(row, col) === letter),
    centre: (row, col) => point((col + 0.5) * CELL, (row + 0.5) * CELL),
  };
}
