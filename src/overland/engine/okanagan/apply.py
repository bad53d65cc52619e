"""Playing an action of Okanagan, and what comes next (rules 3 to 7).

An answer is carried out, then the turn goes on step by step (``Step``) until the next question: a decision
of a seat or an outcome of chance.
"""

from overland.engine.jit import compiled
from overland.engine.okanagan.actions import CLAIM_ACTION, Kind, Move, decode
from overland.engine.okanagan.closing import (
    after_action,
    begin_territory,
    fill_pool,
    name_seat,
    next_taker,
    next_territory,
    rank_next,
    resolve_territory,
)
from overland.engine.okanagan.components import (
    BUILDING_COUNTS,
    BUILDINGS,
    DEALT_GOALS,
    FIRST_KIND_BACK,
    GOALS,
    KIND_BONUS,
    MAX_SWAPS,
    MIN_SEATS,
    REWARDS,
    SHAPES,
    SLOTS,
    TERRAINS,
    Building,
    Effect,
    Promo,
)
from overland.engine.okanagan.frontier import fits_anywhere
from overland.engine.okanagan.laying import is_repeated, lay_tile, put_up
from overland.engine.okanagan.legal import can_swap, effect_of, slot_named
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
from overland.engine.okanagan.stacks import (
    after_stack,
    bring_up_top,
    deal_tiles,
    move_top,
    put_beneath,
    receive_tile,
    refresh_stack,
)
from overland.engine.okanagan.state import (
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
    count_tokens,
)
from overland.engine.okanagan.steps import Step
from overland.engine.record import Array, Record
from overland.engine.scratch import scratch


@compiled
def apply_action(box: Record, state: Record, action: int) -> None:
    """Play ``action``, which must be legal."""
    play_action(box, state, action, scratch(MAX_GAINS, GAIN))


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
            state.phase = Phase.BUILD if box.slots[me.tile] else Phase.DISCARD
            me.tile = 0
            me.shown = HIDDEN
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
        case Kind.DISCARD:
            return discard(box, state, move.first)
        case Kind.RESOLVE:
            return begin_territory(state, slot_named(box, state, move.first))
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


# Laying and building (4.1, 4.2)


@compiled
def ask_to_lay(box: Record, state: Record) -> Step:
    """The seat to move lays its tile, or shows it and returns it if it fits nowhere (4.1)."""
    me = state.seats[state.to_move]
    state.actor = state.to_move
    if fits_anywhere(box, state, int(me.tile)):
        state.stalled = 0
        state.phase = Phase.LAY
        return Step.ASK
    me.shown = SHOWN
    state.phase = Phase.RETURN if state.stalled < box.tile_count else Phase.DISCARD
    return Step.ASK


@compiled
def build(box: Record, state: Record, move: Move) -> None:
    """A building goes on the tile just laid and counts in the territories it touches (4.2, 5.2)."""
    tile = int(state.laid[state.laid_count - 1].tile)
    building = Building.SILO.value
    site = int(box.slots[tile])
    if move.kind == Kind.FARM:
        building = Building.FARM.value
        site = 1 << int(box.slot_of[tile, move.first])
    elif move.kind == Kind.WAREHOUSE:
        building = Building.WAREHOUSE.value
        site = 1 << int(box.slot_of[tile, move.first]) | 1 << int(box.slot_of[tile, move.second])
    put_up(box, state, int(state.to_move), building, site)
    state.seats[state.to_move].buildings[building] -= 1
    find_closed(state)


@compiled
def find_closed(state: Record) -> None:
    """The territories that the tile just laid has closed, each once (4.3)."""
    state.closing = 0
    for slot in range(SLOTS):
        number = int(state.territory_of[slot]) - 1
        if number >= 0 and state.territories[number].open == 0 and not is_repeated(state, 0xF, slot):
            state.closing |= 1 << slot


@compiled
def discard(box: Record, state: Record, building: int) -> Step:
    """A building is lost: for a promo tile and its effect (12.2, 12.3), or for want of a tile that fits (4.1)."""
    seat = int(state.to_move)
    state.seats[seat].buildings[building] -= 1
    if state.seats[seat].tile > 0:
        state.skipped[seat] += 1
        state.stalled = 0
        return Step.END_TURN
    here = state.laid[state.laid_count - 1]
    here.owner = 1 + seat
    find_closed(state)
    if here.tile == box.tile_count + Promo.VOLCANO:
        state.acting = seat
        state.phase = Phase.ACTION
        return Step.ASK
    for reward in range(REWARDS):
        if state.supply[reward] > 0:
            state.phase = Phase.GIFT
            return Step.ASK
    return Step.TERRITORY


# Tokens and special actions (5.6, 7)


@compiled
def move_tokens(state: Record, move: Move, gains: Array) -> int:
    """Tokens change hands; returns the number of gains."""
    actor = int(state.actor)
    match move.kind:
        case Kind.TAKE:
            if state.phase == Phase.BONUS:
                return gain_tokens(state, gains, 0, actor, Source.SHAPE.value, move.first, 1, NOTHING)
            if state.phase == Phase.GIFT:
                return gain_tokens(state, gains, 0, actor, Source.DAM.value, move.first, 1, NOTHING)
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
    if state.phase == Phase.GIFT:
        return Step.TERRITORY
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
