"""Oregon's actions as numbers, and the named parts of each.

====================  ============================  =======================================
kind                  parts                         text (rules 11)
====================  ============================  =======================================
START                 cell                          ``start h4``
FARMER                cell                          ``farmer h4``
FARMER_JOKER          symbol the joker is, cell     ``farmer h4 joker=wagon``
BUILD                 building, symbol paid, cell   ``build church h4 wagon``
BUILD_JOKER           building, cell                ``build church h4 joker``
PASS                  card, second card             ``pass wagon church``
EXTRA, NO_EXTRA                                     ``extra``, ``no-extra``
DRAW                  deck                          ``draw landscape``
DISCARD               building                      ``discard church``
DONE                                                ``done``
CARD (chance)         card                          ``=bison``, ``=church``
START_TILE (chance)   building                      ``=start gold``
MINE_TILE (chance)    mine, step above its lowest   ``=coal 2``
====================  ============================  =======================================
"""

from enum import IntEnum
from typing import NamedTuple

from overland.engine.jit import part_of_callers
from overland.engine.oregon.components import BUILDINGS, CARDS, CELLS, MINE_VALUES, MINES, SYMBOLS


class Kind(IntEnum):
    START = 0
    FARMER = 1
    FARMER_JOKER = 2
    BUILD = 3
    BUILD_JOKER = 4
    PASS = 5
    EXTRA = 6
    NO_EXTRA = 7
    DRAW = 8
    DISCARD = 9
    DONE = 10
    CARD = 11
    START_TILE = 12
    MINE_TILE = 13


class Move(NamedTuple):
    """An action's parts; a part that its kind does not have is 0."""

    kind: Kind
    what: int  # building, deck, first card, or mine
    which: int  # symbol, second card, or step of a mine tile's value above the lowest
    cell: int


NO_CARD = CARDS  # stands for a card that is not thrown away
PASS_CARDS = CARDS + 1

# The first number of each kind, in the order of Kind.
START = 0
FARMER = START + CELLS
FARMER_JOKER = FARMER + CELLS
BUILD = FARMER_JOKER + SYMBOLS * CELLS
BUILD_JOKER = BUILD + BUILDINGS * SYMBOLS * CELLS
PASS = BUILD_JOKER + BUILDINGS * CELLS
EXTRA = PASS + PASS_CARDS * PASS_CARDS
NO_EXTRA = EXTRA + 1
DRAW = NO_EXTRA + 1
DISCARD = DRAW + 2
DONE = DISCARD + BUILDINGS
CARD = DONE + 1
START_TILE = CARD + CARDS
MINE_TILE = START_TILE + BUILDINGS
ACTIONS = MINE_TILE + MINES * MINE_VALUES

#: No position has more legal actions than this: farmers on every cell, two ways each with the joker,
#: four pairs of cards for buildings in 54 cells each, three kinds of building with the joker.
MAX_LEGAL = CELLS + 2 * CELLS + 4 * 54 + 3 * CELLS


@part_of_callers
def decode(action: int) -> Move:
    if action < FARMER:
        return Move(Kind.START, 0, 0, action - START)
    if action < FARMER_JOKER:
        return Move(Kind.FARMER, 0, 0, action - FARMER)
    if action < BUILD:
        rest = action - FARMER_JOKER
        return Move(Kind.FARMER_JOKER, 0, rest // CELLS, rest % CELLS)
    if action < BUILD_JOKER:
        rest = action - BUILD
        return Move(Kind.BUILD, rest // (SYMBOLS * CELLS), rest // CELLS % SYMBOLS, rest % CELLS)
    if action < PASS:
        rest = action - BUILD_JOKER
        return Move(Kind.BUILD_JOKER, rest // CELLS, 0, rest % CELLS)
    if action < EXTRA:
        rest = action - PASS
        return Move(Kind.PASS, rest // PASS_CARDS, rest % PASS_CARDS, 0)
    if action == EXTRA:
        return Move(Kind.EXTRA, 0, 0, 0)
    if action == NO_EXTRA:
        return Move(Kind.NO_EXTRA, 0, 0, 0)
    if action < DISCARD:
        return Move(Kind.DRAW, action - DRAW, 0, 0)
    if action < DONE:
        return Move(Kind.DISCARD, action - DISCARD, 0, 0)
    if action == DONE:
        return Move(Kind.DONE, 0, 0, 0)
    if action < START_TILE:
        return Move(Kind.CARD, action - CARD, 0, 0)
    if action < MINE_TILE:
        return Move(Kind.START_TILE, action - START_TILE, 0, 0)
    rest = action - MINE_TILE
    return Move(Kind.MINE_TILE, rest // MINE_VALUES, rest % MINE_VALUES, 0)


def encode(move: Move) -> int:
    match move.kind:
        case Kind.START | Kind.FARMER:
            offset = move.cell
        case Kind.FARMER_JOKER:
            offset = move.which * CELLS + move.cell
        case Kind.BUILD:
            offset = (move.what * SYMBOLS + move.which) * CELLS + move.cell
        case Kind.BUILD_JOKER:
            offset = move.what * CELLS + move.cell
        case Kind.PASS:
            offset = move.what * PASS_CARDS + move.which
        case Kind.MINE_TILE:
            offset = move.what * MINE_VALUES + move.which
        case _:
            offset = move.what
    return FIRST[move.kind] + offset


FIRST = (
    START,
    FARMER,
    FARMER_JOKER,
    BUILD,
    BUILD_JOKER,
    PASS,
    EXTRA,
    NO_EXTRA,
    DRAW,
    DISCARD,
    DONE,
    CARD,
    START_TILE,
    MINE_TILE,
)
