"""How Okanagan's second tile set was made: ``python -m overland.data.make_meeting`` prints the file again.

Tiles with fewer and larger territories make territories that several players build on before they close. A set is a
recipe (how many tiles of each pattern for every choice of terrains, how many icons on each territory) and a seed that
deals shapes and backs; every reward is equally frequent. ``tools/search_meeting.py`` tried recipes and seeds with bots
and chose these; the result is frozen in ``okanagan/meeting.toml``.
"""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from overland.data.make_okanagan import as_toml
from overland.data.okanagan_tiles import (
    BACK_COUNTS,
    SHAPES,
    START_ICONS,
    START_SIDES,
    TERRAINS,
    Tile,
    in_order,
    simple_tile,
)

#: The sides of a tile by letter: D, A, B and C are different terrains; a small letter is apart from its capital.
PATTERNS = ("DDAA", "DDDA", "DDAB", "DADB", "DABC", "DdAB", "DAdB", "DdAA")
Front = tuple[tuple[str, ...], tuple[int, ...]]  # the terrain and the territory of each side


class Recipe(NamedTuple):
    """How a set is made."""

    tiles: tuple[int, ...]  # of each pattern, for each choice of terrains
    large: int  # icons on a territory of two or three sides
    small: int  # on a territory of one side
    seed: int


CHOSEN = Recipe((6, 0, 0, 0, 4, 0, 0, 0), 3, 1, 1)
HEADER = """\
# Okanagan's second tile set: larger territories, in which players meet. Made by overland/data/make_meeting.py with a
# recipe that tools/search_meeting.py chose, then frozen; docs/records.md says how it plays.
# Sides and icons from the north, clockwise; tile 0 is the start tile and has no back.

name = "meeting"
"""


def all_sides(recipe: Recipe) -> list[tuple[str, ...]]:
    """The sides of all tiles: each pattern so often for every choice of its terrains, alike ones but once."""
    return [sides for sides, _ in all_fronts(recipe)]


def all_fronts(recipe: Recipe) -> list[Front]:
    """The same with the territory of each side."""
    found = []
    for pattern, times in zip(PATTERNS, recipe.tiles, strict=True):
        letters = sorted(set(pattern.upper()), key="DABC".index)
        seen = set()
        for terrains in itertools.permutations(TERRAINS, len(letters)):
            named = dict(zip(letters, terrains, strict=True))
            sides = tuple(named[letter.upper()] for letter in pattern)
            parts = list(zip(sides, in_order(pattern), strict=True))
            face = min(tuple(side for side, _ in parts[turn:] + parts[:turn]) for turn in range(4))
            if face not in seen:
                seen.add(face)
                found += [(sides, in_order(pattern))] * times
    return found


def dealt_backs(count: int, dice: random.Random) -> list[str]:
    """The default set's backs, as often as it has them, more or fewer in proportion."""
    backs = [back for back, times in BACK_COUNTS.items() for _ in range(times)]
    dice.shuffle(backs)
    return [backs[number % len(backs)] for number in range(count)]


def make_tiles(recipe: Recipe) -> list[Tile]:
    """The tile set of a recipe, the start tile first."""
    dice = random.Random(f"meeting {recipe.seed}")
    fronts = all_fronts(recipe)
    sides = [four for four, _ in fronts]
    bags = {terrain: bag_of(fronts, terrain, recipe, dice) for terrain in TERRAINS}
    tiles = [simple_tile(START_SIDES, START_ICONS, None)]
    for (four, parts), back in zip(fronts, dealt_backs(len(sides), dice), strict=True):
        tiles.append(Tile(four, dealt_icons(four, parts, bags, recipe), parts, back))
    return tiles


def icons_of(sides: int, recipe: Recipe) -> int:
    """How many icons a territory of so many sides has."""
    return recipe.large if sides > 1 else recipe.small


def bag_of(fronts: Sequence[Front], terrain: str, recipe: Recipe, dice: random.Random) -> list[str]:
    """The shapes that a terrain's icons will have, equally often, in random order."""
    count = 0
    for four, parts in fronts:
        own = Counter(part for side, part in zip(four, parts, strict=True) if side == terrain)
        count += sum(icons_of(sides, recipe) for sides in own.values())
    bag = [SHAPES[number % len(SHAPES)] for number in range(count)]
    dice.shuffle(bag)
    return bag


def dealt_icons(
    four: Sequence[str], parts: Sequence[int], bags: dict[str, list[str]], recipe: Recipe
) -> tuple[tuple[str, ...], ...]:
    """The icons of a tile, those of a territory spread over its sides."""
    icons: list[list[str]] = [[], [], [], []]
    for part, count in Counter(parts).items():
        places = [side for side in range(4) if parts[side] == part]
        for number in range(icons_of(count, recipe)):
            icons[places[number % count]].append(bags[four[places[0]]].pop())
    return tuple(tuple(sorted(shapes, key=SHAPES.index)) for shapes in icons)


if __name__ == "__main__":
    print(as_toml(make_tiles(CHOSEN), HEADER), end="")
