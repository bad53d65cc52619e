"""What may be done in a position of Oregon (rules 3.1, 4, 5), and the odds of its chance events.

Candidate cells come from the box's tables, already in ascending order; a candidate is always written and
only counted when its cell is empty, which is quicker than a branch.
"""

import numpy as np

from overland.engine.jit import compiled, part_of_callers, repeated_in_callers
from overland.engine.oregon import actions
from overland.engine.oregon.components import (
    BANDS,
    BUILDINGS,
    CARDS,
    CELLS,
    EMPTY,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    HAND_SIZE,
    MINE_VALUES,
    SYMBOLS,
    Deck,
)
from overland.engine.oregon.state import (
    Phase,
    count_cards,
    is_useless,
    owed_mine,
)
from overland.engine.record import ACTION, Array, Record
from overland.engine.scratch import scratch


@repeated_in_callers
def legal_actions(box: Record, state: Record, out: Array) -> int:
    """Write every legal action, ascending; at a chance event its possible outcomes."""
    phase = state.phase
    if phase == Phase.PLACE:
        count = list_placements(box, state, out, actions.MAX_LEGAL)
        return count if count > 0 else list_passes(state, out)
    if phase == Phase.DRAW:
        return list_draws(state, out)
    if phase == Phase.EXTRA:
        out[0] = actions.EXTRA
        out[1] = actions.NO_EXTRA
        return 2
    if phase == Phase.OPENING:
        building = state.seats[state.to_move].start_tile - FIRST_BUILDING
        return list_fitting(box, state, building, actions.START, out, 0)
    if phase == Phase.MINE:
        return list_mine_tiles(state, out)
    if phase == Phase.DEAL_START:
        return list_start_tiles(state, out)
    if phase == Phase.OVER:
        return 0
    return list_cards(state, deck_of(phase), out)


@repeated_in_callers
def chance_weights(box: Record, state: Record, out: Array) -> int:
    """Write how many cards or tiles give each outcome, in the order of ``legal_actions``."""
    count = 0
    if state.phase == Phase.MINE:
        pile = state.piles[owed_mine(state.owed[0])]
        for step in range(MINE_VALUES):
            if pile[step] > 0:
                out[count] = pile[step]
                count += 1
    elif state.phase == Phase.DEAL_START:
        for building in range(BUILDINGS):
            if not is_start_tile_dealt(state, building):
                out[count] = 1
                count += 1
    elif deck_of(state.phase) == Deck.LANDSCAPE:  # bounds that are constants: no loop is left of them
        count = weigh_cards(state, 0, FIRST_BUILDING_CARD, out)
    else:
        count = weigh_cards(state, FIRST_BUILDING_CARD, CARDS, out)
    return count


@part_of_callers
def weigh_cards(state: Record, first: int, last: int, out: Array) -> int:
    """How many of each card from ``first`` to before ``last`` are in their deck, excluding cards that are not."""
    count = 0
    for card in range(first, last):
        out[count] = state.deck[card]
        count += state.deck[card] > 0
    return count


# Placements (4.2 to 4.5). Listing stops early once ``most`` are found: to ask whether anything is possible
# is to ask for one.


@compiled
def can_place(box: Record, state: Record) -> bool:
    """Whether the seat to move could place anything with its hand and joker."""
    return list_placements(box, state, scratch(CELLS, ACTION), 1) > 0


@compiled
def list_placements(box: Record, state: Record, out: Array, most: int) -> int:
    """Write the placements of the seat to move, ascending."""
    me = state.seats[state.to_move]
    count = 0
    if me.farmers > 0:
        count = list_farmers(box, state, out, most)
        if me.joker and count < most:
            count = list_farmers_with_joker(box, state, out, count, most)
    if count < most:
        count = list_buildings(box, state, out, count, most)
    if me.joker and count < most:
        count = list_buildings_with_joker(box, state, out, count, most)
    return count


@compiled
def list_farmers(box: Record, state: Record, out: Array, most: int) -> int:
    """Two landscape cards, one for the row band and one for the column band (4.3)."""
    hand = state.seats[state.to_move].hand
    held = columns_held(box, hand)
    count = 0
    for band in range(BANDS):
        symbol = box.band_symbol[band]
        if hand[symbol] == 0:
            continue
        columns = held
        if hand[symbol] == 1:  # the one card names the row, so it cannot name the column too
            columns &= ~(1 << int(box.column_of[symbol]))
        count = list_land(box, state, band, columns, actions.FARMER, out, count)
        if count >= most:
            return count
    return count


@compiled
def list_farmers_with_joker(box: Record, state: Record, out: Array, count: int, most: int) -> int:
    """One landscape card; the joker stands for the symbol of the other band (4.5)."""
    hand = state.seats[state.to_move].hand
    held = columns_held(box, hand)
    if held == 0:
        return count
    for symbol in range(SYMBOLS):
        first = actions.FARMER_JOKER + symbol * CELLS
        for band in range(BANDS):
            if box.band_symbol[band] == symbol:
                columns = held
            elif hand[box.band_symbol[band]] > 0:
                columns = 1 << int(box.column_of[symbol])
            else:
                continue
            count = list_land(box, state, band, columns, first, out, count)
            if count >= most:
                return count
    return count


@compiled
def list_buildings(box: Record, state: Record, out: Array, count: int, most: int) -> int:
    """A building card with tiles left, and a landscape card for one of its two bands (4.4)."""
    hand = state.seats[state.to_move].hand
    for building in range(BUILDINGS):
        if hand[FIRST_BUILDING_CARD + building] == 0 or state.stacks[building] == 0:
            continue
        for symbol in range(SYMBOLS):
            if hand[symbol] == 0:
                continue
            first = actions.BUILD + (building * SYMBOLS + symbol) * CELLS
            sites, length = box.site[building, symbol], box.site_count[building, symbol]
            count = list_empty(state, sites, length, first, out, count)
            if count >= most:
                return count
    return count


@compiled
def list_buildings_with_joker(box: Record, state: Record, out: Array, count: int, most: int) -> int:
    """A building card with tiles left; the joker stands for any symbol (4.5)."""
    hand = state.seats[state.to_move].hand
    for building in range(BUILDINGS):
        if hand[FIRST_BUILDING_CARD + building] > 0 and state.stacks[building] > 0:
            first = actions.BUILD_JOKER + building * CELLS
            count = list_fitting(box, state, building, first, out, count)
            if count >= most:
                return count
    return count


@compiled
def columns_held(box: Record, hand: Record) -> int:
    """The column bands whose symbol is in the hand, as a set of bits."""
    columns = 0
    for symbol in range(SYMBOLS):
        if hand[symbol] > 0:
            columns |= 1 << int(box.column_of[symbol])
    return columns


@compiled
def list_land(box: Record, state: Record, band: int, columns: int, first: int, out: Array, count: int) -> int:
    """Write ``first`` + cell for the empty land cells of a row band in a set of column bands (5.1)."""
    return list_empty(state, box.land[band, columns], box.land_count[band, columns], first, out, count)


@compiled
def list_fitting(box: Record, state: Record, building: int, first: int, out: Array, count: int) -> int:
    """Write ``first`` + cell for the empty cells that fit a building, anywhere on the board (5.2)."""
    return list_empty(state, box.fit[building], box.fit_count[building], first, out, count)


@compiled
def list_empty(state: Record, cells: Array, length: int, first: int, out: Array, count: int) -> int:
    """Write ``first`` + cell for those of the first ``length`` of ``cells`` that are empty."""
    at = np.uint64(count)  # an index without a sign is not looked at twice
    for i in range(length):
        cell = cells[i]
        out[at] = first + cell
        at += np.uint64(state.cells[cell] == EMPTY)
    return int(np.int64(at))


@compiled
def list_passes(state: Record, out: Array) -> int:
    """Nothing possible: every set of two hand cards, or the whole hand if it is smaller (4.7)."""
    hand = state.seats[state.to_move].hand
    held = count_cards(hand, Deck.LANDSCAPE) + count_cards(hand, Deck.BUILDING)
    if held == 0:
        out[0] = actions.PASS + actions.NO_CARD * actions.PASS_CARDS + actions.NO_CARD
        return 1
    count = 0
    for card in range(CARDS):
        if hand[card] == 0:
            continue
        first = actions.PASS + card * actions.PASS_CARDS
        if held == 1:
            out[count] = first + actions.NO_CARD
            count += 1
            continue
        for second in range(card, CARDS):
            if hand[second] > (second == card):
                out[count] = first + second
                count += 1
    return count


# The draw step (4.9, 4.10)


@compiled
def list_draws(state: Record, out: Array) -> int:
    """The decks that may be drawn from, the useless cards that may be thrown away, or done."""
    hand = state.seats[state.to_move].hand
    landscapes = count_cards(hand, Deck.LANDSCAPE)
    buildings = count_cards(hand, Deck.BUILDING)
    count = 0
    if has_room(landscapes, buildings) and is_card_left(state, Deck.LANDSCAPE):
        out[count] = actions.DRAW + Deck.LANDSCAPE.value
        count += 1
    if has_room(buildings, landscapes) and is_card_left(state, Deck.BUILDING):
        out[count] = actions.DRAW + Deck.BUILDING.value
        count += 1
    draws = count
    for building in range(BUILDINGS):
        if is_useless(state, building):
            out[count] = actions.DISCARD + building
            count += 1
    if count > draws and landscapes + buildings >= HAND_SIZE:
        out[count] = actions.DONE
        count += 1
    return count


@compiled
def has_room(same: int, other: int) -> bool:
    """Whether a hand has room for another card of a deck, and then for one of the other if it has none yet (4.9)."""
    return same + other + 1 <= HAND_SIZE - (1 if other == 0 else 0)


@compiled
def is_card_left(state: Record, deck: int) -> bool:
    """Whether a deck or its discards, which renew it, hold a card (4.9)."""
    first, last = cards_of(deck)
    for card in range(first, last):
        if state.deck[card] != 0 or state.discard[card] != 0:
            return True
    return False


# Chance


@compiled
def deck_of(phase: int) -> int:
    """The deck that a chance phase takes a card from."""
    if phase == Phase.DEAL_LANDSCAPE or phase == Phase.DRAWN_LANDSCAPE:
        return Deck.LANDSCAPE.value
    return Deck.BUILDING.value


@compiled
def cards_of(deck: int) -> tuple[int, int]:
    """The first card of a deck, and the one after its last."""
    if deck == Deck.LANDSCAPE:
        return 0, FIRST_BUILDING_CARD
    return FIRST_BUILDING_CARD, CARDS


@compiled
def list_cards(state: Record, deck: int, out: Array) -> int:
    """The cards that could be on top of a deck."""
    if deck == Deck.LANDSCAPE:
        return list_cards_between(state, 0, FIRST_BUILDING_CARD, out)
    return list_cards_between(state, FIRST_BUILDING_CARD, CARDS, out)


@part_of_callers
def list_cards_between(state: Record, first: int, last: int, out: Array) -> int:
    """The cards from ``first`` to before ``last`` that are in their deck."""
    count = 0
    for card in range(first, last):
        out[count] = actions.CARD + card
        count += state.deck[card] > 0
    return count


@compiled
def list_start_tiles(state: Record, out: Array) -> int:
    """The start tiles not dealt yet (2.1)."""
    count = 0
    for building in range(BUILDINGS):
        if not is_start_tile_dealt(state, building):
            out[count] = actions.START_TILE + building
            count += 1
    return count


@compiled
def is_start_tile_dealt(state: Record, building: int) -> bool:
    """Whether a seat has this start tile; asked while they are being dealt, when none is on the board."""
    for seat in range(state.players):
        if state.seats[seat].start_tile == FIRST_BUILDING + building:
            return True
    return False


@compiled
def list_mine_tiles(state: Record, out: Array) -> int:
    """The mine tiles that could be drawn from the pile of the first one owed (6.3)."""
    mine = owed_mine(state.owed[0])
    count = 0
    for step in range(MINE_VALUES):
        if state.piles[mine, step] > 0:
            out[count] = actions.MINE_TILE + mine * MINE_VALUES + step
            count += 1
    return count
