"""Reports: as text, as JSON and as a page that stands alone."""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from overland.arena import Entrant, Report, Terms, Tournament
from overland.arena.blocks import Block, GameResult
from overland.arena.controls import ControlPlan, controls_of
from overland.arena.entrants import Participant
from overland.arena.page import page
from overland.arena.plots import round_ticks
from overland.arena.tally import Tally
from overland.arena.text_report import print_report
from overland.arena.wording import clipped, duration, lineup_text, rating, short_names, signed
from overland.bots.catalogue import SeatedBot, bot_named
from overland.data.files import packaged
from overland.engine.game import Game
from tests.cli import commands

FRONTIER = packaged("oregon", "frontier")
NASTY = '<b>"Bot" & sons'


def make_nasty(game: Game, seed: int) -> SeatedBot:
    return bot_named("random", game, seed)


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    bots: list[Participant] = ["greedy", Entrant(NASTY, make_nasty), "tests.arena.rude:Raises"]
    with_faults = Tournament("oregon", bots, Terms(deals=3)).run()
    return [
        replace(with_faults, abandoned=[(("greedy", NASTY), 2)]),
        Tournament("okanagan", ["greedy", "random"], Terms(players=4, deals=2)).run(),
    ]


def as_text(report: Report) -> str:
    console = Console(file=io.StringIO(), width=100)
    print_report(report, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_text_fits_a_hundred_columns_and_tells_everything(reports: list[Report]) -> None:
    for report in reports:
        text = as_text(report)
        assert max(len(line) for line in text.splitlines() if "overland arena" not in line) <= 100
        for words in ("Standings", "By seat", "By line-up", "Thinking time", "Controls", "passed", "Par is"):
            assert words in text
    assert "par 25.0 %" in as_text(reports[1])
    assert "--players 4 --bots greedy,random --deals 2" in as_text(reports[1])
    faulty = as_text(reports[0])
    assert "Faults" in faulty
    assert "Abandoned: deal 2" in faulty
    assert "* Every deal came out the same" in faulty


def test_the_json_holds_everything_but_the_machine(reports: list[Report]) -> None:
    for report in reports:
        text = report.to_json()
        told = json.loads(text)
        assert told["format"] == "overland-arena-report/1"
        assert told["standings"][0]["total"]["share"].keys() == {"value", "low", "high", "is_saturated", "level"}
        assert told["standings"][0]["thinking"]["slow_turn"] > 0
        assert {"controls", "faults", "abandoned", "command"} <= told.keys()
        for place in (Path.cwd(), Path.home(), Path(sys.prefix)):
            assert str(place) not in text


def test_the_page_stands_alone_and_is_well_formed(reports: list[Report]) -> None:
    for report in reports:
        html = page(report)
        assert html.startswith("<!doctype html>")
        root = ElementTree.fromstring(html.split("\n", 1)[1])
        for banned in ("http", "src=", "url(", "<script", "@import", "<link"):
            assert banned not in html
        assert "prefers-color-scheme: dark" in html
        assert {element.tag for element in root} == {"head", "body"}
        assert "width=device-width" in html
        bots = {standing.bot for standing in report.standings}
        headers = {"".join(header.itertext()) for header in root.iter("th")}
        assert bots <= headers  # as text, whatever signs their names have


def test_every_plot_has_a_title_and_a_text_and_every_table_its_headers(reports: list[Report]) -> None:
    for report in reports:
        root = ElementTree.fromstring(page(report).split("\n", 1)[1])
        drawings = list(root.iter("svg"))
        assert len(drawings) == 4
        for drawing in drawings:
            title, text = drawing.find("title"), drawing.find("desc")
            assert title is not None and text is not None and title.text and text.text
            assert drawing.get("role") == "img"
            assert drawing.get("aria-labelledby") == f"{title.get('id')} {text.get('id')}"
        for table in root.iter("table"):
            assert {header.get("scope") for header in table.iter("th")} == {"col", "row"}
            widths = {len(list(row)) for row in table.iter("tr")}
            assert len(widths) == 1
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_nothing_is_drawn_outside_of_a_plot(reports: list[Report]) -> None:
    for report in reports:
        root = ElementTree.fromstring(page(report).split("\n", 1)[1])
        for drawing in root.iter("svg"):
            tall = float(drawing.get("height", "0"))
            for part in drawing:
                for name, value in part.items():
                    if re.fullmatch("x|x1|x2|cx", name):
                        assert 0 <= float(value.removesuffix("%")) <= 100
                    if re.fullmatch("y|y1|y2|cy", name):
                        assert 0 <= float(value) <= tall


def test_the_page_says_first_who_leads_and_what_went_wrong(reports: list[Report]) -> None:
    faulty, clean = map(page, reports)
    assert "<strong>greedy</strong> is rated highest" in clean
    assert "lost by faults" not in clean and "abandoned" not in clean
    assert f"{sum(group.count for group in reports[0].faults)} games lost by faults" in faulty
    assert "1 block abandoned" in faulty
    level = [replace(standing, rating=reports[1].standings[0].rating) for standing in reports[1].standings]
    assert "</strong> share the highest rating" in page(replace(reports[1], standings=level))
    failed = [replace(control, has_passed=False) for control in reports[1].controls]
    assert "✗ mirror control FAILED" in page(replace(reports[1], controls=failed))
    root = ElementTree.fromstring(clean.split("\n", 1)[1])
    [shown] = root.iter("pre")
    assert "".join(shown.itertext()) == reports[1].command


def won(lineup: tuple[str, str], rotation: int, shares: list[float]) -> GameResult:
    seats = lineup if rotation == 0 else lineup[::-1]
    ranks = [1 if share else 2 for share in shares]
    points = [10 if share else 3 for share in shares]
    return GameResult(rotation, seats, points, ranks, shares, 9, [1, 1], [0.1, 0.1], [[100], [100]], [])


def test_a_control_that_comes_out_wrong_fails() -> None:
    mirror = ("greedy", "greedy")
    fair = [Block(mirror, deal, [won(mirror, 0, [1, 0]), won(mirror, 1, [1, 0])]) for deal in range(20)]
    unfair = [Block(mirror, deal, [won(mirror, 0, [1, 0]), won(mirror, 1, [0, 1])]) for deal in range(20)]
    plan = ControlPlan("mirror", mirror, "greedy", "the interval holds par", expects_par=True)
    assert [controls_of([plan], blocks, 2)[0].has_passed for blocks in (fair, unfair)] == [True, False]
    pair = ("greedy", "random")
    level = [Block(pair, deal, [won(pair, 0, [1, 0]), won(pair, 1, [1, 0])]) for deal in range(20)]
    clear = [Block(pair, deal, [won(pair, 0, [1, 0]), won(pair, 1, [0, 1])]) for deal in range(20)]
    plan = ControlPlan("saturated", pair, "greedy", "the interval is above par", expects_par=False)
    assert [controls_of([plan], blocks, 2)[0].has_passed for blocks in (level, clear)] == [False, True]
    assert controls_of([plan], [], 2) == []


def test_of_a_bot_against_itself_the_first_entry_is_counted() -> None:
    mirror = ("greedy", "greedy")
    tally = Tally([Block(mirror, 0, [won(mirror, 0, [1, 0]), won(mirror, 1, [0, 1])])], 2)
    assert tally.estimates()[("bot", "greedy"), "share"].value == 1
    assert tally.games(("bot", "greedy")) == 2


def test_numbers_read_well() -> None:
    assert [duration(seconds) for seconds in (0.0000204, 0.00912, 0.25, 2.5, 123.4)] == [
        "20 µs", "9.12 ms", "250 ms", "2.5 s", "123 s",
    ]  # fmt: skip
    assert lineup_text(("a", "b", "b", "b")) == "a, 3 × b"
    assert signed(-3.14) == "−3.1"
    assert list(short_names(["greedy", "a.b:Mine@2", "a:Same", "b:Same", "odd:"]).values()) == [
        "greedy", "Mine@2", "a:Same", "b:Same", "odd:",
    ]  # fmt: skip
    assert [clipped(name) for name in ("a" * 20, "b" * 10 + "c" * 11)] == ["a" * 20, "bbbbb…bbbccccccccccc"]
    report = Tournament("oregon", ["greedy", "random"], Terms(deals=1, controls=False))
    assert rating(report.run().standing("greedy").rating) == "0"
    assert round_ticks(-780, 413) == [-750, -500, -250, 0, 250]
    assert round_ticks(-3, 9) == [0, 5]


# The command


def overland(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return commands.overland("arena", *arguments, folder=folder)


def test_the_command_plays_a_bot_of_this_folder_and_writes_all_reports(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class MyBot:\n"
        "    def __init__(self, game):\n"
        "        pass\n"
        "    def choose(self, question):\n"
        "        return question.actions[-1]\n"
    )
    done = overland(
        tmp_path, "--bots", "greedy,mine:MyBot", "--deals", "2", "--processes", "2", "--no-controls",
        "--out", "games.jsonl", "--json", "report.json", "--html", "report.html",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "mine:MyBot" in done.stdout
    assert "2 of 2 blocks" in done.stderr
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 3
    assert json.loads((tmp_path / "report.json").read_text())["faults"] == []
    assert "mine:MyBot" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--bots greedy,nobody", "There is no bot 'nobody'"),
        ("--bots greedy,random --map x.toml", "x.toml: cannot be read"),
        (f"--bots greedy,random --map {FRONTIER} --game okanagan", "frontier.toml is for Oregon, not for Okanagan."),
    ],
)
def test_the_command_refuses_in_one_line(arguments: str, says: str, tmp_path: Path) -> None:
    done = overland(tmp_path, *arguments.split())
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.strip().splitlines()
    assert line.startswith("overland: ") and says in line
    assert list(tmp_path.iterdir()) == []
