"""Okanagan (2017): tiles, influence and secret goals on a map without edges."""

from pathlib import Path

from overland.data.okanagan_tiles import Tile, check_tiles, load_tiles
from overland.engine.game import Data, Game
from overland.engine.okanagan.actions import ACTIONS, FIRST, MAX_LEGAL, Kind
from overland.engine.okanagan.apply import apply_action, play_action
from overland.engine.okanagan.board import BOX, make_box
from overland.engine.okanagan.components import MAX_SEATS, MIN_SEATS
from overland.engine.okanagan.legal import chance_weights, legal_actions
from overland.engine.okanagan.notation import action_text, entry_for, gain_data, parse_action
from overland.engine.okanagan.picture import text as picture_text
from overland.engine.okanagan.positions import parse_position, position_text
from overland.engine.okanagan.scoring import GAIN, MAX_GAINS, Source, scores, winners
from overland.engine.okanagan.setup import OPTIONS, PRESETS, QUIET_OPTIONS, options_of, setup
from overland.engine.okanagan.state import STATE, to_act
from overland.engine.okanagan.view import VIEW, reveals, view_for
from overland.engine.okanagan.worlds import sample_world
from overland.engine.record import Record


def load_data(path: Path | None) -> Data:
    """The tile set in a file, or the default one, as data."""
    return as_data(load_tiles(path))


def check_data(data: Data, place: str) -> Data:
    """The tile set that a trace or record carries, checked."""
    return as_data(check_tiles(data, place))


def as_data(tiles: list[Tile]) -> Data:
    """Tiles as traces and records write them."""
    return {"tiles": [tile.as_data() for tile in tiles]}


def box_of(data: Data) -> Record:
    return make_box(check_tiles(data, "the tiles"))


OKANAGAN = Game(
    name="okanagan",
    title="Okanagan",
    rules_version=1,
    min_players=MIN_SEATS,
    max_players=MAX_SEATS,
    options=OPTIONS,
    presets=PRESETS,
    quiet_options=QUIET_OPTIONS,
    box_type=BOX,
    state_type=STATE,
    view_type=VIEW,
    gain_type=GAIN,
    action_count=ACTIONS,
    decision_count=int(FIRST[Kind.TILE]),
    max_legal=MAX_LEGAL,
    max_gains=MAX_GAINS,
    sources=tuple(source.name.lower() for source in Source),
    point_sources=Source.CLOSED,
    load_data=load_data,
    check_data=check_data,
    make_box=box_of,
    setup=setup,
    options_of=options_of,
    to_act=to_act,
    legal_actions=legal_actions,
    chance_weights=chance_weights,
    apply_action=apply_action,
    play_action=play_action,
    scores=scores,
    winners=winners,
    view_for=view_for,
    sample_world=sample_world,
    reveals=reveals,
    action_text=action_text,
    parse_action=parse_action,
    entry_for=entry_for,
    position_text=position_text,
    parse_position=parse_position,
    gain_data=gain_data,
    picture=picture_text,
)
