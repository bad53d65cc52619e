"""By how many points a seat of Oregon leads, as far as it knows."""

from overland.engine.jit import compiled
from overland.engine.oregon.components import LOWEST_VALUE, MINE_VALUES, MINES
from overland.engine.oregon.state import OWED, owed_mine, owed_seat
from overland.engine.record import Record

TILE_MEAN = (2.0, 4.0)  # of a coal and a gold tile that the viewer has not seen


@compiled
def known_margin(box: Record, view: Record) -> float:
    """How far the viewer is ahead of the strongest rival, hidden tiles at their mean; final at the end."""
    strongest = -1e9
    for seat in range(view.players):
        if seat != view.seat:
            strongest = max(strongest, known_points(box, view, seat))
    return known_points(box, view, int(view.seat)) - strongest


@compiled
def known_points(box: Record, view: Record, seat: int) -> float:
    """The points of a seat as far as the viewer knows, tiles that are owed included."""
    shown = view.seats[seat]
    points = float(shown.score)
    for mine in range(MINES):
        if shown.open:
            for step in range(MINE_VALUES):
                points += (LOWEST_VALUE[mine] + step) * int(shown.tiles[mine, step])
        else:
            points += TILE_MEAN[mine] * int(shown.mined[mine])
    for i in range(OWED):
        if view.owed[i] != 0 and owed_seat(view.owed[i]) == seat:
            points += TILE_MEAN[owed_mine(view.owed[i])]
    return points
