"""The benchmark's arithmetic, and that it measures every game; how fast is never a test."""

import time

import pytest

from overland.bots.bot import Budget
from overland.cli import bench, bench_bots, bench_peers, bench_timing
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
    assert bench_timing.median_rate(lambda games: 100) == 100


def test_peers_are_either_there_or_named_as_missing() -> None:
    assert len(bench_peers.installed()) + len(bench_peers.missing()) == len(bench_peers.PEERS)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_siblings_are_judged_plainly_and_accumulated(game: Game) -> None:
    siblings = bench_bots.Siblings(game)
    assert siblings.count > 50
    judged = [siblings.evaluations(is_plain)(2) for is_plain in (True, False)]
    assert judged[0] == judged[1] > 500
    assert siblings.sums(is_plain=True)(1) == siblings.sums(is_plain=False)(1) > 200
    assert bench_bots.one_ply_games(game)(2) == 2
    assert bench_bots.searches(game, "guide", Budget(16))(3) == 48
    rows = [
        {"game": "Oregon", "what": "first layer, plain", "rate": 10},
        {"game": "Oregon", "what": "first layer, accumulated", "rate": 35},
        {"game": "Oregon", "what": "games of one-ply self-play", "rate": 5},
    ]
    assert bench_bots.ratios(rows) == {"Oregon, first layer: accumulated to plain": 3.5}
