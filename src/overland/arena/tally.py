"""From blocks to quantities: win share, rank and margin of each bot, in all, by seat and by line-up."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overland.arena.blocks import Block, GameResult
from overland.arena.lineups import entry_in_seat
from overland.arena.statistics import LEVEL, Estimate, Quantity, estimates

#: What a quantity is about, for example ("bot", "greedy") or ("seat", "greedy", 0).
Subject = tuple[Any, ...]


@dataclass(frozen=True)
class Measures:
    """How a bot did."""

    games: int
    share: Estimate  # of the win
    rank: Estimate  # 1 is best; equals have the mean of their ranks
    margin: Estimate | None  # own points less the best other's; games with a fault are left out


class Tally:
    """Adds up, deal by deal, what the blocks say about each subject."""

    def __init__(self, blocks: Iterable[Block], players: int) -> None:
        self.blocks = list(blocks)
        self.players = players
        self.deals = {deal: row for row, deal in enumerate(sorted({block.deal for block in self.blocks}))}
        self.sums: dict[tuple[Subject, str], Any] = defaultdict(lambda: np.zeros((3, len(self.deals))))
        for block in self.blocks:
            for game in block.games:
                self.add_game(block, game)

    def add_game(self, block: Block, game: GameResult) -> None:
        ranks, margins = middle_ranks(game.ranks), margins_of(game)
        values: dict[tuple[Subject, str], list[float]] = defaultdict(list)
        for seat in counted_seats(game):
            bot = game.seats[seat]
            for subject in (("bot", bot), ("seat", bot, seat), ("lineup", block.lineup, bot)):
                values[subject, "share"].append(game.shares[seat])
                values[subject, "rank"].append(ranks[seat])
                if not game.faults:
                    values[subject, "margin"].append(margins[seat])
        for bot, other, ahead in finishes_ahead(game):
            values[("ahead", bot, other), "share"].append(ahead)
        row = self.deals[block.deal]
        for key, seen in values.items():
            self.sums[key][:, row] += sum(seen), len(seen), 1

    def estimates(self, level: float = LEVEL) -> dict[tuple[Subject, str], Estimate]:
        """The mean of everything, with its interval."""
        spans = {"share": (0.0, 1.0), "rank": (1.0, float(self.players)), "margin": None}
        quantities = [Quantity(sums[0], sums[1], sums[2], spans[measure]) for (_, measure), sums in self.sums.items()]
        found = zip(self.sums, estimates(quantities, level), strict=True)
        return {key: estimate for key, estimate in found if estimate is not None}

    def games(self, subject: Subject) -> int:
        """In how many games a subject was seen."""
        return int(self.sums[subject, "share"][2].sum())


def counted_seats(game: GameResult) -> Iterator[int]:
    """The seats that count: all, except that of a bot against itself only the first entry of the line-up does."""
    players = len(game.seats)
    is_mirror = len(set(game.seats)) == 1
    return (seat for seat in range(players) if not is_mirror or entry_in_seat(seat, game.rotation, players) == 0)


def middle_ranks(ranks: Sequence[int]) -> list[float]:
    """Ranks where equals have the mean of the places they share, so that all add up to the same."""
    return [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]


def margins_of(game: GameResult) -> list[int]:
    """For each seat its points less the best other's."""
    return [
        points - max(other for rival, other in enumerate(game.points) if rival != seat)
        for seat, points in enumerate(game.points)
    ]


def finishes_ahead(game: GameResult) -> Iterator[tuple[str, str, float]]:
    """For each two seats of different bots, whether the first finished ahead of the second; half if they are equal."""
    for seat, bot in enumerate(game.seats):
        for rival, other in enumerate(game.seats):
            if bot != other:
                difference = game.ranks[rival] - game.ranks[seat]
                yield bot, other, (1 + np.sign(difference)) / 2
