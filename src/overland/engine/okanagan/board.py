"""Okanagan's box record: the tiles and every table derived from them (rules 1.2 to 1.4)."""

from collections.abc import Sequence

import numpy as np

from overland.data.okanagan_tiles import Tile
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BACKS,
    GOAL_NAMES,
    GOALS,
    REWARD_NAMES,
    SIDES,
    TILES,
    Shape,
    Terrain,
)
from overland.engine.record import Record, new_record, record

MAX_BACK_TILES = 12  # no back is on more tiles than that
NO_REWARD = -1
SIDE_BITS = 4  # one bit for each terrain

BOX = record(
    ("okanagan_box", np.int8),  # always 0: the name tells this record's type from any other
    ("sides", np.int8, (TILES, SIDES)),  # Terrain of each side, from the north, clockwise
    ("icons", np.int8, (TILES, SIDES)),  # Shape of the icon on each side
    ("back", np.int8, TILES),  # back of each tile; that of the start tile means nothing
    ("terrains", np.int8, TILES),  # the terrains of a tile as bits
    ("band_gap", np.int8, TILES),  # of a band tile, the two terrains that do not touch, as bits; else 0
    ("face", np.int32, (TILES, SIDES)),  # for each rotation, a bit for the terrain of each side
    ("back_count", np.int8, BACKS),
    ("back_tiles", np.int8, (BACKS, MAX_BACK_TILES)),  # the tiles with each back, ascending
    ("goal", np.int8, (GOALS, 3)),  # the rewards of each goal, or NO_REWARD
)


def make_box(tiles: Sequence[Tile]) -> Record:
    """The box of a valid tile set."""
    box = new_record(BOX)
    for number, tile in enumerate(tiles):
        box.sides[number] = [Terrain[side.upper()] for side in tile.sides]
        box.icons[number] = [Shape[icon.upper()] for icon in tile.icons]
        sides = [int(side) for side in box.sides[number]]
        box.terrains[number] = sum(1 << terrain for terrain in set(sides))
        for rotation in range(SIDES):
            box.face[number, rotation] = sum(
                1 << (SIDE_BITS * side + sides[(side - rotation) % SIDES]) for side in range(SIDES)
            )
        if tile.back is None:
            continue
        back = BACK_NAMES.index(tile.back)
        box.back[number] = back
        box.back_tiles[back, box.back_count[back]] = number
        box.back_count[back] += 1
        double = max(set(sides), key=sides.count)
        if sides[0] == sides[2] == double or sides[1] == sides[3] == double:
            box.band_gap[number] = box.terrains[number] & ~(1 << double)
    for number, name in enumerate(GOAL_NAMES):
        rewards = [REWARD_NAMES.index(reward) for reward in name.split("+")]
        box.goal[number] = (rewards + [NO_REWARD] * 3)[:3]
    return box
