"""What may be done in a position of Okanagan (rules 4, 5, 7), and the odds of its chance events."""

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.actions import CLAIM_ACTION, CLAIM_REWARDS, FIRST, Kind, encode
from overland.engine.okanagan.board import BORDER_BITS, NAME_BITS
from overland.engine.okanagan.components import (
    BACKS,
    BUILDINGS,
    DEALT_GOALS,
    FIRST_PLAIN_BACK,
    GOALS,
    PARTS,
    REWARDS,
    SHAPES,
    SLOTS,
    STACKS,
    TERRAINS,
    Building,
    Effect,
)
from overland.engine.okanagan.state import (
    HELD,
    IN_DECK,
    Doing,
    Phase,
    back_of,
    count_goals,
    count_tiles_in_box,
    count_tokens,
    influence_of,
    terrain_of,
)
from overland.engine.record import Array, Record
from overland.engine.scratch import scratch

HELD_AND_ONE = DEALT_GOALS + 1  # room for goals in a hand, and for one that is not


@compiled
def legal_actions(box: Record, state: Record, out: Array) -> int:
    """Write every legal action, ascending; at a chance event its possible outcomes."""
    match state.phase:
        case Phase.GOAL:
            return list_goals(state, out)
        case Phase.TILE:
            return list_tiles(box, state, out)
        case Phase.BACK:
            return list_backs(state, out)
        case Phase.KEEP | Phase.DROP:
            return list_goal_sets(state, out)
        case Phase.LAY:
            return list_squares(box, state, out)
        case Phase.RETURN:
            return list_stacks(Kind.RETURN.value, out, 0)
        case Phase.BUILD:
            return list_sites(box, state, out)
        case Phase.RANK:
            return list_tied(state, out)
        case Phase.CLAIM:
            out[0] = encode(Kind.CLAIM.value, CLAIM_ACTION, 0, 0)
            out[1] = encode(Kind.CLAIM.value, CLAIM_REWARDS, 0, 0)
            return 2
        case Phase.ACTION:
            return list_stacks(Kind.ACTION.value, out, 0)
        case Phase.TAKE:
            return list_pool(state, out)
        case Phase.BONUS:
            return list_bonus(state, out)
        case Phase.GIVE:
            return list_own(state, out)
        case Phase.TRADE:
            return list_trades(state, out)
        case Phase.SWAP:
            return list_swaps(state, out)
        case Phase.CHOOSE:
            count = list_stacks(Kind.CHOOSE.value, out, 0)
            return list_stacks(Kind.BLIND.value, out, count) if state.blind else count
        case Phase.OVER:
            return 0
        case _:
            return list_rarely(box, state, out)


@compiled
def list_rarely(box: Record, state: Record, out: Array) -> int:
    """What is seldom asked: apart from the rest, whose questions are answered quicker so."""
    match state.phase:
        case Phase.RESOLVE:
            return list_closed(box, state, out)
        case Phase.DISCARD:
            return list_left(state, out)
        case _:  # Phase.GIFT
            return list_supply(state, out)


@compiled
def chance_weights(box: Record, state: Record, out: Array) -> int:
    """Write how many tiles or goals give each outcome, in the order of ``legal_actions``."""
    count = 0
    if state.phase == Phase.BACK:
        for back in range(BACKS):
            out[count] = state.nameless[back]
            count += state.nameless[back] > 0
        return count
    count = count_goals(state, IN_DECK) if state.phase == Phase.GOAL else count_tiles(box, state)
    for i in range(count):
        out[i] = 1
    return count


# Chance (9). What is possible cannot be guessed, so everything is written and only what is possible counted.


@compiled
def list_goals(state: Record, out: Array) -> int:
    """The goals that could be on top of the deck."""
    count = 0
    for goal in range(GOALS):
        out[count] = FIRST[Kind.GOAL] + goal
        count += state.goals[goal] == IN_DECK
    return count


@compiled
def list_tiles(box: Record, state: Record, out: Array) -> int:
    """The fronts a tile can have: any never seen at the set-up, later those with the visible back."""
    count = 0
    if state.doing == Doing.SETUP:
        for tile in range(1, count_tiles_in_box(box, state)):
            out[count] = FIRST[Kind.TILE] + tile
            count += int(state.unseen[tile])
        return count
    back = back_of(box, int(state.stacks[state.stack].top))
    for i in range(box.back_first[back], box.back_first[back + 1]):
        tile = box.back_tiles[i]
        out[count] = FIRST[Kind.TILE] + tile
        count += int(state.unseen[tile])
    return count


@compiled
def count_tiles(box: Record, state: Record) -> int:
    """How many fronts a tile can have."""
    count = 0
    if state.doing == Doing.SETUP:
        for tile in range(1, count_tiles_in_box(box, state)):
            count += int(state.unseen[tile])
        return count
    back = back_of(box, int(state.stacks[state.stack].top))
    for i in range(box.back_first[back], box.back_first[back + 1]):
        count += int(state.unseen[box.back_tiles[i]])
    return count


@compiled
def list_backs(state: Record, out: Array) -> int:
    """The backs that a tile of which nothing is known can have."""
    count = 0
    for back in range(BACKS):
        out[count] = FIRST[Kind.BACK] + back
        count += state.nameless[back] > 0
    return count


# Goals (2.1, 6.1, 7)


@compiled
def list_goal_sets(state: Record, out: Array) -> int:
    """Every three of the five goals to keep, or every two to drop."""
    held = scratch(HELD_AND_ONE, np.int64)  # the actor's goals, ascending
    count = 0
    for goal in range(GOALS):
        held[count] = goal
        count += state.goals[goal] == HELD + state.actor
    count = 0
    for i in range(DEALT_GOALS):
        for j in range(i + 1, DEALT_GOALS):
            if state.phase == Phase.DROP:
                out[count] = encode(Kind.DROP.value, held[i], held[j], 0)
                count += 1
                continue
            for k in range(j + 1, DEALT_GOALS):
                out[count] = encode(Kind.KEEP.value, held[i], held[j], held[k])
                count += 1
    return count


# Laying and building (4)


@compiled
def list_squares(box: Record, state: Record, out: Array) -> int:
    """Every square and rotation that the actor's tile fits (4.1)."""
    faces = box.face[int(state.seats[state.actor].tile)]
    north, east, south, west = int(faces[0]), int(faces[1]), int(faces[2]), int(faces[3])  # read once
    at = np.uint64(0)  # an index without a sign is not looked at twice
    for i in range(state.frontier_size):
        square = state.frontier[i]
        need = int(square.need)
        first = encode(Kind.LAY.value, int(square.x), int(square.y), 0)
        out[at] = first
        at += np.uint64(north & need == north)
        out[at] = first + 1
        at += np.uint64(east & need == east)
        out[at] = first + 2
        at += np.uint64(south & need == south)
        out[at] = first + 3
        at += np.uint64(west & need == west)
    return int(np.int64(at))


@compiled
def list_stacks(kind: int, out: Array, count: int) -> int:
    for stack in range(STACKS):
        out[count + stack] = FIRST[kind] + stack
    return count + STACKS


@compiled
def list_sites(box: Record, state: Record, out: Array) -> int:
    """A building left, on a site of the tile just laid (4.2)."""
    left = state.seats[state.actor].buildings
    tile = state.laid[state.laid_count - 1].tile
    count = 0
    if left[Building.FARM] > 0:
        farms = int(box.farms[tile])
        for i in range(box.farm_count[tile]):
            out[count] = FIRST[Kind.FARM] + (farms >> (NAME_BITS * i) & 0xF)
            count += 1
    if left[Building.WAREHOUSE] > 0:
        borders = int(box.borders[tile])
        for i in range(box.border_count[tile]):
            out[count] = FIRST[Kind.WAREHOUSE] + (borders >> (BORDER_BITS * i) & 0xFF)
            count += 1
    if left[Building.SILO] > 0:
        out[count] = FIRST[Kind.SILO]
        count += 1
    return count


@compiled
def list_left(state: Record, out: Array) -> int:
    """A building left, to be discarded (4.1, 12.2)."""
    count = 0
    for building in range(BUILDINGS):
        if state.seats[state.actor].buildings[building] > 0:
            out[count] = FIRST[Kind.DISCARD] + building
            count += 1
    return count


# Closed territories (5)


@compiled
def list_closed(box: Record, state: Record, out: Array) -> int:
    """The closed territories not resolved yet, by their names on the tile just laid (5.1)."""
    count = 0
    for part in range(PARTS):
        slot = slot_named(box, state, part)
        if slot >= 0 and state.closing >> slot & 1:
            out[count] = FIRST[Kind.RESOLVE] + part
            count += 1
    return count


@compiled
def slot_named(box: Record, state: Record, part: int) -> int:
    """The slot that has this name on the tile laid last, or -1.

    A promo tile has none of its own: those it touches are named by their terrains, from the north, clockwise (12.4).
    """
    tile = int(state.laid[state.laid_count - 1].tile)
    if box.slots[tile] != 0:
        return int(box.slot_of[tile, part])
    before = part // TERRAINS
    for slot in range(SLOTS):
        number = int(state.territory_of[slot]) - 1
        if number >= 0 and state.territories[number].terrain == part % TERRAINS:
            if before == 0:
                return slot
            before -= 1
    return -1


@compiled
def list_tied(state: Record, out: Array) -> int:
    """The seats that the closer can name next (5.4)."""
    tied = tied_seats(state)
    count = 0
    for seat in range(state.players):
        if tied >> seat & 1:
            out[count] = FIRST[Kind.RANK] + seat
            count += 1
    return count


@compiled
def tied_seats(state: Record) -> int:
    """The seats of equal influence that a question of rank is about, as bits; a single one needs no question."""
    best = 0
    seats = 0
    for seat in range(state.players):
        if not is_in_question(state, seat):
            continue
        influence = influence_of(state, seat)
        if state.doing == Doing.NAMING:
            influence = -influence  # the lowest, not the highest
        if seats == 0 or influence > best:
            best = influence
            seats = 1 << seat
        elif influence == best:
            seats |= 1 << seat
    return seats


@compiled
def is_in_question(state: Record, seat: int) -> bool:
    """Whether a seat can still be named by a question of rank."""
    if influence_of(state, seat) == 0:
        return False
    if state.doing == Doing.BEGINNING:
        return bool(state.share[seat] > 0 and state.first_pick != seat + 1)
    if state.doing == Doing.ORDERING:
        for i in range(state.ranked):
            if state.order[i] == seat:
                return False
    return True


@compiled
def list_pool(state: Record, out: Array) -> int:
    """A reward of the pool (5.6)."""
    first = FIRST[Kind.TAKE] + SHAPES * terrain_of(state)
    count = 0
    for shape in range(SHAPES):
        if state.pool[shape] > 0:
            out[count] = first + shape
            count += 1
    return count


# Special actions (7)


@compiled
def effect_of(back: int) -> int:
    """The special action that a back shows."""
    if back < SHAPES:
        return Effect.SHAPE.value
    if back < FIRST_PLAIN_BACK:
        return Effect.KIND.value
    return Effect.FIRST.value + back - FIRST_PLAIN_BACK


@compiled
def list_bonus(state: Record, out: Array) -> int:
    """A reward of the shown shape that the supply has."""
    count = 0
    for terrain in range(TERRAINS):
        reward = SHAPES * terrain + int(state.effect)
        if state.supply[reward] > 0:
            out[count] = FIRST[Kind.TAKE] + reward
            count += 1
    return count


@compiled
def list_supply(state: Record, out: Array) -> int:
    """Any reward that the supply has (12.3)."""
    count = 0
    for reward in range(REWARDS):
        if state.supply[reward] > 0:
            out[count] = FIRST[Kind.TAKE] + reward
            count += 1
    return count


@compiled
def list_own(state: Record, out: Array) -> int:
    """A reward that the actor has, to be given as a tribute."""
    count = 0
    for reward in range(REWARDS):
        if state.seats[state.actor].tokens[reward] > 0:
            out[count] = FIRST[Kind.GIVE] + reward
            count += 1
    return count


@compiled
def list_trades(state: Record, out: Array) -> int:
    """One of the actor's rewards for one of another player's, or no trade; nothing if no trade is possible."""
    mine = state.seats[state.actor].tokens
    count = 0
    for seat in range(state.players):
        if seat == state.actor or count_tokens(state, seat) == 0:
            continue
        theirs = state.seats[seat].tokens
        for given in range(REWARDS):
            if mine[given] == 0:
                continue
            for taken in range(REWARDS):
                if theirs[taken] > 0:
                    out[count] = encode(Kind.TRADE.value, seat, given, taken)
                    count += 1
    if count > 0:
        out[count] = FIRST[Kind.NO_TRADE]
        count += 1
    return count


@compiled
def list_swaps(state: Record, out: Array) -> int:
    """A reward for one of the same terrain (reshape) or shape (recolour), or stop; nothing if no swap is possible."""
    count = 0
    for given in range(REWARDS):
        for received in range(REWARDS):
            if is_swap(state, given, received):
                out[count] = FIRST[Kind.SWAP] + given * REWARDS + received
                count += 1
    if count > 0:
        out[count] = FIRST[Kind.STOP]
        count += 1
    return count


@compiled
def is_swap(state: Record, given: int, received: int) -> bool:
    """Whether the actor can swap one reward for the other by the effect that is going on."""
    if state.seats[state.actor].tokens[given] == 0 or state.supply[received] == 0 or given == received:
        return False
    if effect_of(int(state.effect)) == Effect.RESHAPE:
        return given // SHAPES == received // SHAPES
    return given % SHAPES == received % SHAPES


@compiled
def can_swap(state: Record) -> bool:
    for given in range(REWARDS):
        for received in range(REWARDS):
            if is_swap(state, given, received):
                return True
    return False
