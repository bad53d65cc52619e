"""A table as a record."""

from typing import Any

from overland.engine.match import Match
from overland.server.errors import Refusal
from overland.server.log_lines import Guest, HouseBot, Sitter, Visitor
from overland.server.messages.receivers import Receiver
from overland.server.table import Table

PARTIAL_FORMAT = "overland-partial/1"


def record(table: Table, receiver: Receiver, now: float) -> dict[str, Any]:
    """All of the game when it is open; until then, what the receiver knows of it."""
    match = table.match
    if match is None:
        raise Refusal("error.not_started")
    sitters = {
        "seats": [seat_label(seat.who) for seat in table.seats],
        "levels": [seat.who.level if isinstance(seat.who, HouseBot) else None for seat in table.seats],
    }
    if table.is_open(now):
        full = match.record()
        full["table"] = {
            **sitters,
            "ended": table.ended,
            "gave_up": [seat.gave_up for seat in table.seats],
            "winners": table.winners,
            "commitment": table.commitment,
        }
        return full
    return {
        "format": PARTIAL_FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": dict(match.options),
        "commitment": table.commitment,
        "seat": receiver.seat,
        "entries": known_entries(match, receiver.point_of_view),
        "table": sitters,
    }


def known_entries(match: Match, seat: int) -> list[str]:
    """The entries as a seat could read them when they were made."""
    return [match.at(number).entry_for(entry.action, seat) for number, entry in enumerate(match.entries)]


def seat_label(who: Sitter | None) -> str:
    """Who sat in a seat, for a record."""
    match who:
        case HouseBot(level=level, name=name):
            return name or level
        case Visitor(name=name) | Guest(name=name):
            return name
        case None:
            return ""
