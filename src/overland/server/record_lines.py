"""A record that was brought along, as the lines of a table's log."""

from collections.abc import Sequence
from typing import Any, Literal

from overland.bots.catalogue import LEVELS, STAND_IN, SUBSTITUTES
from overland.engine.game import CHANCE
from overland.engine.match import Match
from overland.server.log_lines import Body, Chanced, Ended, GaveUp, Guest, HouseBot, Moved, Sitter, Started
from overland.server.names import visible
from overland.server.protocol import MAX_NAME


def lines_of_record(match: Match, notes: Any) -> list[Body]:
    """The whole game as lines; ``notes`` is what the record says about the table it was played at, if anything."""
    seats = sitters(notes, match.players)
    bodies: list[Body] = [Started(seats=seats), *resignations(notes, match)]
    for entry in match.entries:
        if entry.seat == CHANCE:
            bodies.append(Chanced(text=entry.text))
        else:
            by: Literal["person", "bot"] = "bot" if isinstance(seats[entry.seat], HouseBot) else "person"
            bodies.append(Moved(seat=entry.seat, text=entry.text, by=by))
    if not match.is_over and goes_on(bodies):
        bodies.append(Ended())
    return bodies


def sitters(notes: Any, players: int) -> list[Sitter]:
    """Who sat where, as a record tells it; older ones do not say who was a bot."""
    names = notes.get("seats") if isinstance(notes, dict) else None
    if not (isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)):
        names = [f"{number + 1}" for number in range(players)]
    levels = notes.get("levels") if isinstance(notes, dict) else None
    if not (isinstance(levels, list) and len(levels) == players):
        levels = [None] * players
    return [sitter(visible(name)[:MAX_NAME] or "?", level) for name, level in zip(names, levels, strict=True)]


def sitter(name: str, level: Any) -> Sitter:
    """A player of a record; a bot of a level that there is, or somebody."""
    if not (isinstance(level, str) and (level in LEVELS or level in SUBSTITUTES)):
        return Guest(name=name)
    return HouseBot(level=level, name=None if name == level else name)


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
