"""Judging one decision, on what the player knew then.

First the choices that look best, and the one that was played, are tried out in worlds the player could think possible:
that finds the best. What it brings more than the one that was played is then measured in other worlds; otherwise the
choice that luck favoured would seem better than it is. Both times all choices meet the same worlds and the same luck.

Where a world leads is judged by two opinions, the network's of who wins and the one that follows from the points it
expects: together they tell good players from weak ones better than either.
"""

from dataclasses import dataclass

import numpy as np

from overland.bots.judge import Weighed, likeliest, weigh
from overland.engine.position import Position
from overland.engine.record import Array
from overland.review.naming import Quality, name_of

CANDIDATES = 6  # that are compared with the one that was played
BY_WINS, BY_POINTS = 0.5, 0.07  # what the network's opinion of who wins and each point of a lead count, in logits
SETTLED = 0.999  # from this share on, the win is taken as it is
STAGES = 8  # streams of luck for each decision


@dataclass(frozen=True)
class Weight:
    """What a choice may be expected to lead to."""

    choice: str  # in notation
    win: float  # share of the player who chooses
    points: tuple[float, ...]  # by seat


@dataclass(frozen=True)
class Judged:
    """What was played, what was best, and what the difference cost the player."""

    entry: int
    seat: int
    played: str
    best: str
    name: Quality
    loss: float  # of the win, from 0 to 1
    loss_error: float  # standard error
    points: float  # of the player, that the best would have brought more
    points_error: float
    choices: tuple[Weight, ...]  # the best, the one that was played, and others that were tried; the best first

    @property
    def is_best(self) -> bool:
        return self.played == self.best

    def weight_of(self, choice: str) -> Weight:
        """What one of the choices that were tried may lead to."""
        return next(weight for weight in self.choices if weight.choice == choice)


def stream(seed: int, entry: int, stage: int) -> int:
    """The seed for one stage of a decision."""
    return (seed * 1_000_003 + entry) * STAGES + stage


def judge_decision(position: Position, entry: int, action: int, budget: int, seed: int) -> Judged:
    """Judge the decision ``action`` in a position, with about ``budget`` simulations."""
    game, seat = position.game, position.to_act
    view, box = position.view(seat), position.box
    candidates = likeliest(view, position.legal.actions, CANDIDATES, box=box, seed=stream(seed, entry, 0))
    if action not in candidates:
        candidates.append(action)
    worlds = max(2, budget // 2 // len(candidates))
    tried = weigh(view, candidates, worlds, box=box, seed=stream(seed, entry, 1))
    wins, points = shares_of(tried)[:, :, seat].mean(axis=0), tried.points.mean(axis=0)
    order = sorted(range(len(candidates)), key=lambda place: -wins[place])
    best = candidates[order[0]]
    weights = {
        candidates[place]: Weight(
            game.action_text(candidates[place]), round(float(wins[place]), 4), rounded(points[place])
        )
        for place in order
    }
    if best != action:
        again = weigh(view, [best, action], max(2, budget // 4), box=box, seed=stream(seed, entry, 2))
        shares = shares_of(again)[:, :, seat]
        more = shares[:, 0] - shares[:, 1]
        more_points = again.points[:, 0, seat] - again.points[:, 1, seat]
        if more.mean() > 0:
            loss, error = mean_error(more)
            lost, lost_error = mean_error(more_points)
            for place, choice in enumerate((best, action)):
                mean = again.points[:, place].mean(axis=0)
                share = round(float(shares[:, place].mean()), 4)
                weights[choice] = Weight(game.action_text(choice), share, rounded(mean))
            first = [weights.pop(best), weights.pop(action)]
            return Judged(
                entry, seat, first[1].choice, first[0].choice, name_of(loss, error), loss, error, lost, lost_error,
                (*first, *weights.values()),
            )  # fmt: skip
    mine = weights.pop(action)
    return Judged(
        entry, seat, mine.choice, mine.choice, name_of(0.0, 0.0), 0.0, 0.0, 0.0, 0.0, (mine, *weights.values())
    )


def advise(position: Position, entry: int, budget: int, seed: int) -> Judged:
    """The best choice in a position, with the runner-up as if that had been played."""
    game, seat = position.game, position.to_act
    view, box = position.view(seat), position.box
    candidates = likeliest(view, position.legal.actions, CANDIDATES, box=box, seed=stream(seed, entry, 0))
    tried = weigh(view, candidates, max(2, budget // len(candidates)), box=box, seed=stream(seed, entry, 4))
    shares, points = shares_of(tried)[:, :, seat], tried.points
    order = sorted(range(len(candidates)), key=lambda place: -shares[:, place].mean())
    weights = tuple(
        Weight(
            game.action_text(candidates[place]),
            round(float(shares[:, place].mean()), 4),
            rounded(points[:, place].mean(axis=0)),
        )
        for place in order
    )
    first, second = order[:2]
    loss, error = mean_error(shares[:, first] - shares[:, second])
    lost, lost_error = mean_error(points[:, first, seat] - points[:, second, seat])
    return Judged(
        entry, seat, weights[1].choice, weights[0].choice, name_of(loss, error), loss, error, lost, lost_error, weights
    )


def shares_of(weighed: Weighed) -> Array:
    """The share of the win of each seat, by both opinions; as it is where a game has ended or is as good as won."""
    wins = weighed.wins
    logits = BY_WINS * np.log(np.maximum(wins, 1e-6)) + BY_POINTS * weighed.points
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = powers / powers.sum(axis=-1, keepdims=True)
    is_settled = (wins.max(axis=-1, keepdims=True) >= SETTLED) | (wins.min(axis=-1, keepdims=True) == 0.0)
    return np.where(is_settled, wins, shares)


def mean_error(values: Array) -> tuple[float, float]:
    """A mean and its standard error."""
    return round(float(values.mean()), 4), round(float(values.std(ddof=1) / len(values) ** 0.5), 4)


def rounded(points: Array) -> tuple[float, ...]:
    return tuple(round(float(value), 2) for value in points)
