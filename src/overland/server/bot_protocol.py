"""What goes over the wire of the bot API, beside what tables tell everybody; ``docs/bot-api.md`` says it in words."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from overland.server.protocol import ClientId, Incoming, Name, Outgoing, Seen, TableInfo
from overland.server.socket_protocol import ChatMessage, LogItem, Now, PresenceMessage, TableMessage

MAX_LABEL = 40
TokenLabel = Annotated[str, Seen, StringConstraints(min_length=1, max_length=MAX_LABEL)]


# Whose bot it is


class NewBot(Incoming):
    """A bot to be registered."""

    name: Name
    open: bool = True  #: anybody may ask it to play, or only its owner


class NewToken(Incoming):
    """A token to be made."""

    label: TokenLabel = "bot"  #: to tell it from others later


class BotWish(Incoming):
    """What is to change about a bot."""

    open: bool


class TokenInfo(Outgoing):
    """A token, as it is listed; the token itself is told only once."""

    id: str
    label: str
    created: float
    used: float | None  #: when it was last used, to the hour


class OwnBot(Outgoing):
    """A bot as its owner sees it."""

    id: str
    name: str
    open: bool
    created: float
    online: bool  #: it listens for events
    tokens: list[TokenInfo]


class OwnBots(Outgoing):
    """The asker's bots."""

    bots: list[OwnBot]
    limit: int  #: how many there may be


class MadeToken(Outgoing):
    """A token that was made: this is the only time it is told."""

    bot: OwnBot
    id: str
    token: str


class BotInfo(Outgoing):
    """A bot that can be asked to play."""

    id: str
    name: str
    online: bool
    yours: bool


class BotList(Outgoing):
    """The bots that the asker may ask to play, those that are online first."""

    bots: list[BotInfo]


# What a bot asks


class BotMe(Outgoing):
    """Which bot a token belongs to, and what it may do how often."""

    id: str
    name: str
    open: bool
    limits: dict[str, float]  #: by name, as they are named in refusals


class BotTables(Outgoing):
    """The tables a bot is asked to play at, and those where it sits."""

    invitations: list[TableInfo]
    tables: list[TableInfo]


class Choosing(Incoming):
    """A choice, by its number in the list, and the version it was looked at."""

    version: int = Field(ge=0)
    choice: int = Field(ge=0, le=100_000)
    id: ClientId | None = None  #: the bot's name for it: the same one never counts twice


class Saying(Incoming):
    """A line of chat."""

    text: Annotated[str, Seen, StringConstraints(min_length=1)]
    id: ClientId | None = None


class Chosen(Outgoing):
    """A wish was stored; the table's version after it."""

    version: int


class SpokenChoice(Outgoing):
    """A choice in words: its number is what is sent back."""

    number: int
    text: str  #: in notation
    words: str
    gains: list[str]  #: what it brings at once


class SpokenTable(Outgoing):
    """A table in words, as the bot's seat may know it."""

    id: str
    version: int
    status: Literal["waiting", "playing", "over", "closed"]
    seat: int | None
    your_turn: bool
    seats: list[str]
    picture: str | None  #: the board and the table as text
    stage: str | None
    question: str | None
    choices: list[SpokenChoice]
    log: list[str]  #: the last lines
    result: str | None


# Streams: one JSON object a line; empty lines only show that the connection is alive


class ViewRecord(TypedDict):
    """What a seat knows, as the record that bots of this package are asked with."""

    rules: int
    layout: str  #: names how the bytes are to be read
    view: str  #: base64


class StateMessage(TypedDict):
    """How a table stands now, whole, and the lines of its log after version ``since``."""

    type: Literal["state"]
    since: int
    log: list[LogItem]
    now: Now
    record: NotRequired[ViewRecord]  #: if it was asked for, when it is the bot's turn


Concern = Literal["invitation", "seated", "started"]  #: what a table is to a bot
Last = Literal["waiting", "playing", "over", "closed", "deleted"]


class TableEvent(Outgoing):
    """A bot is asked to play, has taken a seat, or its game has begun; when a stream opens, for all that is so."""

    type: Concern
    table: TableInfo


class GoneEvent(Outgoing):
    """An invitation is no more, or a game is over, or the bot sits there no longer."""

    type: Literal["gone"] = "gone"
    id: str  #: of the table
    status: Last


BotEvent = Annotated[TableEvent | GoneEvent, Field(discriminator="type")]
BotLine = Annotated[TableMessage | StateMessage | PresenceMessage | ChatMessage, Field(discriminator="type")]
BOT_EVENTS: TypeAdapter[Any] = TypeAdapter(BotEvent)
BOT_LINES: TypeAdapter[Any] = TypeAdapter(BotLine)
