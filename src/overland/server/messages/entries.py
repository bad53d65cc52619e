"""Lines of the log, choices and gains, as a receiver may know them."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from overland.engine.explain import gains_as_data
from overland.engine.game import Game
from overland.engine.position import Position
from overland.server.encoding import ENCODER, Encoded
from overland.server.log_lines import (
    Asked,
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
from overland.server.protocol import Said
from overland.server.socket_protocol import Choice, GainShown, LogItem
from overland.server.table import AppliedLine, Table
from overland.words.games import WORDS, GameWords
from overland.words.message import Message, message

KEPT_ACTIONS = 65536
KEPT_GAINS = 32768

Made = TypeVar("Made")


def sent(text: Message) -> Said:
    """A message as it goes over the wire."""
    said: Said = {"key": text.key}
    if text.args:
        said["args"] = text.as_data()["args"]
    return said


def choices(position: Position) -> Encoded:
    """What the seat to act may do, each a ``Choice`` with what it brings now, as that seat may know it."""
    game, seat, actions = position.game, position.to_act, position.legal.actions
    numbers, known = actions.tolist(), told_choices(game)
    found = [known[action] for action in numbers]
    gains, ends = position.gains_together(actions)
    if len(gains):
        size, start, whole, contexts = gains.dtype.itemsize, 0, gains.tobytes(), gain_contexts(game)
        for number, end in enumerate((size * ends).tolist()):
            if end > start:
                told = told_gains(game, whole[start:end], seat, contexts[numbers[number]])
                if told is not None:
                    found[number] = b'%b,"gains":%b}' % (found[number][:-1], told)
                start = end
    return Encoded(b"[%b]" % b",".join(found))


class ByAction(dict[int, Made]):
    """What is made of an action, and kept: the same ones come again and again."""

    def __init__(self, make: Callable[[int], Made]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, action: int) -> Made:
        if len(self) >= KEPT_ACTIONS:
            self.clear()
        self[action] = made = self.make(action)
        return made


@lru_cache(maxsize=64)
def told_choices(game: Game) -> ByAction[bytes]:
    """Choices of a game as they are sent, without what they bring."""

    def made(action: int) -> bytes:
        choice: Choice = {"text": game.action_text(action)}
        return ENCODER.encode(choice)

    return ByAction(made)


@lru_cache(maxsize=64)
def gain_contexts(game: Game) -> ByAction[str]:
    """What the words about the gains of an action depend on."""
    return ByAction(lambda action: WORDS[game.name].gain_context(game.action_text(action)))


def told_gains(game: Game, gains: bytes, seat: int | None, context: str) -> bytes | None:
    """What an action brings, as a seat may know it (none: all open), as it is sent; ``gains`` are records."""
    size = game.gain_type.itemsize
    parts = [told_gain(game, gains[start : start + size], seat, context) for start in range(0, len(gains), size)]
    told = b",".join(filter(None, parts))
    return b"[%b]" % told if told else None


@lru_cache(maxsize=KEPT_GAINS)
def told_gain(game: Game, gain: bytes, seat: int | None, context: str) -> bytes:
    """A gain as it is sent; nothing if the seat may not know of it, or if it is not worth telling."""
    words = WORDS[game.name]
    known = next(filter(words.is_worth_telling, gains_as_data(game, np.frombuffer(gain, game.gain_type), seat)), None)
    return b"" if known is None else ENCODER.encode(shown_gain(words, known, context))


def shown_gain(words: GameWords, gain: Mapping[str, Any], context: str) -> GainShown:
    """A gain as data and in words."""
    shown: GainShown = {
        "seat": gain["seat"],
        "words": sent(words.gain_message(gain, context)),
        "data": {name: value for name, value in gain.items() if name not in SAID_APART and value not in (None, False)},
    }
    if gain["points"] is not None:
        shown["points"] = gain["points"]
    return shown


SAID_APART = ("seat", "points")


def log_item(table: Table, applied: AppliedLine, seat: int | None) -> LogItem | None:
    """A line of the log as a seat may know it (none: all open); none where there is nothing to tell."""
    body = applied.line.body
    if isinstance(body, Moved | Chanced):
        return entry_item(table, applied, body, seat)
    words = event_message(body)
    if words is None:
        return None
    item: LogItem = {"n": applied.line.n, "kind": body.kind, "words": sent(words)}
    if applied.seat is not None:
        item["seat"] = applied.seat
    if isinstance(body, Undone):
        item["to"] = body.to
    return item


def entry_item(table: Table, applied: AppliedLine, body: Moved | Chanced, seat: int | None) -> LogItem:
    """An entry of the match."""
    entry = applied.entry
    assert entry is not None
    item: LogItem = {
        "n": applied.line.n,
        "kind": body.kind,
        "text": entry.text if seat is None else entry.before.entry_for(entry.action, seat),
        "by": "chance" if isinstance(body, Chanced) else body.by,
        "entry": entry.number,
    }
    if applied.seat is not None:
        item["seat"] = applied.seat
    if note := table.words.entry_note(entry.before, entry.action):
        item["note"] = sent(note)
    if len(entry.gains):
        game = entry.before.game
        told = told_gains(game, entry.gains.tobytes(), seat, gain_contexts(game)[entry.action])
        if told is not None:
            item["gains"] = Encoded(told)  # type: ignore[typeddict-item]  # as text
    return item


def event_message(body: object) -> Message | None:
    """What happened at the table, apart from the game."""
    match body:
        case Sat(who=None):
            return message("table.left")
        case Sat(who=HouseBot(level=level)):
            return message("table.bot", level=level)
        case Sat():
            return message("table.joined")
        case Asked(who=bot):
            return message("table.not_asked") if bot is None else message("table.asked", name=bot.name)
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
