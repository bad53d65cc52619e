"""A closed territory is resolved: who is present, in which order, who acts, who takes what (rules 5)."""

from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    MAX_SEATS,
    SHAPES,
    SLOTS,
)
from overland.engine.okanagan.legal import tied_seats
from overland.engine.okanagan.scoring import (
    NOTHING,
)
from overland.engine.okanagan.state import (
    Doing,
    Phase,
    count_present,
    influence_of,
)
from overland.engine.okanagan.steps import Step
from overland.engine.record import Record


@compiled
def next_territory(state: Record) -> Step:
    """The only closed territory left; the closer names one of several (5.1)."""
    closed = 0
    last = 0
    for slot in range(SLOTS):
        if state.closing >> slot & 1:
            closed += 1
            last = slot
    if closed == 0:
        return Step.NEW_TILE
    if closed == 1:
        return begin_territory(state, last)
    state.actor = state.to_move
    state.phase = Phase.RESOLVE
    return Step.ASK


@compiled
def begin_territory(state: Record, slot: int) -> Step:
    """This territory is resolved now."""
    state.closing &= ~(1 << slot)
    state.territory = state.territory_of[slot] - 1
    return Step.CLOSED


@compiled
def resolve_territory(state: Record) -> Step:
    """Nobody present: nothing; one player: a choice; several: their order first (5.3, 5.4)."""
    present = count_present(state)
    if present == 0:
        end_territory(state)
        return Step.TERRITORY
    if present > 1:
        state.ranked = 0
        state.doing = Doing.ORDERING if state.ties == 0 else Doing.NAMING
        return Step.RANKING
    for seat in range(state.players):
        if influence_of(state, seat) > 0:
            state.actor = seat
    state.phase = Phase.CLAIM
    return Step.ASK


@compiled
def end_territory(state: Record) -> None:
    """The territory is resolved; nothing of it is left to remember."""
    state.territory = NOTHING
    state.first_pick = 0
    state.ranked = 0
    for seat in range(MAX_SEATS):
        state.order[seat] = 0
        state.share[seat] = 0
    for shape in range(SHAPES):
        state.pool[shape] = 0


@compiled
def rank_next(state: Record) -> Step:
    """Append the highest seat not yet in the order, asking the closer about ties; then the lowest acts (5.4, 5.5)."""
    if state.doing == Doing.ORDERING and state.ranked == count_present(state):
        state.actor = state.order[state.ranked - 1]
        state.acting = state.actor
        state.phase = Phase.ACTION
        return Step.ASK
    tied = tied_seats(state)
    for seat in range(state.players):
        if tied == 1 << seat:
            return name_seat(state, seat)
    state.actor = state.to_move
    state.phase = Phase.RANK
    return Step.ASK


@compiled
def name_seat(state: Record, seat: int) -> Step:
    """A seat comes next: in the order, as the one that acts, or as the one that begins."""
    if state.doing == Doing.ORDERING:
        state.order[state.ranked] = seat
        state.ranked += 1
        return Step.RANKING
    state.actor = seat
    if state.doing == Doing.NAMING:
        state.acting = seat
        state.phase = Phase.ACTION
    else:
        state.phase = Phase.TAKE
    return Step.ASK


@compiled
def after_action(state: Record) -> Step:
    """After the special action of the lowest come the rewards; a lone player has chosen instead of them (5.3, 5.5)."""
    state.swaps = 0
    if state.territory == NOTHING:  # the Volcano's (12.3)
        state.first_pick = 0
        return Step.TERRITORY
    if count_present(state) == 1:
        end_territory(state)
        return Step.TERRITORY
    fill_pool(state)
    return Step.TAKING


@compiled
def fill_pool(state: Record) -> None:
    """One token for each icon, as far as the supply goes; every seat may take up to its influence (5.6)."""
    territory = state.territories[state.territory]
    for shape in range(SHAPES):
        state.pool[shape] = min(territory.icons[shape], state.supply[SHAPES * int(territory.terrain) + shape])
    for seat in range(state.players):
        state.share[seat] = territory.influence[seat]
    state.doing = Doing.BEGINNING


@compiled
def next_taker(state: Record) -> Step:
    """Who takes the next token: first pick, then by rank, the tied of ties=shared in turn (5.6, 9, 10)."""
    left = 0
    for shape in range(SHAPES):
        left += int(state.pool[shape])
    if left > 0:
        state.phase = Phase.TAKE
        if state.first_pick and state.share[state.first_pick - 1] > 0:
            state.actor = state.first_pick - 1
            return Step.ASK
        if state.ties == 1:
            return next_of_the_tied(state)
        for i in range(state.ranked):
            if state.share[state.order[i]] > 0:
                state.actor = state.order[i]
                return Step.ASK
        for seat in range(state.players):  # a lone player has no rank
            if state.share[seat] > 0:
                state.actor = seat
                return Step.ASK
    end_territory(state)
    return Step.TERRITORY


@compiled
def next_of_the_tied(state: Record) -> Step:
    """With ties=shared: of the highest seats that may still take, the next in turn; the closer says who begins."""
    tied = tied_seats(state)
    if tied == 0:
        end_territory(state)
        return Step.TERRITORY
    if not has_begun(state, tied):
        for seat in range(state.players):
            if tied == 1 << seat:
                state.actor = seat
                return Step.ASK
        state.actor = state.to_move
        state.phase = Phase.RANK
        return Step.ASK
    seat = int(state.actor)
    for _ in range(state.players):
        seat = (seat + 1) % int(state.players)
        if tied >> seat & 1:
            state.actor = seat
            break
    return Step.ASK


@compiled
def has_begun(state: Record, tied: int) -> bool:
    """Whether a seat with the influence of the tied has already taken a token, not counting the first pick."""
    influence = 0
    for seat in range(state.players):
        if tied >> seat & 1:
            influence = influence_of(state, seat)
    for seat in range(state.players):
        if influence_of(state, seat) == influence and state.share[seat] < influence and state.first_pick != seat + 1:
            return True
    return False
