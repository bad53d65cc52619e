"""A table: what its settings and its log say, and what may be written next. No clock ticks here and nothing is stored.

``apply`` takes a line in; everything the table knows comes from that, whether the line is new or was written long ago.
The ``propose_...`` methods say which lines a wish would add, or refuse it; they change nothing.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from overland.engine import chance
from overland.engine.errors import MoveError, OverlandError
from overland.engine.game import CHANCE, OVER, SPECTATOR, Data
from overland.engine.games import game_named
from overland.engine.match import Match
from overland.engine.record import Array, Record
from overland.server import clocks
from overland.server.errors import Refusal
from overland.server.lines import (
    Back,
    Body,
    BotFailed,
    Chanced,
    Closed,
    Ended,
    GaveUp,
    House,
    Line,
    Moved,
    Owned,
    Person,
    Rematched,
    Renamed,
    Sat,
    Sitter,
    Started,
    StoodIn,
    Undone,
)
from overland.server.protocol import TableSettings
from overland.words.games import WORDS, GameWords

STAND_IN = "scout"  # who plays for somebody who gave up or is away
MAX_FORCED = 64  # no turn has more steps without a choice than that


@dataclass
class Seat:
    """A place at the table."""

    who: Sitter | None = None
    stand_in: str | None = None  # level of the bot that plays for a person
    gave_up: Literal["resign", "timeout"] | None = None

    @property
    def person(self) -> Person | None:
        """The person in the seat, if it is one."""
        return self.who if isinstance(self.who, Person) else None

    @property
    def level(self) -> str | None:
        """The bot that decides for this seat, if one does."""
        if self.stand_in is not None:
            return self.stand_in
        return self.who.level if isinstance(self.who, House) else None


@dataclass(frozen=True)
class Happening:
    """A line of the log with what is needed to tell it to anybody."""

    line: Line
    seat: int | None  # whom it is about
    text: str = ""  # of an entry: its notation, nothing hidden
    before: Record | None = None  # of an entry: the position it was played in
    action: int = 0
    entry: int | None = None  # of an entry: its number
    gains: Array | None = None


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
    lines: list[Line] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    log: list[Happening] = field(default_factory=list)
    match: Match | None = None
    ended: Literal["finished", "stopped", "resign", "timeout", "closed"] | None = None
    rematch: str | None = None
    asked_at: int = 0  # the version at which the present question came up
    clock: clocks.Clock = field(default_factory=clocks.Clock)
    standing: list[Moved] = field(default_factory=list)  # how each entry that stands came about; chance is by a bot
    done: dict[tuple[int, str], int] = field(default_factory=dict)  # moves by seat and client id: the version after it

    def __post_init__(self) -> None:
        self.seats = [Seat() for _ in range(self.settings.players)]
        self.clock = clocks.Clock(self.settings.clock, self.settings.players)

    # What is asked

    @property
    def version(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @property
    def status(self) -> Literal["waiting", "playing", "over", "closed"]:
        """How far the table is."""
        if self.ended == "closed":
            return "closed"
        if self.ended is not None:
            return "over"
        return "waiting" if self.match is None else "playing"

    @property
    def words(self) -> GameWords:
        """The words of its game."""
        return WORDS[self.settings.game]

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return chance.commitment(self.seed)

    @property
    def to_act(self) -> int | None:
        """The seat that must decide now."""
        if self.match is None or self.ended is not None or self.match.to_act < 0:
            return None
        return self.match.to_act

    @property
    def is_full(self) -> bool:
        """Whether somebody sits in every seat."""
        return all(seat.who is not None for seat in self.seats)

    @property
    def people(self) -> dict[str, int]:
        """The seat of each identity."""
        return {seat.person.identity: number for number, seat in enumerate(self.seats) if seat.person is not None}

    def seat_of(self, identity: str | None) -> int | None:
        """Where somebody sits."""
        return None if identity is None else self.people.get(identity)

    def may_see(self, identity: str | None, invite: str | None) -> bool:
        """Whether somebody may look at this table: whoever sits there, was invited, or anybody if it is listed."""
        return (
            self.settings.listed
            or (identity is not None and (identity == self.owner or identity in self.reserved))
            or self.seat_of(identity) is not None
            or (invite is not None and self.is_invited(invite))
        )

    def is_invited(self, invite: str | None) -> bool:
        """Whether somebody has the link."""
        return invite is not None and hmac.compare_digest(invite.encode(), self.invite.encode())

    @property
    def winners(self) -> list[int]:
        """Who won: of those who did not give up, if anybody is left."""
        if self.match is None or self.status != "over" or self.ended == "stopped":
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
        """The place of every seat, the first is 1; whoever gave up comes last."""
        if self.match is None or self.status != "over" or self.ended == "stopped":
            return []
        winners, scores = self.winners, self.match.scores
        order = [
            (seat.gave_up is not None, number not in winners, 0 if number in winners else -scores[number])
            for number, seat in enumerate(self.seats)
        ]
        return [1 + sum(other < mine for other in order) for mine in order]

    # What may be written next

    def propose_move(self, seat: int, choice: int, id: str | None = None, now: float = 0.0) -> list[Body]:
        """The lines that choosing number ``choice`` adds: the move, what chance answers, what is then forced."""
        match = self.running()
        if match.to_act != seat:
            raise Refusal("error.not_your_turn")
        legal = match.legal.actions
        if not 0 <= choice < len(legal):
            raise Refusal("error.no_such_choice")
        by: Literal["person", "bot"] = "bot" if self.seats[seat].level else "person"
        return self.lines_after(match.copy(), int(legal[choice]), by, id, now)

    def lines_after(
        self, draft: Match, action: int, by: Literal["person", "bot", "forced"], id: str | None, now: float
    ) -> list[Body]:
        """A move on a draft of the match, the outcomes of chance, and steps that leave no choice."""
        lines: list[Body] = []
        clock = self.clock.copy()
        while True:
            seat = draft.to_act
            text = draft.game.action_text(action)
            draft.play(action)
            outcomes = self.answers(draft)
            clock.moved(seat, draft.to_act, now, ticks=self.seats[seat].level is None)
            clock.turn_of(draft.to_act, now)
            lines.append(Moved(seat=seat, text=text, by=by, id=id, clock=clock.left()))
            lines += outcomes
            forced = self.forced(draft)
            if forced is None or len(lines) > MAX_FORCED:
                return lines
            action, by, id = forced, "forced", None

    def forced(self, draft: Match) -> int | None:
        """The only choice of a person who would just click it away, if everybody can see that it is the only one."""
        seat = draft.to_act
        if seat < 0 or self.seats[seat].level is not None:
            return None
        legal = draft.legal.actions
        if len(legal) > 1 or not self.words.is_click_through(draft.view(SPECTATOR), int(legal[0])):
            return None
        return int(legal[0])

    def propose_start(self, seats: Sequence[Sitter], now: float) -> list[Body]:
        """The lines that begin the game: who sits where, and the first deal."""
        if self.match is not None:
            raise Refusal("error.started")
        lines: list[Body] = [Started(seats=list(seats))]
        lines += self.answers(self.new_match())
        return lines

    def answers(self, draft: Match) -> list[Body]:
        """Let chance answer on a draft until somebody must decide; the outcomes as lines."""
        lines: list[Body] = []
        while draft.to_act == CHANCE:
            outcome = self.outcome(draft)
            lines.append(Chanced(text=draft.game.action_text(outcome)))
            draft.play(outcome)
        return lines

    def propose_undo(self, seat: int, id: str | None = None, now: float = 0.0) -> list[Body]:
        """The line that takes back a seat's last decision, together with what was forced after it; not the time."""
        self.running()
        obstacle, to = self.undo_to(seat)
        if obstacle is not None:
            raise Refusal(f"undo.{obstacle}", **self.who_moved_last(obstacle))
        clock = self.clock.copy()
        clock.taken_back(seat, now, ticks=clock.running is not None and self.seats[clock.running].level is None)
        return [Undone(seat=seat, to=to, id=id, clock=clock.left())]

    def undo_obstacle(self, seat: int) -> str | None:
        """Why a seat cannot take its last decision back, as the end of a key; none if it can."""
        return self.undo_to(seat)[0]

    def undo_to(self, seat: int) -> tuple[str | None, int]:
        """How many entries would stand after an undo of a seat, or what stands in the way.

        What was forced is nobody's decision: it goes together with the decision before it.
        """
        if self.match is None:
            return "not_started", 0
        if self.ended is not None:
            return "over", 0
        if self.seats[seat].level is not None:
            return "replaced", 0
        draft = self.match.copy()
        while (obstacle := draft.undo_obstacle()) is None:
            last = self.standing[len(draft.entries) - 1]
            if last.by != "forced" and last.seat != seat:
                return "other", 0
            draft.undo()
            if last.by != "forced":
                return None, len(draft.entries)
        return obstacle, 0

    def who_moved_last(self, obstacle: str) -> dict[str, int]:
        """Whose decision stands in the way of an undo."""
        decisions = [move.seat for move in self.standing if move.by != "forced"]
        return {"seat": decisions[-1]} if obstacle == "other" and decisions else {}

    def propose_giving_up(self, seat: int, kind: Literal["resign", "timeout"], id: str | None = None) -> list[Body]:
        """The line of a seat that resigns or has run out of time."""
        self.running()
        if self.seats[seat].gave_up is not None:
            raise Refusal("error.over")
        level = STAND_IN if self.settings.players > 2 else None
        return [GaveUp(kind=kind, seat=seat, level=level, id=id)]

    def status_after(self, bodies: Sequence[Body]) -> str:
        """How far the table will be when some lines are taken in."""
        kinds = {body.kind for body in bodies}
        if "closed" in kinds:
            return "closed"
        if any(isinstance(body, Ended) or (isinstance(body, GaveUp) and body.level is None) for body in bodies):
            return "over"
        if "start" in kinds:
            return "playing"
        texts = [body.text for body in bodies if isinstance(body, Moved | Chanced)]
        if self.match is None or not texts:
            return self.status
        draft = self.match.copy()
        for text in texts:
            draft.play(text)
        return "over" if draft.is_over else "playing"

    def running(self) -> Match:
        """The match, if it is going on."""
        if self.ended is not None:
            raise Refusal("error.over")
        if self.match is None:
            raise Refusal("error.not_started")
        return self.match

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

    # Taking lines in

    def apply(self, line: Line) -> None:
        """Take in the next line."""
        if line.n != len(self.lines):
            raise ValueError(f"line {line.n} comes after {len(self.lines)} lines")
        happening = self.take_in(line)
        self.lines.append(line)
        self.log.append(happening)
        if isinstance(line.body, Moved | Chanced | Undone | Started):
            self.asked_at = len(self.lines)
        id = getattr(line.body, "id", None)
        if id is not None:
            asker = line.body.wish if isinstance(line.body, StoodIn) else happening.seat
            assert asker is not None
            self.done[asker, id] = len(self.lines)

    def take_in(self, line: Line) -> Happening:
        """What a line changes."""
        body = line.body
        match body:
            case Sat():
                self.seats[body.seat].who = body.who
            case Renamed():
                person = self.seats[body.seat].person
                assert person is not None
                self.seats[body.seat].who = person.model_copy(update={"name": body.name})
            case Owned():
                self.owner = body.identity
                return Happening(line, None)
            case Started():
                self.seats = [Seat(who) for who in body.seats]
                self.match = self.new_match()
                self.clock.started(line.at)
                return Happening(line, None)
            case Moved() | Chanced():
                return self.play_line(line, body)
            case Undone():
                assert self.match is not None
                while len(self.match.entries) > body.to:
                    self.match.undo()
                    self.standing.pop()
                if body.clock is not None:
                    self.clock.set(body.clock)
                self.clock.turn_back(self.match.to_act, line.at)
            case GaveUp():
                self.seats[body.seat].gave_up = body.kind
                self.seats[body.seat].stand_in = body.level
                if body.kind == "timeout" and self.clock.is_on:
                    self.clock.milliseconds[body.seat] = 0
                if body.level is None:
                    self.ended = body.kind
            case StoodIn():
                self.seats[body.seat].stand_in = body.level
            case Back():
                self.seats[body.seat].stand_in = None
            case BotFailed():
                self.replace_bot(body.seat, body.now)
            case Rematched():
                self.rematch = body.table
            case Ended() | Closed():
                self.ended = "stopped" if isinstance(body, Ended) else "closed"
                return Happening(line, None)
        return Happening(line, body.seat)

    def play_line(self, line: Line, body: Moved | Chanced) -> Happening:
        """An entry of the match."""
        assert self.match is not None
        before = self.match.state
        receiver = body.seat if isinstance(body, Moved) else self.words.receiver(before, body.text)
        entry = self.match.play(body.text)[0]
        self.standing.append(body if isinstance(body, Moved) else Moved(seat=CHANCE, text=body.text, by="bot"))
        if isinstance(body, Moved) and body.clock is not None:
            self.clock.set(body.clock)
        self.clock.turn_of(self.match.to_act, line.at)
        if self.match.to_act == OVER:
            self.ended = "finished"
        number = len(self.match.entries) - 1
        return Happening(line, receiver, entry.text, before, entry.action, number, entry.gains)

    def replace_bot(self, seat: int, level: str) -> None:
        """Put another bot where one failed."""
        if self.seats[seat].stand_in is not None:
            self.seats[seat].stand_in = level
        else:
            self.seats[seat].who = House(level=level)


def check_settings(settings: TableSettings, data: Data, start: str | None) -> None:
    """Refuse settings no match can be set up with, before anything is stored."""
    try:
        game_named(settings.game)
        Match(
            settings.game,
            settings.players,
            options=settings.options,
            data=data,
            position=start,
            auto_chance=False,
        )
    except MoveError:
        raise
    except OverlandError as error:
        raise Refusal("error.settings", 422, detail=str(error)) from None
