"""A table as it stands: whole, what is new, who is here, and in short for lists."""

from collections.abc import Iterable

from overland.engine.game import SPECTATOR
from overland.engine.position import Position
from overland.server.messages.entries import choices, sent
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.review import result
from overland.server.messages.seats import seated
from overland.server.messages.views import box_of, shown_view
from overland.server.protocol import (
    ChatLine,
    Now,
    PresenceMessage,
    Said,
    Seated,
    TableInfo,
    TableMessage,
    UndoState,
    UpdateMessage,
)
from overland.server.table import Table
from overland.server.views import AnyBox
from overland.words.message import message


def whole_table(
    table: Table, receiver: Receiver, around: Surroundings, chat: Iterable[ChatLine], since: int, box: AnyBox | None
) -> TableMessage:
    """Everything about a table but its log, which comes after version ``since``; the box, if it was made before."""
    first = since if since <= table.version else 0
    is_invited = receiver.seat is not None or receiver.identity == table.owner
    return TableMessage(
        id=table.id,
        settings=table.settings,
        box=box_of(table) if box is None else box,
        seat=receiver.seat,
        owner=is_owner(table, receiver),
        invite=table.invite if is_invited else None,
        commitment=table.commitment,
        since=first,
        log=[],
        chat=list(chat),
        now=now(table, receiver, around),
    )


def update(table: Table, receiver: Receiver, around: Surroundings, since: int) -> UpdateMessage:
    """What is new since a version, but for the log."""
    return UpdateMessage(since=since, log=[], now=now(table, receiver, around))


def presence(table: Table, receiver: Receiver, around: Surroundings, watchers: int) -> PresenceMessage:
    """Who is here."""
    return PresenceMessage(seats=all_seats(table, receiver, around), watchers=watchers)


def info(table: Table, receiver: Receiver, around: Surroundings) -> TableInfo:
    """A table in a list."""
    return TableInfo(
        id=table.id,
        game=table.settings.game,
        status=table.status,
        settings=table.settings,
        seats=all_seats(table, receiver, around),
        version=table.version,
        your_seat=receiver.seat,
        your_turn=receiver.seat is not None and table.to_act == receiver.seat,
        owner=is_owner(table, receiver),
        created=table.created,
        changed=table.changed,
    )


def now(table: Table, receiver: Receiver, around: Surroundings) -> Now:
    """The table as it stands, for a receiver."""
    seat, to_act, status = receiver.seat, table.to_act, table.status
    position = None if table.match is None else table.match.position
    asked = position if seat is not None and seat == to_act and table.seats[seat].level is None else None
    return Now(
        version=table.version,
        status=status,
        seats=all_seats(table, receiver, around),
        to_act=to_act,
        clock=clock_of(table, around),
        view=None if position is None else shown_view(table, position, receiver),
        question=None if asked is None else sent(table.words.question(asked.box, asked.view(asked.to_act))),
        stage=stage_of(table, position) if status == "playing" else None,
        paragraph=paragraph_of(table, position) if status == "playing" else None,
        choices=[] if asked is None else choices(table.words, asked),
        undo=undo_state(table, receiver),
        can_return=seat is not None and table.seats[seat].stand_in is not None and table.seats[seat].gave_up is None,
        result=result(table),
        rematch=table.rematch,
    )


def is_owner(table: Table, receiver: Receiver) -> bool:
    return receiver.identity is not None and receiver.identity == table.owner


def all_seats(table: Table, receiver: Receiver, around: Surroundings) -> list[Seated]:
    return [seated(table, number, receiver, around) for number in range(len(table.seats))]


def clock_of(table: Table, around: Surroundings) -> list[int] | None:
    """What each seat has left; the time of bots does not run."""
    seat = table.to_act
    if seat is None or table.seats[seat].level is not None:
        return table.clock.left()
    return table.clock.left_now(around.now)


def stage_of(table: Table, position: Position | None) -> Said | None:
    """Which part of the game this is, if that is worth telling."""
    stage = None if position is None else table.words.stage(position.view(SPECTATOR))
    return None if stage is None else sent(stage)


def paragraph_of(table: Table, position: Position | None) -> str | None:
    """Where the rules speak about what is asked now."""
    return None if position is None else table.words.paragraph(position.view(SPECTATOR))


def undo_state(table: Table, receiver: Receiver) -> UndoState:
    """Whether a receiver can take a step back."""
    if receiver.seat is None:
        return UndoState(possible=False, reason=sent(message("undo.watching")))
    obstacle, _ = table.undo_to(receiver.seat)
    if obstacle is None:
        return UndoState(possible=True)
    return UndoState(possible=False, reason=sent(message(f"undo.{obstacle}", **table.last_mover(obstacle))))
