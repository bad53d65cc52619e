"""Setting Oregon up (rules 2): everything in its place, the first card about to be dealt."""

from overland.engine.game import Options
from overland.engine.oregon.components import (
    BUILDING_COPIES,
    FARMERS,
    FIRST_BUILDING_CARD,
    LANDSCAPE_COPIES,
    MINE_COPIES,
    STACK_SIZE,
)
from overland.engine.oregon.state import STATE, Phase
from overland.engine.record import Record, new_record

#: Name of each option, its values, the default first (rules 9).
OPTIONS = {
    "groups": ("orthogonal", "diagonal"),
    "mines": ("farmers", "placer"),
    "church": ("product", "flat"),
}
PRESETS: dict[str, Options] = {
    "rulebook": {},
    "manual": {"groups": "diagonal", "mines": "placer"},
}


def setup(box: Record, players: int, options: Options) -> Record:
    """The position before the first card is dealt; chance entries deal the rest (2.1)."""
    state = new_record(STATE)
    state.players = players
    for name, values in OPTIONS.items():
        state[name] = values.index(options.get(name, values[0]))
    state.phase = Phase.DEAL_LANDSCAPE
    state.stacks[:] = STACK_SIZE
    state.deck[:FIRST_BUILDING_CARD] = LANDSCAPE_COPIES
    state.deck[FIRST_BUILDING_CARD:] = BUILDING_COPIES
    state.piles[:] = MINE_COPIES
    for seat in range(players):
        me = state.seats[seat]
        me.farmers = FARMERS
        me.joker = 1
        me.extra = 1
    return state


def options_of(state: Record) -> Options:
    """Every option of a position with its value as text."""
    return {name: values[state[name]] for name, values in OPTIONS.items()}
