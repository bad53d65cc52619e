"""The deal of the day and one's own games, in a real Chromium."""

import json
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from overland.words import LANGUAGES, catalogue
from tests.conftest import mostly, rarely
from tests.server.processes import ServerProcess, running_server
from tests.web.browsers import Visitor, step
from tests.web.histories import with_history
from tests.web.states import in_menu
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser
LIGHT: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
DARK_PHONE: dict[str, Any] = {**PHONE, "color_scheme": "dark"}
PLAYED = 20  # small games in the history: more than a page


class Past(NamedTuple):
    """A server with a history, and the cookie of whoever made it."""

    server: ServerProcess
    token: str


class PastOfToday:
    """The same server for all tests; another one if midnight has passed, which makes today yesterday."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        self.folders = folders
        self.stack = ExitStack()
        self.day = ""
        self.found: Past | None = None

    def get(self) -> Past:
        if self.found is None or self.day != today():
            self.stack.close()
            self.day, folder = today(), self.folders.mktemp("daily")
            with pytest.MonkeyPatch.context() as patch:
                token = with_history(folder, patch, PLAYED)
            self.found = Past(self.stack.enter_context(running_server(folder)), token)
        return self.found


def today() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime())


@pytest.fixture(scope="module")
def past_of_today(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PastOfToday]:
    found = PastOfToday(tmp_path_factory)
    with found.stack:
        yield found


@pytest.fixture
def past(past_of_today: PastOfToday) -> Past:
    return past_of_today.get()


def ada(browser: Browser, past: Past, **settings: Any) -> Visitor:
    """Whoever has the history, at a browser."""
    visitor = Visitor(browser, past.server.url, **{"bypass_csp": True, **settings})
    visitor.context.add_cookies([{"name": "overland", "value": past.token, "url": past.server.url}])
    return visitor


def leave(visitor: Visitor) -> None:
    assert visitor.problems == []
    visitor.close()


def play_to_the_end(visitor: Visitor) -> None:
    dice = random.Random(7)
    while step(visitor, dice):
        pass


def check(visitor: Visitor) -> None:
    """Axe finds nothing, and nothing is wider than the screen."""
    found = Axe().run(visitor.page)
    assert found.violations_count == 0, found.generate_report()
    assert not visitor.is_wide()


def test_a_deal_is_played_to_its_end_and_ranked_and_a_second_try_is_the_same_table(
    browser: Browser, past: Past
) -> None:
    visitor = Visitor(browser, past.server.url)
    page = visitor.open()
    card = page.locator("[data-daily=oregon]")
    expect(card).to_contain_text("Nobody has finished it yet")
    expect(page.locator("section", has=page.locator("#daily"))).to_contain_text("left")
    card.get_by_role("button", name="Play: Oregon").click()
    page.locator(".screen").wait_for()
    address = page.url
    for _ in range(3):
        assert step(visitor, random.Random(1))
    visitor.open()
    expect(card).to_contain_text("You are playing it")
    card.get_by_role("button", name="Go on: Oregon").click()
    page.locator(".screen").wait_for()
    assert page.url == address, "the same table"
    visitor.wait_for_turn()
    hint = page.get_by_role("button", name="Hint")
    assert not hint.count() or hint.is_disabled(), "no hints"
    play_to_the_end(visitor)
    result = page.locator("[data-daily-result]")
    expect(result).to_contain_text("Rank 1 of 1")
    expect(result).to_contain_text("opened when the day is over")
    assert page.locator("[data-end]").get_by_role("link", name="Review").count() == 0
    assert page.locator("[data-end]").get_by_role("button", name="Rematch").count() == 0
    assert page.locator("[data-end] [download]").count() == 0
    assert not any('"seed"' in frame for frame in visitor.frames)
    page.locator("[data-end]").get_by_role("link", name="Rules and ranking").click()
    expect(page.locator("[data-deal=oregon] .you")).to_contain_text("(you)")
    page.locator("[data-deal=oregon]").get_by_role("button", name="See the result: Oregon").click()
    page.locator("[data-end]").wait_for()
    assert page.url == address
    expect(page.locator("[data-daily-result]")).to_contain_text("Rank 1 of 1")
    leave(visitor)


def test_giving_up_is_not_ranked(browser: Browser, past: Past) -> None:
    visitor = Visitor(browser, past.server.url, **DARK_PHONE)
    page = visitor.open()
    page.locator("[data-daily=okanagan]").get_by_role("button").click()
    page.locator(".screen").wait_for()
    visitor.wait_for_turn()
    in_menu(visitor, "Give up")
    page.locator("dialog button.primary").click()
    page.locator("[data-end]").wait_for()
    expect(page.locator("[data-daily-result]")).to_contain_text("You gave it up")
    assert not visitor.is_wide()
    leave(visitor)


def test_yesterdays_deal_with_the_strongest_bots_game(browser: Browser, past: Past) -> None:
    visitor = ada(browser, past)
    page = visitor.open("/daily")
    deal = page.locator("[data-past=oregon]")
    expect(deal.locator(".outcome")).to_contain_text("of 4")
    assert deal.locator("tbody tr").count() == 4 and deal.locator("tbody tr.you").count() == 1
    deal.locator("summary").click()
    expect(deal.locator("dd").nth(1)).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    deal.locator("[data-line]").click()
    page.locator("[data-board]").wait_for()
    page.locator("input[type=range]").wait_for()
    page.go_back()
    page.locator("[data-past=oregon]").get_by_role("link", name="Review your game").click()
    page.locator("[data-board]").wait_for()
    leave(visitor)


def test_your_games_their_pages_and_the_file(browser: Browser, past: Past) -> None:
    visitor = ada(browser, past)
    page = visitor.open()
    page.get_by_role("link", name="Your games").click()
    expect(page.locator("[data-summary]")).to_contain_text(f"{PLAYED + 3} finished games")
    expect(page.locator("[data-summary]")).to_contain_text("in a row: 2; most: 2")
    rows = page.locator("[data-levels=oregon] tbody tr")
    expect(rows).to_have_count(3)
    assert page.locator("[data-levels=oregon] tbody th").all_inner_texts() == ["Greenhorn", "Trader", "Scout"]
    games = [int(text) for text in page.locator("[data-levels=oregon] tbody td:nth-child(2)").all_inner_texts()]
    assert games == [PLAYED // 4, PLAYED // 4 + 2, 2]
    expect(page.locator("[data-points=okanagan] tbody tr").first).to_be_visible()
    finished = page.locator("[data-finished]")
    expect(finished).to_have_count(20)
    page.locator("[data-older]").click()
    expect(finished).to_have_count(PLAYED + 3)
    expect(page.locator("[data-older]")).to_have_count(0)
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    data = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert data["identity"]["name"] == "Ada" and len(data["tables"]) == PLAYED + 3 and len(data["daily"]) == 3
    finished.first.click()
    page.locator("[data-board]").wait_for()
    leave(visitor)


def test_somebody_is_deleted_by_keyboard(browser: Browser, past: Past) -> None:
    visitor = Visitor(browser, past.server.url, bypass_csp=True, **DARK_PHONE)
    page = visitor.open("/settings")
    page.get_by_role("textbox", name="Name", exact=True).fill("Persephone")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").wait_for()
    visitor.open()
    page.locator("[data-daily=oregon]").get_by_role("button").click()
    page.locator(".screen").wait_for()
    visitor.open("/games")
    expect(page.locator("[data-summary]")).to_contain_text("not finished a game here yet")
    page.locator("[data-delete]").press("Enter")
    dialog = page.get_by_role("dialog", name="Delete everything about you?")
    confirm = dialog.locator("[data-confirm]")
    expect(confirm).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("[data-delete]").press("Enter")
    dialog.get_by_role("checkbox").press("Space")
    check(visitor)
    confirm.press("Enter")
    expect(page.locator("[data-gone]")).to_contain_text("You are deleted")
    expect(page.locator("[data-delete]")).to_have_count(0)
    assert not [cookie for cookie in visitor.context.cookies() if cookie.get("name") == "overland"]
    with sqlite3.connect(past.server.folder / "tables.sqlite") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            assert "Persephone" not in str(database.execute(f"SELECT * FROM {name}").fetchall())
    database.close()
    leave(visitor)


@pytest.mark.parametrize("settings", [rarely(LIGHT), DARK_PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", ["/", "/daily", "/games"])
def test_axe_finds_nothing_on_the_daily_screens(browser: Browser, past: Past, path: str, settings: Any) -> None:
    visitor = ada(browser, past, reduced_motion="reduce", **settings)
    page = visitor.open(path)
    page.locator({"/": "[data-daily]", "/daily": "[data-past]", "/games": "[data-finished]"}[path]).first.wait_for()
    for summary in page.locator("summary").all():
        summary.click()
    check(visitor)
    leave(visitor)


@pytest.mark.parametrize("language", mostly("de", LANGUAGES))
def test_the_screens_speak_every_language_on_a_phone(browser: Browser, past: Past, language: str) -> None:
    visitor = ada(browser, past, **PHONE)
    visitor.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    for path, key in (("/daily", "ui.daily.title"), ("/games", "ui.games.title")):
        page = visitor.open(path)
        expect(page.locator("h1")).to_have_text(catalogue(language)[key])
        page.locator("table").first.wait_for()
        assert not visitor.is_wide()
        shown = page.locator("main").inner_text()
        assert "ui." not in shown and "undefined" not in shown and "{" not in shown
    leave(visitor)
