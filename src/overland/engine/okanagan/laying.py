"""Laying a tile (rules 4.1, 4.3): its sides join the territories they touch, and the frontier moves on."""

from overland.engine.jit import compiled, part_of_callers
from overland.engine.okanagan.board import NO_SLOTS, SIDE_BITS
from overland.engine.okanagan.components import INFLUENCE, MAX_ICONS, MAX_SEATS, SHAPES, SIDES, SLOTS
from overland.engine.okanagan.frontier import ANYTHING, find_square, meet_square, opposite, remove_square
from overland.engine.okanagan.state import NO_TERRITORY
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
    for slot in range(SLOTS):
        state.territory_of[slot] = 0
    slots = int(box.slots_at[tile, rotation])
    face = int(box.face[tile, rotation])
    free_sides = 0xF
    at = 0
    if index > 0:
        at = find_square(state, x, y, 0)
        free_sides = touch_territories(box, state, slots, at)
        remove_square(state, at)
    if slots == NO_SLOTS:
        face = ANYTHING  # any terrain may touch a promo tile (12.1)
        for side in range(SIDES):
            here.sides[side] = NO_TERRITORY
    else:
        extend_territories(box, state, index, slots, free_sides)
    for side in range(SIDES):
        if free_sides >> side & 1:
            meet_square(state, index, side, face >> (SIDE_BITS * side) & 0xF, at)


@compiled
def touch_territories(box: Record, state: Record, slots: int, at: int) -> int:
    """The tile just laid joins the territories around its square; returns its sides that touch nothing, as bits."""
    free_sides = 0
    for side in range(SIDES):
        neighbour = int(state.frontier[at].beside[side]) - 1
        if neighbour < 0:
            free_sides |= 1 << side
            continue
        touched = int(state.laid[neighbour].sides[opposite(side)])
        if touched < 0:
            continue  # a promo tile closes and joins nothing (12.1)
        state.territories[touched].open -= 1
        if slots == NO_SLOTS:
            touch_by_promo(state, touched)
            continue
        slot = slots >> (SIDE_BITS * side) & 0xF
        known = int(state.territory_of[slot]) - 1
        if known < 0:
            state.territory_of[slot] = touched + 1
        elif known != touched:
            merge_territories(box, state, min(known, touched), max(known, touched))
    return free_sides


@compiled
def touch_by_promo(state: Record, touched: int) -> None:
    """A promo tile has no territories; its slots are those it touches, from the north, clockwise (12.4)."""
    slot = 0
    while state.territory_of[slot] > 0 and state.territory_of[slot] != touched + 1:
        slot += 1
    state.territory_of[slot] = touched + 1


@compiled
def extend_territories(box: Record, state: Record, index: int, slots: int, free_sides: int) -> None:
    """Every side of the tile just laid becomes part of the territory its slot has joined, or of a new one."""
    here = state.laid[index]
    tile = int(here.tile)
    done = 0
    for side in range(SIDES):
        slot = slots >> (SIDE_BITS * side) & 0xF
        if state.territory_of[slot] == 0:
            terrain = box.sides[tile, (side - int(here.rotation)) % SIDES]
            state.territories[state.territory_count].terrain = terrain
            state.territory_count += 1
            state.territory_of[slot] = state.territory_count
        number = int(state.territory_of[slot]) - 1
        here.sides[side] = number
        territory = state.territories[number]
        territory.open += free_sides >> side & 1
        if done >> slot & 1 == 0:
            done |= 1 << slot
            for shape in range(SHAPES):
                add_icons(territory, shape, int(box.icons[tile, slot, shape]))


@part_of_callers
def add_icons(territory: Record, shape: int, count: int) -> None:
    """More icons in a territory, as far as it has room for them."""
    territory.icons[shape] = min(MAX_ICONS, int(territory.icons[shape]) + count)


@compiled
def merge_territories(box: Record, state: Record, kept: int, gone: int) -> None:
    """Two territories have become one: the later number disappears."""
    into = state.territories[kept]
    lost = state.territories[gone]
    if box.has_apart:
        count_once(box, state, kept, gone)
    into.open += lost.open
    for shape in range(SHAPES):
        add_icons(into, shape, int(lost.icons[shape]))
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
    for slot in range(SLOTS):
        if state.territory_of[slot] == gone + 1:
            state.territory_of[slot] = kept + 1


@compiled
def count_once(box: Record, state: Record, kept: int, gone: int) -> None:
    """A building that touches both of two territories which become one counts in it once (5.2)."""
    for i in range(state.laid_count):
        here = state.laid[i]
        touches_kept = False
        touches_gone = False
        for side in range(SIDES):
            slot = int(box.slot[here.tile, here.rotation, side])
            if slot >= 0 and here.site >> slot & 1:
                touches_kept |= here.sides[side] == kept
                touches_gone |= here.sides[side] == gone
        if touches_kept and touches_gone:
            state.territories[gone].influence[here.owner - 1] -= INFLUENCE[here.kind]


@compiled
def is_repeated(state: Record, slots: int, slot: int) -> bool:
    """Whether an earlier one of these slots of the tile laid last belongs to the same territory."""
    for other in range(slot):
        if slots >> other & 1 and state.territory_of[other] == state.territory_of[slot]:
            return True
    return False


@compiled
def put_up(box: Record, state: Record, seat: int, building: int, site: int) -> None:
    """A building of a seat stands on the tile laid last and counts in the territories it touches (4.2, 5.2)."""
    here = state.laid[state.laid_count - 1]
    here.owner = 1 + seat
    here.kind = building
    here.site = site
    for slot in range(SLOTS):
        if site >> slot & 1 and not (box.has_apart and is_repeated(state, site, slot)):
            state.territories[state.territory_of[slot] - 1].influence[seat] += INFLUENCE[building]
