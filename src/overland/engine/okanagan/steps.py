"""The steps by which a turn of Okanagan goes on between two questions."""

from enum import IntEnum


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
