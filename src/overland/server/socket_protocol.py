"""The messages of a table's socket, both ways, as models.

What is sent with every move is a typed dictionary, which costs nothing to make: tests check that what is sent fits.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from overland.review.naming import Quality
from overland.server.protocol import ClientId, Incoming, Outgoing, Said, Seated, Seen, TableSettings
from overland.server.views import AnyBox, AnyView
from overland.server.views.base import UnseenGroup


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
    why: list[Said] = Field(default=[])


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
    why: list[Said] = Field(default=[])


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
