"""What the territories of Okanagan promise: tokens to hope for, and closings that a tile could bring.

These take a view or a position: they look only at what is public.
"""

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.components import INFLUENCE, MAX_FRONTIER, SHAPES, SIDES
from overland.engine.record import Array, Record

MAX_CLOSINGS = MAX_FRONTIER * SIDES * SIDES  # a square, a rotation and a side each


@compiled
def count_icons(view: Record, number: int) -> int:
    """How many rewards lie in a territory."""
    icons = 0
    for shape in range(SHAPES):
        icons += int(view.territories[number].icons[shape])
    return icons


@compiled
def hoped_tokens(view: Record, number: int, seat: int) -> int:
    """How many tokens a seat would get from a territory if it closed as it is."""
    territory = view.territories[number]
    influence = int(territory.influence[seat])
    left = count_icons(view, number)
    for rival in range(view.players):
        if territory.influence[rival] > influence:
            left -= int(territory.influence[rival])
    return max(0, min(influence, left))


@compiled
def best_closing(box: Record, view: Record, seat: int, tile: int) -> int:
    """The most tokens that a seat could get by closing a territory with a tile, a farm in it included."""
    closed = np.empty(MAX_CLOSINGS, np.int64)
    most = 0
    for i in range(list_closings(box, view, tile, closed)):
        hoped = max(hoped_tokens(view, closed[i], seat), INFLUENCE[0])
        most = max(most, min(count_icons(view, closed[i]), hoped))
    return most


@compiled
def list_closings(box: Record, view: Record, tile: int, out: Array) -> int:
    """Try a tile on every square in every rotation; writes the territory of every closing, returns how many."""
    count = 0
    for index in range(view.frontier_size):
        square = view.frontier[index]
        need = int(square.need)
        for rotation in range(SIDES):
            face = int(box.face[tile, rotation])
            if face & need != face:
                continue
            for side in range(SIDES):
                if square.beside[side] > 0:
                    number = closed_by(box, view, index, tile, rotation, side)
                    if number >= 0:
                        out[count] = number
                        count += 1
    return count


@compiled
def closed_by(box: Record, view: Record, index: int, tile: int, rotation: int, side: int) -> int:
    """The territory beyond a side of a tile put on a square, if the tile closes it, else -1; once per slot."""
    square = view.frontier[index]
    slot = box.slot[tile, rotation, side]
    number = territory_beyond(view, square, side)
    if number < 0 or slot < 0:
        return -1  # promo tiles join nothing; what one closes is too rare to consider
    touching = 0
    for other in range(SIDES):
        if box.slot[tile, rotation, other] == slot:
            if square.beside[other] == 0 or territory_beyond(view, square, other) != number:
                return -1  # the terrain goes on, or joins another territory: too rare to consider
            if other < side:
                return -1
            touching += 1
    return number if view.territories[number].open == touching else -1


@compiled
def territory_beyond(view: Record, square: Record, side: int) -> int:
    """The territory that a laid tile shows to a side of a square; -1 if it is a promo tile."""
    return int(view.laid[int(square.beside[side]) - 1].sides[(side + 2) % SIDES])
