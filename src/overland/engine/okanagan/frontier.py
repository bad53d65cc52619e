"""The frontier of Okanagan's map: every empty square beside a tile, in reading order, with what its sides must show.

The map has no edges, so a position keeps this list instead of a board. Laying a tile changes at most five of
its squares.
"""

from overland.engine.jit import compiled
from overland.engine.okanagan.board import SIDE_BITS
from overland.engine.okanagan.components import SIDES
from overland.engine.record import Record

ANYTHING = 0xFFFF  # what a square needs whose four sides are free
STEP_X = (0, 1, 0, -1)  # to the square beside each side
STEP_Y = (-1, 0, 1, 0)


@compiled
def opposite(side: int) -> int:
    """The side that a side touches."""
    return (side + 2) % SIDES


@compiled
def fits_anywhere(box: Record, state: Record, tile: int) -> bool:
    """Whether a tile can be laid on any square in any rotation."""
    for i in range(state.frontier_size):
        need = int(state.frontier[i].need)
        for rotation in range(SIDES):
            face = int(box.face[tile, rotation])
            if face & need == face:
                return True
    return False


@compiled
def find_square(state: Record, x: int, y: int, near: int) -> int:
    """The index of a square in the frontier, or where it would be inserted: the frontier is in reading order.

    The search begins at an index that is ``near``.
    """
    at = near
    while at > 0 and not is_before(state, at - 1, x, y):
        at -= 1
    while at < state.frontier_size and is_before(state, at, x, y):
        at += 1
    return at


@compiled
def is_before(state: Record, at: int, x: int, y: int) -> bool:
    """Whether a square of the frontier comes before another one in reading order."""
    square = state.frontier[at]
    return bool(square.y < y or (square.y == y and square.x < x))


@compiled
def meet_square(state: Record, index: int, side: int, terrains: int, near: int) -> None:
    """The empty square beside a side of the tile just laid joins the frontier, or must now match one more terrain."""
    here = state.laid[index]
    x = int(here.x) + STEP_X[side]
    y = int(here.y) + STEP_Y[side]
    at = find_square(state, x, y, near)
    if at == state.frontier_size or state.frontier[at].x != x or state.frontier[at].y != y:
        insert_square(state, at, x, y)
    square = state.frontier[at]
    facing = opposite(side)
    square.beside[facing] = index + 1
    square.need = (int(square.need) & ~(0xF << (SIDE_BITS * facing))) | (terrains << (SIDE_BITS * facing))


@compiled
def insert_square(state: Record, at: int, x: int, y: int) -> None:
    """A new frontier square, free on all sides."""
    i = int(state.frontier_size)
    while i > at:
        copy_square(state, i, i - 1)
        i -= 1
    state.frontier_size += 1
    square = state.frontier[at]
    square.x = x
    square.y = y
    square.need = ANYTHING
    for side in range(SIDES):
        square.beside[side] = 0


@compiled
def remove_square(state: Record, at: int) -> None:
    """A frontier square is no longer empty."""
    state.frontier_size -= 1
    for i in range(at, state.frontier_size):
        copy_square(state, i, i + 1)
    last = state.frontier[state.frontier_size]
    last.x = 0
    last.y = 0
    last.need = 0
    for side in range(SIDES):
        last.beside[side] = 0


@compiled
def copy_square(state: Record, to: int, source: int) -> None:
    state.frontier[to] = state.frontier[source]
