"""What the race adds outside the engine: what bots know, what is said, and what the server shows."""

from collections.abc import Mapping
from typing import Any, Literal

from overland.bots.inputs import Inputs, put
from overland.bots.knowledge import GameKnowledge
from overland.engine.jit import compiled
from overland.engine.record import Record
from overland.server.views.base import GameViews, Shown
from overland.words.message import Message, message
from tests.toy.race import TEXTS

# The bots


@compiled
def heuristic(box: Record, state: Record, seat: int) -> float:
    ahead = 0
    for other in range(state.players):
        if other != seat:
            ahead = max(ahead, int(state.at[other]))
    return float(int(state.at[seat]) - ahead)


@compiled
def write_inputs(box: Record, view: Record, inputs: Inputs) -> int:
    count = 0
    for seat in range(view.players):
        count = put(inputs, count, seat, int(view.at[seat]) / 6.0)
    return count


@compiled
def known_margin(box: Record, view: Record) -> float:
    best = -100
    for other in range(view.players):
        if other != view.seat:
            best = max(best, int(view.at[other]) + int(view.secret[other]))
    return float(int(view.at[view.seat]) + int(view.secret[view.seat]) - best)


KNOWLEDGE = GameKnowledge(heuristic, 4, 8, write_inputs, known_margin)

# The words


def question(box: Record, view: Record) -> Message:
    return message("race.ask")


def paragraph(view: Record) -> str:
    return "1"


def stage(view: Record) -> Message | None:
    return None


def choice_parts(box: Record, view: Record, action: int) -> dict[str, Any]:
    return {"kind": TEXTS[action]}


def note(box: Record, view: Record, action: int) -> Message | None:
    return None


def action_message(text: str) -> Message:
    return message("race.do", what=text)


def dealt_to(state: Record, text: str) -> int | None:
    return int(state.to_move)


def is_click_through(view: Record, action: int) -> bool:
    return False


def is_worth_telling(gain: Mapping[str, Any]) -> bool:
    return True


def gain_message(gain: Mapping[str, Any], text: str) -> Message:
    return message("gain.points", points=gain["points"])


# The server


class RaceSeat(Shown):
    at: int
    secret: int | None


class RaceView(Shown):
    game: Literal["race"] = "race"
    seats: list[RaceSeat]


class RaceBox(Shown):
    game: Literal["race"] = "race"
    length: int


def as_data(box: Record, view: Record) -> RaceView:
    return RaceView(
        seats=[RaceSeat(at=int(view.at[seat]), secret=int(view.secret[seat]) or None) for seat in range(view.players)]
    )


def box_as_data(box: Record) -> RaceBox:
    return RaceBox(length=int(box.length))


VIEWS = GameViews(RaceView, RaceBox, as_data, box_as_data)
