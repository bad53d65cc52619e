"""What players gain in Okanagan and what it is worth at the end (rules 5.6, 6.3 to 6.5, 7).

Points are counted only at the end; until then a gain is a token, a nugget, or the influence that a closed
territory was shared out by. Every change of a seat's tokens goes through ``gain_tokens``.
"""

from enum import IntEnum

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.board import NO_REWARD
from overland.engine.okanagan.components import (
    EXPLORER_POINTS,
    FIRST_PAIR,
    FIRST_TRIPLE,
    GOALS,
    NUGGET_POINTS,
    PAIR_POINTS,
    SHAPES,
    SINGLE_POINTS,
    TERRAINS,
    TRIPLE_POINTS,
)
from overland.engine.okanagan.state import HELD, Phase, count_tokens, influence_of, terrain_of
from overland.engine.record import Array, Record, record


class Source(IntEnum):
    """What a gain comes from; the first five bring points at the end."""

    EXPLORER = 0
    SINGLES = 1
    PAIRS = 2
    TRIPLES = 3
    NUGGETS = 4
    CLOSED = 5  # a territory closed: laying the tile gains nothing by itself
    INFLUENCE = 6  # what it is shared out by
    REWARD = 7  # taken from a closed territory's pool
    SHAPE = 8  # the special actions
    KIND = 9
    GOLD = 10
    TRIBUTE = 11
    TRADE = 12
    SWAP = 13
    DAM = 14  # the Beaver Dam (12.3)


NOTHING = -1

GAIN = record(
    ("points", np.int16),  # at the end
    ("seat", np.int8),  # who gains
    ("source", np.int8),  # Source
    ("what", np.int8),  # reward; terrain of a closed territory; goal that pays; or NOTHING
    ("amount", np.int8),  # of it; negative if it was given away; of a closed territory its icons
    ("other", np.int8),  # seat it came from or went to, or NOTHING
)
MAX_GAINS = 40


@compiled
def note(gains: Array, count: int, seat: int, source: int, what: int, amount: int, other: int, points: int) -> int:
    """Write a gain down; returns how many there are now."""
    entry = gains[count]
    entry.points = points
    entry.seat = seat
    entry.source = source
    entry.what = what
    entry.amount = amount
    entry.other = other
    return count + 1


@compiled
def gain_tokens(
    state: Record, gains: Array, count: int, seat: int, source: int, reward: int, amount: int, other: int
) -> int:
    """Give a seat reward tokens (or, with a negative amount, take them) from the supply or another seat."""
    state.seats[seat].tokens[reward] += amount
    if other == NOTHING:
        state.supply[reward] -= amount
    else:
        state.seats[other].tokens[reward] -= amount
    return note(gains, count, seat, source, reward, amount, other, 0)


@compiled
def note_closed(state: Record, gains: Array, count: int) -> int:
    """A territory closed: write down who closed it, how many icons it has, and every seat's influence (4.3, 5.2)."""
    terrain = terrain_of(state)
    icons = 0
    for shape in range(SHAPES):
        icons += int(state.territories[state.territory].icons[shape])
    count = note(gains, count, int(state.to_move), Source.CLOSED.value, terrain, icons, NOTHING, 0)
    for seat in range(state.players):
        influence = influence_of(state, seat)
        if influence > 0:
            count = note(gains, count, seat, Source.INFLUENCE.value, terrain, influence, NOTHING, 0)
    return count


@compiled
def note_final_points(box: Record, state: Record, gains: Array, count: int) -> int:
    """The game is over: write down every player's points by source."""
    for seat in range(state.players):
        points = explorer_points(state, seat)
        count = note(gains, count, seat, Source.EXPLORER.value, NOTHING, 1, NOTHING, points)
        for goal in range(GOALS):
            if state.goals[goal] == HELD + seat:
                points = goal_points(box, state, seat, goal)
                count = note(gains, count, seat, goal_source(goal), goal, 1, NOTHING, points)
        count = note(gains, count, seat, Source.NUGGETS.value, NOTHING, 1, NOTHING, nugget_points(state, seat))
    return count


@compiled
def goal_source(goal: int) -> int:
    """Single, pair or triple."""
    if goal < FIRST_PAIR:
        return Source.SINGLES.value
    return Source.PAIRS.value if goal < FIRST_TRIPLE else Source.TRIPLES.value


@compiled
def explorer_points(state: Record, seat: int) -> int:
    """4 for each set of four tokens of different terrains (6.3)."""
    sets = 1000
    for terrain in range(TERRAINS):
        tokens = 0
        for shape in range(SHAPES):
            tokens += int(state.seats[seat].tokens[SHAPES * terrain + shape])
        sets = min(sets, tokens)
    return EXPLORER_POINTS * sets


@compiled
def goal_points(box: Record, state: Record, seat: int, goal: int) -> int:
    """3 per token of a single, 5 per complete pair, 7 per complete triple (6.3)."""
    complete = 1000
    for i in range(3):
        reward = int(box.goal[goal, i])
        if reward != NO_REWARD:
            complete = min(complete, int(state.seats[seat].tokens[reward]))
    if goal < FIRST_PAIR:
        return SINGLE_POINTS * complete
    return (PAIR_POINTS if goal < FIRST_TRIPLE else TRIPLE_POINTS) * complete


@compiled
def nugget_points(state: Record, seat: int) -> int:
    """10, 5, 2 or 0 for the place by nuggets; tied players share the better place; none for none (6.4)."""
    mine = int(state.seats[seat].gold)
    if mine == 0:
        return 0
    place = 0
    for other in range(state.players):
        if state.seats[other].gold > mine:
            place += 1
    return NUGGET_POINTS[place]


@compiled
def total_points(box: Record, state: Record, seat: int) -> int:
    """What a seat would have if the game ended now."""
    points = explorer_points(state, seat) + nugget_points(state, seat)
    for goal in range(GOALS):
        if state.goals[goal] == HELD + seat:
            points += goal_points(box, state, seat, goal)
    return points


@compiled
def scores(box: Record, state: Record, out: Array) -> None:
    """The final points; all zero before the end."""
    for seat in range(state.players):
        out[seat] = total_points(box, state, seat) if state.phase == Phase.OVER else 0


@compiled
def winners(box: Record, state: Record, out: Array) -> None:
    """Most points, then most reward tokens, then a shared win (6.5)."""
    best = -1
    for seat in range(state.players):
        best = max(best, standing(box, state, seat))
    for seat in range(state.players):
        out[seat] = 1 if standing(box, state, seat) == best else 0


@compiled
def standing(box: Record, state: Record, seat: int) -> int:
    """One number that ranks a seat at the end: points first, tokens second."""
    return total_points(box, state, seat) * 1000 + count_tokens(state, seat)
