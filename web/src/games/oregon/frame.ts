// How Oregon's board lies on the screen: its margins, its two orientations, and where a cell is.
import { COLS, ROWS, cellName, cellPlace } from './rules';

export const CELL = 64;

export type Frame = {
  transposed: boolean;
  across: number; // cells from left to right
  down: number;
  left: number; // the margins, in units of the drawing
  top: number;
  width: number;
  height: number;
};

const WIDE = { left: 48, right: 8, top: 45, bottom: 8 };
const TALL = { left: 54, right: 4, top: 58, bottom: 4 };

/** The frame of the board; transposed on phones, with the letters downwards and a1 still at the top left. */
export function frameOf(transposed: boolean): Frame {
  const edge = transposed ? TALL : WIDE;
  const [across, down] = transposed ? [ROWS, COLS] : [COLS, ROWS];
  const [width, height] = [across * CELL + edge.left + edge.right, down * CELL + edge.top + edge.bottom];
  return { transposed, across, down, left: edge.left, top: edge.top, width, height };
}

/** The cell at a place of the drawn grid. */
export function cellAt(frame: Frame, down: number, across: number): string {
  return frame.transposed ? cellName(across, down) : cellName(down, across);
}

/** The place of a cell in the drawn grid. */
export function placeOf(frame: Frame, cell: string): { down: number; across: number } {
  const { row, col } = cellPlace(cell);
  return frame.transposed ? { down: col, across: row } : { down: row, across: col };
}

/** The middle of a cell, in units of the drawing. */
export function middleOf(frame: Frame, cell: string): { x: number; y: number } {
  const { down, across } = placeOf(frame, cell);
  return { x: (across + 0.5) * CELL, y: (down + 0.5) * CELL };
}

/** The bands of a symbol as boxes of the drawing. */
export function bandBoxes(
  frame: Frame,
  symbol: string,
  columns: readonly string[],
  rows: readonly string[],
): { x: number; y: number; width: number; height: number }[] {
  const byLetter = columns.flatMap((name, band) => (name === symbol ? [{ at: band * 3, size: 3 }] : []));
  const byNumber = rows.flatMap((name, band) => (name === symbol ? [{ at: band * 2, size: 2 }] : []));
  const [across, down] = frame.transposed ? [byNumber, byLetter] : [byLetter, byNumber];
  return [
    ...across.map(({ at, size }) => ({ x: at * CELL, y: 0, width: size * CELL, height: frame.down * CELL })),
    ...down.map(({ at, size }) => ({ x: 0, y: at * CELL, width: frame.across * CELL, height: size * CELL })),
  ];
}

/** Where a menu of a size stands beside a cell: never over it, never outside. All in pixels. */
export function menuPlace(
  frame: Frame,
  cell: string,
  board: { width: number; height: number },
  menu: { width: number; height: number },
): { left: number; top: number; isAbove: boolean } {
  const scale = board.width / frame.width;
  const { x, y } = middleOf(frame, cell);
  const [middle, half] = [(x + frame.left) * scale, (CELL / 2) * scale];
  const level = (y + frame.top) * scale;
  const left = Math.max(4, Math.min(board.width - menu.width - 4, middle - menu.width / 2));
  const isAbove = level - half - menu.height - 8 >= 0;
  return { left, top: isAbove ? level - half - menu.height - 8 : level + half + 8, isAbove };
}

/** Groups of cells that lie together, with one side in common (or a corner, where diagonals count). */
export function groupsOf(cells: readonly string[], diagonals: boolean): string[][] {
  const left = new Set(cells);
  const groups: string[][] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const cell of group) {
      const a = cellPlace(cell);
      for (const other of left) {
        const b = cellPlace(other);
        const [down, across] = [Math.abs(a.row - b.row), Math.abs(a.col - b.col)];
        if (Math.max(down, across) === 1 && (diagonals || down + across === 1)) {
          left.delete(other);
          group.push(other);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}
