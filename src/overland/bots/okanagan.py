"""What a position of Okanagan is worth to a seat, by its looks."""

from overland.engine.jit import compiled
from overland.engine.okanagan.components import SHAPES, TERRAINS
from overland.engine.okanagan.scoring import NOTHING, total_points
from overland.engine.okanagan.state import Phase, count_tokens
from overland.engine.record import Record

TOKEN_WORTH = 1.5  # a token may serve later goals and sets
NUGGET_WORTH = 1.0
CLAIM_WORTH = 2.5  # of a token that will be taken as soon as closed territories are resolved
OPEN_WORTH = (0.0, 1.3, 1.0, 0.7, 0.5)  # of a token that could be taken, by how many sides are still open
RIVAL = 0.5  # how much of a rival's public worth hurts


@compiled
def worth(box: Record, state: Record, seat: int) -> float:
    """Own standing, less half of the best of the others'. Of goals only the seat's own are looked at."""
    strongest = -1e9
    for other in range(state.players):
        if other != seat:
            strongest = max(strongest, public_worth(state, other))
    return total_points(box, state, seat) + public_worth(state, seat) - RIVAL * strongest


@compiled
def public_worth(state: Record, seat: int) -> float:
    """Tokens, nuggets and influence, at a rough price."""
    value = TOKEN_WORTH * count_tokens(state, seat) + NUGGET_WORTH * int(state.seats[seat].gold)
    for number in range(state.territory_count):
        territory = state.territories[number]
        influence = int(territory.influence[seat])
        if influence == 0:
            continue
        if is_about_to_pay(state, number):
            tokens = int(state.share[seat]) if state.phase == Phase.TAKE else max(hoped_tokens(state, number, seat), 1)
            value += CLAIM_WORTH * tokens
        elif territory.open > 0:
            value += OPEN_WORTH[min(int(territory.open), len(OPEN_WORTH) - 1)] * hoped_tokens(state, number, seat)
    return value


@compiled
def hoped_tokens(state: Record, number: int, seat: int) -> int:
    """How many tokens a seat would get of a territory if it closed as it is."""
    territory = state.territories[number]
    influence = int(territory.influence[seat])
    left = 0
    for shape in range(SHAPES):
        left += int(territory.icons[shape])
    for rival in range(state.players):
        if territory.influence[rival] > influence:
            left -= int(territory.influence[rival])
    return max(0, min(influence, left))


@compiled
def is_about_to_pay(state: Record, number: int) -> bool:
    """Whether a territory is closed and has not been resolved yet."""
    if state.territory != NOTHING and state.territory == number:
        return True
    for terrain in range(TERRAINS):
        if state.parts[terrain] == number + 1:
            if state.phase == Phase.BUILD:
                return bool(state.territories[number].open == 0)
            return bool(state.closing >> terrain & 1)
    return False
