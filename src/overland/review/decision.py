"""Judging one decision, on what the player knew then.

First the choices that look best, and the one that was played, are tried out in worlds the player could think possible:
that finds the best. What it brings more than the one that was played is then measured in other worlds; otherwise the
choice that luck favoured would seem better than it is. Both times all choices meet the same worlds and the same luck.

Where a world leads is judged by two opinions, the network's of who wins and the one that follows from the points it
expects: together they tell good players from weak ones better than either. Where a game is decided, hardly any share
of it is left to win, and the better choice is the one that leaves the larger lead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from overland.bots.judge import Weighed, likeliest, weigh
from overland.engine.position import Position
from overland.engine.record import Array
from overland.review.naming import BEST, Quality, name_of

CANDIDATES = 6  # that are compared with the one that was played
BY_WINS, BY_POINTS = 0.5, 0.07  # what the network's opinion of who wins and each point of a lead count, in logits
BY_LEAD = 0.002  # what a point of the lead counts beside the share of the win
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
    lead: float = 0.0  # points over the best of the others, that the best choice would have brought more
    lead_error: float = 0.0

    @property
    def cost(self) -> float:
        """One figure to compare decisions by: the loss, and what it cost of the lead."""
        return self.loss + BY_LEAD * self.lead

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
    candidates = promising(position, stream(seed, entry, 0))
    if action not in candidates:
        candidates.append(action)
    tried = Trial(position, candidates, budget // 2 // len(candidates), stream(seed, entry, 1))
    ranked = tried.ranked()
    if ranked[0] != action:
        again = Trial(position, [ranked[0], action], budget // 4, stream(seed, entry, 2))
        others = [tried.weight(choice) for choice in ranked if choice not in again.choices]
        if again.is_better(ranked[0], action):
            return again.judged(entry, ranked[0], action, others)
    mine, *others = [tried.weight(choice) for choice in (action, *(one for one in ranked if one != action))]
    return Judged(entry, position.to_act, mine.choice, mine.choice, BEST, 0.0, 0.0, 0.0, 0.0, (mine, *others))


def check_choice(position: Position, entry: int, action: int, best: int, budget: int, seed: int) -> Judged:
    """What ``action`` would cost, compared with a choice that is known to be ``best``."""
    again = Trial(position, [best, action], budget // 2, stream(seed, entry, 2))
    if action != best and again.is_better(best, action):
        return again.judged(entry, best, action, [])
    mine = again.weight(action)
    return Judged(entry, position.to_act, mine.choice, mine.choice, BEST, 0.0, 0.0, 0.0, 0.0, (mine,))


def advise(position: Position, entry: int, budget: int, seed: int) -> Judged:
    """The best choice in a position, with the runner-up as if that had been played."""
    candidates = promising(position, stream(seed, entry, 0))
    tried = Trial(position, candidates, budget // len(candidates), stream(seed, entry, 4))
    best, other, *rest = tried.ranked()
    return tried.judged(entry, best, other, [tried.weight(choice) for choice in rest])


def promising(position: Position, seed: int) -> list[int]:
    """The choices that look best at once."""
    view = position.view(position.to_act)
    return likeliest(view, position.legal.actions, CANDIDATES, box=position.box, seed=seed)


class Trial:
    """Choices tried out in the same worlds, as the player who chooses sees it."""

    def __init__(self, position: Position, choices: Sequence[int], worlds: int, seed: int) -> None:
        self.game, self.seat, self.choices = position.game, position.to_act, list(choices)
        tried = weigh(position.view(self.seat), choices, max(2, worlds), box=position.box, seed=seed)
        self.wins, self.points = shares_of(tried)[:, :, self.seat], tried.points
        self.leads = leads_of(self.points, self.seat)
        self.values = self.wins + BY_LEAD * self.leads

    def ranked(self) -> list[int]:
        """The choices, the best first."""
        means = dict(zip(self.choices, self.values.mean(axis=0), strict=True))
        return sorted(self.choices, key=lambda choice: -means[choice])

    def weight(self, choice: int) -> Weight:
        """What a choice may be expected to lead to."""
        place = self.choices.index(choice)
        win = round(float(self.wins[:, place].mean()), 4)
        return Weight(self.game.action_text(choice), win, rounded(self.points[:, place].mean(axis=0)))

    def is_better(self, one: int, other: int) -> bool:
        """Whether one choice brings more than another."""
        first, second = self.choices.index(one), self.choices.index(other)
        return bool((self.values[:, first] - self.values[:, second]).mean() > 0)

    def judged(self, entry: int, best: int, played: int, others: Sequence[Weight]) -> Judged:
        """The verdict on ``played``, compared with ``best`` world by world."""
        first, second = self.choices.index(best), self.choices.index(played)
        loss, error = mean_error(self.wins[:, first] - self.wins[:, second])
        loss = max(0.0, loss)  # where the game is decided, the larger lead may come with a hair less of the win
        mine = self.points[:, :, self.seat]
        lost, lost_error = mean_error(mine[:, first] - mine[:, second])
        lead, lead_error = mean_error(self.leads[:, first] - self.leads[:, second])
        better, worse = self.weight(best), self.weight(played)
        return Judged(
            entry, self.seat, worse.choice, better.choice, name_of(loss, error, lead, lead_error), loss, error,
            lost, lost_error, (better, worse, *others), lead, lead_error,
        )  # fmt: skip


def shares_of(weighed: Weighed) -> Array:
    """The share of the win of each seat, by both opinions; as it is where a game has ended or is as good as won."""
    wins = weighed.wins
    logits = BY_WINS * np.log(np.maximum(wins, 1e-6)) + BY_POINTS * weighed.points
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = powers / powers.sum(axis=-1, keepdims=True)
    is_settled = (wins.max(axis=-1, keepdims=True) >= SETTLED) | (wins.min(axis=-1, keepdims=True) == 0.0)
    return np.where(is_settled, wins, shares)


def leads_of(points: Array, seat: int) -> Array:
    """How many points a seat has over the best of the others."""
    others = np.delete(points, seat, axis=-1).max(axis=-1)
    found: Array = points[..., seat] - others
    return found


def mean_error(values: Array) -> tuple[float, float]:
    """A mean and its standard error."""
    return round(float(values.mean()), 4), round(float(values.std(ddof=1) / len(values) ** 0.5), 4)


def rounded(points: Array) -> tuple[float, ...]:
    return tuple(round(float(value), 2) for value in points)
