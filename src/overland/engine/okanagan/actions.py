"""Okanagan's actions as numbers, and the named parts of each.

=================  ===============================  =======================================
kind               parts                            text (rules 9)
=================  ===============================  =======================================
KEEP               three goals                      ``keep wood wheat+apple hide+whitefish+ore``
LAY                x, y, rotation                   ``tile 1,-2 r3``
RETURN             stack                            ``return 2``
FARM               part                             ``farm forest``
WAREHOUSE          two parts                        ``warehouse forest+lake``
SILO                                                ``silo``
RESOLVE            part                             ``resolve forest``
RANK               seat                             ``rank 2``
CLAIM              action or rewards                ``claim action``
ACTION             stack                            ``action 3``
TAKE               reward                           ``take wood``
GIVE               reward                           ``give wood``
TRADE              seat, given, taken               ``trade 2 give=wood take=ore``
NO_TRADE                                            ``no-trade``
SWAP               given, received                  ``swap wood hide``
STOP                                                ``stop``
DROP               two goals                        ``drop wood wheat+apple``
CHOOSE, BLIND      stack                            ``choose 2``, ``choose 2 blind``
DISCARD            building                         ``discard farm``
TILE (chance)      tile                             ``=tile 37``
BACK (chance)      back                             ``=back kind:wood``
GOAL (chance)      goal                             ``=goal wood``
=================  ===============================  =======================================

A part is one of ``PART_NAMES``: mostly a terrain, since most tiles have one territory of each of theirs. The order of a
promo tile's entries is in the rules (12.5).
"""

from enum import IntEnum
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    BACKS,
    BUILDINGS,
    GOALS,
    MAX_FRONTIER,
    MAX_SEATS,
    PARTS,
    REACH,
    REWARDS,
    SIDES,
    STACKS,
    TILES,
)


class Kind(IntEnum):
    KEEP = 0
    LAY = 1
    RETURN = 2
    FARM = 3
    WAREHOUSE = 4
    SILO = 5
    RESOLVE = 6
    RANK = 7
    CLAIM = 8
    ACTION = 9
    TAKE = 10
    GIVE = 11
    TRADE = 12
    NO_TRADE = 13
    SWAP = 14
    STOP = 15
    DROP = 16
    CHOOSE = 17
    BLIND = 18
    DISCARD = 19
    TILE = 20
    BACK = 21
    GOAL = 22


class Move(NamedTuple):
    """An action's kind and up to three numbers; one that its kind does not have is 0."""

    kind: int  # Kind
    first: int
    second: int
    third: int


CLAIM_ACTION, CLAIM_REWARDS = 0, 1
ACROSS = 2 * REACH + 1  # squares of the map in a row

# Sets of goals are numbered in order: (0, 1, 2), (0, 1, 3) ...
TRIPLES = np.array(list(combinations(range(GOALS), 3)), np.int8)
DOUBLES = np.array(list(combinations(range(GOALS), 2)), np.int8)
TRIPLES_BEFORE = np.array([sum(comb(GOALS - 1 - i, 2) for i in range(a)) for a in range(GOALS)], np.int32)
DOUBLES_BEFORE = np.array([sum(GOALS - 1 - i for i in range(a)) for a in range(GOALS + 1)], np.int32)

#: How many actions each kind has, in the order of Kind.
SIZES = (
    len(TRIPLES),
    ACROSS * ACROSS * SIDES,
    STACKS,
    PARTS,
    PARTS * PARTS,
    1,
    PARTS,
    MAX_SEATS,
    2,
    STACKS,
    REWARDS,
    REWARDS,
    MAX_SEATS * REWARDS * REWARDS,
    1,
    REWARDS * REWARDS,
    1,
    len(DOUBLES),
    STACKS,
    STACKS,
    BUILDINGS,
    TILES,
    BACKS,
    GOALS,
)
#: The first number of each kind, followed by the number of actions.
FIRST = np.array([sum(SIZES[:kind]) for kind in range(len(SIZES) + 1)], np.int64)
ACTIONS = sum(SIZES)

#: No position has more legal actions than this: a tile on every square in every rotation, or every trade.
MAX_LEGAL = max(MAX_FRONTIER * SIDES, (MAX_SEATS - 1) * REWARDS * REWARDS + 1)


@compiled
def decode(action: int) -> Move:
    kind = len(SIZES) - 1
    while action < FIRST[kind]:
        kind -= 1
    rest = action - FIRST[kind]
    match kind:
        case Kind.KEEP:
            return Move(kind, int(TRIPLES[rest, 0]) + 0, int(TRIPLES[rest, 1]) + 0, int(TRIPLES[rest, 2]) + 0)
        case Kind.DROP:
            return Move(kind, int(DOUBLES[rest, 0]) + 0, int(DOUBLES[rest, 1]) + 0, 0)
        case Kind.LAY:
            square = rest // SIDES
            return Move(kind, square % ACROSS - REACH, square // ACROSS - REACH, rest % SIDES)
        case Kind.WAREHOUSE:
            return Move(kind, rest // PARTS, rest % PARTS, 0)
        case Kind.TRADE:
            return Move(kind, rest // (REWARDS * REWARDS), rest // REWARDS % REWARDS, rest % REWARDS)
        case Kind.SWAP:
            return Move(kind, rest // REWARDS, rest % REWARDS, 0)
        case _:
            return Move(kind, rest, 0, 0)


@compiled
def encode(kind: int, first: int, second: int, third: int) -> int:
    offset = first
    match kind:
        case Kind.KEEP:
            before = DOUBLES_BEFORE[second] - DOUBLES_BEFORE[first + 1]
            offset = TRIPLES_BEFORE[first] + before + third - second - 1
        case Kind.DROP:
            offset = DOUBLES_BEFORE[first] + second - first - 1
        case Kind.LAY:
            offset = ((second + REACH) * ACROSS + first + REACH) * SIDES + third
        case Kind.WAREHOUSE:
            offset = first * PARTS + second
        case Kind.TRADE:
            offset = (first * REWARDS + second) * REWARDS + third
        case Kind.SWAP:
            offset = first * REWARDS + second
    return int(FIRST[kind]) + int(offset)
