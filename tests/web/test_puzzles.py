"""Puzzles and the examples of the rules, in a real Chromium."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from overland.review.exercises import Exercise, load_exercises
from overland.review.puzzles import Puzzle, load_puzzles
from overland.words import LANGUAGES, Speech, catalogue
from overland.words.games import WORDS
from tests.conftest import mostly
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser
LIGHT: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", "bypass_csp": True}
DARK_PHONE: dict[str, Any] = {**PHONE, "color_scheme": "dark", "bypass_csp": True}
GAMES = ("oregon", "okanagan")


def leave(visitor: Visitor) -> None:
    assert visitor.problems == []
    visitor.close()


def check(visitor: Visitor) -> None:
    """Axe finds nothing, and nothing is wider than the screen."""
    expect(visitor.page.locator("[data-gained]")).to_have_count(0)  # what was gained fades
    found = Axe().run(visitor.page)
    assert found.violations_count == 0, found.generate_report()
    assert not visitor.is_wide()


def open_task(visitor: Visitor, path: str) -> None:
    """Open a puzzle or an example; where it explains itself in a sheet first, begin."""
    visitor.open(path)
    visitor.page.locator("[data-turn=mine]").wait_for()
    if visitor.page.locator("dialog[open]").count():
        visitor.page.locator("dialog").get_by_role("button", name="Try it").click()


def choose(visitor: Visitor, game: str, choice: str) -> None:
    """Make a choice by its words, with the keyboard."""
    page = visitor.page
    mine = page.locator(".players li.you").get_attribute("data-spot")

    def name(seat: int) -> str:
        return f"Player {seat + 1}" + (" (you)" if mine == f"seat-{seat}" else "")

    said = Speech("en", name).say(WORDS[game].action_message(choice))
    page.keyboard.press("c")
    wanted = page.locator("dialog li button").filter(has_text=re.compile(f"^{re.escape(said)}(,|$)", re.IGNORECASE))
    wanted.first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-answer]").wait_for()


def wrong_choice(task: Puzzle | Exercise) -> str:
    """A choice that is not wanted."""
    if isinstance(task, Puzzle):
        return next(iter(task.others))
    return next(choice for choice in task.open().legal if choice not in task.wanted)


def example(game: str, name: str) -> Exercise:
    return next(exercise for exercise in load_exercises(game) if exercise.name == name)


def test_a_puzzle_is_found_on_the_home_page_and_in_the_list_and_marked_when_it_is_solved(
    browser: Browser, server: ServerProcess
) -> None:
    visitor = Visitor(browser, server.url, **LIGHT)
    page = visitor.open()
    link = page.locator("[data-today=oregon]").get_by_role("link", name="Solve: Oregon")
    today = int((link.get_attribute("href") or "").rpartition("/")[2])
    link.click()
    page.locator("[data-turn=mine]").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Oregon: puzzle {today}")
    puzzle = load_puzzles("oregon")[today - 1]
    choose(visitor, "oregon", puzzle.solution)
    expect(page.locator("[data-task=right]")).to_contain_text("Right")
    expect(page.locator("[data-go-on]")).to_be_focused()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("[data-today=oregon]")).to_contain_text("solved")
    expect(page.locator("[data-puzzles=oregon] h2")).to_contain_text("1 of")
    assert page.locator("[data-progress=solved]").count() == 1
    check(visitor)
    page.reload()
    expect(page.locator("[data-progress=solved]")).to_have_attribute("href", f"/puzzle/oregon/{today}")
    leave(visitor)


@pytest.mark.parametrize("game", mostly("okanagan", GAMES))
def test_a_puzzle_is_failed_tried_again_shown_and_left_for_the_next(
    game: str, browser: Browser, server: ServerProcess
) -> None:
    visitor = Visitor(browser, server.url, **LIGHT)
    page, puzzle = visitor.page, load_puzzles(game)[1]
    open_task(visitor, f"/puzzle/{game}/2")
    check(visitor)
    choose(visitor, game, wrong_choice(puzzle))
    task = page.locator("[data-task=wrong]")
    percent = round(100 * (puzzle.win - next(iter(puzzle.others.values()))))
    expect(task).to_contain_text(f"wins about {percent} game")
    expect(task).to_contain_text("Why the best choice is better")
    assert task.locator("li").count() >= 1
    assert page.locator("[data-hint]").count() == 0, "the solution is not told unasked"
    check(visitor)
    page.keyboard.press("Enter")  # try again has the focus
    page.locator("[data-task=asked]").wait_for()
    choose(visitor, game, wrong_choice(puzzle))
    page.locator("[data-reveal]").click()
    expect(page.locator(".solution")).to_contain_text("The solution:")
    if puzzle.solution.startswith(("farmer", "build", "tile")):
        page.locator("[data-hint]").wait_for()
    choose(visitor, game, puzzle.solution)
    expect(page.locator("[data-task=right]")).to_contain_text("That is the best choice.")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{server.url}/puzzle/{game}/3")
    page.locator("[data-turn=mine]").wait_for()
    visitor.open("/puzzles")
    mark = page.locator(f'[href="/puzzle/{game}/2"][data-progress]')
    expect(mark).to_have_attribute("data-progress", "tried")
    leave(visitor)


def test_a_puzzle_is_solved_on_a_phone(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **DARK_PHONE)
    page, puzzle = visitor.page, load_puzzles("oregon")[1]
    visitor.open("/puzzles")
    page.locator("[data-puzzles=okanagan]").wait_for()
    check(visitor)
    visitor.open("/puzzle/oregon/2")
    expect(page.locator("dialog")).to_contain_text("wins clearly more often")
    check(visitor)
    page.locator("dialog").get_by_role("button", name="Try it").click()
    check(visitor)
    choose(visitor, "oregon", wrong_choice(puzzle))
    sheet = page.locator("dialog [data-task=wrong]")
    expect(sheet).to_contain_text("games in a hundred fewer")
    check(visitor)
    sheet.get_by_role("button", name="Try again").click()
    page.locator("[data-turn=mine]").wait_for()
    cell = puzzle.solution.split()[1]
    page.locator(f'[data-place="{cell}"]').tap()
    page.locator("[data-menu] button, [data-primary]").first.tap()
    expect(page.locator("dialog [data-task=right]")).to_contain_text("Right")
    sheet = page.locator("dialog")
    sheet.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"{server.url}/puzzle/oregon/3")
    leave(visitor)


def test_arrows_cross_the_whole_board(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **LIGHT)
    page = visitor.page
    open_task(visitor, "/puzzle/oregon/2")
    page.locator("[data-cell=f1]").focus()
    for row in range(2, 11):
        page.keyboard.press("ArrowDown")
        expect(page.locator(f"[data-cell=f{row}]")).to_be_focused()
    leave(visitor)


def test_an_example_of_the_rules_is_played_with_the_mouse(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **LIGHT)
    page = visitor.open("/rules/oregon")
    page.get_by_role("link", name="Try it: Joining two pairs").click()
    page.locator("[data-turn=mine]").wait_for()
    expect(page.locator("[data-task=asked]")).to_contain_text("two pairs")
    page.locator('[data-place="h4"]').click()
    page.locator("[data-menu] button, [data-primary]").first.click()
    expect(page.locator("[data-task=right]")).to_contain_text("just like the example")
    expect(page.locator("[data-task=right]")).to_contain_text("5 points")
    check(visitor)
    page.get_by_role("link", name="Next example").click()
    expect(page.locator("[data-task=asked]")).to_contain_text("has been paid")
    choose(visitor, "oregon", wrong_choice(example("oregon", "fourth")))
    expect(page.locator("[data-task=wrong]")).to_contain_text("not what the example is about")
    page.locator("[data-reveal]").click()
    page.locator("[data-hint]").wait_for()
    page.get_by_role("link", name="Back to the rules").click()
    page.wait_for_url(f"{server.url}/rules/oregon")
    check(visitor)
    leave(visitor)


def test_a_tile_is_laid_in_an_example(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **LIGHT)
    page = visitor.page
    open_task(visitor, "/example/okanagan/closing")
    page.locator('[data-place="3,-1"]').click()
    page.keyboard.press("Enter")
    expect(page.locator("[data-task=right]")).to_contain_text("shared out")
    check(visitor)
    leave(visitor)


@pytest.mark.parametrize("language", mostly("de", LANGUAGES))
@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_done_on_a_phone_and_asks_in_every_language(
    game: str, language: str, browser: Browser, server: ServerProcess
) -> None:
    visitor = Visitor(browser, server.url, **{**DARK_PHONE, "locale": language})
    page, texts = visitor.page, catalogue(language)
    for exercise in load_exercises(game)[:: 1 if language == "en" else 3]:
        visitor.open(f"/example/{game}/{exercise.name}")
        sheet = page.locator("dialog [data-task=asked]")
        start = texts[f"ui.example.{game}.{exercise.name}.ask"].partition("{")[0]
        expect(sheet).to_contain_text(start.strip())
        assert not visitor.is_wide()
        sheet.get_by_role("button", name=texts["ui.example.try"]).click()
        assert page.locator("[data-prompt] .question").inner_text()
        if language == "en":
            choose(visitor, game, exercise.wanted[0])
            expect(page.locator("dialog [data-task=right]")).to_be_visible()
    check(visitor)
    leave(visitor)


def test_a_puzzle_that_does_not_exist_says_so(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    for path, text in (
        ("/puzzle/oregon/999", "There is no puzzle 999."),
        ("/example/okanagan/nothing", "There is no such example."),
    ):
        page = visitor.open(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(text)
    visitor.close()
