"""Okanagan's box record: the tiles and every table derived from them (rules 1.2 to 1.4), and laying tiles.

The map has no edges. A position keeps the tiles laid and the *frontier*: every empty square beside one, with what
its four sides must show. Laying a tile changes at most five squares of it, and the territories its sides join.
"""

from collections.abc import Sequence

import numpy as np

from overland.data.okanagan_tiles import Tile
from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BACKS,
    GOAL_NAMES,
    GOALS,
    MAX_SEATS,
    REWARD_NAMES,
    SHAPES,
    SIDES,
    TERRAINS,
    TILES,
    Shape,
    Terrain,
)
from overland.engine.record import Record, new_record, record

MAX_BACK_TILES = 12  # no back is on more tiles than that
NO_REWARD = -1
ANYTHING = 0xFFFF  # what a square needs whose four sides are free
SIDE_BITS = 4  # one bit for each terrain

BOX = record(
    ("okanagan_box", np.int8),  # always 0: the name tells this record's type from any other
    ("sides", np.int8, (TILES, SIDES)),  # Terrain of each side, from the north, clockwise
    ("icons", np.int8, (TILES, SIDES)),  # Shape of the icon on each side
    ("back", np.int8, TILES),  # back of each tile; that of the start tile means nothing
    ("parts", np.int8, TILES),  # the terrains of a tile as bits
    ("band_gap", np.int8, TILES),  # of a band tile, the two terrains that do not touch, as bits; else 0
    ("face", np.int32, (TILES, SIDES)),  # for each rotation, a bit for the terrain of each side
    ("back_count", np.int8, BACKS),
    ("back_tiles", np.int8, (BACKS, MAX_BACK_TILES)),  # the tiles with each back, ascending
    ("goal", np.int8, (GOALS, 3)),  # the rewards of each goal, or NO_REWARD
)

STEP_X = (0, 1, 0, -1)  # to the square beside each side
STEP_Y = (-1, 0, 1, 0)


def make_box(tiles: Sequence[Tile]) -> Record:
    """The box of a valid tile set."""
    box = new_record(BOX)
    for number, tile in enumerate(tiles):
        box.sides[number] = [Terrain[side.upper()] for side in tile.sides]
        box.icons[number] = [Shape[icon.upper()] for icon in tile.icons]
        sides = [int(side) for side in box.sides[number]]
        box.parts[number] = sum(1 << terrain for terrain in set(sides))
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
            box.band_gap[number] = box.parts[number] & ~(1 << double)
    for number, name in enumerate(GOAL_NAMES):
        rewards = [REWARD_NAMES.index(reward) for reward in name.split("+")]
        box.goal[number] = (rewards + [NO_REWARD] * 3)[:3]
    return box


# Laying tiles (4.1, 4.3)


@compiled
def fits_anywhere(box: Record, state: Record, tile: int) -> bool:
    """Whether a tile can be laid on any square in any rotation."""
    for i in range(state.frontier_size):
        need = int(state.frontier[i].need)
        for rotation in range(SIDES):
            face = int(box.face[tile, rotation])
            if face & need == face:
                return True
    return False


@compiled
def find_square(state: Record, x: int, y: int) -> int:
    """Where in the frontier a square stands, or where it would have to be put in: the frontier is in reading order."""
    for i in range(state.frontier_size):
        square = state.frontier[i]
        if square.y > y or (square.y == y and square.x >= x):
            return i
    return int(state.frontier_size)


@compiled
def lay_tile(box: Record, state: Record, tile: int, rotation: int, x: int, y: int) -> None:
    """Put a tile on an empty square it fits, join its parts with the territories they touch, and move the frontier."""
    index = int(state.laid_count)
    state.laid_count += 1
    here = state.laid[index]
    here.tile = tile
    here.rotation = rotation
    here.x = x
    here.y = y
    for terrain in range(TERRAINS):
        state.parts[terrain] = 0
    free_sides = 0xF
    if index > 0:
        at = find_square(state, x, y)
        free_sides = touch_territories(state, at)
        remove_square(state, at)
    extend_territories(box, state, index, free_sides)
    for side in range(SIDES):
        if free_sides >> side & 1:
            meet_square(box, state, index, side)


@compiled
def opposite(side: int) -> int:
    """The side that a side touches."""
    return (side + 2) % SIDES


@compiled
def touch_territories(state: Record, at: int) -> int:
    """The tile just laid joins the territories around its square; returns its sides that touch nothing, as bits."""
    free_sides = 0
    for side in range(SIDES):
        neighbour = int(state.frontier[at].beside[side]) - 1
        if neighbour < 0:
            free_sides |= 1 << side
            continue
        touched = int(state.laid[neighbour].sides[opposite(side)])
        terrain = int(state.territories[touched].terrain)
        state.territories[touched].open -= 1
        known = int(state.parts[terrain]) - 1
        if known < 0:
            state.parts[terrain] = touched + 1
        elif known != touched:
            merge_territories(state, min(known, touched), max(known, touched))
    return free_sides


@compiled
def extend_territories(box: Record, state: Record, index: int, free_sides: int) -> None:
    """Every side of the tile just laid becomes part of the territory its terrain has joined, or of a new one."""
    here = state.laid[index]
    for side in range(SIDES):
        printed = (side - int(here.rotation)) % SIDES
        terrain = int(box.sides[here.tile, printed])
        if state.parts[terrain] == 0:
            state.territories[state.territory_count].terrain = terrain
            state.territory_count += 1
            state.parts[terrain] = state.territory_count
        here.sides[side] = state.parts[terrain] - 1
        territory = state.territories[here.sides[side]]
        territory.icons[box.icons[here.tile, printed]] += 1
        territory.open += free_sides >> side & 1


@compiled
def merge_territories(state: Record, kept: int, gone: int) -> None:
    """Two territories have become one: the later number disappears."""
    into = state.territories[kept]
    lost = state.territories[gone]
    into.open += lost.open
    for shape in range(SHAPES):
        into.icons[shape] += lost.icons[shape]
        lost.icons[shape] = 0
    for seat in range(MAX_SEATS):
        into.influence[seat] += lost.influence[seat]
        lost.influence[seat] = 0
    lost.open = 0
    lost.terrain = 0
    for i in range(state.laid_count):
        for side in range(SIDES):
            if state.laid[i].sides[side] == gone:
                state.laid[i].sides[side] = kept
    for terrain in range(TERRAINS):
        if state.parts[terrain] == gone + 1:
            state.parts[terrain] = kept + 1


@compiled
def meet_square(box: Record, state: Record, index: int, side: int) -> None:
    """The empty square beside a side of the tile just laid joins the frontier, or needs one terrain more."""
    here = state.laid[index]
    x = int(here.x) + STEP_X[side]
    y = int(here.y) + STEP_Y[side]
    at = find_square(state, x, y)
    if at == state.frontier_size or state.frontier[at].x != x or state.frontier[at].y != y:
        insert_square(state, at, x, y)
    square = state.frontier[at]
    facing = opposite(side)
    terrain = int(box.sides[here.tile, (side - int(here.rotation)) % SIDES])
    square.beside[facing] = index + 1
    square.need = (int(square.need) & ~(0xF << (SIDE_BITS * facing))) | (1 << (SIDE_BITS * facing + terrain))


@compiled
def insert_square(state: Record, at: int, x: int, y: int) -> None:
    """A new frontier square, free on all sides."""
    i = int(state.frontier_size)
    while i > at:
        copy_square(state, i, i - 1)
        i -= 1
    state.frontier_size += 1
    square = state.frontier[at]
    square.x = x
    square.y = y
    square.need = ANYTHING
    for side in range(SIDES):
        square.beside[side] = 0


@compiled
def remove_square(state: Record, at: int) -> None:
    """A frontier square is no longer empty."""
    state.frontier_size -= 1
    for i in range(at, state.frontier_size):
        copy_square(state, i, i + 1)
    last = state.frontier[state.frontier_size]
    last.x = 0
    last.y = 0
    last.need = 0
    for side in range(SIDES):
        last.beside[side] = 0


@compiled
def copy_square(state: Record, to: int, source: int) -> None:
    """Overwrite a frontier square with another."""
    into = state.frontier[to]
    old = state.frontier[source]
    into.x = old.x
    into.y = old.y
    into.need = old.need
    for side in range(SIDES):
        into.beside[side] = old.beside[side]
