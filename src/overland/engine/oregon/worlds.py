"""Full positions that a view could come from, sampled; search plays in them.

Unknown cards and tiles are dealt at random to the places where they can be. A question can tell more than the
table shows: the extra action is offered only to a seat that could place something, ``done`` only to one with
a useless card. Deals in which the question would not be asked are discarded.
"""

from overland.engine.jit import compiled
from overland.engine.oregon.components import (
    BUILDING_COPIES,
    BUILDINGS,
    CARDS,
    DECKS,
    FIRST_BUILDING_CARD,
    LANDSCAPE_COPIES,
    MAX_SEATS,
    MINE_COPIES,
    MINE_VALUES,
    MINES,
)
from overland.engine.oregon.legal import can_place, cards_of
from overland.engine.oregon.state import Phase, count_cards, has_full_hand, has_useless_card
from overland.engine.oregon.view import copy_public
from overland.engine.record import Array, Record, copy_array
from overland.engine.rng import random_weighted

TRIES = 100_000  # deals before a view is called impossible


@compiled
def sample_world(box: Record, view: Record, rng: Record, state: Record) -> bool:
    """Write into ``state`` a position that shows ``view`` and asks its question; False if none was found."""
    for _ in range(TRIES):
        copy_known(view, state)
        if not deal_unknown_cards(view, rng, state) or not deal_unknown_tiles(view, rng, state):
            return False
        if asks_the_question(box, state):
            return True
    return False


@compiled
def copy_known(view: Record, state: Record) -> None:
    """Everything the view tells; decks and piles hold all that it does not account for."""
    state.oregon = 0
    copy_public(view, state)
    state.deck[:FIRST_BUILDING_CARD] = LANDSCAPE_COPIES
    state.deck[FIRST_BUILDING_CARD:] = BUILDING_COPIES
    for card in range(CARDS):
        state.deck[card] -= view.discard[card]
    for building in range(BUILDINGS):
        state.deck[FIRST_BUILDING_CARD + building] -= view.aside[building]
    state.piles[:] = MINE_COPIES
    for seat in range(MAX_SEATS):
        shown = view.seats[seat]
        whole = state.seats[seat]
        whole.score = shown.score
        whole.joker = shown.joker
        whole.extra = shown.extra
        whole.farmers = shown.farmers
        whole.start_tile = shown.start_tile
        copy_array(shown.hand, whole.hand)
        for card in range(CARDS):
            state.deck[card] -= shown.hand[card]
        for mine in range(MINES):
            copy_array(shown.tiles[mine], whole.tiles[mine])
            for step in range(MINE_VALUES):
                state.piles[mine, step] -= shown.tiles[mine, step]


@compiled
def deal_unknown_cards(view: Record, rng: Record, state: Record) -> bool:
    """Hidden hands get random cards out of the decks; False if the decks then have the wrong size."""
    for seat in range(state.players):
        if view.seats[seat].open:
            continue
        for deck in range(DECKS):
            first, last = cards_of(deck)
            for _ in range(view.seats[seat].cards[deck]):
                card = take_random(rng, state.deck, first, last)
                if card < 0:
                    return False
                state.seats[seat].hand[card] += 1
    for deck in range(DECKS):
        if count_cards(state.deck, deck) != view.deck_size[deck]:
            return False
    return True


@compiled
def deal_unknown_tiles(view: Record, rng: Record, state: Record) -> bool:
    """Hidden mine tiles get random values out of the piles; False if a pile is too small."""
    for seat in range(state.players):
        if view.seats[seat].open:
            continue
        for mine in range(MINES):
            for _ in range(view.seats[seat].mined[mine]):
                step = take_random(rng, state.piles[mine], 0, MINE_VALUES)
                if step < 0:
                    return False
                state.seats[seat].tiles[mine, step] += 1
    return True


@compiled
def take_random(rng: Record, counts: Array, first: int, last: int) -> int:
    """Take one thing at random out of ``counts``, each as likely as the next; -1 if there is none."""
    pick = random_weighted(rng, counts[first:last], last - first)
    if pick < 0:
        return -1
    counts[first + pick] -= 1
    return first + pick


@compiled
def asks_the_question(box: Record, state: Record) -> bool:
    """Whether the position really asks what its phase says (4.8, 11)."""
    if state.phase == Phase.EXTRA or (state.phase == Phase.PLACE and state.extra_taken):
        return can_place(box, state)
    if state.phase == Phase.DRAW and has_full_hand(state):
        return has_useless_card(state)
    return True
