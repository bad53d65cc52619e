"""Percentiles of measured times."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least ``percent`` percent of the values do not exceed."""
    if not values:
        return math.nan
    rank = math.ceil(len(values) * percent / 100)
    return sorted(values)[max(rank, 1) - 1]


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """The percentiles that are told of times in seconds, in milliseconds."""
    return {f"p{percent}": round(1000 * percentile(seconds, percent), 2) for percent in (50, 99)}
