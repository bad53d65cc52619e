"""Okanagan's position: everything on the table, excluding what is still to be drawn."""

from enum import IntEnum

import numpy as np

from overland.engine.game import CHANCE, OVER
from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    BACKS,
    BUILDINGS,
    GOALS,
    MAX_FRONTIER,
    MAX_LAID,
    MAX_SEATS,
    MAX_TERRITORIES,
    PROMOS,
    REWARDS,
    SHAPES,
    SIDES,
    SLOTS,
    STACKS,
    TILES,
)
from overland.engine.record import Record, record, struct


class Phase(IntEnum):
    """What is asked now; chance first."""

    GOAL = 0  # chance: a goal to the actor
    TILE = 1  # chance: the front of a tile that is turned up or taken
    BACK = 2  # chance: the back of a stack's new top
    KEEP = 3  # which three goals to keep (2.1, 6.1)
    LAY = 4  # where to lay the tile (4.1)
    RETURN = 5  # beneath which stack to put a tile that fits nowhere (4.1)
    BUILD = 6  # what to build where (4.2)
    RESOLVE = 7  # which closed territory comes next (5.1)
    RANK = 8  # who of the tied comes next (5.4)
    CLAIM = 9  # a lone player: special action or rewards (5.3)
    ACTION = 10  # which special action (7)
    TAKE = 11  # which reward of the pool (5.6)
    BONUS = 12  # which reward of the shown shape (7)
    GIVE = 13  # which reward to give as a tribute (7)
    TRADE = 14  # whether and what to trade (7)
    SWAP = 15  # whether and what to swap with the supply (7)
    DROP = 16  # which two goals to discard (7)
    CHOOSE = 17  # which new tile (4.4)
    OVER = 18
    DISCARD = 19  # which building to discard instead of building (4.1, 12)
    GIFT = 20  # which reward the Beaver Dam brings (12)


FIRST_DECISION = Phase.KEEP  # phases below it are chance


class Doing(IntEnum):
    """What a chance event, or a question of rank, is for."""

    SETUP = 0  # goals and tiles are dealt (2)
    ROUND = 1  # goals after round 1 (6.1)
    CHOOSING = 2  # a face-up tile was chosen; the top takes its place (4.4)
    BLIND = 3  # the unseen top was chosen (option blind=on)
    RETURNING = 4  # a tile that fits nowhere is exchanged for the top (4.1)
    ACTING = 5  # a special action (7)
    REFRESHING = 6  # the special action refresh, stack by stack
    ORDERING = 7  # the tied are put into an order (5.4)
    NAMING = 8  # ties=shared: who of the lowest takes the special action
    BEGINNING = 9  # ties=shared: who of the tied begins to take rewards


MAX_UNDER = 41  # a stack is never larger
NO_TERRITORY = -1  # of the side of a promo tile

#: What lies in a stack is an item: a tile number if its front is known to all, -(1 + back) if only its back is.
NO_ITEM = 0

STACK = struct(
    ("face_up", np.int8),  # tile in front of the stack, or 0
    ("top", np.int8),  # item, or NO_ITEM while it is being replaced
    ("unknown", np.int8),  # tiles beneath the top of which nothing is known
    ("under_count", np.int8),
    ("under", np.int8, MAX_UNDER),  # items put beneath them, from the top
)

LAID = struct(
    ("tile", np.int8),
    ("rotation", np.int8),  # quarter turns clockwise
    ("x", np.int8),  # to the right of the start tile
    ("y", np.int8),  # below it
    ("owner", np.int8),  # 1 + seat that built here, or 0
    ("kind", np.int8),  # Building, if it has an owner and a site
    ("site", np.int8),  # the slots its building touches, as bits: one for a farm, two, all for a silo; none on a promo
    ("sides", np.int8, SIDES),  # the territory each side belongs to, or NO_TERRITORY
)

SQUARE = struct(
    ("x", np.int8),
    ("y", np.int8),
    ("need", np.uint16),  # for each side four bits: the terrains it may show; told by its neighbours, kept for speed
    ("beside", np.int8, SIDES),  # 1 + the laid tile at each side, or 0
)

TERRITORY = struct(
    ("terrain", np.int8),
    ("open", np.int8),  # sides that touch no tile; closed at 0 (4.3)
    ("icons", np.int8, SHAPES),  # of each shape
    ("influence", np.int8, MAX_SEATS),  # of each seat (5.2)
)

SEAT = struct(
    ("tile", np.int8),  # in front of the seat, or 0; secret unless shown says otherwise
    ("shown", np.int8),  # of the tile others know: 0 nothing, 1 its back, 2 all
    ("gold", np.int8),  # nuggets
    ("buildings", np.int8, BUILDINGS),  # left in this round
    ("tokens", np.int8, REWARDS),
)
HIDDEN, BACK_SHOWN, SHOWN = 0, 1, 2

#: Where a goal is: in the deck, held by a seat, or discarded by a seat.
IN_DECK = 0
HELD = 1  # HELD + seat
DISCARDED = 5  # DISCARDED + seat

STATE = record(
    ("okanagan", np.int8),  # always 0: the name tells this record's type from any other game's
    ("players", np.int8),
    ("ties", np.int8),  # options (10), each 0 for the default: 1 shared
    ("blind", np.int8),  # 1: the unseen top of a stack may also be chosen
    ("promo", np.int8),  # 1: the promo tiles are in the box (12)
    ("round_number", np.int8),  # 1 or 2
    ("phase", np.int8),  # Phase
    ("doing", np.int8),  # Doing
    ("to_move", np.int8),  # seat whose turn it is; closes territories
    ("actor", np.int8),  # seat that is asked, or that chance deals to
    ("acting", np.int8),  # seat that takes the special action
    ("stack", np.int8),  # stack that something is done with
    ("effect", np.int8),  # back whose effect is going on
    ("swaps", np.int8),  # swaps made by this effect
    ("first_pick", np.int8),  # 1 + seat that takes rewards before all others, or 0
    ("closing", np.int8),  # slots of closed territories not resolved yet, as bits
    ("territory", np.int8),  # being resolved, or -1
    ("ranked", np.int8),  # how many of order are settled
    ("order", np.int8, MAX_SEATS),  # seats in rank order (5.4)
    ("share", np.int8, MAX_SEATS),  # tokens each seat may still take (5.6)
    ("pool", np.int8, SHAPES),  # tokens of each shape left to take
    ("stalled", np.int8),  # tiles known to all that were taken in this turn because the last one fits nowhere (4.1)
    ("skipped", np.int8, MAX_SEATS),  # turns in which a seat laid no tile (4.1)
    ("territory_of", np.int8, SLOTS),  # 1 + territory of each slot of the tile laid last, or 0
    ("gold", np.int8),  # cards left
    ("supply", np.int8, REWARDS),
    ("goals", np.int8, GOALS),  # where each goal is; secret except one's own
    ("unseen", np.int8, TILES),  # 1: nobody has seen this front; secret
    ("nameless", np.int8, BACKS),  # tiles of each back of which nothing is known; secret
    ("stacks", STACK, STACKS),
    ("laid_count", np.int8),
    ("frontier_size", np.int8),
    ("territory_count", np.int8),
    ("laid", LAID, MAX_LAID),
    ("frontier", SQUARE, MAX_FRONTIER),  # empty squares beside a tile, in reading order
    ("territories", TERRITORY, MAX_TERRITORIES),  # those merged into another are zeros
    ("seats", SEAT, MAX_SEATS),
)


@compiled
def to_act(state: Record) -> int:
    """The seat that must decide, or CHANCE, or OVER."""
    if state.phase == Phase.OVER:
        return OVER
    if state.phase < FIRST_DECISION:
        return CHANCE
    return int(state.actor)


@compiled
def stack_size(stack: Record) -> int:
    """How many tiles a stack has, its visible top included and the tile in front of it not (4.4)."""
    top = 1 if stack.top != NO_ITEM else 0
    return top + int(stack.unknown) + int(stack.under_count)


@compiled
def count_tiles_in_box(box: Record, state: Record) -> int:
    """Tiles that are played with have numbers below this; tile 0 is the start tile."""
    return int(box.tile_count) + PROMOS * int(state.promo)


@compiled
def back_of(box: Record, item: int) -> int:
    """The back of an item that lies in a stack."""
    return int(box.back[item]) if item > 0 else -item - 1


@compiled
def count_goals(state: Record, place: int) -> int:
    """How many goals are in the deck, held or discarded by a seat."""
    count = 0
    for goal in range(GOALS):
        if state.goals[goal] == place:
            count += 1
    return count


@compiled
def count_tokens(state: Record, seat: int) -> int:
    count = 0
    for reward in range(REWARDS):
        count += int(state.seats[seat].tokens[reward])
    return count


@compiled
def count_buildings(state: Record, seat: int) -> int:
    """How many buildings a seat has left in this round."""
    count = 0
    for building in range(BUILDINGS):
        count += int(state.seats[seat].buildings[building])
    return count


@compiled
def influence_of(state: Record, seat: int) -> int:
    """A seat's influence in the territory that is being resolved."""
    return int(state.territories[state.territory].influence[seat])


@compiled
def count_present(state: Record) -> int:
    """How many seats have influence in the territory that is being resolved."""
    count = 0
    for seat in range(state.players):
        if influence_of(state, seat) > 0:
            count += 1
    return count


@compiled
def terrain_of(state: Record) -> int:
    """The terrain of the territory that is being resolved."""
    return int(state.territories[state.territory].terrain)
