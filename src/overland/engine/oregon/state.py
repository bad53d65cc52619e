"""Oregon's position: everything on the table, excluding what is still to be drawn."""

from enum import IntEnum

import numpy as np

from overland.engine.game import CHANCE, OVER
from overland.engine.jit import compiled
from overland.engine.oregon.components import (
    BUILDINGS,
    CARDS,
    CELLS,
    FIRST_BUILDING_CARD,
    HAND_SIZE,
    MAX_SEATS,
    MINE_VALUES,
    MINES,
    Deck,
)
from overland.engine.record import Record, record, struct


class Phase(IntEnum):
    """What is asked now, and of whom."""

    DEAL_LANDSCAPE = 0  # chance: a landscape card to the seat to move (2.1)
    DEAL_BUILDING = 1  # chance: its building card
    DEAL_START = 2  # chance: its start tile
    DRAWN_LANDSCAPE = 3  # chance: the card drawn from the landscape deck (4.9)
    DRAWN_BUILDING = 4  # chance: the card drawn from the building deck
    MINE = 5  # chance: the first mine tile owed (6.3)
    OPENING = 6  # where to put the start tile (3.1)
    PLACE = 7  # main action, or the extra action if that is taken (4.2)
    EXTRA = 8  # whether to take the extra action (4.8)
    DRAW = 9  # which deck to draw from, or which useless card to throw away (4.9, 4.10)
    OVER = 10


FIRST_DECISION = Phase.OPENING  # phases below it are chance
OWED = 8  # no placement has more neighbours than that

SEAT = struct(
    ("score", np.int16),  # points on the table, excluding coal and gold
    ("joker", np.int8),  # 1 active, 0 not
    ("extra", np.int8),  # extra-turn token: 1 active, 0 not
    ("farmers", np.int8),  # left to place
    ("start_tile", np.int8),  # the building piece in front of the seat, or EMPTY
    ("hand", np.int8, CARDS),  # how many of each card; secret to the others
    ("tiles", np.int8, (MINES, MINE_VALUES)),  # mine tiles of each value; secret to the others
)

STATE = record(
    ("oregon", np.int8),  # always 0: the name tells this record's type from any other game's
    ("players", np.int8),
    ("groups", np.int8),  # options (9), each 0 for the default: 1 diagonal groups
    ("mines", np.int8),  # 1: only the placer draws from a new mine
    ("church", np.int8),  # 1: a new church pays 1 per own neighbour
    ("phase", np.int8),  # Phase
    ("to_move", np.int8),  # seat whose turn it is (or that is being dealt to)
    ("extra_taken", np.int8),  # 1 once this turn's extra action has been taken up
    ("cells", np.int8, CELLS),  # piece on each cell
    ("stacks", np.int8, BUILDINGS),  # building tiles left
    ("deck", np.int8, CARDS),  # cards left of each kind; drawing is chance, so no order is kept; secret
    ("discard", np.int8, CARDS),  # face up
    ("aside", np.int8, BUILDINGS),  # useless cards thrown away in this turn (4.10)
    ("piles", np.int8, (MINES, MINE_VALUES)),  # mine tiles left of each value; secret
    ("owed", np.int8, OWED),  # mine tiles still to be drawn, in order: 1 + 2 * seat + Mine, or 0
    ("seats", SEAT, MAX_SEATS),
)


@compiled
def to_act(state: Record) -> int:
    """The seat that must decide, or CHANCE, or OVER."""
    if state.phase == Phase.OVER:
        return OVER
    if state.phase < FIRST_DECISION:
        return CHANCE
    return int(state.to_move)


@compiled
def count_cards(hand: Record, deck: int) -> int:
    """How many cards of a deck are in a hand, a deck or a pile."""
    count = 0
    if deck == Deck.LANDSCAPE:
        for card in range(FIRST_BUILDING_CARD):
            count += int(hand[card])
    else:
        for card in range(FIRST_BUILDING_CARD, CARDS):
            count += int(hand[card])
    return count


@compiled
def has_full_hand(state: Record) -> bool:
    """Whether the seat to move holds its 4 cards."""
    hand = state.seats[state.to_move].hand
    return count_cards(hand, Deck.LANDSCAPE) + count_cards(hand, Deck.BUILDING) >= HAND_SIZE


@compiled
def is_useless(state: Record, building: int) -> bool:
    """Whether the seat to move holds a card of a building whose stack is empty (4.10)."""
    hand = state.seats[state.to_move].hand
    # Stacks run out late, so this is the question whose answer the processor guesses.
    return bool(state.stacks[building] == 0 and hand[FIRST_BUILDING_CARD + building] > 0)


@compiled
def has_useless_card(state: Record) -> bool:
    for building in range(BUILDINGS):
        if is_useless(state, building):
            return True
    return False


@compiled
def owed_mine(code: int) -> int:
    """The pile of a mine tile that is owed."""
    return (int(code) - 1) % 2


@compiled
def owed_seat(code: int) -> int:
    """The seat that a mine tile is owed to."""
    return (int(code) - 1) // 2


@compiled
def is_end_triggered(state: Record) -> bool:
    """Whether this round is the last: a 14th farmer is placed, or enough stacks are empty (8.1).

    Takes a view as well as a position: what it asks is public.
    """
    return count_empty_stacks(state) >= state.players or fewest_farmers(state) == 0


@compiled
def count_empty_stacks(state: Record) -> int:
    empty = 0
    for building in range(BUILDINGS):
        if state.stacks[building] == 0:
            empty += 1
    return empty


@compiled
def fewest_farmers(state: Record) -> int:
    """How many farmers are left to the seat that has placed the most."""
    fewest = int(state.seats[0].farmers)
    for seat in range(1, state.players):
        fewest = min(fewest, int(state.seats[seat].farmers))
    return fewest
