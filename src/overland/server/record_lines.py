"""A record that was brought along, as the lines of a table's log."""

from collections.abc import Sequence
from typing import Any

from overland.bots.catalogue import STAND_IN
from overland.engine.game import CHANCE
from overland.engine.match import Match
from overland.server.log_lines import Body, Chanced, Ended, GaveUp, Guest, Moved, Sitter, Started
from overland.server.names import visible
from overland.server.protocol import MAX_NAME


def lines_of_record(match: Match, notes: Any) -> list[Body]:
    """The whole game as lines; ``notes`` is what the record says about the table it was played at, if anything."""
    bodies: list[Body] = [Started(seats=guests(notes, match.players)), *resignations(notes, match)]
    for entry in match.entries:
        if entry.seat == CHANCE:
            bodies.append(Chanced(text=entry.text))
        else:
            bodies.append(Moved(seat=entry.seat, text=entry.text, by="person"))
    if not match.is_over and goes_on(bodies):
        bodies.append(Ended())
    return bodies


def guests(notes: Any, players: int) -> list[Sitter]:
    """Who sat where, as a record tells it."""
    names = notes.get("seats") if isinstance(notes, dict) else None
    if not (isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)):
        names = [f"{number + 1}" for number in range(players)]
    return [Guest(name=visible(name)[:MAX_NAME] or "?") for name in names]


def resignations(notes: Any, match: Match) -> list[Body]:
    """Who gave up, as a record tells it; with two players only if the game was not finished."""
    gave_up = notes.get("gave_up") if isinstance(notes, dict) else None
    if not isinstance(gave_up, list) or len(gave_up) != match.players or (match.players == 2 and match.is_over):
        return []
    level = STAND_IN if match.players > 2 else None
    return [
        GaveUp(kind=kind, seat=seat, level=level) for seat, kind in enumerate(gave_up) if kind in ("resign", "timeout")
    ]


def goes_on(bodies: Sequence[Body]) -> bool:
    """Whether nothing in the lines has ended the game."""
    return not any(isinstance(body, GaveUp) and body.level is None for body in bodies)
