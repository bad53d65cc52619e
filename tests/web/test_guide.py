"""A guided first game in a real Chromium: new things are explained once, slips are warned of, and it ends for real."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, TimeoutError, expect

from tests.conftest import amount
from tests.server.processes import ServerProcess
from tests.web.browsers import PATIENCE, Visitor, click

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
MOST_CLICKS = 3000
EXPLAINED = {
    "oregon": {"welcome", "opening", "place", "draw"},
    "okanagan": {"welcome", "keep", "lay", "build", "choose"},
}


def begin(browser: Browser, server: ServerProcess, game: str, **settings: Any) -> Visitor:
    visitor = Visitor(browser, server.url, **settings)
    page = visitor.open()
    page.locator(f"[data-game={game}] [data-learn]").click()
    page.locator(".screen").wait_for()
    expect(page.locator("[data-guide=welcome]")).to_be_visible(timeout=PATIENCE)
    return visitor


def understand(visitor: Visitor) -> list[str]:
    """Read what is explained; what it was about."""
    topics = []
    card = visitor.page.locator("[data-guide]")
    while card.count():
        topics.append(card.get_attribute("data-guide") or "")
        card.get_by_role("button", name="Understood").click()
        visitor.page.wait_for_timeout(60)
    return topics


@pytest.mark.soak
@pytest.mark.parametrize(("game", "settings"), [("oregon", {}), ("okanagan", PHONE)])
def test_a_guided_game_is_played_to_its_end_against_all_advice(
    browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]
) -> None:
    visitor = begin(browser, server, game, **settings)
    page, dice = visitor.page, random.Random(6)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert not visitor.is_wide()
    explained = understand(visitor)
    warned = 0
    for _ in range(MOST_CLICKS):
        if page.locator("[data-end]").count():
            break
        anyway = page.get_by_role("button", name="Play it anyway")
        if page.locator("[data-guide]").count():
            explained += understand(visitor)
        elif anyway.count():
            anyway.click()
            warned += 1
        elif page.locator("[data-turn=mine]").count():
            click(visitor, dice)
        page.wait_for_timeout(40)
    assert page.locator("[data-end]").count() == 1, "a real end"
    expected = {
        "oregon": {"welcome", "opening", "place", "draw"},
        "okanagan": {"welcome", "keep", "lay", "build", "choose"},
    }
    assert expected[game] <= set(explained)
    assert len(explained) == len(set(explained)), "each thing once"
    assert warned > 0, "bad choices were warned of"
    assert visitor.problems == []
    visitor.close()


def ask(visitor: Visitor) -> None:
    """Ask for a hint, again if it is refused: whoever plays faster than people do is made to wait."""
    card = visitor.page.locator("[data-coach]")
    for _ in range(10):
        understand(visitor)
        visitor.page.keyboard.press("h")
        with suppress(TimeoutError):
            card.wait_for(timeout=3000)
            return
    raise AssertionError("no hint")


def follow(visitor: Visitor, decisions: int) -> bool:
    """Do what the coach says, so many times; whether the game went on so long."""
    page = visitor.page
    for _ in range(decisions):
        if not visitor.wait_for_turn():
            return False
        understand(visitor)
        version = visitor.version
        seen = len(visitor.frames)
        ask(visitor)
        hint = next(json.loads(one) for one in visitor.frames[seen:] if json.loads(one)["type"] == "hint")
        page.keyboard.press("c")
        page.locator(f"dialog [data-choice='{hint['choice']}']").click()
        visitor.wait_for_news(version)
        assert page.locator("dialog:modal:has-text('Are you sure')").count() == 0, "the best is not warned of"
    return True


@pytest.mark.soak
@pytest.mark.parametrize(("game", "settings"), [("oregon", PHONE), ("okanagan", {})])
def test_a_guided_game_is_played_to_its_end_as_advised(
    browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]
) -> None:
    visitor = begin(browser, server, game, **settings)
    understand(visitor)
    assert not follow(visitor, MOST_CLICKS), "a real end"
    expect(visitor.page.locator("[data-end]")).to_be_visible()
    assert visitor.problems == []
    visitor.close()


def test_whoever_follows_is_not_stopped_and_may_do_without(browser: Browser, server: ServerProcess) -> None:
    visitor = begin(browser, server, "oregon")
    page = visitor.page
    understand(visitor)
    assert follow(visitor, amount(4, 4, 6))
    page.reload()
    page.locator(".screen").wait_for()
    visitor.wait_for_turn()
    assert page.locator("[data-guide=place]").count() == 0, "it is remembered what was explained"
    visitor.close()
    other = begin(browser, server, "okanagan")
    other.page.get_by_role("button", name="Without explanations").click()
    expect(other.page.locator("[data-guide]")).to_have_count(0)
    other.close()
