"""Okanagan's tiles and goals: read from a file or a mapping, and refused with the reason if they are not valid."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland.data.errors import DataError
from overland.data.files import packaged, read_toml

TERRAINS = ("forest", "lake", "meadow", "mountain")
SHAPES = ("circle", "hexagon", "square")
#: Terrain by terrain, circle, hexagon and square of each (rules 1.1).
REWARDS = (
    *("lumberjack", "hide", "wood"),
    *("fisher", "whitefish", "salmon"),
    *("farmer", "wheat", "apple"),
    *("miner", "ore", "crystal"),
)
#: How many tiles show each special action on their back (rules 1.3).
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
TILES = 60
ICONS = 20  # of each reward on the 60 tiles
START_SIDES = TERRAINS
START_ICONS = ("circle", "hexagon", "square", "circle")  # lumberjack, whitefish, apple, miner
DEFAULT_TILES = "valley"


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
    """A tile: side and icon from the north, clockwise, and its back (none for the start tile)."""

    sides: tuple[str, ...]
    icons: tuple[str, ...]
    back: str | None

    def as_data(self) -> dict[str, Any]:
        """The tile as traces and records write it."""
        return {"sides": list(self.sides), "icons": list(self.icons), "back": self.back}

    def face(self) -> tuple[tuple[str, str], ...]:
        """What its front shows, the same for every rotation."""
        parts = list(zip(self.sides, self.icons, strict=True))
        return min(tuple(parts[turn:] + parts[:turn]) for turn in range(4))


def load_tiles(path: Path | None) -> list[Tile]:
    """The tile set in the TOML file at ``path``, or the default one."""
    file = path or packaged("okanagan", DEFAULT_TILES)
    data = read_toml(file)
    if data.get("goals", list(GOALS)) != list(GOALS):
        raise DataError("1.4", f"{file}, goals", "the goals are not the 36 of the rules in their order")
    return check_tiles({"tiles": [{"back": None, **tile} for tile in tables(data.get("tile"), str(file))]}, str(file))


def tables(found: Any, place: str) -> list[Mapping[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(tile, dict) for tile in found):
        raise DataError("1.2", place, "the tiles must be a list of tables")
    return found


def check_tiles(data: Mapping[str, Any], place: str) -> list[Tile]:
    """The tiles that ``data`` describes (keys as in a trace), checked against rules 1.2 and 1.3."""
    found = tables(data.get("tiles"), place)
    if len(found) != TILES + 1:
        raise DataError("1.2", place, f"there are {len(found)} tiles instead of {TILES + 1}, the start tile included")
    tiles = [checked_tile(tile, f"{place}, tile {number}") for number, tile in enumerate(found)]
    check_start(tiles[0], f"{place}, tile 0")
    for number, tile in enumerate(tiles[1:], 1):
        check_parts(tile, f"{place}, tile {number}")
    check_patterns(tiles[1:], place)
    check_icons(tiles[1:], place)
    check_faces(tiles[1:], place)
    check_backs(tiles[1:], place)
    return tiles


def checked_tile(tile: Mapping[str, Any], place: str) -> Tile:
    """A tile with four known sides, four known icons, and a back of text or none."""
    back = tile.get("back")
    if back is not None and not isinstance(back, str):
        raise DataError("1.3", place, f"its back {back!r} is not a text")
    return Tile(
        words(tile.get("sides"), TERRAINS, f"{place}, sides"), words(tile.get("icons"), SHAPES, f"{place}, icons"), back
    )


def words(found: Any, known: Sequence[str], place: str) -> tuple[str, ...]:
    if not isinstance(found, list | tuple) or len(found) != 4:
        raise DataError("1.2", place, "must be a list of four, north first, clockwise")
    for word in found:
        if word not in known:
            raise DataError("1.2", place, f"{word!r} is not one of {', '.join(known)}")
    return tuple(found)


def check_start(tile: Tile, place: str) -> None:
    """Refuse a start tile that is not the one in the rules."""
    if tile != Tile(START_SIDES, START_ICONS, None):
        raise DataError("1.2", place, "is not the start tile of the rules")


def check_parts(tile: Tile, place: str) -> None:
    """One terrain covers two sides, two others one each; the back is a special action."""
    if sorted(Counter(tile.sides).values()) != [1, 1, 2]:
        raise DataError("1.2", place, "one terrain must cover two sides and two others one each")
    if tile.back not in BACK_COUNTS:
        raise DataError("1.3", place, f"unknown back {tile.back!r}")


def pattern(tile: Tile) -> tuple[str, ...]:
    """The sides from a fixed start: the double terrain first (of a band, the one before the lesser other)."""
    [double] = [terrain for terrain, count in Counter(tile.sides).items() if count == 2]
    turns = [tile.sides[turn:] + tile.sides[:turn] for turn in range(4)]
    adjacent = [sides for sides in turns if sides[0] == sides[1] == double]
    return adjacent[0] if adjacent else min(sides for sides in turns if sides[0] == double)


def check_patterns(tiles: Sequence[Tile], place: str) -> None:
    """Each double terrain and pair of others: two tiles either way round, and one band."""
    counted = Counter(pattern(tile) for tile in tiles)
    for double in TERRAINS:
        for first, second in itertools.combinations([terrain for terrain in TERRAINS if terrain != double], 2):
            wanted = {
                (double, double, first, second): 2,
                (double, double, second, first): 2,
                (double, first, double, second): 1,
            }
            for sides, count in wanted.items():
                if counted[sides] != count:
                    raise DataError(
                        "1.2", place, f"{counted[sides]} tiles instead of {count} have sides {' '.join(sides)}"
                    )


def check_icons(tiles: Sequence[Tile], place: str) -> None:
    """Twenty icons of each reward."""
    counted = Counter(part for tile in tiles for part in zip(tile.sides, tile.icons, strict=True))
    for terrain, shape in itertools.product(TERRAINS, SHAPES):
        if counted[terrain, shape] != ICONS:
            reward = REWARDS[3 * TERRAINS.index(terrain) + SHAPES.index(shape)]
            raise DataError("1.2", place, f"there are {counted[terrain, shape]} icons of {reward} instead of {ICONS}")


def check_faces(tiles: Sequence[Tile], place: str) -> None:
    """No two fronts are alike in any rotation."""
    seen: dict[tuple[tuple[str, str], ...], int] = {}
    for number, tile in enumerate(tiles, 1):
        if tile.face() in seen:
            raise DataError("1.2", f"{place}, tile {number}", f"looks the same as tile {seen[tile.face()]}")
        seen[tile.face()] = number


def check_backs(tiles: Sequence[Tile], place: str) -> None:
    """The stated number of each special action."""
    counted = Counter(tile.back for tile in tiles)
    for back, count in BACK_COUNTS.items():
        if counted[back] != count:
            raise DataError("1.3", place, f"{counted[back]} backs instead of {count} show {back}")
