"""A tiny run against real servers: that everything is measured; how fast is never a test."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from overland.load import processes
from overland.load.errors import LoadError
from overland.load.plan import Plan
from overland.load.report import show
from overland.load.run import measure

TINY = Plan(
    games=("okanagan",), tables=(2,), moves=6, portion=3, games_at_least=1, paced_seconds=2.5, moves_before_pace=1,
    floor_moves=20, idle_tables=2, idle_moves=2,
)  # fmt: skip


def test_a_tiny_run_measures_play_floors_memory_and_a_restart() -> None:
    told: list[tuple[int, int]] = []
    found = measure(TINY, None, lambda text, done, total: told.append((done, total)))
    assert told[-1] == (4, 5) and told == sorted(told)
    assert [row["play"] for row in found["play"]] == ["saturated", "paced"]
    for row in found["play"]:
        assert row["moves"] == 12 if row["play"] == "saturated" else row["moves"] >= 2
        assert row["asked_again"] == 0 and row["lines_per_move"] >= 1 and row["bytes_per_move_and_receiver"] > 100
        assert 0 < row["acknowledged_ms"]["p50"] <= row["seen_by_all_ms"]["p99"]
    assert [row["floor"] for row in found["floors"]] == ["store", "echo"]
    assert all(row["moves"] == 20 and row["moves_per_cpu_second"] > 0 for row in found["floors"])
    assert [row["connections"] for row in found["idle"]] == [4]
    assert all(row["bytes_with_one_table"] > 10_000_000 for row in found["idle"])
    console = Console(width=140, file=StringIO())
    with console.capture() as shown:
        show(found, console)
    assert "moves / CPU-s" in shown.get() and "both floors" in shown.get()


def test_systems_without_proc_are_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "PROC", tmp_path)
    with pytest.raises(LoadError, match="only Linux"):
        measure(TINY, None, lambda text, done, total: None)
