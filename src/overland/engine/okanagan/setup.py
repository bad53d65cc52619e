"""Setting Okanagan up (rules 2): the start tile on the map, the first goal about to be dealt."""

from overland.engine.game import Options
from overland.engine.okanagan.components import BUILDING_COUNTS, GOLD, MIN_SEATS, STACKS, TILES, TOKENS
from overland.engine.okanagan.laying import lay_tile
from overland.engine.okanagan.scoring import NOTHING
from overland.engine.okanagan.state import STATE, Doing, Phase
from overland.engine.record import Record, new_record

#: Name of each option, its values, the default first (rules 10).
OPTIONS = {
    "ties": ("ranked", "shared"),
    "blind": ("off", "on"),
}
PRESETS: dict[str, Options] = {"standard": {}}


def setup(box: Record, players: int, options: Options) -> Record:
    """The position before the first goal is dealt; chance entries deal the rest (2.1, 2.2)."""
    state = new_record(STATE)
    state.players = players
    for name, values in OPTIONS.items():
        state[name] = values.index(options.get(name, values[0]))
    state.round_number = 1
    state.phase = Phase.GOAL
    state.territory = NOTHING
    state.doing = Doing.SETUP
    state.gold = GOLD
    state.supply[:] = TOKENS
    state.unseen[1:] = 1
    state.nameless[:] = box.back_count
    for number, size in enumerate(stack_sizes(players)):
        state.stacks[number].unknown = size - 1  # one is laid face up
    for seat in range(players):
        state.seats[seat].buildings[:] = BUILDING_COUNTS[players - MIN_SEATS][0]
    lay_tile(box, state, 0, 0, 0, 0)
    return state


def stack_sizes(players: int) -> list[int]:
    """The tiles that are not dealt to players, in three stacks as equal as possible, the first ones larger (2.2)."""
    left = TILES - 1 - players
    return [left // STACKS + (number < left % STACKS) for number in range(STACKS)]


def options_of(state: Record) -> Options:
    """Every option of a position with its value as text."""
    return {name: values[state[name]] for name, values in OPTIONS.items()}
