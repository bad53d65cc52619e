"""What a seat, or a watcher, knows of a position (rules 8). Built up from zeros."""

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    BUILDINGS,
    GOALS,
    MAX_FRONTIER,
    MAX_LAID,
    MAX_SEATS,
    MAX_TERRITORIES,
    REWARDS,
    SHAPES,
    SLOTS,
    STACKS,
)
from overland.engine.okanagan.state import (
    BACK_SHOWN,
    DISCARDED,
    HELD,
    IN_DECK,
    LAID,
    SHOWN,
    SQUARE,
    STACK,
    TERRITORY,
    Phase,
    count_goals,
)
from overland.engine.record import Record, copy_array, record, struct

VIEW_SEAT = struct(
    ("has_tile", np.int8),  # 1: a tile lies in front of the seat
    ("tile", np.int8),  # that tile, if it is known to the viewer; else 0
    ("tile_back", np.int8),  # 1 + its back, if only that is known; else 0
    ("shown", np.int8),  # what seats other than the owner know of it: 0 nothing, 1 its back, 2 all
    ("gold", np.int8),
    ("held", np.int8),  # goals in the hand
    ("discarded", np.int8),  # goals discarded since the deck was last renewed
    ("buildings", np.int8, BUILDINGS),
    ("tokens", np.int8, REWARDS),
)

VIEW = record(
    ("okanagan_view", np.int8),  # always 0: the name tells this record's type from any other
    ("seat", np.int8),  # whose view this is, or SPECTATOR
    ("players", np.int8),
    ("ties", np.int8),  # options and the course of the turn, as in the position
    ("blind", np.int8),
    ("promo", np.int8),
    ("round_number", np.int8),
    ("phase", np.int8),
    ("doing", np.int8),
    ("to_move", np.int8),
    ("actor", np.int8),
    ("acting", np.int8),
    ("stack", np.int8),
    ("effect", np.int8),
    ("swaps", np.int8),
    ("first_pick", np.int8),
    ("closing", np.int8),
    ("territory", np.int8),
    ("ranked", np.int8),
    ("order", np.int8, MAX_SEATS),
    ("share", np.int8, MAX_SEATS),
    ("pool", np.int8, SHAPES),
    ("stalled", np.int8),
    ("skipped", np.int8, MAX_SEATS),
    ("territory_of", np.int8, SLOTS),
    ("gold", np.int8),
    ("supply", np.int8, REWARDS),
    ("goals", np.int8, GOALS),  # where each goal is, as in the position, if the viewer knows; else 0
    ("deck_size", np.int8),  # goals in the deck
    ("stacks", STACK, STACKS),
    ("laid_count", np.int8),
    ("frontier_size", np.int8),
    ("territory_count", np.int8),
    ("laid", LAID, MAX_LAID),
    ("frontier", SQUARE, MAX_FRONTIER),
    ("territories", TERRITORY, MAX_TERRITORIES),
    ("seats", VIEW_SEAT, MAX_SEATS),
)


@compiled
def view_for(box: Record, state: Record, seat: int, view: Record) -> None:
    """Write what ``seat`` knows of ``state`` into ``view``, which holds zeros."""
    view.seat = seat
    copy_public(state, view)
    view.deck_size = count_goals(state, IN_DECK)
    for goal in range(GOALS):
        place = int(state.goals[goal])
        if place != IN_DECK and is_open_to(state, (place - HELD) % MAX_SEATS, seat):
            view.goals[goal] = place
    for other in range(state.players):
        show_seat(box, state, other, seat, view)


@compiled
def is_open_to(state: Record, other: int, seat: int) -> bool:
    """Whether ``seat`` may see the goals of ``other``: its own always, all at the end (8.3)."""
    return other == seat or state.phase == Phase.OVER


@compiled
def is_tile_open_to(state: Record, other: int, seat: int) -> bool:
    """Whether ``seat`` knows the tile in front of ``other`` (8.1, 8.2)."""
    return other == seat or state.seats[other].shown == SHOWN


@compiled
def show_seat(box: Record, state: Record, other: int, seat: int, view: Record) -> None:
    whole = state.seats[other]
    shown = view.seats[other]
    shown.shown = whole.shown
    if whole.tile != 0:
        shown.has_tile = 1
        if is_tile_open_to(state, other, seat):
            shown.tile = whole.tile
        elif whole.shown == BACK_SHOWN:
            shown.tile_back = 1 + box.back[whole.tile]
    shown.gold = whole.gold
    shown.held = count_goals(state, HELD + other)
    shown.discarded = count_goals(state, DISCARDED + other)
    copy_array(whole.buildings, shown.buildings)
    copy_array(whole.tokens, shown.tokens)


def reveals(before: Record, after: Record, seat: int) -> bool:
    """Whether another seat had to show its secret tile because it fits nowhere (4.1)."""
    now, then = after["seats"]["shown"].tolist(), before["seats"]["shown"].tolist()
    return any(now[other] == SHOWN != then[other] for other in range(after["players"]) if other != seat)


@compiled
def copy_public(source: Record, into: Record) -> None:
    """Copy what is public, from a position into a view or back."""
    into.players = source.players
    into.ties = source.ties
    into.blind = source.blind
    into.promo = source.promo
    into.round_number = source.round_number
    into.phase = source.phase
    into.doing = source.doing
    into.to_move = source.to_move
    into.actor = source.actor
    into.acting = source.acting
    into.stack = source.stack
    into.effect = source.effect
    into.swaps = source.swaps
    into.first_pick = source.first_pick
    into.closing = source.closing
    into.territory = source.territory
    into.ranked = source.ranked
    copy_array(source.order, into.order)
    copy_array(source.share, into.share)
    copy_array(source.pool, into.pool)
    into.stalled = source.stalled
    copy_array(source.skipped, into.skipped)
    copy_array(source.territory_of, into.territory_of)
    into.gold = source.gold
    copy_array(source.supply, into.supply)
    into.laid_count = source.laid_count
    into.frontier_size = source.frontier_size
    into.territory_count = source.territory_count
    for i in range(STACKS):
        into.stacks[i] = source.stacks[i]
    for i in range(MAX_LAID):
        into.laid[i] = source.laid[i]
    for i in range(MAX_FRONTIER):
        into.frontier[i] = source.frontier[i]
    for i in range(MAX_TERRITORIES):
        into.territories[i] = source.territories[i]
