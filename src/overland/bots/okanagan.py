"""What a position of Okanagan is worth to a seat, by its looks."""

from overland.engine.okanagan.components import SHAPES, TERRAINS
from overland.engine.okanagan.scoring import NOTHING, total_points
from overland.engine.okanagan.state import Phase
from overland.engine.record import Record

TOKEN_WORTH = 1.5  # a token may serve later goals and sets
NUGGET_WORTH = 1.0
CLAIM_WORTH = 2.5  # of a token that will be taken as soon as closed territories are resolved
OPEN_WORTH = (0.0, 1.3, 1.0, 0.7, 0.5)  # of a token that could be taken, by how many sides are still open


def worth(box: Record, state: Record, seat: int) -> float:
    """Own standing, less half of the best of the others'. Of goals only the seat's own are looked at."""
    others = [public_worth(state, other) for other in range(state.players) if other != seat]
    return total_points(box, state, seat) + public_worth(state, seat) - max(others) / 2


def public_worth(state: Record, seat: int) -> float:
    """Tokens, nuggets and influence, at a rough price."""
    me = state.seats[seat]
    closed = closed_territories(state)
    value = TOKEN_WORTH * int(me.tokens.sum()) + NUGGET_WORTH * int(me.gold)
    for number in range(state.territory_count):
        territory = state.territories[number]
        influence = int(territory.influence[seat])
        if influence == 0:
            continue
        icons = sum(int(territory.icons[shape]) for shape in range(SHAPES))
        stronger = sum(int(rival) for rival in territory.influence if rival > influence)
        tokens = max(0, min(influence, icons - stronger))
        if number in closed:
            value += CLAIM_WORTH * (int(state.share[seat]) if state.phase == Phase.TAKE else max(tokens, 1))
        elif territory.open:
            value += OPEN_WORTH[min(int(territory.open), len(OPEN_WORTH) - 1)] * tokens
    return value


def closed_territories(state: Record) -> set[int]:
    """The territories that are closed and have not paid yet."""
    parts = [int(part) - 1 for part in state.parts]
    if state.phase == Phase.BUILD:
        return {part for part in parts if part >= 0 and state.territories[part].open == 0}
    waiting = {parts[terrain] for terrain in range(TERRAINS) if state.closing >> terrain & 1}
    return waiting if state.territory == NOTHING else waiting | {int(state.territory)}
