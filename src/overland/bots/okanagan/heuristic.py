"""What a position of Okanagan is worth to a seat by a static heuristic."""

import numpy as np

from overland.bots.okanagan.territories import best_closing, hoped_tokens
from overland.engine.jit import compiled
from overland.engine.okanagan.components import GOALS, REWARDS, SLOTS
from overland.engine.okanagan.scoring import NOTHING, total_points
from overland.engine.okanagan.state import HELD, Phase, count_tokens
from overland.engine.record import Record

TOKEN_WORTH = 1.5  # a token may serve later goals and sets
NUGGET_WORTH = 1.0
CLAIM_WORTH = 2.5  # of a token that will be taken as soon as closed territories are resolved
OPEN_WORTH = (0.0, 1.3, 1.0, 0.7, 0.5)  # of a token that could be taken, by how many sides are still open
TILE_WORTH = 0.5  # of a token that the seat's own tile could bring by closing a territory
MATCH_WORTH = 0.3  # of a reward that two goals ask for


@compiled
def heuristic(box: Record, state: Record, seat: int) -> float:
    """Own standing and tile, less the strongest rival's standing: all of it with two players, a part with more.

    Only the seat's own goals are considered.
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
def public_worth(view: Record, seat: int) -> float:
    """Tokens, nuggets and influence, all public, at a rough price. Takes a view or a position."""
    value = TOKEN_WORTH * count_tokens(view, seat) + NUGGET_WORTH * int(view.seats[seat].gold)
    for number in range(view.territory_count):
        territory = view.territories[number]
        if territory.influence[seat] == 0:
            continue
        if is_about_to_pay(view, number):
            tokens = int(view.share[seat]) if view.phase == Phase.TAKE else max(hoped_tokens(view, number, seat), 1)
            value += CLAIM_WORTH * tokens
        elif territory.open > 0:
            value += OPEN_WORTH[min(int(territory.open), len(OPEN_WORTH) - 1)] * hoped_tokens(view, number, seat)
    return value


@compiled
def is_about_to_pay(view: Record, number: int) -> bool:
    """Whether a territory is closed and has not been resolved yet."""
    if view.territory != NOTHING and view.territory == number:
        return True
    for slot in range(SLOTS):
        if view.territory_of[slot] == number + 1:
            if view.phase == Phase.BUILD:
                return bool(view.territories[number].open == 0)
            return bool(view.closing >> slot & 1)
    return False


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
