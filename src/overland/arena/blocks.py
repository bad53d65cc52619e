"""What was played: games, and blocks of games, as values that can be written to a file and read back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from overland.arena.lineups import Lineup


@dataclass(frozen=True)
class Fault:
    """Why a bot lost a game without finishing it."""

    bot: str
    seat: int
    entry: int  # how many entries, chance included, had been played before it
    kind: str  # for counting, like "raised ValueError"
    reason: str  # a sentence


@dataclass(frozen=True)
class GameResult:
    """How one game ended; lists are by seat."""

    rotation: int  # by how many seats each bot is shifted from its place in the line-up
    seats: Lineup
    points: list[int]
    ranks: list[int]  # 1 is best; equals share a rank and the next ones are skipped; faulty seats share the last
    shares: list[float]  # of the win: 1 divided by the number of winners
    entries: int  # how many entries the game had, chance included
    decisions: list[int]  # how often the bot was asked; a single choice is played without asking
    seconds: list[float]  # what that took
    turns: list[list[int]]  # microseconds of each turn: the decisions of a seat until another one acts
    faults: list[Fault]

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Self:
        """The reverse of ``asdict``."""
        faults = [Fault(**fault) for fault in found["faults"]]
        return cls(**{**found, "seats": tuple(found["seats"]), "faults": faults})


@dataclass(frozen=True)
class Block:
    """One deal, played once for every rotation of a line-up."""

    lineup: Lineup
    deal: int  # its number in the range
    games: list[GameResult]  # one per rotation, in order

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Self:
        games = [GameResult.from_json(game) for game in found["games"]]
        if len(games) != len(found["lineup"]):
            raise ValueError("a block has one game for each seat")
        return cls(tuple(found["lineup"]), int(found["deal"]), games)


def rank_seats(points: Sequence[int], winners: Sequence[int], faulty: Sequence[int]) -> tuple[list[int], list[float]]:
    """The ranks of the seats and their shares of the win; a seat that made a fault is last and wins nothing.

    The game's own winners come before others with as many points: they won by its tie-break.
    """
    players = range(len(points))
    keys = [(0, 0, 0) if seat in faulty else (1, int(seat in winners), points[seat]) for seat in players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    best = [seat for seat in players if ranks[seat] == 1 and seat not in faulty]
    return ranks, [1 / len(best) if seat in best else 0.0 for seat in players]
