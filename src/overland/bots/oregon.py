"""What a position of Oregon is worth to a seat, by its looks."""

from overland.engine.oregon.components import Mine
from overland.engine.oregon.state import owed_mine, owed_seat
from overland.engine.record import Record

TOKEN_WORTH = 2.0  # points a joker or an extra turn brings later, about
TILE_WORTH = {Mine.COAL: 2.0, Mine.GOLD: 4.0}  # the mean of each pile
RIVAL = 0.5  # how much a rival's point hurts


def worth(box: Record, state: Record, seat: int) -> float:
    """Own standing, less half of the strongest rival's."""
    standings = [standing(state, other) for other in range(state.players)]
    rivals = [points for other, points in enumerate(standings) if other != seat]
    return standings[seat] - RIVAL * max(rivals)


def standing(state: Record, seat: int) -> float:
    """Points on the table, tokens, and mine tiles at their mean worth, those still to be drawn included."""
    me = state.seats[seat]
    points = float(me.score) + TOKEN_WORTH * (int(me.joker) + int(me.extra))
    for mine, value in TILE_WORTH.items():
        points += value * int(me.tiles[mine].sum())
    for owed in state.owed:
        if owed and owed_seat(owed) == seat:
            points += TILE_WORTH[Mine(owed_mine(owed))]
    return points
