"""What the race adds outside the engine: what bots know, what is said, and what the server shows."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from overland.bots.inputs import Inputs, put
from overland.bots.knowledge import GameKnowledge, Rollout
from overland.engine.jit import compiled
from overland.engine.position import Position
from overland.engine.record import Plain, Record
from overland.server.views.base import GameViews
from overland.words.message import Message, message

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
def known_points(box: Record, view: Record, seat: int) -> float:
    return float(int(view.at[seat]) + int(view.secret[seat]))


@compiled
def known_margin(box: Record, view: Record) -> float:
    best = -100.0
    for other in range(view.players):
        if other != view.seat:
            best = max(best, known_points(box, view, other))
    return known_points(box, view, int(view.seat)) - best


KNOWLEDGE = GameKnowledge(
    heuristic,
    input_count=4,
    first_inputs=4,
    earlier_inputs=(),
    max_active=8,
    write_inputs=write_inputs,
    known_points=known_points,
    known_margin=known_margin,
    rollout=Rollout(depth=2, slip=20, net_depth=0),
    overlooked={},
)

# The words


def question(box: Record, view: Record) -> Message:
    return message("race.ask")


def paragraph(view: Record) -> str:
    return "1"


def stage(view: Record) -> Message | None:
    return None


def ending(view: Plain) -> Message:
    return message("end.finished")


def note(box: Record, view: Record, action: int) -> Message | None:
    return None


def entry_note(before: Position, action: int) -> Message | None:
    return None


def action_message(text: str) -> Message:
    return message("race.do", what=text)


def dealt_to(state: Record, text: str) -> int | None:
    return int(state.to_move)


def is_click_through(view: Record, action: int) -> bool:
    return False


def is_worth_telling(gain: Mapping[str, Any]) -> bool:
    return True


def gain_context(text: str) -> str:
    return ""


def gain_message(gain: Mapping[str, Any], context: str) -> Message:
    return message("gain.points", points=gain["points"])


# The server


class RaceSeat(TypedDict):
    at: int
    secret: NotRequired[int]


class RaceView(TypedDict):
    game: Literal["race"]
    length: int
    seats: dict[str, RaceSeat]


class RaceBox(TypedDict):
    game: Literal["race"]
    length: int


def public(box: Record, view: Record) -> dict[str, Any]:
    return {"game": "race", "length": int(box.length)}


def seats(box: Record, view: Record) -> dict[str, RaceSeat]:
    found: dict[str, RaceSeat] = {}
    for seat in range(view.players):
        found[str(seat)] = {"at": int(view.at[seat])}
        if view.secret[seat]:
            found[str(seat)]["secret"] = int(view.secret[seat])
    return found


def box_as_data(box: Record) -> RaceBox:
    return {"game": "race", "length": int(box.length)}


VIEWS = GameViews(RaceView, RaceBox, public, seats, box_as_data, lambda box, view: [])
