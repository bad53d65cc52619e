"""Playing an action of Okanagan, and what comes next (rules 3 to 7).

An answer is carried out, then the turn goes on step by step (``Step``) until the next question stands: a decision
of somebody or an outcome of chance.
"""

from enum import IntEnum

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.actions import CLAIM_ACTION, Kind, Move, decode
from overland.engine.okanagan.board import fits_anywhere, lay_tile
from overland.engine.okanagan.components import (
    BUILDING_COUNTS,
    BUILDINGS,
    DEALT_GOALS,
    FIRST_KIND_BACK,
    GOALS,
    INFLUENCE,
    KIND_BONUS,
    MAX_SEATS,
    MAX_SWAPS,
    MIN_SEATS,
    SHAPES,
    STACKS,
    TERRAINS,
    Building,
    Effect,
)
from overland.engine.okanagan.legal import can_swap, effect_of, tied_seats
from overland.engine.okanagan.scoring import (
    GAIN,
    MAX_GAINS,
    NOTHING,
    Source,
    gain_tokens,
    note,
    note_closed,
    note_final_points,
)
from overland.engine.okanagan.state import (
    BACK_SHOWN,
    DISCARDED,
    HELD,
    HIDDEN,
    IN_DECK,
    NO_ITEM,
    SHOWN,
    Doing,
    Phase,
    back_of,
    count_buildings,
    count_goals,
    count_present,
    count_tokens,
    influence_of,
    stack_size,
)
from overland.engine.record import Array, Record


class Step(IntEnum):
    """What is to be done before the next question."""

    ASK = 0  # the question stands
    GOALS = 1  # deal the actor goals up to five
    DEAL = 2  # deal tiles at the set-up
    TOP = 3  # turn up or take the top of the stack
    NEW_TOP = 4  # a new top comes up
    STACKED = 5  # the stack is in order again
    LAY = 6  # the seat to move has a tile to lay
    TERRITORY = 7  # the next closed territory, if any
    CLOSED = 8  # this territory is resolved now
    RANKING = 9  # put those present into an order, or find the lowest
    EFFECT = 10  # the effect of a special action
    ACTED = 11  # the special action is over
    TAKING = 12  # the next reward is taken
    NEW_TILE = 13  # the seat to move takes a new tile
    END_TURN = 14


@compiled
def apply_action(box: Record, state: Record, action: int) -> None:
    """Play ``action``, which must be legal."""
    play_action(box, state, action, np.empty(MAX_GAINS, GAIN))


@compiled
def play_action(box: Record, state: Record, action: int, gains: Array) -> int:
    """Play ``action``, which must be legal, and write what it gained; returns the number of gains."""
    move = decode(action)
    count = 0
    step = Step.ASK
    match move.kind:
        case Kind.TAKE | Kind.GIVE | Kind.TRADE | Kind.SWAP:
            count = move_tokens(state, move, gains)
            step = after_tokens(state, move)
        case _:
            step = carry_out(box, state, move)
    while step != Step.ASK:
        match step:
            case Step.GOALS:
                step = deal_goals(state)
            case Step.DEAL:
                step = deal_tiles(state)
            case Step.TOP:
                step = move_top(state)
            case Step.NEW_TOP:
                step = bring_up_top(state)
            case Step.STACKED:
                step = after_stack(state)
            case Step.LAY:
                step = ask_to_lay(box, state)
            case Step.TERRITORY:
                step = next_territory(state)
            case Step.CLOSED:
                count = note_closed(state, gains, count)
                step = resolve_territory(state)
            case Step.RANKING:
                step = rank_next(state)
            case Step.EFFECT:
                count = gain_at_once(state, gains, count)
                step = begin_effect(state)
            case Step.ACTED:
                step = after_action(state)
            case Step.TAKING:
                step = next_taker(state)
            case Step.NEW_TILE:
                step = ask_for_tile(state)
            case _:  # Step.END_TURN
                step = end_turn(state)
                if state.phase == Phase.OVER:
                    count = note_final_points(box, state, gains, count)
    return count


@compiled
def carry_out(box: Record, state: Record, move: Move) -> Step:
    """Do what an answer says, if it moves no tokens; returns how the turn goes on."""
    match move.kind:
        case Kind.GOAL:
            state.goals[move.first] = HELD + state.actor
            return Step.GOALS
        case Kind.TILE:
            return receive_tile(box, state, move.first)
        case Kind.BACK:
            stack = state.stacks[state.stack]
            stack.unknown -= 1
            stack.top = -1 - move.first
            state.nameless[move.first] -= 1
            return Step.STACKED
        case Kind.KEEP:
            return keep_goals(state, move)
        case Kind.DROP:
            state.goals[move.first] = DISCARDED + state.actor
            state.goals[move.second] = DISCARDED + state.actor
            return Step.ACTED
        case Kind.LAY:
            me = state.seats[state.to_move]
            lay_tile(box, state, int(me.tile), move.third, move.first, move.second)
            me.tile = 0
            me.shown = HIDDEN
            state.phase = Phase.BUILD
            return Step.ASK
        case Kind.RETURN:
            me = state.seats[state.to_move]
            state.stack = move.first
            put_beneath(state, int(me.tile))
            me.tile = 0
            me.shown = HIDDEN
            state.doing = Doing.RETURNING
            return Step.TOP
        case Kind.FARM | Kind.WAREHOUSE | Kind.SILO:
            build(box, state, move)
            return Step.TERRITORY
        case Kind.RESOLVE:
            return begin_territory(state, move.first)
        case Kind.RANK:
            return name_seat(state, move.first)
        case Kind.CLAIM:
            if move.first == CLAIM_ACTION:
                state.acting = state.actor
                state.phase = Phase.ACTION
                return Step.ASK
            fill_pool(state)
            return Step.TAKING
        case Kind.ACTION:
            state.stack = move.first
            stack = state.stacks[move.first]
            state.effect = back_of(box, int(stack.top))
            put_beneath(state, int(stack.top))
            stack.top = NO_ITEM
            state.doing = Doing.ACTING
            return Step.NEW_TOP
        case Kind.CHOOSE:
            me = state.seats[state.to_move]
            state.stack = move.first
            me.tile = state.stacks[move.first].face_up
            me.shown = SHOWN
            state.stacks[move.first].face_up = 0
            state.doing = Doing.CHOOSING
            return Step.TOP
        case Kind.BLIND:
            state.stack = move.first
            state.doing = Doing.BLIND
            return Step.TOP
        case _:  # Kind.NO_TRADE, Kind.STOP
            return Step.ACTED


# Goals (2.1, 6.1, 7)


@compiled
def deal_goals(state: Record) -> Step:
    """The actor is dealt goals up to five, then the next seat; the deck is renewed when it has run out."""
    if count_goals(state, HELD + int(state.actor)) < DEALT_GOALS:
        if count_goals(state, IN_DECK) == 0:
            for goal in range(GOALS):
                if state.goals[goal] >= DISCARDED:
                    state.goals[goal] = IN_DECK
        state.phase = Phase.GOAL
        return Step.ASK
    if state.doing == Doing.ACTING:
        state.phase = Phase.DROP
        return Step.ASK
    if state.actor + 1 < state.players:
        state.actor += 1
        return Step.GOALS
    state.actor = 0
    state.phase = Phase.KEEP
    return Step.ASK


@compiled
def keep_goals(state: Record, move: Move) -> Step:
    """The actor's other goals are discarded; the next seat chooses, or play goes on."""
    for goal in range(GOALS):
        is_kept = goal == move.first or goal == move.second or goal == move.third
        if state.goals[goal] == HELD + state.actor and not is_kept:
            state.goals[goal] = DISCARDED + state.actor
    if state.actor + 1 < state.players:
        state.actor += 1
        return Step.ASK
    state.actor = 0
    return Step.DEAL if state.doing == Doing.SETUP else Step.LAY


# Tiles and stacks (2.2, 4.1, 4.4, 9)


@compiled
def deal_tiles(state: Record) -> Step:
    """A tile to each seat, then one in front of each stack, then the tops; then the first turn begins (2.2)."""
    for seat in range(state.players):
        if state.seats[seat].tile == 0:
            state.actor = seat
            state.phase = Phase.TILE
            return Step.ASK
    for stack in range(STACKS):
        if state.stacks[stack].face_up == 0:
            state.stack = stack
            state.phase = Phase.TILE
            return Step.ASK
    for stack in range(STACKS):
        if state.stacks[stack].top == NO_ITEM:
            state.stack = stack
            return Step.NEW_TOP
    state.actor = 0
    return Step.LAY


@compiled
def receive_tile(box: Record, state: Record, tile: int) -> Step:
    """Chance has said which front a tile has."""
    state.unseen[tile] = 0
    if state.doing != Doing.SETUP:
        place_top(state, tile, BACK_SHOWN)
        return Step.NEW_TOP
    state.nameless[box.back[tile]] -= 1
    if state.seats[state.actor].tile == 0:
        state.seats[state.actor].tile = tile
    else:
        state.stacks[state.stack].face_up = tile
    return Step.DEAL


@compiled
def move_top(state: Record) -> Step:
    """The top of the stack is turned up or taken: at once if its front is known, else chance says which it is."""
    top = int(state.stacks[state.stack].top)
    if top > 0:
        place_top(state, top, SHOWN)
        return Step.NEW_TOP
    state.phase = Phase.TILE
    return Step.ASK


@compiled
def place_top(state: Record, tile: int, shown: int) -> None:
    """The top of the stack goes in front of the seat to move, or in front of the stack."""
    stack = state.stacks[state.stack]
    stack.top = NO_ITEM
    if state.doing == Doing.RETURNING or state.doing == Doing.BLIND:
        state.seats[state.to_move].tile = tile
        state.seats[state.to_move].shown = shown
    else:
        stack.face_up = tile


@compiled
def put_beneath(state: Record, item: int) -> None:
    """An item goes beneath the stack."""
    stack = state.stacks[state.stack]
    stack.under[stack.under_count] = item
    stack.under_count += 1


@compiled
def bring_up_top(state: Record) -> Step:
    """The stack gets a new top: an unknown tile, else the first one put beneath; an empty stack is refilled (4.4)."""
    stack = state.stacks[state.stack]
    if stack_size(stack) == 0:
        refill(state)
    if stack.unknown > 0:
        state.phase = Phase.BACK
        return Step.ASK
    if stack.under_count > 0:
        stack.top = stack.under[0]
        for i in range(stack.under_count - 1):
            stack.under[i] = stack.under[i + 1]
        stack.under_count -= 1
        stack.under[stack.under_count] = NO_ITEM
    return Step.STACKED


@compiled
def refill(state: Record) -> None:
    """The bottom half of the largest other stack moves to the empty one and keeps its order (4.4)."""
    largest = 0
    for number in range(STACKS):
        if stack_size(state.stacks[number]) > stack_size(state.stacks[largest]):
            largest = number
    source = state.stacks[largest]
    stack = state.stacks[state.stack]
    half = stack_size(source) // 2
    items = min(half, int(source.under_count))
    for i in range(items):
        at = int(source.under_count) - items + i
        stack.under[i] = source.under[at]
        source.under[at] = NO_ITEM
    source.under_count -= items
    stack.under_count = items
    source.unknown -= half - items
    stack.unknown = half - items


@compiled
def after_stack(state: Record) -> Step:
    """The stack is in order again: go on with what it was for."""
    match state.doing:
        case Doing.SETUP:
            return Step.DEAL
        case Doing.RETURNING:
            return Step.LAY
        case Doing.ACTING:
            return Step.EFFECT
        case Doing.REFRESHING:
            if state.stack + 1 < STACKS:
                return refresh_stack(state, int(state.stack) + 1)
            return Step.ACTED
        case _:  # Doing.CHOOSING, Doing.BLIND
            return Step.END_TURN


@compiled
def refresh_stack(state: Record, number: int) -> Step:
    """The face-up tile goes beneath its stack and the top is turned up in its place (7)."""
    state.doing = Doing.REFRESHING
    state.stack = number
    put_beneath(state, int(state.stacks[number].face_up))
    state.stacks[number].face_up = 0
    return Step.TOP


# Laying and building (4.1, 4.2)


@compiled
def ask_to_lay(box: Record, state: Record) -> Step:
    """The seat to move lays its tile, or shows it and returns it if it fits nowhere (4.1)."""
    me = state.seats[state.to_move]
    state.actor = state.to_move
    if fits_anywhere(box, state, int(me.tile)):
        state.phase = Phase.LAY
    else:
        me.shown = SHOWN
        state.phase = Phase.RETURN
    return Step.ASK


@compiled
def build(box: Record, state: Record, move: Move) -> None:
    """A building goes on the tile just laid and counts in the territories it touches (4.2, 5.2)."""
    here = state.laid[state.laid_count - 1]
    building = Building.SILO.value
    site = int(box.parts[here.tile])
    if move.kind == Kind.FARM:
        building = Building.FARM.value
        site = 1 << move.first
    elif move.kind == Kind.WAREHOUSE:
        building = Building.WAREHOUSE.value
        site = 1 << move.first | 1 << move.second
    here.owner = 1 + state.to_move
    here.site = site
    state.seats[state.to_move].buildings[building] -= 1
    state.closing = 0
    for terrain in range(TERRAINS):
        if state.parts[terrain] == 0:
            continue
        territory = state.territories[state.parts[terrain] - 1]
        if site >> terrain & 1:
            territory.influence[state.to_move] += INFLUENCE[building]
        if territory.open == 0:
            state.closing |= 1 << terrain


# Closed territories (5)


@compiled
def next_territory(state: Record) -> Step:
    """The only closed territory left; the closer names one of several (5.1)."""
    closed = 0
    last = 0
    for terrain in range(TERRAINS):
        if state.closing >> terrain & 1:
            closed += 1
            last = terrain
    if closed == 0:
        return Step.NEW_TILE
    if closed == 1:
        return begin_territory(state, last)
    state.actor = state.to_move
    state.phase = Phase.RESOLVE
    return Step.ASK


@compiled
def begin_territory(state: Record, terrain: int) -> Step:
    """This territory is resolved now."""
    state.closing &= ~(1 << terrain)
    state.territory = state.parts[terrain] - 1
    return Step.CLOSED


@compiled
def resolve_territory(state: Record) -> Step:
    """Nobody present: nothing; one player: a choice; several: their order first (5.3, 5.4)."""
    present = count_present(state)
    if present == 0:
        end_territory(state)
        return Step.TERRITORY
    if present > 1:
        state.ranked = 0
        state.doing = Doing.ORDERING if state.ties == 0 else Doing.NAMING
        return Step.RANKING
    for seat in range(state.players):
        if influence_of(state, seat) > 0:
            state.actor = seat
    state.phase = Phase.CLAIM
    return Step.ASK


@compiled
def end_territory(state: Record) -> None:
    """The territory is resolved; nothing of it is left to remember."""
    state.territory = NOTHING
    state.first_pick = 0
    state.ranked = 0
    for seat in range(MAX_SEATS):
        state.order[seat] = 0
        state.share[seat] = 0
    for shape in range(SHAPES):
        state.pool[shape] = 0


@compiled
def rank_next(state: Record) -> Step:
    """Put the highest not yet in the order behind it, asking the closer about ties; then the lowest acts (5.4, 5.5)."""
    if state.doing == Doing.ORDERING and state.ranked == count_present(state):
        state.actor = state.order[state.ranked - 1]
        state.acting = state.actor
        state.phase = Phase.ACTION
        return Step.ASK
    tied = tied_seats(state)
    for seat in range(state.players):
        if tied == 1 << seat:
            return name_seat(state, seat)
    state.actor = state.to_move
    state.phase = Phase.RANK
    return Step.ASK


@compiled
def name_seat(state: Record, seat: int) -> Step:
    """A seat comes next: in the order, as the one that acts, or as the one that begins."""
    if state.doing == Doing.ORDERING:
        state.order[state.ranked] = seat
        state.ranked += 1
        return Step.RANKING
    state.actor = seat
    if state.doing == Doing.NAMING:
        state.acting = seat
        state.phase = Phase.ACTION
    else:
        state.phase = Phase.TAKE
    return Step.ASK


@compiled
def after_action(state: Record) -> Step:
    """After the special action of the lowest come the rewards; a lone player has chosen instead of them (5.3, 5.5)."""
    state.swaps = 0
    if count_present(state) == 1:
        end_territory(state)
        return Step.TERRITORY
    fill_pool(state)
    return Step.TAKING


@compiled
def fill_pool(state: Record) -> None:
    """One token for each icon, as far as the supply goes; everybody may take up to their influence (5.6)."""
    territory = state.territories[state.territory]
    for shape in range(SHAPES):
        state.pool[shape] = min(territory.icons[shape], state.supply[SHAPES * int(territory.terrain) + shape])
    for seat in range(state.players):
        state.share[seat] = territory.influence[seat]
    state.doing = Doing.BEGINNING


@compiled
def next_taker(state: Record) -> Step:
    """Who takes the next token: first pick, then by rank, the tied of ties=shared in turn (5.6, 9, 10)."""
    left = 0
    for shape in range(SHAPES):
        left += int(state.pool[shape])
    if left > 0:
        state.phase = Phase.TAKE
        if state.first_pick and state.share[state.first_pick - 1] > 0:
            state.actor = state.first_pick - 1
            return Step.ASK
        if state.ties == 1:
            return next_of_the_tied(state)
        for i in range(state.ranked):
            if state.share[state.order[i]] > 0:
                state.actor = state.order[i]
                return Step.ASK
        for seat in range(state.players):  # a lone player has no rank
            if state.share[seat] > 0:
                state.actor = seat
                return Step.ASK
    end_territory(state)
    return Step.TERRITORY


@compiled
def next_of_the_tied(state: Record) -> Step:
    """With ties=shared: of the highest that may still take, the next in turn; the closer says who begins."""
    tied = tied_seats(state)
    if tied == 0:
        end_territory(state)
        return Step.TERRITORY
    if not has_begun(state, tied):
        for seat in range(state.players):
            if tied == 1 << seat:
                state.actor = seat
                return Step.ASK
        state.actor = state.to_move
        state.phase = Phase.RANK
        return Step.ASK
    seat = int(state.actor)
    for _ in range(state.players):
        seat = (seat + 1) % int(state.players)
        if tied >> seat & 1:
            state.actor = seat
            break
    return Step.ASK


@compiled
def has_begun(state: Record, tied: int) -> bool:
    """Whether anybody of the influence of the tied has taken a token already, first pick excepted."""
    influence = 0
    for seat in range(state.players):
        if tied >> seat & 1:
            influence = influence_of(state, seat)
    for seat in range(state.players):
        if influence_of(state, seat) == influence and state.share[seat] < influence and state.first_pick != seat + 1:
            return True
    return False


# Tokens and special actions (5.6, 7)


@compiled
def move_tokens(state: Record, move: Move, gains: Array) -> int:
    """Tokens change hands; returns the number of gains."""
    actor = int(state.actor)
    match move.kind:
        case Kind.TAKE:
            if state.phase == Phase.BONUS:
                return gain_tokens(state, gains, 0, actor, Source.SHAPE.value, move.first, 1, NOTHING)
            state.pool[move.first % SHAPES] -= 1
            state.share[actor] -= 1
            return gain_tokens(state, gains, 0, actor, Source.REWARD.value, move.first, 1, NOTHING)
        case Kind.GIVE:
            acting = int(state.acting)
            return gain_tokens(state, gains, 0, acting, Source.TRIBUTE.value, move.first, 1, actor)
        case Kind.TRADE:
            count = gain_tokens(state, gains, 0, actor, Source.TRADE.value, move.third, 1, move.first)
            return gain_tokens(state, gains, count, move.first, Source.TRADE.value, move.second, 1, actor)
        case _:  # Kind.SWAP
            count = gain_tokens(state, gains, 0, actor, Source.SWAP.value, move.first, -1, NOTHING)
            return gain_tokens(state, gains, count, actor, Source.SWAP.value, move.second, 1, NOTHING)


@compiled
def after_tokens(state: Record, move: Move) -> Step:
    """How the turn goes on after tokens have changed hands."""
    if state.phase == Phase.TAKE:
        return Step.TAKING
    if move.kind == Kind.GIVE:
        return next_giver(state, int(state.actor) + 1)
    if move.kind == Kind.SWAP:
        state.swaps += 1
        return ask_for_swap(state)
    return Step.ACTED


@compiled
def gain_at_once(state: Record, gains: Array, count: int) -> int:
    """What an effect gives without a question: tokens of the shown kind, or a nugget."""
    seat = int(state.acting)
    match effect_of(int(state.effect)):
        case Effect.KIND:
            reward = int(state.effect) - FIRST_KIND_BACK
            amount = min(KIND_BONUS, int(state.supply[reward]))
            if amount > 0:
                return gain_tokens(state, gains, count, seat, Source.KIND.value, reward, amount, NOTHING)
        case Effect.GOLD:
            if state.gold > 0:
                state.gold -= 1
                state.seats[seat].gold += 1
                return note(gains, count, seat, Source.GOLD.value, NOTHING, 1, NOTHING, 0)
    return count


@compiled
def begin_effect(state: Record) -> Step:
    """Ask what an effect asks, if anything (7)."""
    state.actor = state.acting
    state.swaps = 0
    match effect_of(int(state.effect)):
        case Effect.SHAPE:
            for terrain in range(TERRAINS):
                if state.supply[SHAPES * terrain + int(state.effect)] > 0:
                    state.phase = Phase.BONUS
                    return Step.ASK
        case Effect.FIRST:
            state.first_pick = 1 + state.acting
        case Effect.GOALS:
            return Step.GOALS
        case Effect.TRIBUTE:
            return next_giver(state, 0)
        case Effect.TRADE:
            has_own = count_tokens(state, int(state.acting)) > 0
            for seat in range(state.players):
                if seat != state.acting and count_tokens(state, seat) > 0 and has_own:
                    state.phase = Phase.TRADE
                    return Step.ASK
        case Effect.REFRESH:
            return refresh_stack(state, 0)
        case Effect.RESHAPE | Effect.RECOLOUR:
            return ask_for_swap(state)
    return Step.ACTED


@compiled
def next_giver(state: Record, first: int) -> Step:
    """The next seat from ``first`` on that has a reward gives one to the seat that acts."""
    for seat in range(first, state.players):
        if seat != state.acting and count_tokens(state, seat) > 0:
            state.actor = seat
            state.phase = Phase.GIVE
            return Step.ASK
    return Step.ACTED


@compiled
def ask_for_swap(state: Record) -> Step:
    """Up to two swaps, each only if one is possible."""
    if state.swaps < MAX_SWAPS and can_swap(state):
        state.phase = Phase.SWAP
        return Step.ASK
    return Step.ACTED


# The end of a turn (4.4, 6)


@compiled
def ask_for_tile(state: Record) -> Step:
    """The seat to move takes a new tile, unless it has no turn left."""
    state.actor = state.to_move
    if state.round_number == 2 and count_buildings(state, int(state.to_move)) == 0:
        return Step.END_TURN
    state.phase = Phase.CHOOSE
    return Step.ASK


@compiled
def end_turn(state: Record) -> Step:
    """The next seat is to move; after the last building of a round comes the next round, or the end (6.1, 6.2)."""
    state.to_move = (state.to_move + 1) % state.players
    state.actor = state.to_move
    if state.to_move != 0 or count_buildings(state, 0) > 0:
        return Step.LAY
    if state.round_number == 2:
        state.phase = Phase.OVER
        return Step.ASK
    state.round_number = 2
    for seat in range(state.players):
        for building in range(BUILDINGS):
            state.seats[seat].buildings[building] = BUILDING_COUNTS[state.players - MIN_SEATS][1][building]
    state.doing = Doing.ROUND
    return Step.GOALS
