"""What a position is worth to a seat, by its looks, for any game: the one thing a game adds for the bots.

It looks only at what the seat may know, so worlds that differ only in what it cannot know are worth the same to it.
It is in points, about: own standing less what rivals have.
"""

from collections.abc import Callable, Mapping

from overland.bots import okanagan, oregon
from overland.engine.dispatch import game_of, register
from overland.engine.record import Record

WORTH: Mapping[str, Callable[[Record, Record, int], float]] = {"oregon": oregon.worth, "okanagan": okanagan.worth}


def worth(box: Record, state: Record, seat: int) -> float:
    """What ``state`` is worth to ``seat``."""
    return WORTH[game_of(state).name](box, state, seat)


register(worth, 1, lambda game: WORTH[game.name])
