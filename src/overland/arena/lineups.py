"""Who plays whom: line-ups of bots, one for each seat, and how a line-up rotates around the table."""

from collections.abc import Sequence
from itertools import combinations, permutations

from overland.engine.errors import SettingsError

#: The names of the bots of a line-up; which seat each has depends on the rotation.
Lineup = tuple[str, ...]


def make_lineups(bots: Sequence[str], players: int) -> list[Lineup]:
    """Every combination of the bots; if there are fewer than players, each alone against copies of every other."""
    if len(bots) < 2:
        raise SettingsError("Name at least two bots, or line-ups.")
    if len(set(bots)) < len(bots):
        raise SettingsError("A bot is named twice; for a bot against itself, name a line-up.")
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [(one, *[other] * (players - 1)) for one, other in permutations(bots, 2)]


def checked_lineups(lineups: Sequence[Sequence[str]], players: int) -> list[Lineup]:
    """Line-ups that the user wrote down, without repeats."""
    for lineup in lineups:
        if len(lineup) != players or not all(lineup):
            raise SettingsError(f"A line-up for {players} players has {players} bots, not {','.join(lineup)!r}.")
    return list(dict.fromkeys(tuple(lineup) for lineup in lineups))


def names_of(lineups: Sequence[Lineup]) -> list[str]:
    """Every bot of the line-ups once, in the order they appear."""
    return list(dict.fromkeys(name for lineup in lineups for name in lineup))


def seated(lineup: Lineup, rotation: int) -> Lineup:
    """The bots by seat after ``rotation`` turns of the table: entry ``i`` of the line-up has seat ``i + rotation``."""
    shift = rotation % len(lineup)
    return lineup[len(lineup) - shift :] + lineup[: len(lineup) - shift]


def entry_in_seat(seat: int, rotation: int, players: int) -> int:
    """Which entry of the line-up has a seat after ``rotation`` turns."""
    return (seat - rotation) % players
