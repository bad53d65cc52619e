"""The arithmetic of a run: percentiles, plans and ratios."""

from dataclasses import replace
from typing import Any

import pytest

from overland.cli.bench_server import chosen_plan, command, counts
from overland.engine.errors import SettingsError
from overland.load.percentiles import milliseconds, percentile
from overland.load.plan import Plan, quick
from overland.load.ratios import ratios
from overland.load.run import revision_of, source_of
from overland.load.server_process import own_source


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(100, 0, -1)]
    assert [percentile(values, percent) for percent in (0, 50, 99, 100)] == [1, 50, 99, 100]
    assert percentile([7.0], 50) == percentile([7.0], 99) == 7
    assert milliseconds([0.001, 0.002, 0.004]) == {"p50": 2.0, "p99": 4.0}


def test_few_tables_play_several_games_and_many_play_one() -> None:
    plan = Plan()
    assert [plan.rounds(count) for count in plan.tables] == [4, 1, 1]
    assert plan.whole_games == 40 + 50 + 200
    assert quick(plan).whole_games == 0 and quick(plan).tables == (10, 50)
    assert quick(replace(plan, tables=(200,))).tables == (200,)


def test_options_make_the_plan_and_the_command() -> None:
    assert chosen_plan(["oregon"], "3,4", False).tables == (3, 4)
    assert chosen_plan(["oregon"], None, True).games == ("oregon",)
    assert command(["oregon"], "3", True, own_source()) == (
        "overland bench server --json --game oregon --tables 3 --quick --base CHECKOUT"
    )
    with pytest.raises(SettingsError, match="numbers from 1 to 1000"):
        counts("0")


def test_a_checkout_is_known_by_its_source() -> None:
    assert source_of(own_source().parent) == own_source()
    assert revision_of(own_source() / "nowhere") == "unknown"


def play_row(server: str, rate: float, size: int) -> dict[str, Any]:
    return {
        "game": "oregon", "tables": 10, "play": "saturated", "server": server, "moves_per_server_cpu_second": rate,
        "server_cpu_ms_per_move": 1000 / rate, "bytes_per_move_and_receiver": size,
        "acknowledged_ms": {"p50": 1.0, "p99": 1000 / rate}, "seen_by_all_ms": {"p50": 1.0, "p99": 1000 / rate},
    }  # fmt: skip


def test_ratios_compare_the_servers_and_both_floors_together() -> None:
    found = {
        "play": [play_row("now", 1000, 50), play_row("base", 250, 100)],
        "floors": [
            {"game": "oregon", "tables": 10, "floor": "store", "cpu_ms_per_move": 0.1},
            {"game": "oregon", "tables": 10, "floor": "echo", "cpu_ms_per_move": 0.1},
        ],
        "finished_games": [
            {"game": "oregon", "server": "now", "bytes_per_finished_game": 0},
            {"game": "oregon", "server": "base", "bytes_per_finished_game": 10},
        ],
        "idle": [],
    }
    compared = ratios(found)
    assert compared["oregon, 10 tables, saturated: moves per server-CPU-second, now / base"] == 4
    assert compared["oregon, 10 tables, saturated: bytes per move, base / now"] == 2
    assert compared["oregon, 10 tables, saturated: time until acknowledged, p99, base / now"] == 4
    assert compared["oregon, 10 tables: CPU per move, now / both floors"] == 5
    assert compared["oregon: memory per finished game, base / now"] == 0
