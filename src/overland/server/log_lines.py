"""The log of a table: one line for everything that happened, in order, never changed. The log is the truth.

A table's version is the number of its lines. What a person or a bot did, what chance answered and what the server
played because there was no choice are lines; so are sitting down, giving up and taking back.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
from pydantic import ConfigDict, Field, TypeAdapter


class LineBody:
    """What every line has in common: it is frozen, and what is read from the store is checked against its fields."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


@dataclass(frozen=True, kw_only=True)
class Visitor(LineBody):
    """Somebody in a seat who comes from outside, by an identity."""

    identity: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Person(Visitor):
    """A person in a seat."""

    kind: Literal["person"] = "person"


@dataclass(frozen=True, kw_only=True)
class RegisteredBot(Visitor):
    """A bot in a seat that somebody runs elsewhere; it comes by the bot API."""

    kind: Literal["registered"] = "registered"


@dataclass(frozen=True, kw_only=True)
class HouseBot(LineBody):
    """A bot of the house in a seat."""

    kind: Literal["bot"] = "bot"
    level: str
    name: str | None = None  # given when the game begins; older tables have none


@dataclass(frozen=True, kw_only=True)
class Guest(LineBody):
    """A player of a record that was brought along; nobody who visits here."""

    kind: Literal["guest"] = "guest"
    name: str


Sitter = Annotated[Person | RegisteredBot | HouseBot | Guest, Field(discriminator="kind")]


@dataclass(frozen=True, kw_only=True)
class Sat(LineBody):
    """Before the start: a player takes a seat, or (nobody) it becomes free."""

    kind: Literal["seat"] = "seat"
    seat: int
    who: Sitter | None = None


@dataclass(frozen=True, kw_only=True)
class Asked(LineBody):
    """Before the start: a free seat is kept for a registered bot that is asked to play, or (nobody) no longer."""

    kind: Literal["asked"] = "asked"
    seat: int
    who: RegisteredBot | None = None


@dataclass(frozen=True, kw_only=True)
class Renamed(LineBody):
    """A person has a new name."""

    kind: Literal["name"] = "name"
    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Owned(LineBody):
    """The table has a new owner, because the old one got up."""

    kind: Literal["owner"] = "owner"
    identity: str


@dataclass(frozen=True, kw_only=True)
class Started(LineBody):
    """The game begins; who sits where from now on."""

    kind: Literal["start"] = "start"
    seats: list[Sitter]


@dataclass(frozen=True, kw_only=True)
class Moved(LineBody):
    """A decision of a seat."""

    kind: Literal["move"] = "move"
    seat: int
    text: str
    by: Literal["person", "bot", "forced"]
    id: str | None = None  # the client's name for it: the same one never counts twice
    clock: list[int] | None = None  # milliseconds each seat has left, if there is a clock


@dataclass(frozen=True, kw_only=True)
class Chanced(LineBody):
    """An outcome of chance."""

    kind: Literal["chance"] = "chance"
    text: str


@dataclass(frozen=True, kw_only=True)
class Undone(LineBody):
    """A seat took steps back: only the first ``to`` entries stand."""

    kind: Literal["undo"] = "undo"
    seat: int
    to: int
    id: str | None = None
    clock: list[int] | None = None


@dataclass(frozen=True, kw_only=True)
class GaveUp(LineBody):
    """A seat resigned or ran out of time."""

    kind: Literal["resign", "timeout"]
    seat: int
    level: str | None = None  # who plays on, with more than two players
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class StoodIn(LineBody):
    """A bot plays for a player who is away, because another seat asked for it."""

    kind: Literal["stand_in"] = "stand_in"
    seat: int
    wish: int  # the seat that asked
    level: str
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Back(LineBody):
    """A player takes the seat back from the bot that stood in."""

    kind: Literal["back"] = "back"
    seat: int
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class BotFailed(LineBody):
    """A bot failed, and a weaker one plays on."""

    kind: Literal["bot_failed"] = "bot_failed"
    seat: int
    was: str
    now: str


@dataclass(frozen=True, kw_only=True)
class Rematched(LineBody):
    """There is a new table for the same players."""

    kind: Literal["rematch"] = "rematch"
    table: str
    seat: int


@dataclass(frozen=True, kw_only=True)
class Ended(LineBody):
    """The game ends here without a result: a record that was brought along stops, or nobody can go on."""

    kind: Literal["ended"] = "ended"
    reason: Literal["record", "broken"] = "record"


@dataclass(frozen=True, kw_only=True)
class Closed(LineBody):
    """The table was given up before it began."""

    kind: Literal["closed"] = "closed"


Body = Annotated[
    Sat
    | Asked
    | Renamed
    | Owned
    | Started
    | Moved
    | Chanced
    | Undone
    | GaveUp
    | StoodIn
    | Back
    | BotFailed
    | Rematched
    | Ended
    | Closed,
    Field(discriminator="kind"),
]
ENTRIES = (Moved, Chanced)  #: what is played
BODIES: TypeAdapter[Body] = TypeAdapter(Body)


def body_text(body: Any) -> str:
    """A line's body as it is kept; fields that are none are left out."""
    return msgspec.json.encode({name: value for name, value in vars(body).items() if value is not None}).decode()


class LogLine(NamedTuple):
    """One line: its number, when it was written, and what it says."""

    n: int
    at: float  # seconds since 1970
    body: Body
