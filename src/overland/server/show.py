"""What leaves the server about a table, and to whom: the one place where positions become messages.

Nothing is shown but what ``view_for``, ``entry_for`` and ``gain_data`` give for the receiver; once a table is over,
everything is open.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from overland.engine.explain import explain_actions
from overland.engine.game import SPECTATOR
from overland.engine.match import Match
from overland.engine.record import ACTION, Array, Record, new_record
from overland.server.lines import (
    Back,
    BotFailed,
    Chanced,
    Closed,
    Ended,
    GaveUp,
    Guest,
    House,
    Moved,
    Owned,
    Person,
    Rematched,
    Renamed,
    Sat,
    Started,
    StoodIn,
    Undone,
)
from overland.server.protocol import (
    ChatLine,
    Choice,
    GainShown,
    LogItem,
    Now,
    Result,
    Review,
    ReviewItem,
    ReviewPosition,
    Said,
    Seated,
    TableMessage,
    UndoState,
    UpdateMessage,
)
from overland.server.table import Happening, Table
from overland.server.views import VIEWS, AnyBox, AnyView
from overland.words.message import Message, message


@dataclass(frozen=True)
class Receiver:
    """Somebody something is shown to."""

    identity: str | None
    seat: int | None

    @property
    def point_of_view(self) -> int:
        """The seat whose eyes they see with."""
        return SPECTATOR if self.seat is None else self.seat


@dataclass(frozen=True)
class Surroundings:
    """What is not in the log: who is here, and what time it is."""

    connected: Callable[[str], bool] = lambda identity: False
    away: Callable[[str], bool] = lambda identity: False
    now: float = 0.0


def said(text: Message) -> Said:
    """A message as it goes over the wire."""
    return Said(**text.as_data())


# The whole


def whole_table(
    table: Table, receiver: Receiver, around: Surroundings, chat: Iterable[ChatLine], since: int
) -> TableMessage:
    """Everything about a table, the log after version ``since``."""
    first = since if since <= table.version else 0
    is_invited = receiver.seat is not None or receiver.identity == table.owner
    return TableMessage(
        id=table.id,
        settings=table.settings,
        box=box_of(table),
        seat=receiver.seat,
        owner=receiver.identity is not None and receiver.identity == table.owner,
        invite=table.invite if is_invited else None,
        commitment=table.commitment,
        since=first,
        log=log_items(table, receiver, first),
        chat=list(chat),
        now=now(table, receiver, around),
    )


def update(table: Table, receiver: Receiver, around: Surroundings, since: int) -> UpdateMessage:
    """What is new since a version."""
    return UpdateMessage(since=since, log=log_items(table, receiver, since), now=now(table, receiver, around))


def now(table: Table, receiver: Receiver, around: Surroundings) -> Now:
    """The table as it stands, for somebody."""
    match, seat = table.match, receiver.seat
    is_asked = seat is not None and seat == table.to_act and table.seats[seat].level is None
    view = None if match is None else match.view(SPECTATOR if table.to_act is None else table.to_act)
    return Now(
        version=table.version,
        status=table.status,
        seats=[seated(table, number, receiver, around) for number in range(len(table.seats))],
        to_act=table.to_act,
        clock=clock_of(table, around),
        view=None if match is None else shown_view(table, match, receiver),
        question=said(table.words.question(match.box, view)) if match and view is not None and is_asked else None,
        stage=stage_of(table, match),
        paragraph=table.words.paragraph(view) if view is not None and table.status == "playing" else None,
        choices=choices(table, match, match.state) if match is not None and is_asked else [],
        undo=undo_state(table, receiver),
        can_return=seat is not None and table.seats[seat].stand_in is not None and table.seats[seat].gave_up is None,
        result=result(table),
        rematch=table.rematch,
    )


def clock_of(table: Table, around: Surroundings) -> list[int] | None:
    """What each seat has left; the time of bots does not run."""
    seat = table.to_act
    if seat is None or table.seats[seat].level is not None:
        return table.clock.left()
    return table.clock.left_now(around.now)


def stage_of(table: Table, match: Match | None) -> Said | None:
    """Which part of the game this is, if that is worth telling."""
    if match is None or table.status != "playing":
        return None
    stage = table.words.stage(match.view(SPECTATOR))
    return None if stage is None else said(stage)


def box_of(table: Table) -> AnyBox:
    """What is in the box, as data."""
    match = table.match or table.new_match()
    return VIEWS[table.settings.game].show_box(match.box)


def seated(table: Table, number: int, receiver: Receiver, around: Surroundings) -> Seated:
    """A seat as everybody sees it."""
    seat = table.seats[number]
    match seat.who:
        case Person(identity=identity, name=name):
            return Seated(
                kind="person",
                name=name,
                level=seat.stand_in,
                you=identity == receiver.identity,
                connected=around.connected(identity),
                away=around.away(identity),
                stand_in=seat.stand_in is not None,
                gave_up=seat.gave_up,
            )
        case House(level=level):
            return Seated(kind="bot", level=level, connected=True)
        case Guest(name=name):
            return Seated(kind="person", name=name)
        case None:
            return Seated(kind="open")


def shown_view(table: Table, match: Match, receiver: Receiver) -> AnyView:
    """The position as the receiver sees it; everything when the table is over."""
    if table.status == "over":
        return open_view(match, match.state)
    return VIEWS[table.settings.game].show(match.box, match.view(receiver.point_of_view))


def open_view(match: Match, state: Record) -> AnyView:
    """A position with everything open: what each seat knows of itself, put together."""
    show = VIEWS[match.game.name].show
    seats: list[Any] = []
    shown: Any = None
    for seat in range(match.players):
        view = new_record(match.game.view_type)
        match.game.view_for(match.box, state, seat, view)
        shown = show(match.box, view)
        seats.append(shown.seats[seat])
    opened: AnyView = shown.model_copy(update={"seats": seats})
    return opened


def undo_state(table: Table, receiver: Receiver) -> UndoState:
    """Whether somebody can take a step back."""
    if receiver.seat is None:
        return UndoState(possible=False, reason=said(message("undo.watching")))
    obstacle = table.undo_obstacle(receiver.seat)
    if obstacle is None:
        return UndoState(possible=True)
    return UndoState(possible=False, reason=said(message(f"undo.{obstacle}", **table.who_moved_last(obstacle))))


# Choices and gains


def choices(table: Table, match: Match, state: Record) -> list[Choice]:
    """What the seat to act may do in a position, each with what it brings now, as that seat may know it."""
    game, words = match.game, table.words
    seat = int(game.to_act(state))
    view = new_record(game.view_type)
    game.view_for(match.box, state, seat, view)
    actions = legal_actions(match, state)
    found = []
    for number, (action, gains) in enumerate(
        zip(actions, explain_actions(game, match.box, state, actions), strict=True)
    ):
        text = game.action_text(int(action))
        note = words.note(match.box, view, int(action))
        found.append(
            Choice(
                n=number,
                text=text,
                words=said(words.deed(text)),
                note=None if note is None else said(note),
                parts=words.choice_parts(match.box, view, int(action)),
                gains=shown_gains(table, match, gains, seat, text),
            )
        )
    return found


def legal_actions(match: Match, state: Record) -> Array:
    """The legal actions of a position, ascending."""
    actions = np.empty(match.game.max_legal, ACTION)
    return actions[: match.game.legal_actions(match.box, state, actions)].copy()


def shown_gains(table: Table, match: Match, gains: Array, seat: int | None, text: str) -> list[GainShown]:
    """Gains as a seat may know them (none: all open)."""
    shown = []
    for gain in gains:
        told = match.game.gain_data(gain, seat)
        if told is not None and not is_empty(told):
            data = {key: value for key, value in told.items() if value is not None and value is not False}
            shown.append(
                GainShown(seat=told["seat"], points=told["points"], words=said(table.words.gain(told, text)), data=data)
            )
    return shown


def is_empty(told: Mapping[str, Any]) -> bool:
    """Whether a gain of the end brings nothing and need not be told."""
    return told["points"] == 0 and told["source"] in ("explorer", "singles", "pairs", "triples", "nuggets")


# The log


def log_items(table: Table, receiver: Receiver, since: int) -> list[LogItem]:
    """The lines after a version, as somebody may know them."""
    return [item for happening in table.log[since:] if (item := log_item(table, happening, receiver)) is not None]


def log_item(table: Table, happening: Happening, receiver: Receiver) -> LogItem | None:
    """A line of the log; none where there is nothing to tell."""
    line, body = happening.line, happening.line.body
    if isinstance(body, Moved | Chanced):
        return entry_item(table, happening, receiver)
    words = event_words(body)
    if words is None:
        return None
    to = body.to if isinstance(body, Undone) else None
    return LogItem(n=line.n, kind=body.kind, seat=happening.seat, words=said(words), to=to)


def entry_item(table: Table, happening: Happening, receiver: Receiver) -> LogItem:
    """An entry of the match."""
    match, body = table.match, happening.line.body
    assert match is not None and happening.before is not None and happening.gains is not None
    assert isinstance(body, Moved | Chanced)
    is_open = table.status == "over"
    seat = None if is_open else receiver.point_of_view
    text = happening.text
    if seat is not None:
        text = match.game.entry_for(match.box, happening.before, happening.action, seat)
    return LogItem(
        n=happening.line.n,
        kind=body.kind,
        seat=happening.seat,
        words=said(table.words.deed(text)),
        text=text,
        by="chance" if isinstance(body, Chanced) else body.by,
        entry=happening.entry,
        gains=shown_gains(table, match, happening.gains, seat, happening.text),
    )


def event_words(body: object) -> Message | None:
    """What happened at the table, apart from the game."""
    match body:
        case Sat(who=None):
            return message("table.left")
        case Sat(who=House(level=level)):
            return message("table.bot", level=level)
        case Sat():
            return message("table.joined")
        case Renamed(name=name):
            return message("table.renamed", name=name)
        case Started():
            return message("table.started")
        case Undone():
            return message("table.undo")
        case GaveUp(kind=kind):
            return message("table.resigned" if kind == "resign" else "table.timeout")
        case StoodIn(level=level):
            return message("table.stand_in", level=level)
        case Back():
            return message("table.back")
        case BotFailed(was=was, now=weaker):
            return message("table.bot_failed", was=was, now=weaker)
        case Rematched():
            return message("table.rematch")
        case Closed():
            return message("table.closed")
        case Owned() | Ended():
            return None
        case _:
            raise TypeError(f"unknown line {body!r}")


# The end


ENDINGS = {
    "finished": "end.finished",
    "stopped": "end.stopped",
    "resign": "end.resigned",
    "timeout": "end.timeout",
}


def result(table: Table) -> Result | None:
    """How it ended."""
    match = table.match
    if match is None or table.status != "over":
        return None
    points = match.points_by_source()
    return Result(
        reason=said(message(ENDINGS[table.ended or "finished"])),
        winners=table.winners,
        places=table.places,
        scores=match.scores if match.is_over else [sum(sources.values()) for sources in points],
        points=points,
        seed=table.seed.hex(),
    )


def review(table: Table, receiver: Receiver, around: Surroundings) -> Review:
    """A finished game, entry by entry."""
    match = table.match
    assert match is not None
    items = []
    for number, entry in enumerate(match.entries):
        before = match.at(number).state
        seat = entry.seat if entry.seat >= 0 else table.words.receiver(before, entry.text)
        items.append(
            ReviewItem(
                entry=number,
                seat=seat,
                words=said(table.words.deed(entry.text)),
                text=entry.text,
                gains=shown_gains(table, match, entry.gains, None, entry.text),
                scores=scores_in(match, match.at(number + 1).state),
            )
        )
    return Review(
        id=table.id,
        settings=table.settings,
        box=box_of(table),
        seats=[seated(table, number, receiver, around) for number in range(len(table.seats))],
        items=items,
        result=result(table),
        seat=receiver.seat,
    )


def scores_in(match: Match, state: Record) -> list[int]:
    """The points on the table in a position."""
    points = np.zeros(match.game.max_players, np.int64)
    match.game.scores(match.box, state, points)
    return [int(point) for point in points[: match.players]]


def review_position(table: Table, entry: int) -> ReviewPosition:
    """The position before an entry of a finished game, everything open."""
    match = table.match
    assert match is not None
    state = match.at(entry).state
    seat = int(match.game.to_act(state))
    view = new_record(match.game.view_type)
    match.game.view_for(match.box, state, seat if seat >= 0 else SPECTATOR, view)
    is_decision = seat >= 0
    return ReviewPosition(
        entry=entry,
        view=open_view(match, state),
        to_act=seat if is_decision else None,
        question=said(table.words.question(match.box, view)) if is_decision else None,
        choices=choices(table, match, state) if is_decision else [],
    )
