"""A tile set is valid or refused with the reason (okanagan 1.2 to 1.4)."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overland.data.errors import DataError
from overland.data.files import packaged
from overland.data.make_okanagan import SEED, as_toml, make_tiles
from overland.data.okanagan_tiles import BACK_COUNTS, GOALS, check_tiles, load_tiles

GOOD: dict[str, Any] = {"tiles": [tile.as_data() for tile in load_tiles(None)]}
Tiles = list[dict[str, Any]]


def test_the_frozen_file_is_what_the_generator_makes() -> None:
    assert packaged("okanagan", "valley").read_text(encoding="utf-8") == as_toml(make_tiles(SEED))


def test_another_seed_makes_another_valid_set() -> None:
    other = {"tiles": [tile.as_data() for tile in make_tiles(5)]}
    assert other != GOOD
    check_tiles(other, "here")


def test_there_are_as_many_backs_and_goals_as_the_rules_say() -> None:
    assert sum(BACK_COUNTS.values()) == 60
    assert len(set(GOALS)) == 36


def drop(tiles: Tiles) -> None:
    tiles.pop()


def swap_start(tiles: Tiles) -> None:
    tiles[0]["sides"] = ["lake", "forest", "meadow", "mountain"]


def four_terrains(tiles: Tiles) -> None:
    tiles[7]["sides"] = ["forest", "lake", "meadow", "mountain"]


def other_pattern(tiles: Tiles) -> None:
    tiles[1]["sides"] = ["forest", "lake", "forest", "meadow"]


def other_icon(tiles: Tiles) -> None:
    old = tiles[3]["icons"][0]
    tiles[3]["icons"][0] = next(shape for shape in ("circle", "square") if shape != old)


def other_back(tiles: Tiles) -> None:
    tiles[3]["back"] = "gold" if tiles[3]["back"] != "gold" else "trade"


def unknown_back(tiles: Tiles) -> None:
    tiles[3]["back"] = "feast"


def wrong_back(tiles: Tiles) -> None:
    tiles[3]["back"] = 7


def unknown_side(tiles: Tiles) -> None:
    tiles[3]["sides"][1] = "desert"


def three_icons(tiles: Tiles) -> None:
    tiles[3]["icons"].pop()


def same_front(tiles: Tiles) -> None:
    one, two = (tile for tile in tiles[1:] if tile["sides"] == tiles[1]["sides"])
    one["icons"], two["icons"] = ["circle", "hexagon", "square", "circle"], ["circle", "hexagon", "square", "circle"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (drop, "60 tiles instead of 61, the start tile included"),
        (swap_start, "tile 0: is not the start tile"),
        (four_terrains, "tile 7: one terrain must cover two sides"),
        (other_pattern, "1 tiles instead of 2 have sides forest forest lake meadow"),
        (other_icon, "icons of"),
        (other_back, "backs instead of"),
        (unknown_back, "tile 3: unknown back 'feast'"),
        (wrong_back, "its back 7 is not a text"),
        (unknown_side, "tile 3, sides: 'desert' is not one of"),
        (three_icons, "tile 3, icons: must be a list of four"),
        (same_front, "looks the same as tile|icons of"),
    ],
)
def test_a_bad_set_is_refused_with_the_reason(change: Callable[[Tiles], None], reason: str) -> None:
    data = copy.deepcopy(GOOD)
    change(data["tiles"])
    with pytest.raises(DataError, match=reason):
        check_tiles(data, "here")


def test_two_fronts_that_differ_only_by_rotation_are_alike() -> None:
    data = copy.deepcopy(GOOD)
    tiles: Tiles = data["tiles"]
    for first in tiles[1:]:
        for second in tiles[1:]:
            is_same_kind = first is not second and first["sides"] == second["sides"]
            if is_same_kind and sorted(first["icons"][2:]) == sorted(second["icons"][2:]):
                second["icons"], other = list(first["icons"]), list(second["icons"])
                second["sides"] = second["sides"][1:] + second["sides"][:1]
                second["icons"] = second["icons"][1:] + second["icons"][:1]
                assert other
                with pytest.raises(DataError, match=r"looks the same as|icons of"):
                    check_tiles(data, "here")
                return
    pytest.fail("no two tiles of a kind")


def test_a_tile_file_is_read_and_a_bad_file_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(as_toml(make_tiles(9)), encoding="utf-8")
    assert load_tiles(file) == make_tiles(9)
    file.write_text(as_toml(make_tiles(9)).replace('"lumberjack+hide"', '"hide+lumberjack"'), encoding="utf-8")
    with pytest.raises(DataError, match="goals are not the 36"):
        load_tiles(file)
    file.write_text("tile = 5", encoding="utf-8")
    with pytest.raises(DataError, match="list of tables"):
        load_tiles(file)
