"""What a position of Okanagan is worth to a seat, by its looks."""

import numpy as np

from overland.engine.jit import compiled
from overland.engine.okanagan.components import GOALS, REWARDS
from overland.engine.okanagan.features import best_closing, public_worth
from overland.engine.okanagan.scoring import total_points
from overland.engine.okanagan.state import HELD
from overland.engine.record import Record

TILE_WORTH = 0.5  # of a token that the own tile could bring by closing a territory
MATCH_WORTH = 0.3  # of a reward that two goals ask for


@compiled
def worth(box: Record, state: Record, seat: int) -> float:
    """Own standing and tile, less the strongest rival's standing: all of it with two players, a part with more.

    Of goals only the seat's own are looked at.
    """
    strongest = -1e9
    for other in range(state.players):
        if other != seat:
            strongest = max(strongest, public_worth(state, other))
    points = total_points(box, state, seat) + public_worth(state, seat) - strongest / (int(state.players) - 1)
    if state.seats[seat].tile > 0:
        points += TILE_WORTH * best_closing(box, state, seat, int(state.seats[seat].tile))
    if state.laid_count == 1:
        points += goals_match(box, state, seat)
    return points


@compiled
def goals_match(box: Record, state: Record, seat: int) -> float:
    """Before the first tile is laid: goals that ask for the same rewards help each other (2.1)."""
    asked = np.zeros(REWARDS, np.int64)
    value = 0.0
    for goal in range(GOALS):
        if state.goals[goal] == HELD + seat:
            for i in range(3):
                reward = int(box.goal[goal, i])
                if reward >= 0:
                    value += MATCH_WORTH * asked[reward]
                    asked[reward] += 1
    return value
