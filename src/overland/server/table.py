"""A table: what its settings and its log say. No clock ticks here and nothing is stored.

``apply`` takes a line in; everything the table knows comes from that, whether the line is new or was written long ago.
What may be written next is in ``drafts``.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self

from overland.engine import chance
from overland.engine.game import CHANCE, OVER, Data
from overland.engine.match import Match
from overland.engine.position import Position
from overland.engine.record import Array
from overland.server.clocks import Clock
from overland.server.days import end_of
from overland.server.errors import Refusal
from overland.server.log_lines import (
    ENTRIES,
    Asked,
    Back,
    BotFailed,
    Chanced,
    Closed,
    Ended,
    GaveUp,
    HouseBot,
    LogLine,
    Moved,
    Owned,
    RegisteredBot,
    Rematched,
    Renamed,
    Sat,
    Sitter,
    Started,
    StoodIn,
    Undone,
    Visitor,
)
from overland.server.protocol import TableSettings
from overland.words.games import WORDS, GameWords

HOUSE = "house"  # owns the tables that the server sets up by itself; they are for everybody to see
QUESTIONING = (*ENTRIES, Undone, Started)  # lines after which another question is asked


@dataclass(frozen=True)
class Seat:
    """A place at the table. It never changes: what happens to it puts another in its place."""

    who: Sitter | None = None
    asked: RegisteredBot | None = None  # the seat is free, and kept for this bot
    stand_in: str | None = None  # level of the bot that plays for a person
    gave_up: Literal["resign", "timeout"] | None = None

    @property
    def person(self) -> Visitor | None:
        """Who has come from outside and sits here, if somebody has."""
        return self.who if isinstance(self.who, Visitor) else None

    @property
    def can_return(self) -> bool:
        """Whether the person may take the seat back from a bot."""
        return self.stand_in is not None and self.gave_up is None

    @property
    def level(self) -> str | None:
        """The bot that decides for this seat, if one does."""
        if self.stand_in is not None:
            return self.stand_in
        return self.who.level if isinstance(self.who, HouseBot) else None


def seat_of(seats: Sequence[Seat], identity: str | None) -> int | None:
    """Which of the seats a visitor sits in."""
    for number, seat in enumerate(seats):
        if isinstance(seat.who, Visitor) and seat.who.identity == identity:
            return number
    return None


class AppliedLine(NamedTuple):
    """A line of the log with what is needed to tell any receiver about it."""

    line: LogLine
    seat: int | None  # whom it is about
    entry: "AppliedEntry | None" = None


class AppliedEntry(NamedTuple):
    """An entry of the match, as it was played."""

    number: int
    before: Position
    action: int
    text: str  # its notation, nothing hidden
    gains: Array


@dataclass
class Table:
    """A table, as its log tells it."""

    id: str
    settings: TableSettings
    seed: bytes
    invite: str
    owner: str  # identity
    created: float
    data: Data
    start: str | None = None  # the position it begins with, if it is played on from one
    reserved: frozenset[str] = frozenset()  # identities that may sit down without an invitation
    outcome: Callable[[Match], int] = Match.next_outcome  # where chance comes from: the seed, unless a test says so
    log: list[AppliedLine] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    ended: Literal["finished", "stopped", "broken", "resign", "timeout", "closed"] | None = None
    rematch: str | None = None
    asked_at: int = 0  # the version at which the present question came up
    turn_of: int | None = None  # the seat that was last asked
    turn_since: int = 0  # the version at which it was first asked, without another between
    clock: Clock = field(default_factory=Clock)
    entry_lines: list[Moved] = field(default_factory=list)  # how each entry that stands came about; chance is by a bot
    granted: dict[tuple[int, str], int] = field(default_factory=dict)  # requests by seat and client id: version after

    def __post_init__(self) -> None:
        self.seats = [Seat() for _ in range(self.settings.players)]
        self.clock = Clock(self.settings.clock, self.settings.players)

    def copy(self) -> Self:
        """A table of its own to try lines on; positions and lines never change, so both share them."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)  # for every move, and cheaper than copy.copy
        twin.log = list(self.log)
        twin.seats = list(self.seats)
        twin.match = None if self.match is None else self.match.copy()
        twin.clock = self.clock.copy()
        twin.entry_lines = list(self.entry_lines)
        twin.granted = dict(self.granted)
        return twin

    # What is asked

    @property
    def version(self) -> int:
        """How many lines there are."""
        return len(self.log)

    @property
    def status(self) -> Literal["waiting", "playing", "over", "closed"]:
        """How far the table is."""
        if self.ended == "closed":
            return "closed"
        if self.ended is not None:
            return "over"
        return "waiting" if self.match is None else "playing"

    def is_sealed(self, now: float) -> bool:
        """Whether others may still play the same deal: nobody else looks on, and its luck stays hidden."""
        return self.settings.daily is not None and now < end_of(self.settings.daily)

    def is_open(self, now: float) -> bool:
        """Whether everything about it may be told."""
        return self.status == "over" and not self.is_sealed(now)

    @property
    def words(self) -> GameWords:
        return WORDS[self.settings.game]

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return chance.commitment(self.seed)

    @property
    def changed(self) -> float:
        """When the last line was written."""
        return self.log[-1].line.at if self.log else self.created

    @property
    def to_act(self) -> int | None:
        """The seat that must decide now."""
        if self.match is None or self.ended is not None:
            return None
        seat = self.match.to_act
        return seat if seat >= 0 else None

    @property
    def awaited(self) -> str | None:
        """The identity that must decide now, if somebody else from outside plays, too: bots of the house wait for
        nobody."""
        seat = self.to_act
        if seat is None or self.seats[seat].level is not None:
            return None
        playing = [seat.person for seat in self.seats if seat.person is not None and seat.level is None]
        person = self.seats[seat].person
        return None if person is None or len(playing) < 2 else person.identity

    @property
    def is_full(self) -> bool:
        return all(seat.who is not None for seat in self.seats)

    @property
    def people(self) -> dict[str, int]:
        """The seat of each identity."""
        return {seat.person.identity: number for number, seat in enumerate(self.seats) if seat.person is not None}

    def seat_of(self, identity: str | None) -> int | None:
        """Where a visitor sits."""
        return seat_of(self.seats, identity)

    @property
    def asked(self) -> dict[str, int]:
        """The seat that is kept for each bot that is asked to play; none at a table that was closed."""
        if self.status != "waiting":
            return {}
        return {seat.asked.identity: number for number, seat in enumerate(self.seats) if seat.asked is not None}

    @property
    def bots(self) -> frozenset[str]:
        """The registered bots that sit here or are asked to."""
        seated = [seat.who.identity for seat in self.seats if isinstance(seat.who, RegisteredBot)]
        return frozenset([*seated, *self.asked])

    def may_see(self, identity: str | None, invite: str | None) -> bool:
        """Whether a visitor may look at this table: players, owner, the invited, and everybody if it is listed."""
        return (
            self.settings.listed
            or self.owner == HOUSE
            or (identity is not None and (identity == self.owner or identity in self.reserved))
            or self.seat_of(identity) is not None
            or (identity is not None and identity in self.asked)
            or (invite is not None and self.is_invited(invite))
        )

    def is_invited(self, invite: str | None) -> bool:
        """Whether a visitor has the link."""
        return invite is not None and hmac.compare_digest(invite.encode(), self.invite.encode())

    @property
    def winners(self) -> list[int]:
        """Who won: of those who did not give up, if anybody is left."""
        if self.match is None or self.status != "over" or self.ended in ("stopped", "broken"):
            return []
        staying = [number for number, seat in enumerate(self.seats) if seat.gave_up is None]
        if self.ended != "finished":
            return staying
        best = [seat for seat in self.match.winners if seat in staying]
        if best:
            return best
        scores = self.match.scores
        most = max((scores[seat] for seat in staying), default=0)
        return [seat for seat in staying if scores[seat] == most] or self.match.winners

    @property
    def places(self) -> list[int]:
        """The place of every seat, the first is 1; those who gave up come last."""
        if self.match is None or self.status != "over" or self.ended in ("stopped", "broken"):
            return []
        winners, scores = self.winners, self.match.scores
        order = [
            (seat.gave_up is not None, number not in winners, 0 if number in winners else -scores[number])
            for number, seat in enumerate(self.seats)
        ]
        return [1 + sum(other < mine for other in order) for mine in order]

    def running(self) -> Match:
        """The match, if it is going on."""
        if self.ended is not None:
            raise Refusal("error.over")
        if self.match is None:
            raise Refusal("error.not_started")
        return self.match

    # Undo

    def undo_to(self, seat: int) -> tuple[str | None, int]:
        """What stands in the way of an undo of a seat, as the end of a key; if nothing, how many entries would stand.

        What was forced is nobody's decision: it goes together with the decision before it.
        """
        if self.match is None:
            return "not_started", 0
        if self.ended is not None:
            return "over", 0
        if self.seats[seat].level is not None:
            return "replaced", 0
        standing = len(self.match.entries)
        while (obstacle := self.match.undo_obstacle(after=standing)) is None:
            last = self.entry_lines[standing - 1]
            if last.by != "forced" and last.seat != seat:
                return "other", 0
            standing -= 1
            if last.by != "forced":
                return None, standing
        return obstacle, 0

    def last_mover(self, obstacle: str) -> int | None:
        """Whose decision stands in the way of an undo, if somebody's does."""
        if obstacle != "other":
            return None
        return next((line.seat for line in reversed(self.entry_lines) if line.by != "forced"), None)

    # Taking lines in

    def apply(self, line: LogLine, action: int | None = None) -> None:
        """Take in the next line; of an entry, the action its text stands for, if the caller knows it."""
        if line.n != self.version:
            raise ValueError(f"line {line.n} comes after {self.version} lines")
        applied = self.take_in(line, action)
        self.log.append(applied)
        if isinstance(line.body, QUESTIONING):
            self.asked_at = self.version
        seat = self.to_act
        if seat is not None and seat != self.turn_of:
            self.turn_of, self.turn_since = seat, self.version
        id = getattr(line.body, "id", None)
        if id is not None:
            asker = line.body.wish if isinstance(line.body, StoodIn) else applied.seat
            assert asker is not None
            self.granted[asker, id] = self.version

    def take_in(self, line: LogLine, action: int | None) -> AppliedLine:
        """What a line changes."""
        body = line.body
        match body:
            case Sat():
                self.change_seat(body.seat, who=body.who, asked=None)
            case Asked():
                self.change_seat(body.seat, asked=body.who)
            case Renamed():
                person = self.seats[body.seat].person
                assert person is not None
                self.change_seat(body.seat, who=replace(person, name=body.name))
            case Owned():
                self.owner = body.identity
                return AppliedLine(line, None)
            case Started():
                self.seats = [Seat(who) for who in body.seats]
                self.match = self.new_match()
                self.clock.started(line.at)
                return AppliedLine(line, None)
            case Moved() | Chanced():
                return self.play_line(line, body, action)
            case Undone():
                assert self.match is not None
                while len(self.match.entries) > body.to:
                    self.match.undo()
                    self.entry_lines.pop()
                if body.clock is not None:
                    self.clock.set(body.clock)
                self.clock.turn_back(self.match.to_act, line.at)
            case GaveUp():
                self.change_seat(body.seat, gave_up=body.kind, stand_in=body.level)
                if body.kind == "timeout" and self.clock.is_on:
                    self.clock.milliseconds[body.seat] = 0
                if body.level is None:
                    self.ended = body.kind
            case StoodIn():
                self.change_seat(body.seat, stand_in=body.level)
            case Back():
                self.change_seat(body.seat, stand_in=None)
            case BotFailed():
                self.replace_bot(body.seat, body.now)
            case Rematched():
                self.rematch = body.table
            case Ended():
                self.ended = "stopped" if body.reason == "record" else "broken"
                return AppliedLine(line, None)
            case Closed():
                self.ended = "closed"
                return AppliedLine(line, None)
        return AppliedLine(line, body.seat)

    def play_line(self, line: LogLine, body: Moved | Chanced, action: int | None) -> AppliedLine:
        """An entry of the match."""
        match = self.match
        assert match is not None
        before = match.position
        seat = body.seat if isinstance(body, Moved) else self.words.dealt_to(before.plain, body.text)
        entry = match.play(body.text)[0] if action is None else match.play_known(action)
        self.entry_lines.append(body if isinstance(body, Moved) else Moved(seat=CHANCE, text=body.text, by="bot"))
        to_act = match.to_act
        self.run_clock(body, to_act, line.at)
        if to_act == OVER:
            self.ended = "finished"
        return AppliedLine(
            line, seat, AppliedEntry(len(match.entries) - 1, before, entry.action, entry.text, entry.gains)
        )

    def run_clock(self, body: Moved | Chanced, to_act: int, at: float) -> None:
        """What an entry after which ``to_act`` is to act means for the clock."""
        if isinstance(body, Moved) and body.clock is not None:
            self.clock.set(body.clock)
        self.clock.turn_of(to_act, at)

    def replace_bot(self, seat: int, level: str) -> None:
        """Put another bot where one failed."""
        who = self.seats[seat].who
        if isinstance(who, HouseBot):
            self.change_seat(seat, who=replace(who, level=level))
        else:
            self.change_seat(seat, stand_in=level)

    def change_seat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    def new_match(self) -> Match:
        """The match as it begins."""
        return Match(
            self.settings.game,
            self.settings.players,
            options=self.settings.options,
            data=self.data,
            seed=self.seed,
            position=self.start,
            auto_chance=False,
        )
