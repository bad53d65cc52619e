"""The rules of the race. On a turn a seat walks one cell, or rolls a die of three: 1 and 2 carry it so far, 3 throws it
back to the start. Who first stands on the last cell ends the game; points are cells. Each seat has a secret number,
dealt at the start, worth that many points at the end.
"""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from overland.engine.errors import NotationError, PositionError
from overland.engine.game import CHANCE, OVER, Data, Game, Options
from overland.engine.jit import compiled
from overland.engine.record import Array, Record, new_record, record
from overland.engine.rng import random_below

LAST = 6
MAX_SEATS = 4
SIDES = 3
WALK, ROLL, DIE, SECRET = 0, 1, 2, 5  # DIE + side, SECRET + number
TEXTS = ("walk", "roll", "=1", "=2", "=3", "=secret 1", "=secret 2", "=secret 3")


class Phase(IntEnum):
    DEAL = 0
    THROWN = 1
    MOVE = 2
    OVER = 3


BOX = record(("race_box", np.int8), ("length", np.int8))
STATE = record(
    ("race", np.int8),
    ("players", np.int8),
    ("phase", np.int8),
    ("to_move", np.int8),
    ("at", np.int8, MAX_SEATS),
    ("secret", np.int8, MAX_SEATS),  # 1 to 3; 0 before it is dealt
)
VIEW = record(
    ("race_view", np.int8),
    ("seat", np.int8),
    ("players", np.int8),
    ("phase", np.int8),
    ("to_move", np.int8),
    ("at", np.int8, MAX_SEATS),
    ("secret", np.int8, MAX_SEATS),  # 0 where the viewer does not know
)
GAIN = record(("seat", np.int8), ("points", np.int8), ("source", np.int8))


@compiled
def to_act(state: Record) -> int:
    if state.phase == Phase.OVER:
        return OVER
    return CHANCE if state.phase < Phase.MOVE else int(state.to_move)


@compiled
def legal_actions(box: Record, state: Record, out: Array) -> int:
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.MOVE:
        out[0] = WALK
        out[1] = ROLL
        return 2
    first = SECRET if state.phase == Phase.DEAL else DIE
    for side in range(SIDES):
        out[side] = first + side
    return SIDES


@compiled
def chance_weights(box: Record, state: Record, out: Array) -> int:
    for side in range(SIDES):
        out[side] = 1
    return SIDES


@compiled
def apply_action(box: Record, state: Record, action: int) -> None:
    seat = int(state.to_move)
    if action >= SECRET:
        state.secret[seat] = action - SECRET + 1
        state.to_move = (seat + 1) % int(state.players)
        if state.to_move == 0:
            state.phase = Phase.MOVE
        return
    if action == ROLL:
        state.phase = Phase.THROWN
        return
    if action == DIE + 2:
        state.at[seat] = 0
    else:
        state.at[seat] = min(int(box.length), int(state.at[seat]) + (1 if action == WALK else action - DIE + 1))
    state.phase = Phase.OVER if state.at[seat] == box.length else Phase.MOVE
    state.to_move = (seat + 1) % int(state.players)


@compiled
def play_action(box: Record, state: Record, action: int, gains: Array) -> int:
    seat = int(state.to_move)
    before = int(state.at[seat])
    apply_action(box, state, action)
    count = 0
    if state.at[seat] != before:
        gains[0].seat = seat
        gains[0].points = int(state.at[seat]) - before
        gains[0].source = 0
        count = 1
    if state.phase == Phase.OVER:
        for other in range(state.players):
            gains[count].seat = other
            gains[count].points = state.secret[other]
            gains[count].source = 1
            count += 1
    return count


@compiled
def scores(box: Record, state: Record, out: Array) -> None:
    for seat in range(state.players):
        out[seat] = state.at[seat]
        if state.phase == Phase.OVER:
            out[seat] += state.secret[seat]


@compiled
def winners(box: Record, state: Record, out: Array) -> None:
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.at[seat]) + int(state.secret[seat]))
    for seat in range(state.players):
        out[seat] = 1 if state.at[seat] + state.secret[seat] == most else 0


@compiled
def view_for(box: Record, state: Record, seat: int, view: Record) -> None:
    view.seat = seat
    view.players = state.players
    view.phase = state.phase
    view.to_move = state.to_move
    view.at[:] = state.at
    for other in range(state.players):
        if other == seat or state.phase == Phase.OVER:
            view.secret[other] = state.secret[other]


@compiled
def sample_world(box: Record, view: Record, rng: Record, state: Record) -> bool:
    state.race = 0
    state.players = view.players
    state.phase = view.phase
    state.to_move = view.to_move
    state.at[:] = view.at
    for seat in range(view.players):
        known = int(view.secret[seat])
        dealt = view.phase != Phase.DEAL or seat < view.to_move
        state.secret[seat] = known if known > 0 or not dealt else 1 + random_below(rng, SIDES)
    return True


def setup(box: Record, players: int, options: Options) -> Record:
    state = new_record(STATE)
    state.players = players
    return state


def make_box(data: Data) -> Record:
    box = new_record(BOX)
    box.length = data["length"]
    return box


def load_data(path: Path | None) -> Data:
    return {"length": LAST}


def check_data(data: Data, place: str) -> Data:
    return data


def parse_action(text: str) -> int:
    if text not in TEXTS:
        raise NotationError(f"{text!r} is not a move of the race.")
    return TEXTS.index(text)


def entry_for(box: Record, state: Record, action: int, seat: int) -> str:
    return "=secret ?" if action >= SECRET and seat != state.to_move else TEXTS[action]


def position_text(state: Record) -> str:
    numbers = (state.players, state.phase, state.to_move, *state.at, *state.secret)
    return " ".join(str(int(number)) for number in numbers)


def parse_position(box: Record, text: str) -> Record:
    try:
        numbers = [int(word) for word in str(text).split()]
        state = new_record(STATE)
        state.players, state.phase, state.to_move = numbers[:3]
        state.at[:] = numbers[3 : 3 + MAX_SEATS]
        state.secret[:] = numbers[3 + MAX_SEATS :]
    except (ValueError, IndexError) as error:
        raise PositionError(f"The position does not parse: {error}.") from None
    return state


def gain_data(gain: Record, seat: int | None) -> dict[str, Any] | None:
    source = ("cell", "secret")[gain.source]
    return {"seat": int(gain.seat), "points": int(gain.points), "source": source}


def reveals(before: Record, after: Record, seat: int) -> bool:
    return False


def draw(box: Record, view: Record) -> str:
    return "\n".join(f"{seat}: {'.' * int(view.at[seat])}o" for seat in range(view.players))


RACE = Game(
    name="race",
    title="Race",
    rules_version=1,
    min_players=2,
    max_players=MAX_SEATS,
    options={},
    presets={},
    box_type=BOX,
    state_type=STATE,
    view_type=VIEW,
    gain_type=GAIN,
    action_count=len(TEXTS),
    decision_count=DIE,
    max_legal=SIDES,
    max_gains=1 + MAX_SEATS,
    sources=("cell", "secret"),
    point_sources=2,
    load_data=load_data,
    check_data=check_data,
    make_box=make_box,
    setup=setup,
    options_of=lambda state: {},
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
    action_text=TEXTS.__getitem__,
    parse_action=parse_action,
    entry_for=entry_for,
    position_text=position_text,
    parse_position=parse_position,
    gain_data=gain_data,
    picture=draw,
)
