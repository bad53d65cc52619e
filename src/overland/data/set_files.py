"""Map and tile files as they are sent and kept: from the contents of a file to the form of records, and back."""

import json
from collections.abc import Mapping
from typing import Any

from overland.data.make_okanagan import as_toml
from overland.data.okanagan_tiles import check_tiles, tiles_in
from overland.data.oregon_map import BAND_COLS, check_map, map_in
from overland.data.templates import MAP_TEXT, OKANAGAN, OREGON

MINE = 'name = "mine"'


def game_of(contents: Mapping[str, Any]) -> str:
    """The game that the contents of a file, or data in the form of records, are for."""
    return "okanagan" if {"tile", "tiles"} & set(contents) else "oregon"


def data_in(game: str, contents: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The map or the tiles in the contents of a TOML file, as records carry them; checked but for Oregon's sites."""
    if game == "okanagan":
        return {"tiles": [tile.as_data() for tile in tiles_in(contents, place)]}
    return dict(map_in(contents, place).as_data())


def file_of(game: str, data: Mapping[str, Any], title: str) -> str:
    """The text of a TOML file with a map or tile set, which must be valid, and what its owner calls it."""
    named = f"name = {json.dumps(title, ensure_ascii=False)}"
    if game == "okanagan":
        return as_toml(check_tiles(data, "the tiles"), OKANAGAN.replace(MINE, named))
    found = check_map(data, "the map")
    rows = [" ".join(row[at : at + BAND_COLS] for at in range(0, len(row), BAND_COLS)) for row in found.terrain]
    return OREGON + MAP_TEXT.format(
        named=named, rows="\n".join(rows), columns=json.dumps(found.columns), lines=json.dumps(found.rows)
    )
