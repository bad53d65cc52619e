"""A crowd on both databases: that everything is measured; how fast is never a test."""

from io import StringIO

import pytest
from rich.console import Console

from overland.load.crowd import SETUPS, Crowd, measure_crowd
from overland.load.errors import LoadError
from overland.load.own_postgres import OwnPostgres
from overland.load.report import crowd_grid


@pytest.mark.postgres
def test_a_small_crowd_is_measured_on_both_databases_with_one_process_and_two() -> None:
    told: list[tuple[int, int]] = []
    rows = measure_crowd(Crowd("okanagan", (4,), 4, 3), lambda text, done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3)]
    assert [row["setup"] for row in rows] == [setup.text for setup in SETUPS]
    for row in rows:
        assert row["connections"] == 4 and row["asked_again"] == 0 and row["moves_per_second"] > 1
        assert 0 < row["acknowledged_ms"]["p50"] <= row["acknowledged_ms"]["p99"]
        assert row["acknowledged_ms"]["p50"] <= row["seen_by_all_ms"]["p99"]
    console = Console(width=240, file=StringIO())
    with console.capture() as shown:
        console.print(crowd_grid(rows))
    assert "postgresql, 2 processes" in shown.get()


def test_without_postgresql_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overland.load.own_postgres.find_programs", lambda: None)
    with pytest.raises(LoadError, match="install it"):
        OwnPostgres()
