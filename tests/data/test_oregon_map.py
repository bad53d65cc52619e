"""A map is valid or refused with the broken rule and its place (oregon 1.2)."""

from pathlib import Path
from typing import Any

import pytest

from overland.data.errors import DataError
from overland.data.files import packaged
from overland.data.oregon_map import SYMBOLS, check_map, load_map
from overland.engine.games import GAMES

GOOD = load_map(None).as_data()


def changed(row: int, old: str, new: str) -> dict[str, Any]:
    rows = list(GOOD["map"])
    assert old in rows[row - 1]
    rows[row - 1] = rows[row - 1].replace(old, new, 1)
    return {**GOOD, "map": rows}


def test_the_default_map_is_valid_and_has_the_known_facts() -> None:
    assert check_map(GOOD, "here").as_data() == GOOD
    assert tuple(GOOD["columns"]) == tuple(GOOD["rows"]) == SYMBOLS
    letters = "".join(GOOD["map"])
    assert letters.count("G") > len(letters) / 2


@pytest.mark.parametrize(
    ("data", "place", "problem"),
    [
        ({**GOOD, "map": GOOD["map"][:9]}, "here", "9 rows instead of 10"),
        ({**GOOD, "map": "GGG"}, "here", "list of text rows"),
        ({**GOOD, "map": None}, "here", "list of text rows"),
        (changed(3, "RRRRG", "RRRR"), "here, row 3", "14 cells instead of 15"),
        (changed(3, "RRRRG", "RRRRX"), "here, cell e3", "unknown terrain 'X'"),
        ({**GOOD, "columns": ["wagon"] * 5}, "here, columns", "wagon appears 5 times"),
        ({**GOOD, "rows": ["bear", *SYMBOLS[1:]]}, "here, rows", "unknown symbol 'bear'"),
        ({**GOOD, "rows": SYMBOLS[:4]}, "here, rows", "campfire appears 0 times"),
        ({**GOOD, "rows": 5}, "here, rows", "list of five symbols"),
        (changed(8, "GRG", "GGG"), "here, cell h9", "cut off"),
    ],
)
def test_a_bad_map_is_refused_with_rule_and_place(data: dict[str, Any], place: str, problem: str) -> None:
    with pytest.raises(DataError, match=r"rule 1\.2") as caught:
        check_map(data, "here")
    assert caught.value.place == place
    assert caught.value.rule == "1.2"
    assert problem in str(caught.value)


def test_an_area_needs_three_land_cells() -> None:
    rows = [list(row) for row in GOOD["map"]]
    for row in (8, 9):
        for col in range(12, 15):
            rows[row][col] = "W"
    with pytest.raises(DataError, match=r"row of campfire by column of campfire \(m9 to o10\): has 0 land cells"):
        check_map({**GOOD, "map": ["".join(row) for row in rows]}, "here")


def test_every_symbol_needs_a_cell_for_every_building() -> None:
    dry = [row.replace("W", "G") for row in GOOD["map"]]
    with pytest.raises(DataError, match="bands of wagon: no cell fits a harbor"):
        GAMES["oregon"].check_data({**GOOD, "map": dry}, "here")


def test_a_map_file_is_read_and_a_bad_file_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = packaged("oregon", "frontier").read_text(encoding="utf-8")
    file.write_text(text.replace('rows = ["wagon", "bison"', 'rows = ["bison", "wagon"'), encoding="utf-8")
    assert GAMES["oregon"].load_data(file)["rows"][0] == "bison"
    for content, problem in (
        ("terrain = 5", "no text named"),
        ("= =", "not valid TOML"),
        ("\xff", "not valid TOML"),
    ):
        file.write_text(content, encoding="latin-1")
        with pytest.raises(DataError, match=problem):
            load_map(file)
    with pytest.raises(DataError, match="cannot be read"):
        load_map(tmp_path / "missing.toml")


def test_symbols_may_stand_in_another_order_on_each_edge() -> None:
    game = GAMES["oregon"]
    other = {**GOOD, "columns": list(reversed(SYMBOLS))}
    box = game.make_box(other)
    assert box.column_symbol[0] == 4
    assert box.row_symbol[0] == 0
