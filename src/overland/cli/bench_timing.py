"""Rates per CPU-second: the median of a few rounds."""

import statistics
import time
from collections.abc import Callable

ROUNDS = 5
ROUND_SECONDS = 0.6

#: Does something a number of times, or plays so many games, and returns how much was done: decisions, evaluations.
Runner = Callable[[int], int]


def median_rate(play: Runner) -> float:
    """What is done per CPU-second, the median of five rounds."""
    play(1)
    games = 1
    while (seconds := cpu_seconds(play, games)[1]) < ROUND_SECONDS / 4:
        games *= 2
    games = max(1, int(games * ROUND_SECONDS / seconds))
    rates = []
    for _ in range(ROUNDS):
        decisions, seconds = cpu_seconds(play, games)
        rates.append(decisions / seconds)
    return statistics.median(rates)


def cpu_seconds(play: Runner, games: int) -> tuple[int, float]:
    """How much was done in ``games`` goes, and the CPU time it took."""
    began = time.process_time()
    decisions = play(games)
    return decisions, time.process_time() - began
