"""Luck apart from play.

What is expected of a position is what each seat expects of it for itself, on what it knows; shares of the win are made
to add up to one. An outcome of chance was lucky by as much as it left more to expect than all that could have come up,
weighted by how likely each was: so luck is worth nothing on average, however good or bad the judge is. What is left of
the change from the first decision to the end is play, one's own and the others'. The deal counts by itself.
"""

from dataclasses import dataclass

import numpy as np

from overland.bots.judge import evaluate
from overland.engine.game import CHANCE
from overland.engine.match import Match
from overland.engine.position import Position
from overland.engine.record import Array


@dataclass(frozen=True)
class Expected:
    """What is expected at the end, by seat."""

    wins: Array
    points: Array

    def less(self, other: "Expected") -> "Expected":
        """The difference."""
        return Expected(self.wins - other.wins, self.points - other.points)

    def plus(self, other: "Expected") -> "Expected":
        """The sum."""
        return Expected(self.wins + other.wins, self.points + other.points)


def expect(position: Position) -> Expected:
    """What each seat expects for itself; at the end, what came."""
    players = position.players
    if position.is_over:
        won = np.zeros(players)
        won[position.winners] = 1.0 / len(position.winners)
        return Expected(won, np.array(position.scores, float))
    opinions = [evaluate(position.view(seat), box=position.box) for seat in range(players)]
    wins = np.array([opinion.wins[seat] for seat, opinion in enumerate(opinions)])
    return Expected(wins / wins.sum(), np.array([opinion.points[seat] for seat, opinion in enumerate(opinions)]))


def luck_of(position: Position, action: int) -> Expected:
    """What an outcome of chance left more to expect than those that could have come up instead."""
    weights = np.array(position.weights, float)
    actions = [int(possible) for possible in position.legal.actions]
    if len(actions) == 1:
        return Expected(np.zeros(position.players), np.zeros(position.players))
    following = [expect(position.play(possible)[0]) for possible in actions]
    weights /= weights.sum()
    mean = Expected(
        weights @ np.array([one.wins for one in following]), weights @ np.array([one.points for one in following])
    )
    return following[actions.index(action)].less(mean)


def first_decision(match: Match) -> int:
    """How many entries lie before the first decision: the deal."""
    return next((number for number, entry in enumerate(match.entries) if entry.seat != CHANCE), len(match.entries))
