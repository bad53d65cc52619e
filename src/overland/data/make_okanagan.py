"""How Okanagan's default tile set was made: ``python -m overland.data.make_okanagan`` prints the file again.

The printed tiles are not in our sources. The rules (1.2, 1.3) fix which sides there are, how many icons of each
reward and how many of each back; which icon is on which side and which back on which tile is drawn at random from
a fixed seed, until no two fronts are alike. The result is frozen in ``okanagan/valley.toml``.
"""

import itertools
import random
from typing import Any

from overland.data.okanagan_tiles import (
    BACK_COUNTS,
    GOALS,
    SHAPES,
    START_ICONS,
    START_SIDES,
    TERRAINS,
    Tile,
    simple_tile,
)

SEED = 2017
ICONS = 20  # of each reward on the 60 tiles
HEADER = """\
# Okanagan's default tile set. The printed tiles are not in our sources; this is our own reconstruction, made by
# overland/data/make_okanagan.py from the numbers in the rules (1.2, 1.3) and then frozen.
# Sides and icons from the north, clockwise; tile 0 is the start tile and has no back.

name = "valley"
"""


def all_sides() -> list[tuple[str, str, str, str]]:
    """The sides of the 60 tiles: for each double terrain and pair of others two, two and a band (1.2)."""
    found = []
    for double in TERRAINS:
        for one, two in itertools.combinations([terrain for terrain in TERRAINS if terrain != double], 2):
            found += [(double, double, one, two)] * 2 + [(double, double, two, one)] * 2 + [(double, one, double, two)]
    return found


def make_tiles(seed: int) -> list[Tile]:
    """A valid set of tiles, the start tile first."""
    dice = random.Random(seed)
    sides = all_sides()
    backs = [back for back, count in BACK_COUNTS.items() for _ in range(count)]
    dice.shuffle(backs)
    while True:
        icons = {terrain: [shape for shape in SHAPES for _ in range(ICONS)] for terrain in TERRAINS}
        for shapes in icons.values():
            dice.shuffle(shapes)
        tiles = [
            simple_tile(four, [icons[terrain].pop() for terrain in four], back)
            for four, back in zip(sides, backs, strict=True)
        ]
        if len({tile.face() for tile in tiles}) == len(tiles):
            return [simple_tile(START_SIDES, START_ICONS, None), *tiles]


def as_toml(tiles: list[Tile], header: str = HEADER) -> str:
    """The text of the file that holds these tiles and the goals."""
    lines = [header, "goals = ["]
    lines += [f'    "{goal}",' for goal in GOALS]
    lines += ["]"]
    for tile in tiles:
        lines += ["", "[[tile]]"]
        lines += [f"{name} = {quoted(value)}" for name, value in tile.as_data().items() if value is not None]
    return "\n".join(lines) + "\n"


def quoted(value: str | int | list[Any]) -> str:
    """A value as TOML: a text, a number, or a list of them."""
    if isinstance(value, list):
        return "[" + ", ".join(map(quoted, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    print(as_toml(make_tiles(SEED)), end="")
