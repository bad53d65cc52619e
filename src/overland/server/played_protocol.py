"""Deals of the day and finished games, as models: how somebody and everybody did."""

from typing import Literal

from overland.server.protocol import Incoming, Outgoing


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
