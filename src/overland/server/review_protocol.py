"""A finished game that is looked at again, as models."""

from overland.server.protocol import Outgoing, Said, Seated, TableSettings
from overland.server.socket_protocol import Choice, GainShown, Result
from overland.server.views import AnyBox, AnyView


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


class Past(Outgoing):
    """What a player saw before each of the last entries of a running game, the oldest first."""

    version: int  #: of the table, when it was asked for
    views: list[AnyView]


class ReviewPosition(Outgoing):
    """The position before entry number ``entry`` (the last one behind them all), open or as a seat saw it."""

    entry: int
    view: AnyView
    to_act: int | None
    question: Said | None  #: to the seat that was to decide; with the eyes of another there is none
    choices: list[Choice]
