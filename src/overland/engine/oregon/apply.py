"""Playing an action of Oregon, and what comes next (rules 2 to 4, 8)."""

from overland.engine.jit import compiled, repeated_in_callers
from overland.engine.oregon.actions import NO_CARD, Kind, Move, decode
from overland.engine.oregon.components import (
    BUILDINGS,
    DEALT_LANDSCAPES,
    EMPTY,
    FARMER,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    Deck,
)
from overland.engine.oregon.legal import can_place, cards_of
from overland.engine.oregon.scoring import GAIN, MAX_GAINS, score_building, score_farmer, take_mine_tile
from overland.engine.oregon.state import Phase, count_cards, has_full_hand, has_useless_card, is_end_triggered
from overland.engine.record import Array, Record
from overland.engine.scratch import scratch


@compiled
def apply_action(box: Record, state: Record, action: int) -> None:
    """Play ``action``, which must be legal."""
    play_action(box, state, action, scratch(MAX_GAINS, GAIN))


@repeated_in_callers
def play_action(box: Record, state: Record, action: int, gains: Array) -> int:
    """Play ``action``, which must be legal, and write what it gained; returns the number of gains."""
    move = decode(action)
    count = 0
    match move.kind:
        case Kind.START:
            place_start_tile(state, move.cell)
        case Kind.FARMER | Kind.FARMER_JOKER:
            place_farmer(box, state, move)
            count = score_farmer(box, state, move.cell, gains)
            after_placement(box, state)
        case Kind.BUILD | Kind.BUILD_JOKER:
            place_building(state, move)
            count = score_building(box, state, move.what, move.cell, gains)
            after_placement(box, state)
        case Kind.PASS:
            throw_away(state, move.what)
            throw_away(state, move.which)
            begin_draw(state)  # no extra action after 4.7
        case Kind.EXTRA:
            state.seats[state.to_move].extra = 0
            state.extra_taken = 1
            state.phase = Phase.PLACE
        case Kind.NO_EXTRA:
            begin_draw(state)
        case Kind.DRAW:
            draw_from(state, move.what)
        case Kind.DISCARD:
            state.seats[state.to_move].hand[FIRST_BUILDING_CARD + move.what] -= 1
            state.aside[move.what] += 1
        case Kind.DONE:
            end_turn(state)
        case Kind.CARD:
            receive_card(state, move.what)
        case Kind.START_TILE:
            receive_start_tile(state, move.what)
        case _:  # Kind.MINE_TILE
            count = take_mine_tile(state, move.what, move.which, gains)
            after_placement(box, state)
    return count


# Dealing and the opening round (2.1, 3.1)


@compiled
def receive_card(state: Record, card: int) -> None:
    """The card that chance picked goes from its deck to the hand of the seat to move."""
    me = state.seats[state.to_move]
    state.deck[card] -= 1
    me.hand[card] += 1
    if state.phase == Phase.DEAL_LANDSCAPE:
        if count_cards(me.hand, Deck.LANDSCAPE) == DEALT_LANDSCAPES:
            state.phase = Phase.DEAL_BUILDING
    elif state.phase == Phase.DEAL_BUILDING:
        state.phase = Phase.DEAL_START
    elif has_full_hand(state) and not has_useless_card(state):
        end_turn(state)
    else:
        state.phase = Phase.DRAW


@compiled
def receive_start_tile(state: Record, building: int) -> None:
    """The seat to move gets its start tile; the next seat is dealt to, or the opening begins."""
    state.seats[state.to_move].start_tile = FIRST_BUILDING + building
    if pass_turn(state):
        state.phase = Phase.DEAL_LANDSCAPE
    else:
        state.phase = Phase.OPENING


@compiled
def place_start_tile(state: Record, cell: int) -> None:
    """The start tile goes on the board; nothing is scored (3.1)."""
    me = state.seats[state.to_move]
    state.cells[cell] = me.start_tile
    me.start_tile = EMPTY
    if not pass_turn(state):
        state.phase = Phase.PLACE


@compiled
def pass_turn(state: Record) -> bool:
    """The next seat is to move; False when the round is over and seat 0 comes again."""
    state.to_move += 1
    if state.to_move == state.players:
        state.to_move = 0
        return False
    return True


# Main and extra action (4.3 to 4.8)


@compiled
def place_farmer(box: Record, state: Record, move: Move) -> None:
    """Pay for the cell's two bands, less the one the joker stands for, and put a farmer there (4.3, 4.5)."""
    me = state.seats[state.to_move]
    row_symbol = int(box.row_symbol[move.cell])
    column_symbol = int(box.column_symbol[move.cell])
    if move.kind == Kind.FARMER:
        throw_away(state, row_symbol)
        throw_away(state, column_symbol)
    else:
        me.joker = 0
        throw_away(state, row_symbol if move.which == column_symbol else column_symbol)
    me.farmers -= 1
    state.cells[move.cell] = FARMER + state.to_move


@compiled
def place_building(state: Record, move: Move) -> None:
    """Pay the building card and a landscape card or the joker, and put a tile on the cell (4.4, 4.5)."""
    throw_away(state, FIRST_BUILDING_CARD + move.what)
    if move.kind == Kind.BUILD:
        throw_away(state, move.which)
    else:
        state.seats[state.to_move].joker = 0
    state.stacks[move.what] -= 1
    state.cells[move.cell] = FIRST_BUILDING + move.what


@compiled
def throw_away(state: Record, card: int) -> None:
    """A hand card of the seat to move goes face up to its discard pile (4.6)."""
    if card != NO_CARD:
        state.seats[state.to_move].hand[card] -= 1
        state.discard[card] += 1


@compiled
def after_placement(box: Record, state: Record) -> None:
    """Mine tiles owed come first (6.0), then the question of the extra action (4.8), then the draw."""
    if state.owed[0] != 0:
        state.phase = Phase.MINE
    elif state.seats[state.to_move].extra and not state.extra_taken and can_place(box, state):
        state.phase = Phase.EXTRA
    else:
        begin_draw(state)


# The draw step and the end of a turn (4.9 to 4.11, 8)


@compiled
def begin_draw(state: Record) -> None:
    """Refill the hand, unless this was the seat's last turn (4.11)."""
    if is_end_triggered(state):
        end_turn(state)
    else:
        state.phase = Phase.DRAW


@compiled
def draw_from(state: Record, deck: int) -> None:
    """A card is about to be drawn; an empty deck is renewed from its discards first (4.9)."""
    if count_cards(state.deck, deck) == 0:
        first, last = cards_of(deck)
        for card in range(first, last):
            state.deck[card] = state.discard[card]
            state.discard[card] = 0
    state.phase = Phase.DRAWN_LANDSCAPE if deck == Deck.LANDSCAPE else Phase.DRAWN_BUILDING


@compiled
def end_turn(state: Record) -> None:
    """Cards set aside join the discards; the next seat moves, or the game is over after the last round (8.2)."""
    for building in range(BUILDINGS):
        state.discard[FIRST_BUILDING_CARD + building] += state.aside[building]
        state.aside[building] = 0
    state.extra_taken = 0
    if not pass_turn(state) and is_end_triggered(state):
        state.phase = Phase.OVER
    else:
        state.phase = Phase.PLACE
