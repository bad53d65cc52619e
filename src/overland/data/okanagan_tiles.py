"""Okanagan's tiles and goals: read from a file or a mapping, and refused with the reason if they cannot be played."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland.data.errors import DataError
from overland.data.files import DEFAULT_NAMES, packaged, read_toml, shown, table

TERRAINS = ("forest", "lake", "meadow", "mountain")
SHAPES = ("circle", "hexagon", "square")
#: Terrain by terrain, circle, hexagon and square of each (rules 1.1).
REWARDS = (
    *("lumberjack", "hide", "wood"),
    *("fisher", "whitefish", "salmon"),
    *("farmer", "wheat", "apple"),
    *("miner", "ore", "crystal"),
)
#: The special actions that a back can show, and how many backs of the default set show each (rules 1.3).
BACK_COUNTS = {
    **{f"shape:{shape}": 3 for shape in SHAPES},
    **{f"kind:{reward}": 1 for reward in REWARDS},
    "first": 4,
    "gold": 9,
    "goals": 5,
    "tribute": 4,
    "trade": 4,
    "refresh": 3,
    "reshape": 5,
    "recolour": 5,
}
BACKS = tuple(BACK_COUNTS)
SIDE_NAMES = ("north", "east", "south", "west")
#: Tiles, the start tile not counted, that a game with so many players needs: one a turn, and six on the table (1.2).
NEEDED_TILES = {2: 30, 3: 39, 4: 46}
MIN_TILES, MAX_TILES = NEEDED_TILES[2], 120
MAX_SIDE_ICONS = 9
START_SIDES = TERRAINS
START_ICONS = ("circle", "hexagon", "square", "circle")  # of the default set: lumberjack, whitefish, apple, miner
DEFAULT_TILES = DEFAULT_NAMES["okanagan"]


def goal_names() -> tuple[str, ...]:
    """The 36 goals: 12 singles, 12 pairs of one terrain, 12 triples of one shape, each class in table order (1.4)."""
    singles = [(reward,) for reward in range(12)]
    pairs = [
        (3 * terrain + first, 3 * terrain + second)
        for terrain in range(4)
        for first, second in itertools.combinations(range(3), 2)
    ]
    triples = [
        tuple(3 * terrain + shape for terrain in terrains)
        for shape in range(3)
        for terrains in itertools.combinations(range(4), 3)
    ]
    ordered = [*singles, *sorted(pairs), *sorted(triples)]
    return tuple("+".join(REWARDS[reward] for reward in goal) for goal in ordered)


GOALS = goal_names()


@dataclass(frozen=True)
class Tile:
    """A tile: the terrain, the icons and the territory of each side, from the north, clockwise, and its back.

    Territories are numbered from 1 in the order in which the sides show them. The start tile has no back.
    """

    sides: tuple[str, ...]
    icons: tuple[tuple[str, ...], ...]
    territories: tuple[int, ...]
    back: str | None

    def as_data(self) -> dict[str, Any]:
        """The tile as traces and records write it; territories only where sides of one terrain are apart."""
        icons = [shapes[0] if len(shapes) == 1 else list(shapes) for shapes in self.icons]
        data: dict[str, Any] = {"sides": list(self.sides), "icons": icons}
        if self.territories != joined(self.sides):
            data["territories"] = list(self.territories)
        return {**data, "back": self.back}

    def face(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What its front shows, the same for every rotation."""
        parts = list(zip(self.sides, self.icons, strict=True))
        return min(tuple(parts[turn:] + parts[:turn]) for turn in range(4))


def joined(sides: Sequence[str]) -> tuple[int, ...]:
    """The territory of each side if sides of one terrain are one territory."""
    return in_order(sides)


def in_order(labels: Sequence[Any]) -> tuple[int, ...]:
    """Labels as numbers from 1, in the order in which they are met."""
    met = list(dict.fromkeys(labels))
    return tuple(1 + met.index(label) for label in labels)


def simple_tile(sides: Sequence[str], icons: Sequence[str], back: str | None) -> Tile:
    """A tile with an icon on every side, whose sides of one terrain are one territory."""
    return Tile(tuple(sides), tuple((icon,) for icon in icons), joined(sides), back)


def load_tiles(path: Path | None) -> list[Tile]:
    """The tile set in the TOML file at ``path``, or the default one."""
    file = path or packaged("okanagan", DEFAULT_TILES)
    return tiles_in(read_toml(file), str(file))


def tiles_in(data: Mapping[str, Any], place: str) -> list[Tile]:
    """The tile set in the contents of a TOML file."""
    if data.get("goals", list(GOALS)) != list(GOALS):
        raise DataError("1.4", f"{place}, goals", "the goals are not the 36 of the rules in their order")
    return check_tiles({"tiles": [{"back": None, **tile} for tile in tables(data.get("tile"), place)]}, place)


def tables(found: Any, place: str) -> list[Mapping[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(tile, dict) for tile in found):
        raise DataError("1.2", place, "the tiles must be a list of tables")
    return found


def check_tiles(data: Mapping[str, Any], place: str) -> list[Tile]:
    """The tiles that ``data`` describes (keys as in a trace), checked against rules 1.2 and 1.3."""
    found = tables(table(data, place).get("tiles"), place)
    if not MIN_TILES < len(found) <= MAX_TILES + 1:
        raise DataError(
            "1.2",
            place,
            f"there are {max(0, len(found) - 1)} tiles besides the start tile; two players need {MIN_TILES},"
            f" three {NEEDED_TILES[3]}, four {NEEDED_TILES[4]}, and there is room for {MAX_TILES}",
            "count",
            count=max(0, len(found) - 1),
            two=MIN_TILES,
            three=NEEDED_TILES[3],
            four=NEEDED_TILES[4],
            most=MAX_TILES,
        )
    tiles = [checked_tile(tile, f"{place}, tile {number}") for number, tile in enumerate(found)]
    if tiles[0].back is not None:
        raise DataError("1.2", f"{place}, tile 0", "is the start tile, which has no back")
    for number, tile in enumerate(tiles[1:], 1):
        if tile.back not in BACK_COUNTS:
            unknown = "it has no back" if tile.back is None else f"unknown back {shown(tile.back)}"
            raise DataError("1.3", f"{place}, tile {number}", f"{unknown}; backs are {', '.join(BACKS)}")
    return tiles


def checked_tile(tile: Mapping[str, Any], place: str) -> Tile:
    """A tile with four known sides, known icons on them, two to four territories, and a back of text or none."""
    for name in tile:
        if name not in ("sides", "icons", "territories", "back"):
            raise DataError("1.2", place, f"{shown(name)} is not one of sides, icons, territories, back")
    back = tile.get("back")
    if back is not None and not isinstance(back, str):
        raise DataError("1.3", place, f"its back {shown(back)} is not a text")
    sides = tuple(
        known_word(word, TERRAINS, f"{place}, sides") for word in four(tile.get("sides"), "sides", f"{place}, sides")
    )
    icons = tuple(
        checked_icons(found, f"{place}, icons, {SIDE_NAMES[side]}")
        for side, found in enumerate(four(tile.get("icons"), "icons", f"{place}, icons"))
    )
    territories = joined(sides)
    if "territories" in tile:
        territories = checked_territories(tile["territories"], sides, f"{place}, territories")
    if len(set(territories)) < 2:
        raise DataError(
            "1.2", place, "all its sides are one territory; there must be two to four, with borders between", "one"
        )
    return Tile(sides, icons, territories, back)


def four(found: Any, name: str, place: str) -> Sequence[Any]:
    """One thing for each side."""
    if not isinstance(found, list | tuple) or len(found) < 4:
        raise DataError("1.2", place, "must be a list of four, north first, clockwise")
    if len(found) > 4:
        raise DataError(
            "1.2", place, f"number {len(found)} of the {name} has no side, and so no territory; there are four"
        )
    return found


def known_word(word: Any, known: Sequence[str], place: str) -> str:
    if not isinstance(word, str) or word not in known:
        raise DataError("1.2", place, f"{shown(word)} is not one of {', '.join(known)}")
    return word


def checked_icons(found: Any, place: str) -> tuple[str, ...]:
    """The icons on a side: one shape, or a list of any number of them, kept in the order of the shapes."""
    shapes = found if isinstance(found, list | tuple) else [found]
    if len(shapes) > MAX_SIDE_ICONS:
        raise DataError("1.2", place, f"{len(shapes)} icons on one side; there is room for {MAX_SIDE_ICONS}")
    return tuple(sorted((known_word(shape, SHAPES, place) for shape in shapes), key=SHAPES.index))


def checked_territories(found: Any, sides: Sequence[str], place: str) -> tuple[int, ...]:
    """The territory of each side by number; what has one number must have one terrain."""
    for number in four(found, "territories", place):
        if type(number) is not int or not 1 <= number <= 4:
            raise DataError("1.2", place, f"{shown(number)} is not one of 1, 2, 3, 4")
    for first, second in itertools.combinations(range(4), 2):
        if found[first] == found[second] and sides[first] != sides[second]:
            names = f"{SIDE_NAMES[first]} ({sides[first]}) and {SIDE_NAMES[second]} ({sides[second]})"
            raise DataError("1.2", place, f"{names} cannot be one territory: their terrains differ", "differ")
    return in_order(found)
