"""How sure a number is: means over blocks of deals with bootstrap intervals, and Wilson's where those say nothing.

The unit is the deal: its games have the luck in common, so they are not independent of each other, and neither are the
blocks that different line-ups play of the same deal. Whole deals are drawn with replacement, and every mean is computed
again for each draw; the interval holds the middle 95 % of the results.

Where all blocks are equal (everything was won, say) a resample can only repeat them, and its interval would have no
width. There, Wilson's interval for the number of games is used instead, and is marked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from overland.engine.record import Array

RESAMPLES = 2000
SEED = 20070101  # of the resampling, so that a report can be reproduced
LEVEL = 0.95
EQUAL = 1e-12  # means closer than this are equal
CHUNK = 4_000_000  # how many resampled numbers are held at once


@dataclass(frozen=True)
class Estimate:
    """A number and its confidence interval, at the 95 % level or another."""

    value: float
    low: float | None = None  # None: the uncertainty is unknown
    high: float | None = None
    is_saturated: bool = False  # all blocks were equal: the interval is Wilson's on the number of games
    level: float = LEVEL

    def contains(self, value: float) -> bool:
        return self.low is not None and self.high is not None and self.low - EQUAL <= value <= self.high + EQUAL


@dataclass(frozen=True)
class Quantity:
    """Something that deals show: for each a sum of values, how many values (perhaps none), and out of how many games.

    A game has several values where copies of a bot sit at one table; those are not independent of each other.
    """

    sums: Array
    counts: Array
    games: Array
    span: tuple[float, float] | None = None  # the range of possible values, for Wilson's interval; None: any


def estimate(quantity: Quantity, level: float = LEVEL) -> Estimate | None:
    """The mean of one quantity; None if it was never seen."""
    return estimates([quantity], level)[0]


def estimates(quantities: Sequence[Quantity], level: float = LEVEL) -> list[Estimate | None]:
    """The means of several quantities of the same deals, with their intervals."""
    if not quantities:
        return []
    sums = np.column_stack([quantity.sums for quantity in quantities]).astype(float)
    counts = np.column_stack([quantity.counts for quantity in quantities]).astype(float)
    drawn = resampled_sums(np.concatenate([sums, counts], axis=1))
    drawn_sums, drawn_counts = drawn[:, : len(quantities)], drawn[:, len(quantities) :]
    return [
        one_estimate(quantity, drawn_sums[:, place], drawn_counts[:, place], level)
        for place, quantity in enumerate(quantities)
    ]


def one_estimate(quantity: Quantity, drawn_sums: Array, drawn_counts: Array, level: float) -> Estimate | None:
    """The mean of a quantity, with the interval that its resamples or the number of its games give."""
    seen = quantity.counts > 0
    if not seen.any():
        return None
    value = float(quantity.sums.sum() / quantity.counts.sum())
    blocks = quantity.sums[seen] / quantity.counts[seen]
    if np.ptp(blocks) < EQUAL:
        return saturated_estimate(value, float(quantity.games.sum()), quantity.span, level)
    usable = drawn_counts > 0
    low, high = interval(drawn_sums[usable] / drawn_counts[usable], level)
    return Estimate(value, low, high, level=level)


def saturated_estimate(value: float, games: float, span: tuple[float, float] | None, level: float) -> Estimate:
    """A value that all blocks had."""
    if span is None:
        return Estimate(value, is_saturated=True, level=level)
    least, most = span
    low, high = wilson((value - least) / (most - least), games, level)
    return Estimate(value, least + low * (most - least), least + high * (most - least), True, level)


def resampled_sums(rows: Array, times: int = RESAMPLES, seed: int = SEED) -> Array:
    """For each of ``times`` resamples of the rows, drawn with replacement, the sum of every column."""
    generator = np.random.default_rng(seed)
    size = len(rows)
    found = np.empty((times, rows.shape[1]))
    at_once = max(1, CHUNK // size)
    for first in range(0, times, at_once):
        many = min(at_once, times - first)
        how_often = generator.multinomial(size, np.full(size, 1 / size), size=many)
        found[first : first + many] = how_often @ rows
    return found


def interval(values: Array, level: float = LEVEL) -> tuple[float, float]:
    """The middle part of some values that holds the share ``level`` of them."""
    tail = 50 * (1 - level)
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)


def wilson(share: float, games: float, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's interval for a share that was seen in ``games`` independent games."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    width = z / (1 + z * z / games) * np.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, min(share, float(middle - width))), min(1.0, max(share, float(middle + width)))
