"""Oregon's box record: the map and every table derived from it (rules 1.1, 1.2, 5)."""

import numpy as np

from overland.data.oregon_map import BAND_COLS, BAND_ROWS, OregonMap, around
from overland.engine.jit import compiled
from overland.engine.oregon.components import (
    BANDS,
    BUILDINGS,
    CELLS,
    COLS,
    FARMER,
    ROWS,
    SYMBOLS,
    Building,
    Symbol,
    Terrain,
)
from overland.engine.oregon.sites import fits
from overland.engine.record import Record, new_record, record

BAND_CELLS = BAND_ROWS * COLS
SITE_CELLS = BAND_ROWS * COLS + BAND_COLS * ROWS - BAND_ROWS * BAND_COLS  # a row band and a column band together
COLUMN_SETS = 1 << BANDS

BOX = record(
    ("terrain", np.int8, CELLS),  # Terrain
    ("row_symbol", np.int8, CELLS),  # Symbol that owns the cell's row band
    ("column_symbol", np.int8, CELLS),  # Symbol that owns its column band
    ("band_symbol", np.int8, BANDS),  # Symbol of each row band, from the top
    ("column_of", np.int8, SYMBOLS),  # column band of each Symbol, from the left
    ("around_count", np.int8, CELLS),
    ("around", np.uint16, (CELLS, 8)),  # the neighbours in 8 directions, in reading order
    ("beside_count", np.int8, CELLS),
    ("beside", np.uint16, (CELLS, 4)),  # the orthogonal neighbours, in reading order
    # land cells of a row band in a set of column bands (bit c: column band c), in reading order
    ("land_count", np.int8, (BANDS, COLUMN_SETS)),
    ("land", np.uint16, (BANDS, COLUMN_SETS, BAND_CELLS)),
    # cells that fit a building, anywhere and in the two bands of a symbol, in reading order (5.2)
    ("fit_count", np.int16, BUILDINGS),
    ("fit", np.uint16, (BUILDINGS, CELLS)),
    ("site_count", np.int8, (BUILDINGS, SYMBOLS)),
    ("site", np.uint16, (BUILDINGS, SYMBOLS, SITE_CELLS)),
)

TERRAIN_LETTERS = "GMRW"  # in the order of Terrain


def make_box(found: OregonMap) -> Record:
    """The box of a valid map."""
    box = new_record(BOX)
    rows = [Symbol[name.upper()] for name in found.rows]
    columns = [Symbol[name.upper()] for name in found.columns]
    box.band_symbol[:] = rows
    for band, symbol in enumerate(columns):
        box.column_of[symbol] = band
    for cell in range(CELLS):
        row, col = divmod(cell, COLS)
        box.terrain[cell] = TERRAIN_LETTERS.index(found.terrain[row][col])
        box.row_symbol[cell] = rows[row // BAND_ROWS]
        box.column_symbol[cell] = columns[col // BAND_COLS]
        near = [r * COLS + c for r, c in around((row, col))]
        beside = [r * COLS + c for r, c in around((row, col)) if r == row or c == col]
        box.around_count[cell] = fill(box.around[cell], near)
        box.beside_count[cell] = fill(box.beside[cell], beside)
    for band in range(BANDS):
        for columns_in in range(COLUMN_SETS):
            cells = [
                cell
                for cell in range(band * BAND_CELLS, (band + 1) * BAND_CELLS)
                if columns_in >> (cell % COLS // BAND_COLS) & 1 and box.terrain[cell] != Terrain.WATER
            ]
            box.land_count[band, columns_in] = fill(box.land[band, columns_in], cells)
    for building in Building:
        fitting = [cell for cell in range(CELLS) if fits(found.terrain, building, divmod(cell, COLS))]
        box.fit_count[building] = fill(box.fit[building], fitting)
        for symbol in Symbol:
            sites = [c for c in fitting if symbol in (box.row_symbol[c], box.column_symbol[c])]
            box.site_count[building, symbol] = fill(box.site[building, symbol], sites)
    return box


def fill(row: Record, cells: list[int]) -> int:
    """Write ``cells`` to the front of a table's row; the rest stays zero. Returns how many there are."""
    row[: len(cells)] = cells
    return len(cells)


@compiled
def count_farmers_around(box: Record, state: Record, cell: int) -> int:
    """How many farmers of any colour stand on the 8 neighbours of ``cell``."""
    count = 0
    for i in range(box.around_count[cell]):
        if state.cells[box.around[cell, i]] >= FARMER:
            count += 1
    return count
