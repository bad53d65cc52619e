"""The benchmark's arithmetic, and that it measures every game; how fast is never a test."""

import time

import pytest

from overland.bots.bot import Budget
from overland.cli import bench, bench_bots, bench_env, bench_env_peers, bench_peers, bench_timing
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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_environments_are_stepped_in_every_way(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_env, "GAMES_AT_ONCE", 8)
    monkeypatch.setattr(bench_env, "ALL_CORES_STEPS", 5)
    for what, play in bench_env.loops(game).items():
        assert play(2) >= (16 if what.startswith("vector") else 60)
    assert min(bench_env.all_cores_rates(game)) > 0
    peers = bench_env_peers
    assert len(peers.installed()) + len(peers.missing()) == len(peers.PEERS)


def test_ratios_compare_the_vector_with_peers_and_with_the_engine() -> None:
    rows = [
        bench_env.row("Oregon", bench_env.ENGINE, 400),
        bench_env.row("Oregon", bench_env.PLAIN, 200),
        bench_env.row("Okanagan", bench_env.ENGINE, 300),
        bench_env.row("Elsewhere", "its own environment", 10),
    ]
    assert sorted(bench_env.ratios(rows).values()) == [0.5, 20.0]
    bench_env.show(rows, {"Oregon": 5})


def test_a_pettingzoo_environment_is_stepped_to_the_end() -> None:
    from overland.rl.pettingzoo import env

    assert bench_env_peers.pettingzoo(lambda: env(game="oregon"))()(2) > 60
