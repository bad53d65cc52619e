"""A crowd on both databases: that everything is measured; how fast is never a test."""

from io import StringIO

import pytest
from rich.console import Console

from overland.load.crowd import SETUPS, Crowd, Setup, measure_crowd
from overland.load.errors import LoadError
from overland.load.own_postgres import OwnPostgres
from overland.load.report import crowd_grid
from tests.conftest import IS_SOAK


@pytest.mark.postgres
def test_a_small_crowd_is_measured_on_both_databases_with_one_process_and_two() -> None:
    told: list[tuple[int, int]] = []
    setups = [setup for setup in SETUPS if IS_SOAK or setup != Setup("postgresql", 1)]
    crowd = Crowd("okanagan", (4,), 4, 3, setups)
    rows = measure_crowd(crowd, lambda text, done, total: told.append((done, total)))
    assert told == [(done, len(setups)) for done in range(len(setups))]
    assert [row["setup"] for row in rows] == [setup.text for setup in setups]
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
