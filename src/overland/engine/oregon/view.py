"""What a seat, or a watcher, knows of a position (rules 10). Built up from zeros."""

import numpy as np

from overland.engine.jit import compiled
from overland.engine.oregon.components import BUILDINGS, CARDS, CELLS, DECKS, MAX_SEATS, MINE_VALUES, MINES
from overland.engine.oregon.state import OWED, Phase, count_cards, is_end_triggered
from overland.engine.record import Record, copy_array, record, struct

VIEW_SEAT = struct(
    ("score", np.int16),  # points on the table, excluding coal and gold
    ("joker", np.int8),  # 1 active, 0 not
    ("extra", np.int8),  # extra-turn token: 1 active, 0 not
    ("farmers", np.int8),  # left to place
    ("start_tile", np.int8),  # the building piece in front of the seat, or EMPTY
    ("cards", np.int8, DECKS),  # how many cards of each deck are in the hand
    ("mined", np.int8, MINES),  # how many coal and gold tiles the seat has
    ("open", np.int8),  # 1: the hand and the tiles are known to the viewer
    ("hand", np.int8, CARDS),  # how many of each card, if open; else zeros
    ("tiles", np.int8, (MINES, MINE_VALUES)),  # mine tiles of each value, if open; else zeros
)

VIEW = record(
    ("oregon_view", np.int8),  # always 0: the name tells this record's type from any other
    ("seat", np.int8),  # whose view this is, or SPECTATOR
    ("players", np.int8),
    ("groups", np.int8),  # options, as in the position
    ("mines", np.int8),
    ("church", np.int8),
    ("phase", np.int8),
    ("to_move", np.int8),
    ("extra_taken", np.int8),
    ("last_round", np.int8),  # 1: this round is the last (8.1)
    ("cells", np.int8, CELLS),
    ("stacks", np.int8, BUILDINGS),
    ("deck_size", np.int8, DECKS),  # cards left in each deck
    ("discard", np.int8, CARDS),
    ("aside", np.int8, BUILDINGS),
    ("owed", np.int8, OWED),
    ("seats", VIEW_SEAT, MAX_SEATS),
)


@compiled
def view_for(box: Record, state: Record, seat: int, view: Record) -> None:
    """Write what ``seat`` knows of ``state`` into ``view``, which holds zeros."""
    view.seat = seat
    copy_public(state, view)
    view.last_round = is_end_triggered(state)
    for deck in range(DECKS):
        view.deck_size[deck] = count_cards(state.deck, deck)
    for other in range(state.players):
        show_seat(state, other, is_open_to(state, other, seat), view)


@compiled
def copy_public(source: Record, into: Record) -> None:
    """Copy what is public, from a position into a view or back."""
    into.players = source.players
    into.groups = source.groups
    into.mines = source.mines
    into.church = source.church
    into.phase = source.phase
    into.to_move = source.to_move
    into.extra_taken = source.extra_taken
    copy_array(source.cells, into.cells)
    copy_array(source.stacks, into.stacks)
    copy_array(source.discard, into.discard)
    copy_array(source.aside, into.aside)
    copy_array(source.owed, into.owed)


@compiled
def is_open_to(state: Record, other: int, seat: int) -> bool:
    """Whether ``seat`` may see the cards and tiles of ``other``: its own always, all at the end (10.3)."""
    return other == seat or state.phase == Phase.OVER


@compiled
def show_seat(state: Record, seat: int, is_open: bool, view: Record) -> None:
    whole = state.seats[seat]
    shown = view.seats[seat]
    shown.score = whole.score
    shown.joker = whole.joker
    shown.extra = whole.extra
    shown.farmers = whole.farmers
    shown.start_tile = whole.start_tile
    for deck in range(DECKS):
        shown.cards[deck] = count_cards(whole.hand, deck)
    for mine in range(MINES):
        for step in range(MINE_VALUES):
            shown.mined[mine] += whole.tiles[mine, step]
    if is_open:
        shown.open = 1
        copy_array(whole.hand, shown.hand)
        for mine in range(MINES):
            copy_array(whole.tiles[mine], shown.tiles[mine])


def reveals(before: Record, after: Record, seat: int) -> bool:
    """No decision of Oregon tells its maker anything: cards and tiles are seen only when chance deals them."""
    return False
