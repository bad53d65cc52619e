"""Which cells of Oregon's map fit which building (rules 5.2), and the check that every building has one (1.2)."""

from collections.abc import Sequence

from overland.data.errors import DataError
from overland.data.oregon_map import BAND_COLS, BAND_ROWS, COLS, ROWS, SYMBOLS, Cell, OregonMap, around
from overland.engine.oregon.components import Building


def fits(terrain: Sequence[str], building: Building, cell: Cell) -> bool:
    """Whether the ground of a cell takes a building (5.2)."""
    row, col = cell
    ground = terrain[row][col]
    match building:
        case Building.COAL | Building.GOLD:
            return ground == "M"
        case Building.STATION:
            return ground == "R"
        case Building.HARBOR:
            return ground == "G" and any(terrain[r][c] == "W" for r, c in around(cell))
        case _:
            return ground == "G"


def check_sites(found: OregonMap, place: str) -> None:
    """Refuse a map unless each symbol's two bands together hold a legal cell for every building (1.2)."""
    for symbol in SYMBOLS:
        bands = [
            (row, col)
            for row in range(ROWS)
            for col in range(COLS)
            if symbol in (found.rows[row // BAND_ROWS], found.columns[col // BAND_COLS])
        ]
        for building in Building:
            if not any(fits(found.terrain, building, cell) for cell in bands):
                raise DataError(
                    "1.2",
                    f"{place}, bands of {symbol}",
                    f"no cell fits a {building.name.lower()}",
                    "site",
                    building=building.name.lower(),
                    symbol=str(symbol),
                )
