"""What a position of Oregon is worth to a seat, by its looks."""

from overland.engine.jit import compiled
from overland.engine.oregon.components import MINE_VALUES, MINES
from overland.engine.oregon.state import OWED, owed_mine, owed_seat
from overland.engine.record import Record

TOKEN_WORTH = 2.0  # points a joker or an extra turn brings later, about
TILE_WORTH = (2.0, 4.0)  # the mean of the coal and of the gold pile
RIVAL = 0.5  # how much a rival's point hurts


@compiled
def worth(box: Record, state: Record, seat: int) -> float:
    """Own standing, less half of the strongest rival's."""
    strongest = -1e9
    for other in range(state.players):
        if other != seat:
            strongest = max(strongest, standing(state, other))
    return standing(state, seat) - RIVAL * strongest


@compiled
def standing(state: Record, seat: int) -> float:
    """Points on the table, tokens, and mine tiles at their mean worth, those still to be drawn included."""
    me = state.seats[seat]
    points = float(me.score) + TOKEN_WORTH * (int(me.joker) + int(me.extra))
    for mine in range(MINES):
        for step in range(MINE_VALUES):
            points += TILE_WORTH[mine] * int(me.tiles[mine, step])
    for i in range(OWED):
        if state.owed[i] != 0 and owed_seat(state.owed[i]) == seat:
            points += TILE_WORTH[owed_mine(state.owed[i])]
    return points
