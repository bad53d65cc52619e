"""The command line as a person types it: helpful, and clear about what it does not take."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overland import __version__
from overland.cli.app import main
from overland.data.files import packaged
from overland.data.make_okanagan import as_toml, make_tiles
from overland.engine.games import GAMES
from overland.engine.match import Match
from tests.cli.commands import overland

FRONTIER, VALLEY = packaged("oregon", "frontier"), packaged("okanagan", "valley")


def test_a_python_runs_it() -> None:
    for command in ([sys.executable, "-m", "overland"], [Path(sys.executable).with_name("overland")]):
        told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
        assert told.strip() == f"overland {__version__}"


def test_help_and_version_answer() -> None:
    assert overland("--version").stdout.strip() == f"overland {__version__}"
    shown = overland("--help")
    assert shown.returncode == 0
    for command in ("play", "rules", "levels", "arena", "ladder", "train", "trace", "perft", "bench"):
        assert command in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("trace chess", "There is no game 'chess'; there are"),
        ("trace oregon --players 5", "Oregon is for 2 to 4 players, not 5."),
        ("trace oregon --players 1", "not 1."),
        ("trace oregon --option weather=fine", "no option 'weather'"),
        ("trace oregon --option groups=round", "cannot be 'round'; it can be orthogonal or diagonal"),
        ("trace oregon --option groups", "NAME=VALUE"),
        ("trace oregon --preset house", "no preset 'house'; it has rulebook, manual"),
        ("trace oregon --map nowhere.toml", "nowhere.toml: cannot be read"),
        ("trace", "Name a game"),
        ("trace --replay nowhere.jsonl", "nowhere.jsonl cannot be read"),
        ("perft chess", "There is no game"),
        ("bench server --game chess", "There is no game"),
        ("bench server --tables 10,many", "numbers from 1 to 1000"),
        ("bench server --base nowhere", "is not a checkout of Overland"),
        ("perft oregon --depth -1", "0 to 60, not -1"),
        ("perft oregon --depth 1000", "0 to 60, not 1000"),
        (f"perft okanagan --map {FRONTIER}", "frontier.toml is for Oregon, not for Okanagan."),
        (f"trace oregon --data {VALLEY}", "valley.toml is for Okanagan, not for Oregon."),
        ("perft okanagan --map x.toml", "x.toml: cannot be read"),
        ("trace oregon --players two", "valid integer"),
        ("trace oregon --nonsense", "--nonsense"),
        ("perft oregon --position nonsense", "lacks the word"),
        ("play -t chess", "There is no game"),
        ("play -t oregon --seats me", "not 1."),
        ("play -t oregon --seats me,deep", "There is no bot 'deep'"),
        ("play -t --resume nowhere.json", "cannot be read"),
        ("play -t --resume nowhere.json --seed 1", "--resume allows only"),
        ("rules chess", "There is no game"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(
    arguments: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["overland", *arguments.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    [line] = told.err.strip().splitlines()
    assert line.startswith("overland: ")
    assert says in line


@pytest.mark.parametrize("game", GAMES)
def test_a_trace_can_be_told_and_told_again(game: str, tmp_path: Path) -> None:
    first = overland("trace", game, "--players", "3", "--seed", "8")
    assert first.returncode == 0
    file = tmp_path / "trace.jsonl"
    file.write_text(first.stdout, encoding="utf-8")
    again = overland("trace", "--replay", str(file))
    assert again.stdout == first.stdout
    lines = first.stdout.splitlines()
    broken = json.loads(lines[4]) | {"move": "=nothing"}
    file.write_text("\n".join([*lines[:4], json.dumps(broken)]), encoding="utf-8")
    refused = overland("trace", "--replay", str(file))
    assert refused.returncode == 1
    assert "Step 3: '=nothing' is not legal. Legal: " in refused.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_can_play_the_trace(game: str) -> None:
    by_bot = overland("trace", game, "--bot", "greedy", "--seed", "8")
    assert by_bot.returncode == 0, by_bot.stderr
    assert by_bot.stdout == overland("trace", game, "--bot", "greedy", "--seed", "8").stdout
    assert by_bot.stdout != overland("trace", game, "--seed", "8").stdout
    assert "There is no bot" in overland("trace", game, "--bot", "deep").stderr


def test_a_tile_set_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(as_toml(make_tiles(3)), encoding="utf-8")
    header = json.loads(overland("trace", "okanagan", "--tiles", str(file)).stdout.splitlines()[0])
    assert header["data"] != GAMES["okanagan"].load_data(None)
    file.write_text(as_toml(make_tiles(3)).replace('back = "refresh"', 'back = "golf"', 1), encoding="utf-8")
    refused = overland("trace", "okanagan", "--tiles", str(file))
    assert refused.returncode == 2
    assert "unknown back 'golf'" in refused.stderr


def test_a_map_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = packaged("oregon", "frontier").read_text(encoding="utf-8")
    file.write_text(text.replace('columns = ["wagon", "bison"', 'columns = ["bison", "wagon"'), encoding="utf-8")
    header = json.loads(overland("trace", "oregon", "--map", str(file)).stdout.splitlines()[0])
    assert header["data"]["columns"][:2] == ["bison", "wagon"]
    file.write_text(text.replace("GMM GGM MGG GGM RRR", "GMM GGM MGG GGM RRX"), encoding="utf-8")
    refused = overland("trace", "oregon", "--map", str(file))
    assert refused.returncode == 2
    assert "cell o2: unknown terrain 'X' (rule 1.2)" in refused.stderr


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_and_divides(game: str) -> None:
    done = overland("perft", game, "--depth", "3", "--divide")
    *branches, total = done.stdout.splitlines()
    assert total.startswith("perft 3: ")
    assert sum(int(line.rsplit(": ", 1)[1]) for line in branches) == int(total.split()[2])


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_can_be_read(game: str) -> None:
    done = overland("rules", game)
    assert done.returncode == 0
    assert f"# {GAMES[game].title}" in done.stdout
    assert len(done.stdout.splitlines()) > 80


def test_a_reader_that_stops_early_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m overland trace oregon | head -1", shell=True, capture_output=True, text=True
    )
    assert done.stdout.startswith('{"format"')
    assert "Traceback" not in done.stderr


def test_options_of_the_terminal_are_not_taken_for_the_browser() -> None:
    refused = overland("play", "oregon", "--players", "0")
    assert refused.returncode == 2
    assert "--terminal" in refused.stderr


def test_a_record_is_verified_and_told_again(tmp_path: Path) -> None:
    match = Match("oregon", 2, seed=5)
    while not match.is_over:
        match.play(match.legal[0])
    file = tmp_path / "game.json"
    match.save(file)
    good = overland("verify", str(file))
    assert good.returncode == 0 and "all follow from the seed" in good.stdout
    told = overland("replay", str(file))
    assert told.returncode == 0 and "The end:" in told.stdout
    part = overland("replay", str(file), "--to", "12")
    assert part.returncode == 0 and "The end:" not in part.stdout
    assert overland("replay", str(file), "--to", "99999").returncode == 2
    found = json.loads(file.read_text())
    file.write_text(json.dumps({**found, "seed": "00" * 32}))
    forged = overland("verify", str(file))
    assert forged.returncode == 2 and "did not come from its seed" in forged.stderr
    file.write_text(json.dumps({**found, "table": {"commitment": "ab"}}))
    assert "not the seed that was committed to" in overland("verify", str(file)).stderr
