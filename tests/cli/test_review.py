"""``overland review``: in the terminal, as JSON and as a page, in every language; bad input is refused."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from overland.cli.app import app
from overland.engine.errors import SettingsError
from overland.engine.match import Match
from overland.words.speech import LANGUAGES
from tests.conftest import mostly
from tests.review.test_verdict import played

QUICK = ["--budget", "8", "--workers", "2"]


@pytest.fixture(scope="module", params=mostly("okanagan", ["okanagan", "oregon"]))
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.json"
    played(request.param, ["greedy", "net"], 5).save(path)
    return path


def review(*arguments: str) -> str:
    done = CliRunner(env={"COLUMNS": "100"}).invoke(app, ["review", *arguments])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_a_game_is_reviewed_in_the_terminal(file: Path) -> None:
    shown = review(str(file), *QUICK, "--all")
    scores = Match.load(file).scores
    assert f"Seat 0 {scores[0]}, Seat 1 {scores[1]}" in shown
    assert "luck and play add up to the points" in shown
    assert "Better: " in shown and shown.count(" % of the win") >= 2


def test_the_figures_are_json_that_is_the_same_twice(file: Path) -> None:
    one, other = (review(str(file), *QUICK, "--json") for _ in range(2))
    assert one == other
    verdict = json.loads(one)
    assert verdict["format"] == "overland-verdict/1" and verdict["budget"] == 8
    assert json.loads(review(str(file), *QUICK, "--seed", "3", "--json"))["decisions"] != verdict["decisions"]


@pytest.mark.parametrize("language", mostly("de", LANGUAGES))
def test_a_page_needs_nothing_else(file: Path, tmp_path: Path, language: str) -> None:
    page = tmp_path / "review.html"
    review(str(file), *QUICK, "--language", language, "--html", str(page))
    text = page.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text.removeprefix("<!doctype html>\n"))
    assert root.get("lang") == language
    pictures = [svg for svg in root.iter("{http://www.w3.org/2000/svg}svg") if svg.get("class") != "plot"]
    assert 1 <= len(pictures) <= 3
    assert "<script" not in text and "src=" not in text and "verdict." not in text and "mark." not in text


def test_what_cannot_be_reviewed_is_refused(tmp_path: Path, file: Path) -> None:
    half = tmp_path / "half.json"
    Match("oregon", seed=1).save(half)
    with pytest.raises(SettingsError, match="not over"):
        review(str(half))
    with pytest.raises(SettingsError, match="simulations"):
        review(str(file), "--budget", "3")
    with pytest.raises(SettingsError, match="no language 'xx'"):
        review(str(file), "--language", "xx")
