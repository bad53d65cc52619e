"""Oregon's map: read from a file or a mapping, and refused with the broken rule and its place if it is not valid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland.data.errors import DataError
from overland.data.files import DEFAULT_NAMES, packaged, read_toml, shown, table

ROWS, COLS = 10, 15
BAND_ROWS, BAND_COLS = 2, 3  # a row band is 2 rows high, a column band 3 columns wide (rules 1.1)
SYMBOLS = ("wagon", "bison", "settlers", "eagle", "campfire")
TERRAINS = "GMRW"
DEFAULT_MAP = DEFAULT_NAMES["oregon"]

Cell = tuple[int, int]


@dataclass(frozen=True)
class OregonMap:
    """A valid map: ten strings of fifteen terrain letters, and the symbols along both edges."""

    terrain: tuple[str, ...]
    columns: tuple[str, ...]  # symbol of each column band, from the left
    rows: tuple[str, ...]  # symbol of each row band, from the top

    def as_data(self) -> dict[str, list[str]]:
        """The map as traces and records write it."""
        return {"map": list(self.terrain), "columns": list(self.columns), "rows": list(self.rows)}


def load_map(path: Path | None) -> OregonMap:
    """The map in the TOML file at ``path``, or the default map."""
    file = path or packaged("oregon", DEFAULT_MAP)
    return map_in(read_toml(file), str(file))


def map_in(data: Mapping[str, Any], place: str) -> OregonMap:
    """The map in the contents of a TOML file."""
    text = data.get("terrain")
    if not isinstance(text, str):
        raise DataError("1.2", place, "has no text named 'terrain'")
    rows = ["".join(line.split()) for line in text.strip().splitlines()]
    return check_map({"map": rows, "columns": data.get("columns"), "rows": data.get("rows")}, place)


def check_map(data: Mapping[str, Any], place: str) -> OregonMap:
    """The map that ``data`` describes (keys as in a trace), checked for the part of 1.2 that concerns terrain alone.

    Whether every building has a site depends on the rules; the engine checks it.
    """
    data = table(data, place)
    found = OregonMap(
        terrain=checked_terrain(data.get("map"), place),
        columns=checked_symbols(data.get("columns"), f"{place}, columns"),
        rows=checked_symbols(data.get("rows"), f"{place}, rows"),
    )
    check_areas(found, place)
    check_railway(found, place)
    return found


def checked_terrain(rows: Any, place: str) -> tuple[str, ...]:
    """Ten strings of fifteen terrain letters."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise DataError("1.2", place, "the map must be a list of text rows")
    if len(rows) != ROWS:
        raise DataError("1.2", place, f"the map has {len(rows)} rows instead of {ROWS}")
    for number, row in enumerate(rows, 1):
        if len(row) != COLS:
            raise DataError("1.2", f"{place}, row {number}", f"has {len(row)} cells instead of {COLS}")
        for col, letter in enumerate(row):
            if letter not in TERRAINS:
                raise DataError(
                    "1.2", f"{place}, cell {cell_name((number - 1, col))}", f"unknown terrain {shown(letter)}"
                )
    return tuple(rows)


def checked_symbols(names: Any, place: str) -> tuple[str, ...]:
    """The five symbols, each once, in any order."""
    if not isinstance(names, list | tuple):
        raise DataError("1.2", place, "must be a list of five symbols")
    for name in names:
        if not isinstance(name, str) or name not in SYMBOLS:
            raise DataError("1.2", place, f"unknown symbol {shown(name)}; there are {', '.join(SYMBOLS)}")
    for symbol in SYMBOLS:
        if (times := list(names).count(symbol)) != 1:
            raise DataError("1.2", place, f"{symbol} appears {times} times instead of once")
    return tuple(names)


def check_areas(found: OregonMap, place: str) -> None:
    """No area has fewer than 3 land cells."""
    for band_row, row_symbol in enumerate(found.rows):
        for band_col, col_symbol in enumerate(found.columns):
            cells = [
                (row, col)
                for row in range(BAND_ROWS * band_row, BAND_ROWS * (band_row + 1))
                for col in range(BAND_COLS * band_col, BAND_COLS * (band_col + 1))
            ]
            land = sum(found.terrain[row][col] != "W" for row, col in cells)
            if land < 3:
                corners = f"{cell_name(cells[0])} to {cell_name(cells[-1])}"
                where = f"{place}, row of {row_symbol} by column of {col_symbol} ({corners})"
                names = {"row": row_symbol, "column": col_symbol, "cells": corners.replace(" to ", "–")}
                raise DataError(
                    "1.2", where, f"has {land} land cells; at least 3 are needed", "area", land=land, **names
                )


def check_railway(found: OregonMap, place: str) -> None:
    """The railway is one connected piece, in 8 directions."""
    track = {(row, col) for row in range(ROWS) for col in range(COLS) if found.terrain[row][col] == "R"}
    reached = {min(track)} if track else set()
    frontier = list(reached)
    while frontier:
        for cell in around(frontier.pop()):
            if cell in track and cell not in reached:
                reached.add(cell)
                frontier.append(cell)
    if apart := track - reached:
        raise DataError(
            "1.2", f"{place}, cell {cell_name(min(apart))}", "this railway cell is cut off from the rest", "railway"
        )


def around(cell: Cell) -> Iterator[Cell]:
    """The up to 8 neighbours of a cell, in reading order."""
    for row in range(max(cell[0] - 1, 0), min(cell[0] + 2, ROWS)):
        for col in range(max(cell[1] - 1, 0), min(cell[1] + 2, COLS)):
            if (row, col) != cell:
                yield row, col


def cell_name(cell: Cell) -> str:
    """A cell in notation: column letter, row number from the top (rules 11)."""
    return f"{'abcdefghijklmno'[cell[1]]}{cell[0] + 1}"
