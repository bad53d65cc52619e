"""Data sets of games: what is in them, that they go on where they stopped, and what is refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest
from typer.testing import CliRunner

from overland import Position
from overland.cli.app import app
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.rl import dataset
from overland.rl.data_card import COLUMNS
from overland.rl.dataset import CARD, Plan, schema, write_dataset

each_game = pytest.mark.parametrize("game", GAMES)


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [row for file in sorted(folder.glob("data/*.parquet")) for row in parquet.read_table(file).to_pylist()]


@each_game
def test_every_decision_is_a_row_that_can_be_played_again(game: str, tmp_path: Path) -> None:
    plan = Plan(game, ("greedy", "random", "random"), players=3, games=2, shard_games=1, seed=4)
    assert write_dataset(plan, tmp_path) == 2
    rows = rows_of(tmp_path)
    assert {row["game"] for row in rows} == {0, 1}
    for row in rows[::7]:
        position = Position.parse(game, row["position"])
        assert position.to_act == row["seat"]
        assert position.legal.actions.tolist() == row["legal"]
        assert row["choice"] in row["legal"]
        assert position.game.action_text(row["choice"]) == row["move"]
        assert position.view(row["seat"]).tobytes() == row["view"]
        assert len(row["inputs"]) == len(row["strengths"]) > 10
        assert len(row["points"]) == 3
    assert {row["bot"] for row in rows if row["game"] == 0 and row["seat"] == 0} == {"greedy"}
    assert {row["bot"] for row in rows if row["game"] == 1 and row["seat"] == 2} == {"greedy"}
    shares = {(row["game"], row["seat"]): row["won"] for row in rows}
    assert sum(shares.values()) == pytest.approx(2)
    assert schema().names == list(COLUMNS)
    assert f"{len(rows):,} decisions" in (tmp_path / CARD).read_text()


def test_a_run_that_was_stopped_goes_on_and_ends_up_the_same(tmp_path: Path) -> None:
    plan = Plan("oregon", ("random",), games=3, shard_games=1)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    heard: list[int] = []
    write_dataset(plan, whole, told=heard.append)
    assert sum(heard) == 3
    write_dataset(plan, parts)
    (parts / plan.name_of(1)).unlink()
    heard.clear()
    assert write_dataset(plan, parts, told=heard.append) == 1
    assert sum(heard) == 3
    assert rows_of(whole) == rows_of(parts)
    assert [file.name for file in sorted(parts.rglob("*.part"))] == []


def test_a_folder_of_another_data_set_is_refused(tmp_path: Path) -> None:
    write_dataset(Plan("oregon", ("random",), games=1), tmp_path)
    with pytest.raises(SettingsError, match="another data set"):
        write_dataset(Plan("oregon", ("random",), games=2), tmp_path)
    assert json.loads((tmp_path / dataset.PLAN).read_text())["games"] == 1


def test_impossible_plans_are_refused() -> None:
    for wrong in ({"bots": ("nobody",)}, {"bots": ("random",) * 3}, {"games": 0}, {"players": 7}, {"shard_games": 0}):
        with pytest.raises(SettingsError):
            Plan(**{"game": "oregon", "bots": ("random",), **wrong})  # type: ignore[arg-type]


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"overland\[data\]"):
        write_dataset(Plan("oregon", ("random",), games=1), tmp_path)


def test_the_command_writes_a_data_set(tmp_path: Path) -> None:
    words = ["dataset", "okanagan", "--bots", "random", "--games", "2", "--shard-games", "2", "--processes", "1"]
    done = CliRunner().invoke(app, [*words, "--folder", str(tmp_path / "set")])
    assert done.exit_code == 0, done.output
    assert "2 games (2 played now) in 1 files" in done.output
    assert "overland dataset okanagan --bots random --players 2 --games 2" in (tmp_path / "set" / CARD).read_text()
    wrong = CliRunner().invoke(app, [*words, "--processes", "0", "--folder", str(tmp_path / "set")])
    assert isinstance(wrong.exception, SettingsError)


def test_the_views_of_a_column_are_an_array_of_records(tmp_path: Path) -> None:
    write_dataset(Plan("oregon", ("random",), games=1), tmp_path)
    column = parquet.read_table(tmp_path / "data")["view"].to_pylist()
    views = np.frombuffer(b"".join(column), GAMES["oregon"].view_type)
    assert set(views["players"].tolist()) == {2}
