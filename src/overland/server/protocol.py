"""What goes over the wire: every request, every answer and every message of a socket, as models.

``docs/protocol.md`` tells the same in words; the browser's types are made from these models. What is sent with every
move is a typed dictionary, which costs nothing to make: tests check that what is sent fits.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter, model_validator
from typing_extensions import TypedDict

from overland.bots.catalogue import LEVELS
from overland.engine.games import GAMES
from overland.review.naming import Quality
from overland.server.clocks import ClockSettings
from overland.server.names import visible
from overland.server.views import AnyBox, AnyView
from overland.server.views.base import UnseenGroup

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
    data: str = "default"  #: map or tile set
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
    clock: ClockSettings = ClockSettings()
    listed: bool = False
    aids: bool | None = None  #: the coach may be asked; if it is not said, against bots only
    shuffled: bool = True

    @model_validator(mode="after")
    def check_me(self) -> "NewTable":
        """Nobody sits in two seats."""
        if sum(seat.kind == "me" for seat in self.seats) > 1:
            raise ValueError("you can sit in one seat only")
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


class Try(Outgoing):
    """How somebody does with the deal of a day; everybody plays it once."""

    table: str
    outcome: Literal["playing", "ranked", "late", "gave_up", "broken"]
    score: int | None
    lead: int | None  #: over the best of the others
    rank: int | None  #: among all who finished it in time


class Standing(Outgoing):
    """A place in the ranking of a deal."""

    rank: int
    name: str
    score: int
    lead: int
    you: bool


class DealInfo(Outgoing):
    """The deal of a day for one game."""

    day: str
    game: str
    levels: list[str | None]  #: of the bots, by seat; none where whoever plays it sits
    commitment: str  #: SHA-256 of the seed
    finished: int  #: how many have finished it in time
    best: list[Standing]
    yours: Try | None


class TodaysDeal(DealInfo):
    """A deal that can be played."""

    next_commitment: str  #: of tomorrow's deal


class PastDeal(DealInfo):
    """A deal whose day is over."""

    seed: str
    line: str | None  #: the table of the strongest bot's game, once it is over
    line_score: int | None
    line_level: str


class Streak(Outgoing):
    """Days in a row on which somebody finished a deal in time."""

    now: int  #: until today, or until yesterday if today's is still to be played
    longest: int


class DailyState(Outgoing):
    """The deals of today and of yesterday."""

    day: str
    seconds: int  #: until the day is over
    today: list[TodaysDeal]
    yesterday: list[PastDeal]
    streak: Streak


class SeatResult(Outgoing):
    """How a finished game ended for a seat."""

    kind: Literal["person", "bot"]
    name: str | None
    level: str | None
    you: bool
    score: int
    place: int | None
    gave_up: Literal["resign", "timeout"] | None


class FinishedGame(Outgoing):
    """A finished game in a list."""

    table: str
    game: str
    daily: str | None
    sealed: bool  #: others still play the same deal: it cannot be reviewed yet
    finished: float
    ended: str
    won: bool
    seats: list[SeatResult]


class FinishedGames(Outgoing):
    """Some of the asker's finished games, the newest first."""

    games: list[FinishedGame]
    more: bool


class LevelResult(Outgoing):
    """Games against bots of a level, whoever else was there."""

    game: str
    level: str
    games: int
    won: int


class SourceMeans(Outgoing):
    """Points by source in games with bots: one's own mean, and that of the bots one met."""

    game: str
    games: int
    yours: dict[str, float]
    bots: dict[str, float]


class OwnResults(Outgoing):
    """The asker's results."""

    games: int  #: all that are finished
    levels: list[LevelResult]
    points: list[SourceMeans]
    streak: Streak


class Deletion(Incoming):
    """A visitor wants to be forgotten, and means it."""

    confirm: Literal[True]


class Made(Outgoing):
    """A table that was made, and the secret part of its link."""

    id: str
    invite: str


# Messages of a table's socket


class GainShown(TypedDict):
    """Something a seat gains: in words, and as the game tells it."""

    seat: int
    points: NotRequired[int]
    words: Said
    data: dict[str, Any]


class Choice(TypedDict):
    """Something the seat may do: its number in the list is what is sent back."""

    text: str  #: in notation
    gains: NotRequired[list[GainShown]]


class LogItem(TypedDict):
    """A line of the log as the receiver may know it: an entry in notation, anything else in words."""

    n: int
    kind: str
    seat: NotRequired[int]
    words: NotRequired[Said]
    text: NotRequired[str]  #: of an entry: its notation, what is hidden reads ?
    note: NotRequired[Said]  #: of an entry: what it meant, if its notation does not say
    by: NotRequired[Literal["person", "bot", "forced", "chance"]]
    to: NotRequired[int]  #: of an undo: the number of entries that stand
    entry: NotRequired[int]  #: of an entry: its number
    gains: NotRequired[list[GainShown]]


class UndoState(TypedDict):
    """Whether the receiver can take a step back, or what stands in the way."""

    possible: bool
    reason: NotRequired[Said]


class Result(TypedDict):
    """How the game ended; the seed is open now, unless others still play the same deal."""

    reason: Said
    winners: list[int]
    places: list[int]
    scores: list[int]
    points: list[dict[str, int]]  #: of each seat, by source
    seed: NotRequired[str]  #: absent while the deal of the day is being played


class Now(TypedDict):
    """The table at a version, as the receiver sees it."""

    version: int
    status: Literal["waiting", "playing", "over", "closed"]
    seats: list[Seated]
    to_act: NotRequired[int]
    clock: NotRequired[list[int]]  #: milliseconds left of each seat
    view: NotRequired[AnyView]
    question: NotRequired[Said]  #: to the receiver
    stage: NotRequired[Said]  #: which part of the game this is, if that is worth telling
    paragraph: NotRequired[str]  #: of the rules, about what is asked now
    choices: NotRequired[list[Choice]]  #: of the receiver
    undo: UndoState
    can_return: NotRequired[bool]  #: a bot stands in for the receiver, who may come back
    result: NotRequired[Result]
    rematch: NotRequired[str]


class ChatLine(Outgoing):
    """A line of chat."""

    n: int
    seat: int | None
    name: str
    text: str


class TableMessage(TypedDict):
    """Everything: the answer to ``hello``, and what is sent to a receiver whose seat has changed."""

    type: Literal["table"]
    protocol: int
    id: str
    settings: TableSettings
    box: AnyBox
    seat: NotRequired[int]  #: of the receiver
    owner: bool
    invite: NotRequired[str]  #: the secret part of the link, for players
    commitment: str  #: SHA-256 of the seed
    since: int  #: the log begins after this version
    log: list[LogItem]
    chat: list[ChatLine]
    now: Now


class UpdateMessage(TypedDict):
    """What is new since the version ``since``; a client that is not there asks again with ``hello``.

    ``now`` is a merge patch (RFC 7386) for the receiver's ``now`` of that version: what is absent has not changed, what
    is null is gone.
    """

    type: Literal["update"]
    since: int
    log: list[LogItem]
    now: dict[str, Any]


class AckMessage(TypedDict):
    """A wish was stored; it will never be lost."""

    type: Literal["ack"]
    id: str
    version: int


class RefusedMessage(Outgoing):
    """A wish was not granted, and nothing has changed."""

    type: Literal["refused"] = "refused"
    id: str | None
    error: Said
    wait: int | None = None  #: seconds
    version: int | None = None


class PresenceMessage(Outgoing):
    """Who is connected has changed."""

    type: Literal["presence"] = "presence"
    seats: list[Seated]
    watchers: int


class ChatMessage(Outgoing):
    """A new line of chat."""

    type: Literal["chat"] = "chat"
    line: ChatLine


class HintMessage(Outgoing):
    """What the judge would do in the receiver's place, and why; and what it would do otherwise."""

    type: Literal["hint"] = "hint"
    id: str
    version: int
    choice: int
    other: int | None = None  #: the runner-up; none if there is only one choice
    loss: float = 0.0  #: of the win, that the runner-up is behind
    lead: float = 0.0  #: points of the lead, that the runner-up is behind
    why: list[Said] = []


class CheckedMessage(Outgoing):
    """What a choice would cost, and what is better."""

    type: Literal["checked"] = "checked"
    id: str
    version: int
    choice: int
    name: Quality
    loss: float  #: of the win, from 0 to 1
    error: float  #: standard error of it
    lead: float = 0.0  #: points of the lead that it would cost
    better: int  #: the best choice; the same, if that is the one
    why: list[Said] = []


class PongMessage(Outgoing):
    """The answer to ``ping``."""

    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    TableMessage
    | UpdateMessage
    | AckMessage
    | RefusedMessage
    | PresenceMessage
    | ChatMessage
    | HintMessage
    | CheckedMessage
    | PongMessage,
    Field(discriminator="type"),
]


class Hello(Incoming):
    """Ask for everything; the log only after ``version``, if one is known."""

    type: Literal["hello"]
    version: int = Field(0, ge=0)


class Move(Incoming):
    """Choose, by the number of the choice and the version it was offered at."""

    type: Literal["move"]
    id: ClientId
    version: int = Field(ge=0)
    choice: int = Field(ge=0, le=100_000)


class Undo(Incoming):
    """Take the last step back."""

    type: Literal["undo"]
    id: ClientId
    version: int = Field(ge=0)


class Resign(Incoming):
    """Give up."""

    type: Literal["resign"]
    id: ClientId


class StandIn(Incoming):
    """Let a bot play for a player who is away."""

    type: Literal["stand_in"]
    id: ClientId
    seat: int = Field(ge=0, le=3)


class Return(Incoming):
    """Take one's seat back from the bot."""

    type: Literal["return"]
    id: ClientId


class Chat(Incoming):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    id: ClientId
    text: Annotated[str, Seen, StringConstraints(min_length=1)]


class Hint(Incoming):
    """Ask what a bot would do."""

    type: Literal["hint"]
    id: ClientId


class Check(Incoming):
    """Ask what a choice would cost, before making it."""

    type: Literal["check"]
    id: ClientId
    version: int = Field(ge=0)
    choice: int = Field(ge=0, le=100_000)


class Ping(Incoming):
    """A sign of life."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | Move | Undo | Resign | StandIn | Return | Chat | Hint | Check | Ping, Field(discriminator="type")
]
CLIENT_MESSAGES: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER_MESSAGES: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


class Unseen(Outgoing):
    """What a player has not seen yet, in groups."""

    version: int
    groups: list[UnseenGroup]


# Review


class ReviewItem(Outgoing):
    """An entry of a finished game: what happened, and the points after it, if it changed them."""

    entry: int
    seat: int | None
    text: str
    note: Said | None = None  #: what it meant, if its notation does not say
    gains: list[GainShown]
    points: list[dict[str, int]] | None = None  #: of each seat, by source; sources without points are left out


class Review(Outgoing):
    """A finished game, entry by entry, everything open or as a seat read it."""

    id: str
    settings: TableSettings
    box: AnyBox
    seats: list[Seated]
    items: list[ReviewItem]
    result: Result | None
    seat: int | None  #: of the receiver
    invite: str | None = None  #: the secret part of a link to a private table, for those who may pass it on


class ReviewPosition(Outgoing):
    """The position before entry number ``entry`` (the last one behind them all), open or as a seat saw it."""

    entry: int
    view: AnyView
    to_act: int | None
    question: Said | None  #: to the seat that was to decide; with the eyes of another there is none
    choices: list[Choice]


# Puzzles and exercises


class PuzzleInfo(Outgoing):
    """A puzzle in a list."""

    key: str  #: stays the same when puzzles are added: a browser notes with it what was solved
    missed: float  #: by how many bots, from 0 to 1


class GamePuzzles(Outgoing):
    """The puzzles of a game, the easiest first; they are numbered from 1."""

    game: str
    today: int  #: the number of today's puzzle
    puzzles: list[PuzzleInfo]


class PuzzleList(Outgoing):
    """All puzzles."""

    day: str
    seconds: int  #: until there are new ones of the day
    games: list[GamePuzzles]


class ExerciseInfo(Outgoing):
    """An exercise in a list."""

    name: str
    paragraph: str  #: of the rules, where the example stands


class GameExercises(Outgoing):
    """The exercises of a game, in the order of the rules."""

    game: str
    exercises: list[ExerciseInfo]


class ExerciseList(Outgoing):
    """All exercises."""

    games: list[GameExercises]


class ExercisePosition(Outgoing):
    """The position of a puzzle or an exercise, as the seat sees it that is asked."""

    settings: TableSettings
    seat: int
    box: AnyBox
    view: AnyView
    question: Said
    stage: Said | None
    paragraph: str
    choices: list[Choice]


class ExerciseAttempt(Incoming):
    """An answer: the number of a choice."""

    choice: int = Field(ge=0, le=100_000)


class ExerciseVerdict(Outgoing):
    """Whether it was right, which choices are, and why."""

    right: bool
    wanted: list[int]  #: numbers of choices
    after: AnyView | None  #: the position after the choice, as the same seat sees it; none if that uncovers something
    loss: float | None = None  #: of the win, from 0 to 1, if a wrong answer to a puzzle was weighed
    why: list[Said] = []


class ErrorAnswer(Outgoing):
    """Why a request was refused."""

    error: Said
    wait: int | None = None
