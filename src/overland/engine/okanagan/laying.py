"""Laying a tile (rules 4.1, 4.3): its sides join the territories they touch, and the frontier moves on."""

from overland.engine.jit import compiled
from overland.engine.okanagan.components import MAX_SEATS, SHAPES, SIDES, TERRAINS
from overland.engine.okanagan.frontier import find_square, meet_square, opposite, remove_square
from overland.engine.record import Record


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
        state.territory_of[terrain] = 0
    free_sides = 0xF
    at = 0
    if index > 0:
        at = find_square(state, x, y, 0)
        free_sides = touch_territories(state, at)
        remove_square(state, at)
    extend_territories(box, state, index, free_sides)
    for side in range(SIDES):
        if free_sides >> side & 1:
            meet_square(box, state, index, side, at)


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
        known = int(state.territory_of[terrain]) - 1
        if known < 0:
            state.territory_of[terrain] = touched + 1
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
        if state.territory_of[terrain] == 0:
            state.territories[state.territory_count].terrain = terrain
            state.territory_count += 1
            state.territory_of[terrain] = state.territory_count
        here.sides[side] = state.territory_of[terrain] - 1
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
        if state.territory_of[terrain] == gone + 1:
            state.territory_of[terrain] = kept + 1
