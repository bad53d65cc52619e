"""How strong each bot is, in one number: Plackett and Luce's model of finishing orders, on the Elo scale.

Each bot has a strength; who finishes first among some seats is drawn in proportion to their strengths, then who is
next among the others, and so on. For two players this is the model of Bradley and Terry, whose ratings are called Elo.

* Seats that share a rank count in each of the possible orders with the same weight, so a draw is half a win.
* Seats of the same bot say nothing about each other: a stage where only copies of one bot are left is ignored.
* Every bot starts with half a win and half a loss against an average bot, so that a bot that won every game has a
  finite rating.
* 400 points mean odds of ten to one. One bot, the anchor, has the rating 0: greedy, or else random, or else the first.

Intervals come from resampled deals, like those of all other numbers, and are for the distance from the anchor. A
stage that always ended the same way cannot be resampled; its share is drawn from Beta(games + ½, ½) instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, product

import numpy as np

from overland.arena.statistics import RESAMPLES, SEED, Estimate, interval, resampled_sums
from overland.engine.record import Array

ELO = 400 / np.log(10)  # Elo points for a factor of e in strength
PRIOR = 1.0  # games against an average bot that every bot is assumed to have drawn
CLIMBING_STEPS = 30
FINISHING_STEPS = 50
LONGEST_STEP = 1.0  # of a logarithm of a strength
TOLERANCE = 1e-9
ANCHORS = ("greedy", "random")

#: Who is left to be placed: how many seats each bot has, in the order of the bots.
Stage = tuple[int, ...]


@dataclass
class Stages:
    """What finishing orders say about strengths: at each stage, who was placed next, and how often."""

    bots: Sequence[str]
    deals: int
    wins: dict[Stage, Array] = field(default_factory=dict)  # deals x bots: how often each was next

    def add(self, deal: int, seats: Sequence[str], ranks: Sequence[int]) -> None:
        """Take in the finishing order of a game."""
        numbers = [self.bots.index(bot) for bot in seats]
        orders = possible_orders(ranks)
        for order in orders:
            left = np.bincount(numbers, minlength=len(self.bots))
            for seat in order:
                if np.count_nonzero(left) == 1:
                    break
                stage = tuple(int(count) for count in left)
                if stage not in self.wins:
                    self.wins[stage] = np.zeros((self.deals, len(self.bots)))
                self.wins[stage][deal, numbers[seat]] += 1 / len(orders)
                left[numbers[seat]] -= 1

    def members(self) -> Array:
        """Stages x bots: how many seats each bot has."""
        return np.array(list(self.wins), float).reshape(-1, len(self.bots))


def possible_orders(ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order of the seats, best first, that the ranks allow: one, unless some are equal."""
    by_rank = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    tied = [list(group) for _, group in groupby(by_rank, key=lambda seat: ranks[seat])]
    return [
        tuple(seat for group in order for seat in group) for order in product(*(permutations(group) for group in tied))
    ]


def ratings(stages: Stages, anchor: str) -> dict[str, Estimate]:
    """The rating of each bot, relative to the anchor."""
    bots, place = stages.bots, stages.bots.index(anchor)
    members = stages.members()
    if not len(members):
        return {bot: Estimate(0.0) for bot in bots}
    wins = np.stack([won.sum(axis=0) for won in stages.wins.values()])
    drawn = resampled_wins(stages, wins, members)
    best = fit(wins[None], members)[0]
    others = fit(drawn, members)
    settled = (wins > 0).sum(axis=1) > 1  # stages that did not always end the same way
    found = {}
    for number, bot in enumerate(bots):
        low, high = interval(ELO * (others[:, number] - others[:, place]))
        is_saturated = bot != anchor and not settled[members[:, number] > 0].any()
        value = float(ELO * (best[number] - best[place]))
        found[bot] = Estimate(value, min(low, value), max(high, value), is_saturated)
    return found


def resampled_wins(stages: Stages, wins: Array, members: Array) -> Array:
    """Resamples x stages x bots: how often each was next, when deals are drawn with replacement."""
    rows = np.concatenate(list(stages.wins.values()), axis=1)
    drawn = resampled_sums(rows).reshape(RESAMPLES, *wins.shape)
    generator = np.random.default_rng(SEED + 1)
    for number, won in enumerate(wins):
        if np.count_nonzero(won) == 1:
            winner, games = int(won.argmax()), won.sum()
            others = members[number].copy()
            others[winner] = 0
            lost = games * (1 - generator.beta(games + 0.5, 0.5, RESAMPLES))
            drawn[:, number] = lost[:, None] * others / others.sum()
            drawn[:, number, winner] = games - lost
    return drawn


def fit(wins: Array, members: Array, prior: float = PRIOR) -> Array:
    """The most likely logarithms of strengths, for each of several tables of wins (tables x stages x bots).

    Hunter's steps (MM algorithms for generalized Bradley-Terry models, 2004) climb from anywhere but become slow;
    Newton's steps, which must start near the top, finish the climb.
    """
    won = wins.sum(axis=1)  # tables x bots
    played = wins.sum(axis=2)  # tables x stages
    strengths = np.ones_like(won)
    for _ in range(CLIMBING_STEPS):
        shares = (played / (strengths @ members.T)) @ members
        strengths = (won + prior / 2) / (shares + prior / (strengths + 1))
    logs = np.log(strengths)
    for _ in range(FINISHING_STEPS):
        step = newton_step(logs, won, played, members, prior)
        logs += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < TOLERANCE:
            break
    return logs


def newton_step(logs: Array, won: Array, played: Array, members: Array, prior: float) -> Array:
    """Towards the top of the likelihood, for each table (tables x bots)."""
    weights = np.exp(logs)[:, None, :] * members  # tables x stages x bots
    chances = weights / weights.sum(axis=2, keepdims=True)
    average = 1 / (1 + np.exp(-logs))  # the chance against the average bot
    slope = won - np.einsum("ts,tsb->tb", played, chances) + prior * (0.5 - average)
    bend = -np.einsum("ts,tsb,tsc->tbc", played, chances, chances, optimize=True)
    bots = np.arange(logs.shape[1])
    bend[:, bots, bots] += np.einsum("ts,tsb->tb", played, chances) + prior * average * (1 - average)
    return np.linalg.solve(bend, slope[:, :, None])[:, :, 0]


def chosen_anchor(bots: Sequence[str], wanted: str | None = None) -> str:
    """The bot whose rating is 0."""
    return wanted or next((bot for bot in ANCHORS if bot in bots), bots[0])
