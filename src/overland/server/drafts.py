"""What may be written next: a request becomes a draft, the table as it would be, or is refused and changes nothing.

A draft is made by applying lines to a copy of the table. Its lines are stored, and then the draft *is* the table: a
move is played once, however many are told about it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from overland.bots.catalogue import STAND_IN
from overland.engine.errors import MoveError, OverlandError
from overland.engine.game import CHANCE, SPECTATOR, Data
from overland.engine.games import game_named
from overland.engine.match import Match
from overland.server.clocks import Clock
from overland.server.errors import Refusal
from overland.server.log_lines import (
    ENTRIES,
    Body,
    Chanced,
    GaveUp,
    LogLine,
    Moved,
    RegisteredBot,
    Sitter,
    Started,
    Undone,
)
from overland.server.protocol import TableSettings
from overland.server.table import Table

MAX_FORCED = 64  # no turn has more steps without a choice than that


@dataclass
class Draft:
    """A table with a few more lines than are stored."""

    table: Table
    now: float
    before: Table
    lines: list[LogLine] = field(default_factory=list)

    @classmethod
    def of(cls, table: Table, now: float, *bodies: Body) -> Self:
        """A draft of a table, with some lines."""
        draft = cls(table.copy(), now, table)
        for body in bodies:
            draft.write(body)
        return draft

    def write(self, body: Body, action: int | None = None) -> None:
        """Add a line; of an entry, the action its text stands for, if it is known."""
        line = LogLine(n=self.table.version, at=self.now, body=body)
        self.table.apply(line, action)
        self.lines.append(line)

    @property
    def is_about_seats(self) -> bool:
        """Whether more happens than play."""
        return any(not isinstance(line.body, ENTRIES) for line in self.lines)

    @property
    def sits(self) -> list[str]:
        """Identities that are at the table from now on."""
        return sorted(sitting_at(self.table) - sitting_at(self.before))

    @property
    def leaves(self) -> list[str]:
        """Identities that no longer are."""
        return sorted(sitting_at(self.before) - sitting_at(self.table))


def sitting_at(table: Table) -> frozenset[str]:
    """The identities whose table it is: those in its seats, and its owner while it is open."""
    owners = [] if table.status == "closed" else [table.owner]
    return frozenset([*table.people, *owners])


def propose_start(table: Table, seats: Sequence[Sitter], now: float) -> Draft:
    """The game begins: who sits where, and the first deal."""
    draft = Draft.of(table, now)
    add_start(draft, seats)
    return draft


def add_start(draft: Draft, seats: Sequence[Sitter]) -> None:
    """The game begins with what else is drafted, so that no table is ever full and waits."""
    if draft.table.match is not None:
        raise Refusal("error.started")
    draft.write(Started(seats=list(seats)))
    play_chance(draft)


def propose_move(table: Table, seat: int, choice: int, id: str | None, now: float) -> Draft:
    """A seat makes choice number ``choice``; chance answers, and what is then forced is played as well."""
    match = table.running()
    if match.to_act != seat:
        raise Refusal("error.not_your_turn")
    legal = match.legal.actions
    if not 0 <= choice < len(legal):
        raise Refusal("error.no_such_choice")
    draft = Draft.of(table, now)
    play(draft, int(legal[choice]), "bot" if is_bot(table, seat) else "person", id)
    while (forced := forced_action(draft.table)) is not None and len(draft.lines) <= MAX_FORCED:
        play(draft, forced, "forced", None)
    return draft


def is_bot(table: Table, seat: int) -> bool:
    """Whether a program decides for a seat."""
    return table.seats[seat].level is not None or isinstance(table.seats[seat].who, RegisteredBot)


def play(draft: Draft, action: int, by: Literal["person", "bot", "forced"], id: str | None) -> None:
    """Play an action of the seat to act, and what chance answers."""
    table = draft.table
    match = table.running()
    first, clock = table.version, table.clock.copy() if table.clock.is_on else None
    move = Moved(seat=match.to_act, text=match.game.action_text(action), by=by, id=id)
    draft.write(move, action)
    play_chance(draft)
    if clock is not None:
        note_time(draft, first, move, clock)


def note_time(draft: Draft, first: int, move: Moved, clock: Clock) -> None:
    """Put into the line of a move how much time is left: whose time runs next shows only when chance has answered.

    ``clock`` is how it stood before the move; the table's then runs as if the lines were read from the store.
    """
    table = draft.table
    match = table.match
    assert match is not None
    ahead = clock.copy()
    ahead.moved(move.seat, match.to_act, draft.now, ticks=table.seats[move.seat].level is None)
    ahead.turn_of(match.to_act, draft.now)
    line = draft.lines[-(table.version - first)]._replace(body=replace(move, clock=ahead.left()))
    draft.lines[-(table.version - first)] = line
    table.log[first] = table.log[first]._replace(line=line)
    table.clock = clock
    for applied in table.log[first:]:
        assert applied.entry is not None and isinstance(applied.line.body, Moved | Chanced)
        table.run_clock(applied.line.body, match.at(applied.entry.number + 1).to_act, draft.now)


def play_chance(draft: Draft) -> None:
    """Let chance answer until a seat must decide."""
    match = draft.table.match
    assert match is not None
    while match.to_act == CHANCE:
        outcome = draft.table.outcome(match)
        draft.write(Chanced(text=match.game.action_text(outcome)), outcome)


def forced_action(table: Table) -> int | None:
    """The only choice of a person who would just click it away, if everybody can see that it is the only one."""
    seat = table.to_act
    if seat is None or table.seats[seat].level is not None:
        return None
    position = table.running().position
    legal = position.legal.actions
    if len(legal) > 1 or not table.words.is_click_through(position.view(SPECTATOR), int(legal[0])):
        return None
    return int(legal[0])


def propose_undo(table: Table, seat: int, id: str | None, now: float) -> Draft:
    """A seat takes back its last decision, together with what was forced after it; not the time."""
    table.running()
    obstacle, to = table.undo_to(seat)
    if obstacle is not None:
        mover = table.last_mover(obstacle)
        raise Refusal(f"undo.{obstacle}") if mover is None else Refusal(f"undo.{obstacle}", seat=mover)
    clock = table.clock.copy()
    clock.taken_back(seat, now, ticks=clock.running is not None and table.seats[clock.running].level is None)
    return Draft.of(table, now, Undone(seat=seat, to=to, id=id, clock=clock.left()))


def propose_giving_up(table: Table, seat: int, kind: Literal["resign", "timeout"], id: str | None, now: float) -> Draft:
    """A seat resigns or has run out of time; with more than two players a bot plays on for it."""
    table.running()
    if table.seats[seat].gave_up is not None:
        raise Refusal("error.over")
    level = STAND_IN if table.settings.players > 2 else None
    return Draft.of(table, now, GaveUp(kind=kind, seat=seat, level=level, id=id))


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
