"""The benchmark's arithmetic, and that it measures every game; how fast is never a test."""

import time

import pytest

from overland.cli import bench, bench_peers
from overland.engine.game import Game
from overland.engine.games import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_both_loops_count_the_decisions_of_whole_games(game: Game) -> None:
    assert bench.compiled_loop(game, 2)(3) > 60
    assert bench.python_loop(game, 2)(3) > 60


def test_ratios_compare_with_the_interpreter_and_with_peers() -> None:
    rows = [
        bench.row("Oregon", "compiled loop, 2 players", 1000),
        bench.row("Oregon", "move by move from Python, 2 players", 100),
        bench.row("Oregon", "interpreted, 2 players", 10),
        bench.row("Elsewhere", "its own engine", 50),
    ]
    assert sorted(bench.ratios(rows).values()) == [2.0, 10.0, 20.0, 100.0]


def test_the_median_rate_is_decisions_per_cpu_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert bench.median_rate(lambda games: 100) == 100


def test_peers_are_either_there_or_named_as_missing() -> None:
    assert len(bench_peers.installed()) + len(bench_peers.missing()) == len(bench_peers.PEERS)
