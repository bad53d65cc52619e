"""Oregon (2007): cards, farmers and buildings on a map of 15 x 10 cells."""

from pathlib import Path

from overland.data.oregon_map import check_map, load_map
from overland.engine.game import Data, Game
from overland.engine.oregon.actions import ACTIONS, CARD, MAX_LEGAL
from overland.engine.oregon.apply import apply_action, play_action
from overland.engine.oregon.board import BOX, make_box
from overland.engine.oregon.components import MAX_SEATS, MIN_SEATS
from overland.engine.oregon.legal import chance_weights, legal_actions
from overland.engine.oregon.notation import action_text, entry_for, gain_data, parse_action
from overland.engine.oregon.picture import text as picture_text
from overland.engine.oregon.positions import parse_position, position_text
from overland.engine.oregon.scoring import GAIN, MAX_GAINS, Source, scores, winners
from overland.engine.oregon.setup import OPTIONS, PRESETS, options_of, setup
from overland.engine.oregon.sites import check_sites
from overland.engine.oregon.state import STATE, to_act
from overland.engine.oregon.view import VIEW, reveals, view_for
from overland.engine.oregon.worlds import sample_world
from overland.engine.record import Record


def load_data(path: Path | None) -> Data:
    """The map in a file, or the default map, as data."""
    found = load_map(path)
    check_sites(found, str(path or "the default map"))
    return found.as_data()


def check_data(data: Data, place: str) -> Data:
    """The map that a trace or record carries, checked."""
    found = check_map(data, place)
    check_sites(found, place)
    return found.as_data()


def box_of(data: Data) -> Record:
    return make_box(check_map(data, "the map"))


OREGON = Game(
    name="oregon",
    title="Oregon",
    rules_version=1,
    min_players=MIN_SEATS,
    max_players=MAX_SEATS,
    options=OPTIONS,
    presets=PRESETS,
    box_type=BOX,
    state_type=STATE,
    view_type=VIEW,
    gain_type=GAIN,
    action_count=ACTIONS,
    decision_count=CARD,
    max_legal=MAX_LEGAL,
    max_gains=MAX_GAINS,
    sources=tuple(source.name.lower() for source in Source),
    point_sources=len(Source),
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
