"""What goes over the wire, as models: what all of them are made of, and requests and answers about visitors and tables.

The rest is in the files called ``…_protocol.py``. ``docs/protocol.md`` tells the same in words; the browser's types are
made from these models.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from typing_extensions import TypedDict

from overland.bots.catalogue import LEVELS
from overland.data.files import MAX_BYTES
from overland.engine.games import GAMES
from overland.server.clocks import ClockSettings
from overland.server.names import visible

PROTOCOL = 2  # raised when an old client could not understand a new server

ClientId = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
MAX_NAME = 24
#: Signs that are not seen are taken out first: a name or a line of chat must not pretend to be another.
Seen = BeforeValidator(lambda text: visible(text) if isinstance(text, str) else text)
Name = Annotated[str, Seen, StringConstraints(min_length=1, max_length=MAX_NAME)]
Level = Annotated[str, StringConstraints(pattern=f"^({'|'.join(LEVELS)})$")]
GameName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(GAMES)})$")]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{12}$")]
IdentityId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{12}$")]
Invite = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]


class Incoming(BaseModel):
    """What clients send: unknown fields are refused, so that a typing error is not silently ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class Outgoing(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(frozen=True)


class Said(TypedDict):
    """A message as data: a key of the catalogues, and its arguments."""

    key: str
    args: NotRequired[dict[str, Any]]


# Settings of a table


#: The text of a map or tile file; how large it may be is said where it is read.
SetFile = Annotated[str, StringConstraints(max_length=MAX_BYTES + 1)]


class SeatWish(Incoming):
    """Who shall sit in a seat: who sets the table up, anybody with the link, a bot of a level, or a registered bot."""

    kind: Literal["me", "open", "bot", "asked"]
    level: Level | None = None  #: of a ``bot`` of the house
    bot: IdentityId | None = None  #: the registered bot that is ``asked`` to play

    @model_validator(mode="after")
    def check_level(self) -> "SeatWish":
        """A bot has a level, and nobody else."""
        if (self.kind == "bot") != (self.level is not None):
            raise ValueError("a bot has a level, and nobody else has")
        if (self.kind == "asked") != (self.bot is not None):
            raise ValueError("a registered bot is named where one is asked, and nowhere else")
        return self


class TableSettings(BaseModel):
    """What was agreed before the start."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: GameName
    players: int = Field(ge=2, le=4)
    options: dict[str, str] = {}  #: rules options; those not named have their defaults
    data: str = "default"  #: map or tile set by name; ``own-`` and a digest for one that somebody brought
    title: str | None = None  #: what a map or tile set that somebody brought is called
    clock: ClockSettings = ClockSettings()
    listed: bool = False  #: shown to everybody, who may watch and take open seats
    aids: bool = True  #: the coach may be asked
    shuffled: bool = True  #: seats are mixed when the game begins
    daily: Day | None = None  #: the deal of this day: until it is over, nothing of it is opened


class NewTable(Incoming):
    """A table to be made."""

    game: GameName
    seats: list[SeatWish] = Field(min_length=2, max_length=4)
    options: dict[
        Annotated[str, StringConstraints(max_length=20)], Annotated[str, StringConstraints(max_length=20)]
    ] = Field(default_factory=dict, max_length=10)
    preset: Annotated[str, StringConstraints(max_length=20)] | None = None
    data: Annotated[str, StringConstraints(max_length=40)] = "default"
    file: SetFile | None = None  #: a map or tile file of one's own, instead of ``data``
    clock: ClockSettings = ClockSettings()
    listed: bool = False
    aids: bool | None = None  #: the coach may be asked; if it is not said, against bots only
    shuffled: bool = True

    @model_validator(mode="after")
    def check_me(self) -> "NewTable":
        """Nobody sits in two seats."""
        if sum(seat.kind == "me" for seat in self.seats) > 1:
            raise ValueError("you can sit in one seat only")
        if self.file is not None and self.data != "default":
            raise ValueError("a file of your own, or a set by name, one of both")
        if self.clock.kind != "none" and self.clock.seconds < 10:
            raise ValueError("a clock gives at least 10 seconds")
        return self


class Joining(Incoming):
    """A visitor wants to sit down: in a seat, or in any free one."""

    invite: Invite | None = None
    seat: int | None = Field(None, ge=0, le=3)


class AskBot(Incoming):
    """The owner asks a registered bot to take a free seat; without one, the seat is for anybody again."""

    seat: int = Field(ge=0, le=3)
    bot: IdentityId | None = None


class Starting(Incoming):
    """The owner wants to begin: bots of this level take the open seats."""

    fill: Level | None = None


class PlayOn(Incoming):
    """A new table from a position of a finished game, seen from one seat; bots of a level take the others."""

    entry: int = Field(ge=0, le=100_000)
    seat: int = Field(ge=0, le=3)
    level: Level


class Introduction(Incoming):
    """How a visitor wants to be called; without a name one is given."""

    name: Name | None = None


# Answers


class Me(Outgoing):
    """Who the asker is to the server; nobody before the first introduction."""

    id: str | None
    name: str | None


class LevelInfo(Outgoing):
    """A level of bots."""

    name: str


class GameInfo(Outgoing):
    """What can be set about a game."""

    name: str
    rules: int
    min_players: int
    max_players: int
    options: dict[str, list[str]]
    presets: dict[str, dict[str, str]]
    data: list[str]


class Catalogue(Outgoing):
    """What can be played, and against whom."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[LevelInfo]
    default_level: str


class PreparationStep(Outgoing):
    """A part of what is compiled for a game."""

    name: str  #: ``rules``, or a level of bots
    state: Literal["waiting", "working", "ready", "failed"]


class GamePreparation(Outgoing):
    """How far a game is. It can be played once its rules are ready, with bots whose level is."""

    game: str
    steps: list[PreparationStep]
    percent: int
    seconds: int  #: roughly how much longer it takes; 0 when all is ready


class PreparationState(Outgoing):
    """How far all games are."""

    done: bool  #: nothing is being prepared any more
    games: list[GamePreparation]


class Seated(TypedDict):
    """A seat as everybody sees it; what is not said is not so."""

    kind: Literal["person", "bot", "open"]
    name: NotRequired[str]  #: of a person, and of a bot once the game has begun; bots of older tables have none
    level: NotRequired[str]  #: of the bot that plays
    you: NotRequired[bool]
    bot: NotRequired[bool]  #: a program that somebody runs elsewhere, not a person
    asked: NotRequired[str]  #: the registered bot that an open seat is kept for
    connected: NotRequired[bool]
    away: NotRequired[bool]  #: gone so long that others may let a bot play on
    stand_in: NotRequired[bool]  #: a bot plays for the person
    gave_up: NotRequired[Literal["resign", "timeout"]]


class TableInfo(Outgoing):
    """A table in a list."""

    id: str
    game: str
    status: Literal["waiting", "playing", "over", "closed"]
    settings: TableSettings
    seats: list[Seated]
    version: int
    your_seat: int | None
    your_turn: bool
    owner: bool
    created: float
    changed: float


class TableList(Outgoing):
    """The asker's tables, their turn first, and those that anybody may watch or join."""

    mine: list[TableInfo]
    listed: list[TableInfo]


class Made(Outgoing):
    """A table that was made, and the secret part of its link."""

    id: str
    invite: str


class ErrorAnswer(Outgoing):
    """Why a request was refused."""

    error: Said
    wait: int | None = None
