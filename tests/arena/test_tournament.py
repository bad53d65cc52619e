"""Tournaments: the same whoever plays them, resumed where they stopped, and not ended by any bot."""

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

import overland.arena
import overland.arena.tournament
from overland.arena import Entrant, Progress, Report, Terms, Tournament, compare
from overland.arena.entrants import Participant
from overland.arena.executors import chosen_executor
from overland.arena.results import default_name
from overland.bots.catalogue import SeatedBot, bot_named
from overland.data.files import packaged
from overland.engine.errors import OverlandError, SettingsError
from overland.engine.game import Game
from tests.arena.rude import First

RUDE = "tests.arena.rude:"


def make_random(game: Game, seed: int) -> SeatedBot:
    return bot_named("random", game, seed)


def without_times(report: Report) -> Any:
    plain = json.loads(report.to_json())
    for standing in plain["standings"]:
        del standing["thinking"]
    return plain


def test_everything_that_is_exported_exists() -> None:
    for name in overland.arena.__all__:
        assert hasattr(overland.arena, name)


def test_one_process_and_two_find_the_same_even_if_one_of_them_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUDE_FLAG", str(tmp_path / "died"))
    bots: list[Participant] = ["greedy", Entrant("another", make_random), RUDE + "DiesOnce"]
    two = Tournament("oregon", bots, Terms(deals=3, controls=False)).run(2)
    assert (tmp_path / "died").exists()  # from now on it lives
    one = Tournament("oregon", bots, Terms(deals=3, controls=False)).run()
    assert without_times(one) == without_times(two)
    assert two.abandoned == []
    assert one.games == 3 * 3 * 2
    assert multiprocessing.active_children() == []


def test_shares_ranks_and_margins_of_two_bots_mirror_each_other() -> None:
    report = Tournament("oregon", ["greedy", First], Terms(deals=4, controls=False)).run()
    greedy, first = report.standing("greedy"), report.standing("First")
    assert greedy.share.value + first.share.value == pytest.approx(1)
    assert greedy.total.rank.value + first.total.rank.value == pytest.approx(3)
    assert greedy.total.margin is not None and first.total.margin is not None
    assert greedy.total.margin.value == pytest.approx(-first.total.margin.value)
    assert report.ahead("greedy", "First") == greedy.share
    assert [standing.bot for standing in report.standings] == ["greedy", "First"]
    assert sum(measures.games for measures in greedy.seats) == greedy.total.games == 8
    assert sum(greedy.margins) == 8
    assert report.command is None  # a class has no text
    for missing in (lambda: report.standing("x"), lambda: report.ahead("greedy", "x")):
        with pytest.raises(SettingsError):
            missing()


def test_one_against_three_is_measured_seat_by_seat() -> None:
    report = Tournament("okanagan", ["greedy", "random"], Terms(players=4, deals=2, controls=False)).run()
    assert [result.lineup for result in report.lineups] == [
        ("greedy", "random", "random", "random"),
        ("random", "greedy", "greedy", "greedy"),
    ]
    alone = report.lineups[0].bots
    assert alone["greedy"].share.value + 3 * alone["random"].share.value == pytest.approx(1)
    assert alone["greedy"].games == alone["random"].games == 8
    assert report.par == 0.25


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    def tournament(deals: int) -> Tournament:
        return Tournament("oregon", ["greedy", "random"], Terms(deals=deals, controls=False), out=file)

    def stop(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(4).run(watcher=stop)
    before = file.read_bytes()
    assert before.count(b"\n") == 3
    file.write_bytes(before + b'{"lineup":["greedy","rand')
    seen: list[Progress] = []
    report = tournament(4).run(watcher=seen.append)
    assert seen[0] == Progress(2, 4, 0)
    assert seen[-1] == Progress(4, 4, 4)
    assert file.read_bytes().startswith(before)
    whole = Tournament("oregon", ["greedy", "random"], Terms(deals=4, controls=False)).run()
    assert without_times(report) == without_times(whole)
    again = tournament(6).run(watcher=seen.append)
    assert (again.games, seen[-1].played) == (12, 4)  # two more deals
    assert tournament(2).run().games == 4  # fewer are fine, too


def test_other_settings_under_the_same_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"

    def tournament(*bots: str, fresh: bool = False, **terms: Any) -> Tournament:
        return Tournament("oregon", bots, Terms(deals=1, controls=False, **terms), out=file, fresh=fresh)

    tournament("greedy", "random").run()
    kept = file.read_bytes()
    for others, says in (
        ((["greedy", RUDE + "First"], {}), r"\(line-ups, code of the bots or the rules\)"),
        ((["greedy", "random"], {"range_name": "training"}), r"\(range of deals\)"),
        ((["greedy", "random"], {"options": {"groups": "diagonal"}}), r"\(options\)"),
    ):
        with pytest.raises(SettingsError, match=f"games.jsonl holds a tournament with other settings {says}"):
            tournament(*others[0], **others[1])
    assert file.read_bytes() == kept
    monkeypatch.setattr(overland.arena.tournament, "digest_of_code", lambda bots: "edited")
    with pytest.raises(SettingsError, match="code of the bots"):
        tournament("greedy", "random")
    tournament("greedy", "random", fresh=True)
    assert file.read_bytes().count(b"\n") == 1


def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.jsonl"
    for text, says in (
        ("Dear diary,\n", "is not the file of a tournament"),
        ("{}\n", "is not the file of a tournament"),
    ):
        file.write_text(text)
        with pytest.raises(SettingsError, match=says):
            Tournament("oregon", ["greedy", "random"], out=file)
        assert file.read_text() == text
    with pytest.raises(SettingsError, match="cannot be used"):
        Tournament("oregon", ["greedy", "random"], out=tmp_path / "no" / "such" / "folder")
    tournament = Tournament("oregon", ["greedy", "random"], Terms(deals=1, controls=False), out=file, fresh=True)
    tournament.run()
    with file.open("a") as lines:
        lines.write('{"lineup":["greedy","random"],"deal":3}\n')
    with pytest.raises(OverlandError, match=r"Line 3 of diary.jsonl is not a block"):
        Tournament("oregon", ["greedy", "random"], Terms(controls=False), out=file)


def test_what_makes_no_sense_is_refused() -> None:
    def refused(says: str, *bots: str, terms: Terms | None = None, **settings: Any) -> None:
        with pytest.raises(SettingsError, match=says):
            Tournament("oregon", bots or ("greedy", "random"), terms, **settings)

    refused("at least one deal", terms=Terms(deals=0))
    refused("cannot start at -1", terms=Terms(first=-1))
    refused("There is no range", terms=Terms(range_name="secret"))
    refused("2 to 4 players", terms=Terms(players=5))
    refused("is not one of the bots", anchor="planet")
    refused("above 0", terms=Terms(move_limit=0))
    refused("at least two bots", "greedy")
    refused("is in no line-up", "greedy", "random", lineups=[("greedy", "greedy")])
    with pytest.raises(SettingsError, match="at least one process"):
        chosen_executor(0, None)
    with pytest.raises(SettingsError, match="cannot be sent to other processes"):
        Tournament("oregon", ["greedy", Entrant("mine", lambda game, seed: make_random(game, seed))]).run(2)


def test_faults_are_counted_and_the_tournament_goes_on() -> None:
    bots = [RUDE + "First", RUDE + "Raises", RUDE + "Illegal"]
    report = Tournament("oregon", bots, Terms(deals=2, controls=False)).run()
    assert [(group.bot, group.kind, group.count) for group in report.faults] == [
        (RUDE + "Raises", "raised ValueError", 8),
        (RUDE + "Illegal", "illegal answer", 8),
    ]
    first = report.faults[0]
    assert (first.lineup, first.deal, first.rotation) == ((RUDE + "First", RUDE + "Raises"), 0, 0)
    assert report.standing(RUDE + "First").share.value == 1
    assert report.standing(RUDE + "First").total.margin is None
    assert report.standing(RUDE + "Raises").faults == 8


def test_a_bot_that_kills_or_blocks_its_process_takes_nobody_along(tmp_path: Path) -> None:
    lineups = [("random", RUDE + name) for name in ("First", "Dies", "Deaf")]
    file = tmp_path / "games.jsonl"
    terms = Terms(deals=1, controls=False, move_limit=0.1)
    report = Tournament("oregon", terms=terms, lineups=lineups, out=file).run(2)
    assert sorted(report.abandoned) == [(lineups[2], 0), (lineups[1], 0)]
    assert [result.lineup for result in report.lineups] == [lineups[0]]
    assert report.games == 2
    assert file.read_bytes().count(b"\n") == 2


def test_if_nothing_could_be_played_there_is_no_report() -> None:
    tournament = Tournament("oregon", ["greedy", "random"], Terms(deals=1))
    with pytest.raises(SettingsError, match="nothing to report"):
        tournament.report()


def test_compare_tells_whether_one_bot_beats_another() -> None:
    found = compare("oregon", ["greedy", "random"], Terms(deals=5))
    assert (found.share, found.is_saturated, found.par, found.games) == (1.0, True, 0.5, 10)
    assert found.low < 0.75
    assert found.high == 1
    assert found.margin is not None and found.margin.value > 0
    three = compare("oregon", [First, Entrant("another", make_random)], Terms(players=3, deals=1))
    assert three.par == pytest.approx(1 / 3)
    with pytest.raises(SettingsError, match="two bots"):
        compare("oregon", ["greedy"])


def test_controls_are_played_along_and_judged() -> None:
    report = Tournament("oregon", ["random", "greedy"], Terms(deals=6)).run()
    mirror, saturated = report.controls
    assert (mirror.lineup, mirror.blocks, mirror.has_passed) == (("greedy", "greedy"), 6, True)
    assert mirror.share.level == 0.99
    assert (saturated.lineup, saturated.has_passed) == (("random", "greedy"), True)  # played anyway, not twice
    assert report.games == 12  # controls are not counted among them
    assert Tournament("oregon", ["random", "greedy"], Terms(deals=1, controls=False)).run().controls == []


def test_the_command_names_everything_that_is_not_as_usual() -> None:
    usual = Tournament("oregon", ["greedy", "random"], Terms(deals=5))
    assert usual.command() == "overland arena --game oregon --players 2 --bots greedy,random --deals 5 --range test"
    terms = Terms(
        players=3, deals=5, range_name="selection", first=9, controls=False, move_limit=5, options={"blind": "on"}
    )
    unusual = Tournament("okanagan", terms=terms, lineups=[("greedy", "random", "random")], anchor="random")
    assert unusual.command() == (
        "overland arena --game okanagan --players 3 --lineup greedy,random,random --deals 5 --range selection"
        " --first 9 --option blind=on --no-controls --anchor random --move-limit 5"
    )
    on_a_map = Tournament("oregon", ["greedy", "random"], Terms(data=packaged("oregon", "frontier")))
    assert on_a_map.command() == (
        "overland arena --game oregon --players 2 --bots greedy,random --deals 100 --range test --data frontier.toml"
    )


def test_files_are_named_after_who_plays_what() -> None:
    assert default_name("oregon", 2, ["greedy", "random"]) == "arena-oregon-2-greedy-random.jsonl"
    one, other = (default_name("oregon", 2, ["greedy", f"my.module:{name}"]) for name in ("Bot@0.5s", "Bot_0.5s"))
    assert one.startswith("arena-oregon-2-greedy-my.module_Bot_0.5s-")
    assert one != other
    assert len(default_name("oregon", 4, ["x" * 300])) < 120
