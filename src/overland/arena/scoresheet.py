"""What is recorded while a game is played, and the result it leads to."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from overland.arena.blocks import Fault, GameResult, rank_seats
from overland.arena.lineups import Lineup


@dataclass
class ScoreSheet:
    """One game so far: who was asked how often, how long that took, and which faults were made."""

    seats: Lineup
    seed: int
    rotation: int
    entries: int = 0
    faults: list[Fault] = field(default_factory=list)
    acting: int = -1  # the seat whose turn it is
    turn: float = 0.0  # seconds this turn has taken so far

    def __post_init__(self) -> None:
        players = len(self.seats)
        self.decisions = [0] * players
        self.seconds = [0.0] * players
        self.turns: list[list[int]] = [[] for _ in range(players)]

    def begin_act(self, seat: int) -> None:
        """A seat is about to act; if another seat acted before, that seat's turn is over."""
        if seat != self.acting:
            if self.turn > 0:
                self.turns[self.acting].append(round(self.turn * 1e6))
            self.acting, self.turn = seat, 0.0

    def count_decision(self, seat: int, seconds: float) -> None:
        self.decisions[seat] += 1
        self.seconds[seat] += seconds
        self.turn += seconds

    def result(self, points: list[int], winners: Sequence[int]) -> GameResult:
        """The result of the game, which is over; ``winners`` are the game's own, faults not considered."""
        ranks, shares = rank_seats(points, winners, [fault.seat for fault in self.faults])
        return GameResult(
            rotation=self.rotation,
            seats=self.seats,
            points=points,
            ranks=ranks,
            shares=shares,
            entries=self.entries,
            decisions=self.decisions,
            seconds=[round(seconds, 6) for seconds in self.seconds],
            turns=self.turns,
            faults=self.faults,
        )
