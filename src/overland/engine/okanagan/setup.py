"""Setting Okanagan up (rules 2): the start tile on the map, the first goal about to be dealt."""

from overland.data.okanagan_tiles import NEEDED_TILES
from overland.engine.errors import SettingsError
from overland.engine.game import Options
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BUILDING_COUNTS,
    GOLD,
    MIN_SEATS,
    PROMO_BACKS,
    STACKS,
    TOKENS,
)
from overland.engine.okanagan.laying import lay_tile
from overland.engine.okanagan.scoring import NOTHING
from overland.engine.okanagan.state import STATE, Doing, Phase, count_tiles_in_box
from overland.engine.record import Record, new_record

#: Name of each option, its values, the default first (rules 10).
OPTIONS = {
    "ties": ("ranked", "shared"),
    "blind": ("off", "on"),
    "promo": ("off", "on"),
}
#: Options that came after 0.1: at their default they are not written, so that all texts are as they were.
QUIET_OPTIONS = frozenset({"promo"})
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
    tiles = count_tiles_in_box(box, state)
    if box.tile_count - 1 < NEEDED_TILES[players]:
        raise SettingsError(
            f"These {box.tile_count - 1} tiles are not enough for {players} players, who need {NEEDED_TILES[players]}."
        )
    state.unseen[1:tiles] = 1
    state.nameless[:] = box.back_count
    for back in PROMO_BACKS if state.promo else ():
        state.nameless[BACK_NAMES.index(back)] += 1
    for number, size in enumerate(stack_sizes(tiles - 1, players)):
        state.stacks[number].unknown = size - 1  # one is laid face up
    for seat in range(players):
        state.seats[seat].buildings[:] = BUILDING_COUNTS[players - MIN_SEATS][0]
    lay_tile(box, state, 0, 0, 0, 0)
    return state


def stack_sizes(tiles: int, players: int) -> list[int]:
    """The tiles that are not dealt to players, in three stacks as equal as possible, the first ones larger (2.2)."""
    left = tiles - players
    return [left // STACKS + (number < left % STACKS) for number in range(STACKS)]


def options_of(state: Record) -> Options:
    """The options of a position with their values as text; a quiet one only if it is not the default."""
    found = {name: values[state[name]] for name, values in OPTIONS.items()}
    return {name: value for name, value in found.items() if name not in QUIET_OPTIONS or value != OPTIONS[name][0]}
