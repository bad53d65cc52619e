"""The commands around bots: arena, train, ladder, levels; and the bot of docs/write-a-bot.md."""

import json
import re
from pathlib import Path

import pytest

from overland.arena import ladder
from overland.arena.ladder import Row, has_dropped
from overland.bots.catalogue import LEVELS
from overland.bots.nets import learned_on, net_file, read_net
from overland.cli.ladder import page_with_tables
from overland.data.files import DEFAULT_NAMES, packaged
from overland.engine.games import GAMES
from tests.cli.commands import overland

ROOT = Path(__file__).parent.parent.parent


def test_the_bot_of_the_docs_runs_in_the_arena(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 24, "twenty lines or so"
    (tmp_path / "mybot.py").write_text(code[1], encoding="utf-8")
    done = overland(
        "arena", "--game", "oregon", "--bots", "mybot:MyBot,random", "--deals", "4", "--no-controls",
        "--processes", "1", "--json", "report.json", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["faults"] == []
    assert report["standings"][0]["bot"] == "mybot:MyBot", "it beats random"


def test_training_keeps_checkpoints_goes_on_and_selects(tmp_path: Path) -> None:
    words = (
        "train", "oregon", "--players", "2", "--games", "16", "--streams", "2", "--checkpoints", "2",
        "--select-deals", "1", "--look-games", "20", "--fit-games", "0",
    )  # fmt: skip
    done = overland(*words, "--folder", "run", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    found = sorted(file.name for file in (tmp_path / "run").iterdir())
    networks = ["best.npz", "checkpoint-1.npz", "checkpoint-2.npz"]
    assert found == [*networks, "curve.json", "report.html", "run.npz", "selection.json"]
    assert "checkpoint-1.npz against the last, 2 players" in done.stdout
    assert re.search(r"checkpoint-2: 16 games.*over greedy.*over the shipped", done.stderr)
    looks = json.loads((tmp_path / "run" / "curve.json").read_text())
    assert [(look["checkpoint"], look["players"]) for look in looks] == [("checkpoint-1", 2), ("checkpoint-2", 2)]
    assert (tmp_path / "run" / "report.html").read_text().count("<svg") == 2
    again = overland(*words, "--folder", "run", folder=tmp_path)
    assert "Resuming after 16 games." in again.stdout
    other = overland(*words, "--folder", "run", "--seed", "2", folder=tmp_path)
    assert other.returncode == 2
    assert "holds a different run" in other.stderr
    (tmp_path / "run" / "thesis.txt").write_text("precious")
    anew = overland(*words, "--folder", "run", "--seed", "2", "--fresh", folder=tmp_path)
    assert anew.returncode == 0, anew.stderr
    assert (tmp_path / "run" / "thesis.txt").read_text() == "precious", "only its own files are removed"


def test_a_network_learns_on_another_set_and_says_so(tmp_path: Path) -> None:
    words = (
        "train", "okanagan", "--players", "2", "--games", "4", "--streams", "2", "--checkpoints", "1",
        "--select-deals", "0", "--look-games", "20", "--fit-games", "20", "--folder", "run",
    )  # fmt: skip
    mine = packaged("okanagan", "meeting").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(mine, encoding="utf-8")
    done = overland(*words, "--data", "mine.toml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    about = read_net(tmp_path / "run" / "best.npz", GAMES["okanagan"])[1]
    assert learned_on(about) == "meeting", "a set is known by what is in it"
    assert about["command"].endswith("--data mine.toml")
    other = overland(*words, "--data", "valley", folder=tmp_path)
    assert other.returncode == 2 and "holds a different run" in other.stderr
    (tmp_path / "mine.toml").write_text(packaged("okanagan", "valley").read_text(encoding="utf-8"), encoding="utf-8")
    changed = overland(*words, "--data", "mine.toml", folder=tmp_path)
    assert changed.returncode == 2 and "was started on another map or tile set: meeting" in changed.stderr
    wrong = overland(*words, "--data", str(packaged("oregon", "prairie")), folder=tmp_path)
    assert wrong.returncode == 2 and "is for Oregon" in wrong.stderr


def test_shipped_networks_say_what_they_learned_on() -> None:
    for game, name in (("oregon", DEFAULT_NAMES["oregon"]), ("okanagan", "valley")):
        for players in (2, 3):
            assert learned_on(read_net(net_file(GAMES[game], players), GAMES[game])[1]) == name


def test_a_learner_studies_one_bot_and_is_measured(tmp_path: Path) -> None:
    words = ("exploit", "okanagan", "--against", "greenhorn", "--games", "30", "--deals", "2", "--json")
    done = overland(*words, "--folder", "here", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["against"], result["games"]) == ("greenhorn", 30)
    assert 0 <= result["low"] <= result["share"] <= result["high"] <= 1
    assert (tmp_path / "here" / "exploiter-okanagan-greenhorn.npz").exists()


def test_the_judge_is_calibrated_from_the_command_line(tmp_path: Path) -> None:
    done = overland("calibrate", "--game", "okanagan", "--players", "2", "--games", "2", "-n", "1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"Okanagan, 2 players, (\w+): calibration error", done.stdout) == ["early", "middle", "late"]


@pytest.mark.parametrize(
    "words",
    [
        ("train", "oregon", "--seed", "-1"),
        ("train", "oregon", "--select-deals", "-1"),
        ("train", "oregon", "--workers", "0"),
        ("exploit", "oregon", "--against", "nobody"),
        ("exploit", "oregon", "--against", "scout", "--games", "0"),
        ("calibrate", "--games", "0"),
        ("train", "oregon", "--players", "5"),
        ("train", "oregon", "--from", "nowhere.npz"),
        ("train", "oregon", "--device", "cuda", "--seconds", "0"),
        ("train", "chess"),
        ("ladder", "--check", "--measure"),
        ("ladder", "--only", "greedy,random"),
        ("ladder", "--check", "--deals", "0"),
        ("ladder", "--check", "--dask", "tcp://127.0.0.1:1"),
        ("train", "oregon", "--replay", "--device", "cuda"),
        ("ladder", "--page", "nowhere.md"),
        ("play", "-t", "oregon", "--seats", "me,nobody:Bot"),
        ("play", "-t", "oregon", "--players", "0"),
    ],
)
def test_bad_input_ends_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = overland(*words, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("overland: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_bot_of_ones_own_plays_at_the_terminal_and_may_fail_there(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(
        "class First:\n    def __init__(self, game): ...\n    def choose(self, question): return question.actions[0]\n"
        "class Broken(First):\n    def choose(self, question): raise ValueError('no idea')\n"
        "class Unready(First):\n    def __init__(self, game): raise OSError('no weights')\n"
    )
    words = ("play", "-t", "oregon", "--seed", "1", "--seats", "mybot:First,mybot:Broken,me")
    done = overland(*words, folder=tmp_path, text="quit\n")
    assert done.returncode == 0, done.stderr
    assert "failed: ValueError: no idea. A greedy bot takes over." in done.stdout
    for command in ("play -t oregon --seats me,mybot:Unready", "trace oregon --bot mybot:Unready"):
        refused = overland(*command.split(), folder=tmp_path)
        assert refused.returncode == 2
        assert "The bot mybot:Unready cannot be made: OSError: no weights." in refused.stderr


def test_levels_are_listed() -> None:
    done = overland("levels")
    assert done.returncode == 0, done.stderr
    for level in LEVELS:
        assert level in done.stdout


def row(share: float, low: float, high: float) -> Row:
    return Row("oregon", 2, "trader", "homesteader", 10, 20, share, low, high, 1.0, 0.0, 0.0, "overland arena")


@pytest.mark.parametrize(
    ("low", "high", "dropped"), [(0.5, 0.7, False), (0.2, 0.55, False), (0.1, 0.49, True), (0.9, 1.0, False)]
)
def test_a_drop_counts_when_the_intervals_have_nothing_in_common(low: float, high: float, dropped: bool) -> None:
    assert has_dropped(row(0.6, 0.5, 0.7), row((low + high) / 2, low, high)) is dropped


def test_the_ladder_is_checked_and_a_drop_ends_in_exit_code_1(tmp_path: Path) -> None:
    for low, code in ((0.0, 0), (1.01, 1)):
        file = tmp_path / f"{code}.json"
        ladder.keep([row(0.9, low, 1.02)], file)
        done = overland("ladder", "--check", "--deals", "2", "--processes", "1", "--file", str(file))
        assert done.returncode == code, done.stderr
        assert ("DROPPED" in done.stdout) is (code == 1)
    assert ladder.load(file) == [row(0.9, 1.01, 1.02)]


def test_the_ladder_is_measured_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    done = overland(
        "ladder", "--measure", "--game", "okanagan", "--players", "3", "--only", "greedy,random", "--deals", "1",
        "--processes", "1", "--file", str(file),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (kept,) = ladder.load(file)
    assert (kept.game, kept.players, kept.one, kept.other, kept.games) == ("okanagan", 3, "greedy", "random", 3)
    assert kept.command.startswith("overland arena --game okanagan --players 3 --lineup greedy,random,random")


def test_the_ladder_of_the_docs_is_the_one_that_was_measured() -> None:
    rows = ladder.load()
    text = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    assert text == page_with_tables(text, rows)
    for game in GAMES:
        for players in (2, 3, 4):
            found = {(entry.one, entry.other) for entry in rows if (entry.game, entry.players) == (game, players)}
            assert set(ladder.pairs(players)[:5]) <= found, f"{game}, {players} players"
