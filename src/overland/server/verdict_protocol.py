"""What is said of a verdict: the same figures that ``overland review --json`` prints."""

from typing import Literal

from typing_extensions import TypedDict

from overland.review.naming import Quality
from overland.server.protocol import Outgoing, Said


class VerdictWeight(TypedDict):
    """What a choice may be expected to lead to."""

    choice: str  #: in notation
    win: float  #: share of the player who chooses
    points: list[float]  #: by seat


class VerdictDecision(TypedDict):
    """What was played, what was best, and what the difference cost."""

    entry: int
    seat: int
    played: str
    best: str
    name: Quality
    loss: float  #: of the win, from 0 to 1
    loss_error: float  #: standard error
    points: float  #: of the player, that the best would have brought more
    points_error: float
    choices: list[VerdictWeight]
    lead: float  #: points over the best of the others, that the best would have brought more
    lead_error: float


class VerdictCourse(TypedDict):
    """What was expected before an entry, by seat; or, for luck, what an entry changed of it."""

    entry: int
    wins: list[float]
    points: list[float]


class VerdictShare(TypedDict):
    """How one player's result came about: deal, luck and play add up to what came above an equal share of the win."""

    deal: float
    luck: float
    play: float
    start_points: float
    luck_points: float
    play_points: float
    loss: float
    counts: dict[str, int]


class VerdictGain(Said):
    """What a choice brings a seat at once, in words."""

    seat: int


class VerdictChoice(TypedDict):
    """A choice with what it brings at once."""

    choice: str
    gains: list[VerdictGain]
    points: int


class VerdictMoment(TypedDict):
    """A costly decision, with reasons."""

    entry: int
    seat: int
    played: VerdictChoice
    better: VerdictChoice
    reasons: list[Said]


class Verdict(TypedDict):
    """The verdict on a game."""

    format: str
    game: str
    players: int
    version: str
    judge: str
    record: str
    budget: int
    seed: int
    decisions: list[VerdictDecision]
    course: list[VerdictCourse]
    luck: list[VerdictCourse]
    shares: list[VerdictShare]
    moments: list[VerdictMoment]


class VerdictState(Outgoing):
    """The verdict on a finished game, or how far it is."""

    status: Literal["none", "waiting", "working", "done", "failed"]
    done: int  #: steps
    total: int
    verdict: Verdict | None = None
