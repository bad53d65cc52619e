"""A tile set is valid or refused with the reason (okanagan 1.2 to 1.4)."""

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overland.data import make_meeting
from overland.data.errors import DataError
from overland.data.files import packaged
from overland.data.make_okanagan import SEED, all_sides, as_toml, make_tiles
from overland.data.okanagan_tiles import (
    BACK_COUNTS,
    GOALS,
    START_ICONS,
    START_SIDES,
    check_tiles,
    load_tiles,
    simple_tile,
)

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


def test_the_default_set_has_the_numbers_of_the_rules() -> None:
    tiles = load_tiles(None)
    assert tiles[0] == simple_tile(START_SIDES, START_ICONS, None)
    assert len(tiles) == 61
    assert Counter(tile.back for tile in tiles[1:]) == BACK_COUNTS
    assert Counter(tuple(tile.sides) for tile in tiles[1:]) == Counter(all_sides())
    icons = Counter((side, *icon) for tile in tiles[1:] for side, icon in zip(tile.sides, tile.icons, strict=True))
    assert set(icons.values()) == {20}
    assert len(icons) == 12
    assert len({tile.face() for tile in tiles[1:]}) == 60


def one_of_each(tiles: Tiles) -> None:
    tiles[1]["sides"] = ["forest", "lake", "meadow", "mountain"]


def apart(tiles: Tiles) -> None:
    tiles[1].update(sides=["forest"] * 4, territories=[4, 4, 2, 1])


def many_icons(tiles: Tiles) -> None:
    tiles[1]["icons"] = [["square", "circle"], [], "hexagon", ["circle"] * 9]


def other_start(tiles: Tiles) -> None:
    tiles[0].update(sides=["lake", "lake", "forest", "forest"], icons=[[], [], [], []])


def fewer(tiles: Tiles) -> None:
    del tiles[31:]


def more(tiles: Tiles) -> None:
    tiles += copy.deepcopy(tiles[1:])


def all_gold(tiles: Tiles) -> None:
    for tile in tiles[1:]:
        tile["back"] = "gold"


@pytest.mark.parametrize("change", [one_of_each, apart, many_icons, other_start, fewer, more, all_gold])
def test_a_set_of_ones_own_is_accepted_and_written_as_it_was_read(change: Callable[[Tiles], None]) -> None:
    data = copy.deepcopy(GOOD)
    change(data["tiles"])
    found = {"tiles": [tile.as_data() for tile in check_tiles(data, "here")]}
    again = {"tiles": [tile.as_data() for tile in check_tiles(found, "here")]}
    assert found == again
    if change is apart:
        assert found["tiles"][1]["territories"] == [1, 1, 2, 3]
    elif change is many_icons:
        assert found["tiles"][1]["icons"] == [["circle", "square"], [], "hexagon", ["circle"] * 9]
    else:
        assert found == data


def too_few(tiles: Tiles) -> None:
    del tiles[30:]


def too_many(tiles: Tiles) -> None:
    tiles += copy.deepcopy(tiles)


def start_back(tiles: Tiles) -> None:
    tiles[0]["back"] = "gold"


def no_back(tiles: Tiles) -> None:
    tiles[5]["back"] = None


def unknown_back(tiles: Tiles) -> None:
    tiles[3]["back"] = "feast"


def wrong_back(tiles: Tiles) -> None:
    tiles[3]["back"] = 7


def unknown_side(tiles: Tiles) -> None:
    tiles[3]["sides"][1] = "desert"


def unknown_icon(tiles: Tiles) -> None:
    tiles[3]["icons"][1] = ["circle", "star"]


def unknown_key(tiles: Tiles) -> None:
    tiles[3]["icon"] = []


def three_icons(tiles: Tiles) -> None:
    tiles[3]["icons"].pop()


def fifth_icon(tiles: Tiles) -> None:
    tiles[3]["icons"].append("circle")


def ten_icons(tiles: Tiles) -> None:
    tiles[3]["icons"][2] = ["circle"] * 10


def one_territory(tiles: Tiles) -> None:
    tiles[3]["sides"] = ["lake"] * 4


def mixed_territory(tiles: Tiles) -> None:
    tiles[1]["territories"] = [1, 1, 1, 2]


def fifth_territory(tiles: Tiles) -> None:
    tiles[1]["territories"] = [1, 2, 3, 5]


def true_territory(tiles: Tiles) -> None:
    tiles[1]["territories"] = [True, 2, 3, 4]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (too_few, "29 tiles besides the start tile; two players need 30, three 39, four 46.*room for 120"),
        (too_many, "121 tiles besides the start tile"),
        (start_back, "tile 0: is the start tile, which has no back .rule 1.2"),
        (no_back, "tile 5: it has no back; backs are shape:circle"),
        (unknown_back, "tile 3: unknown back 'feast'"),
        (wrong_back, "its back 7 is not a text"),
        (unknown_side, "tile 3, sides: 'desert' is not one of"),
        (unknown_icon, "tile 3, icons, east: 'star' is not one of circle"),
        (unknown_key, "tile 3: 'icon' is not one of sides, icons"),
        (three_icons, "tile 3, icons: must be a list of four"),
        (fifth_icon, "tile 3, icons: number 5 of the icons has no side, and so no territory"),
        (ten_icons, "tile 3, icons, south: 10 icons on one side; there is room for 9"),
        (one_territory, "tile 3: all its sides are one territory; there must be two to four"),
        (mixed_territory, r"north .forest. and south .lake. cannot be one territory"),
        (fifth_territory, "territories: 5 is not one of 1, 2, 3, 4"),
        (true_territory, "territories: True is not one of"),
    ],
)
def test_a_bad_set_is_refused_with_the_reason(change: Callable[[Tiles], None], reason: str) -> None:
    data = copy.deepcopy(GOOD)
    change(data["tiles"])
    with pytest.raises(DataError, match=reason):
        check_tiles(data, "here")


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


def test_the_frozen_second_set_is_what_its_recipe_makes_and_every_reward_is_equally_frequent() -> None:
    tiles = make_meeting.make_tiles(make_meeting.CHOSEN)
    file = packaged("okanagan", "meeting")
    assert file.read_text(encoding="utf-8") == as_toml(tiles, make_meeting.HEADER)
    assert load_tiles(file) == tiles
    icons = Counter(
        (side, icon) for tile in tiles[1:] for side, shown in zip(tile.sides, tile.icons, strict=True) for icon in shown
    )
    assert set(icons.values()) == {26}
    assert len(icons) == 12
