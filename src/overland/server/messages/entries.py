"""Lines of the log, choices and gains, as a receiver may know them."""

from overland.engine.explain import gains_as_data
from overland.engine.position import Position
from overland.engine.record import Array
from overland.server.log_lines import (
    Back,
    BotFailed,
    Chanced,
    Closed,
    Ended,
    GaveUp,
    HouseBot,
    Moved,
    Owned,
    Rematched,
    Renamed,
    Sat,
    Started,
    StoodIn,
    Undone,
)
from overland.server.messages.receivers import Receiver
from overland.server.protocol import Choice, GainShown, LogItem, Said
from overland.server.table import AppliedLine, Table
from overland.words.games import GameWords
from overland.words.message import Message, message


def sent(text: Message) -> Said:
    """A message as it goes over the wire."""
    return Said(**text.as_data())


def choices(words: GameWords, position: Position) -> list[Choice]:
    """What the seat to act may do, each choice with what it brings now, as that seat may know it."""
    seat = position.to_act
    view = position.view(seat)
    legal = position.legal
    found = []
    for number, (action, text, gains) in enumerate(
        zip(legal.actions.tolist(), legal, position.gains_of(legal.actions), strict=True)
    ):
        note = words.note(position.box, view, action)
        found.append(
            Choice(
                n=number,
                text=text,
                words=sent(words.action_message(text)),
                note=None if note is None else sent(note),
                parts=words.choice_parts(position.box, view, action),
                gains=shown_gains(words, position, gains, seat, text),
            )
        )
    return found


def shown_gains(words: GameWords, position: Position, gains: Array, seat: int | None, text: str) -> list[GainShown]:
    """What an action brings, as a seat may know it (none: all open)."""
    return [
        GainShown(
            seat=gain["seat"],
            points=gain["points"],
            words=sent(words.gain_message(gain, text)),
            data={key: value for key, value in gain.items() if value is not None and value is not False},
        )
        for gain in gains_as_data(position.game, gains, seat)
        if words.is_worth_telling(gain)
    ]


def log_item(table: Table, applied: AppliedLine, receiver: Receiver) -> LogItem | None:
    """A line of the log; none where there is nothing to tell."""
    body = applied.line.body
    if isinstance(body, Moved | Chanced):
        return entry_item(table, applied, body, receiver)
    words = event_message(body)
    if words is None:
        return None
    to = body.to if isinstance(body, Undone) else None
    return LogItem(n=applied.line.n, kind=body.kind, seat=applied.seat, words=sent(words), to=to)


def entry_item(table: Table, applied: AppliedLine, body: Moved | Chanced, receiver: Receiver) -> LogItem:
    """An entry of the match; when the table is over, everything is open."""
    entry = applied.entry
    assert entry is not None
    seat = None if table.status == "over" else receiver.point_of_view
    text = entry.text if seat is None else entry.before.entry_for(entry.action, seat)
    return LogItem(
        n=applied.line.n,
        kind=body.kind,
        seat=applied.seat,
        words=sent(table.words.action_message(text)),
        text=text,
        by="chance" if isinstance(body, Chanced) else body.by,
        entry=entry.number,
        gains=shown_gains(table.words, entry.before, entry.gains, seat, entry.text),
    )


def event_message(body: object) -> Message | None:
    """What happened at the table, apart from the game."""
    match body:
        case Sat(who=None):
            return message("table.left")
        case Sat(who=HouseBot(level=level)):
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
