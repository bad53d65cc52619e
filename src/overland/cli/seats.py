"""Who sits where in a game at the terminal: people at the keyboard, and bots."""

import sys
from collections.abc import Sequence
from typing import Any

from overland.bots.catalogue import DEFAULT_LEVEL, LEVELS
from overland.cli.levels import show_levels
from overland.cli.settings import separated
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.games import checked_players

ME = "me"


class Seats:
    """Who was named for each seat: ``me`` for a person at the keyboard, else a level or a bot."""

    def __init__(self, named: Sequence[str]) -> None:
        self.named = list(named)
        self.people = [seat for seat, name in enumerate(named) if name == ME]
        self.bots = {seat: name for seat, name in enumerate(named) if name != ME}

    def __len__(self) -> int:
        return len(self.named)

    def __str__(self) -> str:
        """As ``--seats`` takes it."""
        return ",".join(self.named)

    def title(self, seat: int) -> str:
        """What a seat, or chance, is called on the screen."""
        if seat < 0:
            return "Chance"
        if self.people == [seat]:
            return f"You (seat {seat})"
        return f"Seat {seat}" if seat in self.people else f"{self.named[seat].capitalize()} (seat {seat})"


def chosen_seats(game: Game, seats: str | None, level: str | None, players: int | None) -> Seats:
    """The seats as named, or one person against bots of a level; at a terminal, the person is asked for the level."""
    if seats is not None:
        if level is not None or players is not None:
            raise SettingsError("--seats cannot be combined with --level or --players.")
        named = Seats(separated(seats))
        checked_players(game, len(named))
        return named
    count = checked_players(game, game.min_players if players is None else players)
    if level is None:
        level = asked_level() if sys.stdin.isatty() else DEFAULT_LEVEL
    if level not in LEVELS:
        raise SettingsError(f"There is no level {level!r}; there are {', '.join(LEVELS)}.")
    return against(level, count)


def against(level: str, players: int) -> Seats:
    return Seats([ME, *[level] * (players - 1)])


def asked_level() -> str:
    """The level that a person chooses by number or name; Enter takes the default."""
    names = list(LEVELS)
    show_levels(numbered=True)
    while True:
        answer = input(f"Who do you want to play against? [{DEFAULT_LEVEL}] ").strip().lower()
        if answer == "":
            return DEFAULT_LEVEL
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"Type a number from 1 to {len(names)}, or a name.")


def saved_seats(saved: dict[str, Any], seats: str | None, players: int) -> Seats:
    """The seats of a saved match: as named now, or as they were when it was saved, or you against the default level."""
    noted = saved.get("seats")
    text = seats or (noted if isinstance(noted, str) else None)
    return Seats(separated(text)) if text else against(DEFAULT_LEVEL, players)
