"""Oregon's board."""

from collections.abc import Sequence

from overland.engine.oregon.actions import Kind, decode
from overland.engine.oregon.components import COLS, EMPTY, FARMER, FIRST_BUILDING, PAID, ROWS, Terrain
from overland.engine.oregon.notation import BUILDING_LETTERS, COLUMN_LETTERS
from overland.engine.record import Plain, Record
from overland.pictures.svg import INK, PAPER, SEAT_COLOURS, Mark, circle, drawing, letters, line, rect, tag

CELL = 32
EDGE = 22
COLOURS = {
    Terrain.PLAINS: "#cfd9a4",
    Terrain.MOUNTAIN: "#c9ab83",
    Terrain.RAILWAY: "#c4bdb2",
    Terrain.WATER: "#9cc6d8",
}
PLACING = (Kind.START, Kind.FARMER, Kind.FARMER_JOKER, Kind.BUILD, Kind.BUILD_JOKER)


def board(box: Record, view: Plain, marks: Sequence[Mark], title: str) -> str:
    """The board with its pieces; marked cells have a ring."""
    parts = [rect(-EDGE, -EDGE, COLS * CELL + 2 * EDGE, ROWS * CELL + 2 * EDGE, PAPER)]
    for cell in range(ROWS * COLS):
        x, y = cell % COLS * CELL, cell // COLS * CELL
        parts.append(
            rect(x, y, CELL, CELL, COLOURS[Terrain(int(box.terrain[cell]))], f' stroke="{INK}" stroke-opacity=".14"')
        )
    parts += [line(col * CELL, 0, col * CELL, ROWS * CELL, INK, 1) for col in range(0, COLS + 1, 3)]
    parts += [line(0, row * CELL, COLS * CELL, row * CELL, INK, 1) for row in range(0, ROWS + 1, 2)]
    for col in range(COLS):
        parts.append(letters((col + 0.5) * CELL, -EDGE / 2, COLUMN_LETTERS[col], 12, INK, 500))
    for row in range(ROWS):
        parts.append(letters(-EDGE / 2, (row + 0.5) * CELL, str(row + 1), 12, INK, 500))
    for cell in range(ROWS * COLS):
        if (piece := int(view.cells[cell])) != EMPTY:
            parts += piece_parts(piece, (cell % COLS + 0.5) * CELL, (cell // COLS + 0.5) * CELL)
    for mark in marks:
        move = decode(mark.action)
        if move.kind in PLACING:
            x, y = move.cell % COLS * CELL, move.cell // COLS * CELL
            parts.append(
                rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, "none", f' stroke="{mark.colour}" stroke-width="3"')
            )
            parts.append(tag(x + CELL - 3, y + 3, mark))
    return drawing(-EDGE, -EDGE, COLS * CELL + 2 * EDGE, ROWS * CELL + 2 * EDGE, title, parts)


def piece_parts(piece: int, x: float, y: float) -> list[str]:
    """A building with its letter, or a farmer with the number of its seat; a paid one has a ring."""
    if piece < FARMER:
        return [
            rect(x - 11, y - 11, 22, 22, "#5a4632", ' rx="4"'),
            letters(x, y, BUILDING_LETTERS[piece - FIRST_BUILDING], 14, PAPER),
        ]
    seat = piece & (PAID - 1)
    ring = f' stroke="{PAPER if piece & PAID else INK}" stroke-width="{2.5 if piece & PAID else 1}"'
    return [circle(x, y, 10.5, SEAT_COLOURS[seat], ring), letters(x, y, str(seat + 1), 12, PAPER)]
