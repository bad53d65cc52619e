"""Rates per CPU-second: the median of a few rounds, and tables of them."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

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


def show_rates(
    console: Console, unit: str, title: str, rows: Sequence[Mapping[str, Any]], ratios: Mapping[str, float]
) -> None:
    """The figures of a run as a table, and how they compare as another."""
    rates = Table("game", "what", unit, title=title)
    rates.columns[2].justify = "right"
    for each in rows:
        rates.add_row(each["game"], each["what"], f"{each['rate']:,}")
    console.print(rates)
    compared = Table("ours / other", "times faster", title="Ratios in this run")
    compared.columns[1].justify = "right"
    for name, ratio in ratios.items():
        compared.add_row(name, f"{ratio:,}")
    console.print(compared)
