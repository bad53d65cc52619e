"""``overland box``: what is wrong, how it looks, how it plays, a file to start from."""

from pathlib import Path

import pytest

from overland.data.files import packaged, packaged_names
from overland.engine.boxes import data_digest, data_name, named_data
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES
from tests.cli.commands import overland


def test_a_file_is_checked_drawn_and_played(tmp_path: Path) -> None:
    file, sheet = tmp_path / "mine.toml", tmp_path / "sheet.svg"
    file.write_text(overland("box", "new", "okanagan").stdout.replace('"refresh"', '"gold"'), encoding="utf-8")
    checked = overland("box", "check", str(file))
    assert checked.returncode == 0, checked.stderr
    assert "Okanagan, own-" in checked.stdout
    assert "gold 12" in checked.stdout
    drawn = overland("box", "draw", str(file), "--svg", str(sheet))
    assert "0: start" in drawn.stdout
    assert sheet.read_text(encoding="utf-8").count("<text") == 61
    played = overland("box", "play", str(file), "--games", "2", "--bots", "greedy,random", "--players", "3")
    assert played.returncode == 0, played.stderr
    for words in ("closings of 1 or 2 icons", "contested", "special actions", "fit nowhere", "from explorer", "seat 2"):
        assert words in played.stdout


def test_a_map_is_checked_drawn_and_played(tmp_path: Path) -> None:
    file, sheet = tmp_path / "mine.toml", tmp_path / "sheet.svg"
    file.write_text(overland("box", "new", "oregon").stdout, encoding="utf-8")
    checked = overland("box", "check", str(file)).stdout
    assert "Oregon, frontier." in checked
    assert "plains 81, mountain 31, railway 26, water 12" in checked
    assert "Cells that nobody can use" in checked
    assert overland("box", "draw", str(file), "--svg", str(sheet)).returncode == 0
    assert sheet.read_text(encoding="utf-8").startswith("<svg")
    assert "wins of seat 1" in overland("box", "play", str(file), "-n", "2", "--bots", "greedy").stdout


def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(packaged("okanagan", "valley").read_text("utf-8").replace('"lake"', '"sea"', 1), encoding="utf-8")
    refused = overland("box", "check", str(file))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"overland: {file}, tile 0, sides: 'sea' is not one of forest, lake")
    assert overland("box", "check", str(tmp_path / "none.toml")).returncode == 2
    assert overland("box", "new", "chess").returncode == 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_set_has_a_name_that_its_data_tell(game: Game) -> None:
    for name in packaged_names(game.name):
        assert data_name(game, named_data(game, name)) == name
    assert len({data_digest(named_data(game, name)) for name in packaged_names(game.name)}) > 1
    with pytest.raises(SettingsError, match="has no map or tile set 'moon'"):
        named_data(game, "moon")


def test_a_set_can_be_named_wherever_a_file_can() -> None:
    traced = overland("trace", "okanagan", "--tiles", "meeting")
    assert traced.returncode == 0, traced.stderr
    assert '"territories"' not in traced.stdout.splitlines()[0]
    assert overland("trace", "oregon", "--map", "prairie").returncode == 0
