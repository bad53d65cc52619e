"""What a placement brings, and to whom (rules 6, 7, 8.3). Written once: playing and explaining both use it.

``gain`` adds every gain to the position and writes it down at the same time.
"""

from enum import IntEnum

import numpy as np

from overland.engine.jit import compiled
from overland.engine.oregon.board import count_farmers_around
from overland.engine.oregon.components import (
    FARMER,
    FARMERS,
    FIRST_BUILDING,
    GROUP_BONUS,
    GROUP_SIZE,
    LOWEST_VALUE,
    MINE_VALUES,
    MINES,
    PAID,
    Building,
    Mine,
    Token,
)
from overland.engine.oregon.state import OWED, Phase, owed_mine, owed_seat
from overland.engine.record import Array, Record, record
from overland.engine.scratch import scratch


class Source(IntEnum):
    """What points can come from; the first seven are the buildings, in the order of Building."""

    POST = 0
    HARBOR = 1
    CHURCH = 2
    COAL = 3
    GOLD = 4
    WAREHOUSE = 5
    STATION = 6
    GROUP = 7


NO_CELL = -1

GAIN = record(
    (
        "cell",
        np.int16,
    ),  # the building that pays (6), the farmer it is paid for (7), the new farmer of a group; or NO_CELL
    ("seat", np.int8),  # who gains
    ("source", np.int8),  # Source
    ("points", np.int8),  # added now; the value of a coal or gold tile counts at the end
    ("token", np.int8),  # Token turned active, or Token.NONE
    ("tile", np.int8),  # 1 + Mine: a mine tile is drawn for this, or 0
)
MAX_GAINS = OWED + 1


@compiled
def score_farmer(box: Record, state: Record, cell: int, gains: Array) -> int:
    """A farmer was put on ``cell``: its owner scores every neighbouring building, then the group (6)."""
    seat = int(state.to_move)
    count = 0
    owed = 0
    for i in range(box.around_count[cell]):
        near = int(box.around[cell, i])
        piece = int(state.cells[near])
        if FIRST_BUILDING <= piece < FARMER:
            building = piece - FIRST_BUILDING
            points = points_of(building, count_farmers_around(box, state, near) if building == Building.CHURCH else 0)
            owed = gain(state, gains, count, seat, building, near, points, owed)
            count += 1
    if group_pays(box, state, seat, cell):
        gain(state, gains, count, seat, Source.GROUP.value, cell, GROUP_BONUS, owed)
        count += 1
    return count


@compiled
def score_building(box: Record, state: Record, building: int, cell: int, gains: Array) -> int:
    """A building was put on ``cell``: every seat scores it for each of its farmers beside it (7)."""
    is_mine = building == Building.COAL or building == Building.GOLD
    if is_mine and state.mines == 1:  # option mines=placer
        gain(state, gains, 0, int(state.to_move), building, cell, 0, 0)
        return 1
    crowd = 1
    if building == Building.CHURCH and state.church == 0:  # church=flat pays 1 per own neighbour
        crowd = count_farmers_around(box, state, cell)
    count = 0
    owed = 0
    for turn in range(state.players):  # in seat order from the active player (7.3)
        seat = (int(state.to_move) + turn) % int(state.players)
        for i in range(box.around_count[cell]):
            near = int(box.around[cell, i])
            if is_farmer_of(int(state.cells[near]), seat):
                owed = gain(state, gains, count, seat, building, near, points_of(building, crowd), owed)
                count += 1
    return count


@compiled
def points_of(building: int, crowd: int) -> int:
    """What a building pays at once for one farmer; a church pays its ``crowd`` (6.1, 7.1)."""
    match building:
        case Building.POST:
            return 3
        case Building.HARBOR:
            return 4
        case Building.CHURCH:
            return crowd
        case Building.WAREHOUSE | Building.STATION:
            return 1
        case _:
            return 0


@compiled
def gain(state: Record, gains: Array, index: int, seat: int, source: int, cell: int, points: int, owed: int) -> int:
    """Give a seat its points, token and claim to a mine tile, and write the gain down; returns tiles owed now."""
    me = state.seats[seat]
    me.score += points
    entry = gains[index]
    entry.cell = cell
    entry.seat = seat
    entry.source = source
    entry.points = points
    entry.token = Token.NONE
    entry.tile = 0
    if source == Source.WAREHOUSE and me.joker == 0:
        me.joker = 1
        entry.token = Token.JOKER
    elif source == Source.STATION and me.extra == 0:
        me.extra = 1
        entry.token = Token.EXTRA
    elif source == Source.COAL or source == Source.GOLD:
        mine = Mine.COAL.value if source == Source.COAL else Mine.GOLD.value
        if has_tile_to_draw(state, mine, owed):
            entry.tile = 1 + mine
            state.owed[owed] = 1 + 2 * seat + mine
            return owed + 1
    return owed


@compiled
def has_tile_to_draw(state: Record, mine: int, owed: int) -> bool:
    """Whether the pile holds a tile beyond those already owed from it (6.3)."""
    left = 0
    for step in range(MINE_VALUES):
        left += int(state.piles[mine, step])
    for i in range(owed):
        if owed_mine(state.owed[i]) == mine:
            left -= 1
    return left > 0


@compiled
def is_farmer_of(piece: int, seat: int) -> bool:
    """Whether a piece is a farmer of ``seat``, paid or not."""
    return piece >= FARMER and (piece & (PAID - 1)) == seat


@compiled
def group_pays(box: Record, state: Record, seat: int, cell: int) -> bool:
    """Whether the group of the new farmer pays now; it is marked as paid if it does or joins one that did (6.4)."""
    group = scratch(FARMERS, np.int16)
    group[0] = cell
    size = 1
    has_paid = False
    done = 0
    while done < size:
        here = group[done]
        done += 1
        has_paid = has_paid or (state.cells[here] & PAID) != 0
        near_count = box.around_count[here] if state.groups == 1 else box.beside_count[here]
        for i in range(near_count):
            near = box.around[here, i] if state.groups == 1 else box.beside[here, i]
            if is_farmer_of(int(state.cells[near]), seat) and not is_among(group, size, near):
                group[size] = near
                size += 1
    pays = size >= GROUP_SIZE and not has_paid
    if pays or has_paid:
        for i in range(size):
            state.cells[group[i]] |= PAID
    return pays


@compiled
def is_among(cells: Array, count: int, cell: int) -> bool:
    """Whether ``cell`` is one of the first ``count`` of ``cells``."""
    for i in range(count):
        if cells[i] == cell:
            return True
    return False


@compiled
def take_mine_tile(state: Record, mine: int, step: int, gains: Array) -> int:
    """The first mine tile owed is drawn; its value counts at the end (6.3, 8.3)."""
    seat = owed_seat(state.owed[0])
    state.piles[mine, step] -= 1
    state.seats[seat].tiles[mine, step] += 1
    for i in range(OWED - 1):
        state.owed[i] = state.owed[i + 1]
    state.owed[OWED - 1] = 0
    entry = gains[0]
    entry.cell = NO_CELL
    entry.seat = seat
    entry.source = Source.COAL if mine == Mine.COAL else Source.GOLD
    entry.points = LOWEST_VALUE[mine] + step
    entry.token = Token.NONE
    entry.tile = 0
    return 1


@compiled
def scores(box: Record, state: Record, out: Array) -> None:
    """Points on the table; once the game is over, coal and gold are added (8.3)."""
    for seat in range(state.players):
        out[seat] = state.seats[seat].score
        if state.phase == Phase.OVER:
            out[seat] += value_of_tiles(state, seat)


@compiled
def value_of_tiles(state: Record, seat: int) -> int:
    """What a seat's coal and gold are worth together."""
    value = 0
    for mine in range(MINES):
        for step in range(MINE_VALUES):
            value += int(state.seats[seat].tiles[mine, step]) * (LOWEST_VALUE[mine] + step)
    return value


@compiled
def winners(box: Record, state: Record, out: Array) -> None:
    """Most points, then most farmers on the board, then a shared win (8.3)."""
    best = -1
    for seat in range(state.players):
        best = max(best, standing(state, seat))
    for seat in range(state.players):
        out[seat] = 1 if standing(state, seat) == best else 0


@compiled
def standing(state: Record, seat: int) -> int:
    """One number that ranks a seat at the end: points first, farmers placed second."""
    points = int(state.seats[seat].score) + value_of_tiles(state, seat)
    return points * (FARMERS + 1) + FARMERS - int(state.seats[seat].farmers)
