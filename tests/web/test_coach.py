"""The coach in a real Chromium: a hint with its reasons, a warning before a costly choice, a line after a turn."""

import json
import random
import re
import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.conftest import mostly, rarely
from tests.server.processes import ServerProcess
from tests.web.browsers import PATIENCE, Visitor, answer, click, step

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"}
GAMES = ["oregon", "okanagan"]
SECONDS_OF_A_TURN = 60  # at most, also where the machine is busy
#: What a choice costs: in shares of the win, or in points where the winner is as good as known.
COST = re.compile(r"may cost about [\d.]+ (% of the win|points?)\.")


def seated(browser: Browser, server: ServerProcess, game: str, coach: str = "off", **settings: Any) -> Visitor:
    visitor = Visitor(browser, server.url, **settings)
    visitor.page.add_init_script(f"localStorage.setItem('overland.coach', '{coach}')")
    visitor.play_now(game, "greenhorn")
    visitor.wait_for_turn()
    return visitor


def checks(visitor: Visitor) -> list[dict[str, Any]]:
    """What the coach has said of choices that were about to be made."""
    messages = [json.loads(frame) for frame in visitor.frames]
    return [message for message in messages if message["type"] == "checked"]


@pytest.mark.parametrize("settings", [rarely({}), PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", mostly("oregon", GAMES))
def test_a_hint_says_why_and_names_the_runner_up(
    browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]
) -> None:
    visitor = seated(browser, server, game, **settings)
    page = visitor.page
    page.keyboard.press("h")
    card = page.locator("[data-coach]")
    expect(card).to_be_visible(timeout=PATIENCE)
    expect(card).to_contain_text("Otherwise: ")
    assert card.locator("p").count() >= 3, "the choice, a reason, the runner-up"
    expect(page.locator("[data-hint=best], [data-advised=best]").first).to_be_visible()
    expect(page.locator("[data-hint=second], [data-advised=second]").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert not visitor.is_wide()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    page.keyboard.press("h")
    expect(card).to_be_visible(timeout=PATIENCE)
    answer(visitor, random.Random(1))
    expect(card).to_have_count(0)
    assert visitor.problems == []
    visitor.close()


@pytest.mark.parametrize("game", mostly("okanagan", GAMES))
def test_a_costly_choice_is_warned_of_and_can_be_made_anyway(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    visitor = seated(browser, server, game, "all")
    page, dice = visitor.page, random.Random(5)
    sheet = page.locator("dialog:modal")
    thought_again = made_anyway = False
    while not (thought_again and made_anyway):
        assert visitor.wait_for_turn(), "a random player is warned soon"
        version = visitor.version
        before = len(checks(visitor))
        picks_a_choice(visitor, dice, before)
        if sheet.count():
            expect(sheet).to_contain_text(COST)
            expect(sheet).to_contain_text("Better: ")
            if not thought_again:
                found = Axe().run(page)
                assert found.violations_count == 0, found.generate_report()
                sheet.get_by_role("button", name="Think again").click()
                expect(sheet).to_have_count(0)
                assert visitor.version == version, "nothing was played"
                expect(page.locator("[data-coach]")).to_be_visible()
                thought_again = True
                continue
            sheet.get_by_role("button", name="Play it anyway").click()
            made_anyway = True
        visitor.wait_for_news(version)
    assert {one["name"] for one in checks(visitor)} & {"inaccuracy", "mistake", "blunder"}
    assert visitor.problems == []
    visitor.close()


def picks_a_choice(visitor: Visitor, dice: random.Random, before: int) -> None:
    """Click until the coach has looked at a choice, or there was only one."""
    version = visitor.version
    for _ in range(12):
        click(visitor, dice)
        for _ in range(30):
            if len(checks(visitor)) > before or visitor.version != version:
                visitor.page.wait_for_timeout(100)
                return
            if visitor.page.locator("[data-turn=mine]").count():
                break
            visitor.page.wait_for_timeout(100)


def test_a_turn_is_summed_up_and_the_coach_can_be_told_to_wait(browser: Browser, server: ServerProcess) -> None:
    visitor = seated(browser, server, "oregon", "mistakes", speed="slow")
    page, dice = visitor.page, random.Random(3)
    comment, limit = page.locator("[data-comment]"), time.monotonic() + SECONDS_OF_A_TURN
    while time.monotonic() < limit:
        if page.locator("[data-turn=mine]").count():
            version = visitor.version
            picks_a_choice(visitor, dice, len(checks(visitor)))
            sheet = page.locator("dialog:modal")
            if sheet.count():
                sheet.get_by_role("button", name="Play it anyway").click()
            visitor.wait_for_news(version)
        if comment.count():
            break
        page.wait_for_timeout(100)
    expect(comment).to_be_visible()
    page.get_by_role("button", name="More").first.click()
    page.locator("[data-coach-mode]").select_option("off")
    page.keyboard.press("Escape")
    visitor.wait_for_turn()
    said = len(checks(visitor))
    step(visitor, dice)
    assert len(checks(visitor)) == said, "it is not asked any more"
    visitor.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_still_unseen_is_counted(browser: Browser, server: ServerProcess, game: str) -> None:
    visitor = seated(browser, server, game)
    page = visitor.page
    page.get_by_role("button", name="More").first.click()
    page.get_by_role("button", name="Still unseen").click()
    sheet = page.locator("[data-unseen]")
    expect(sheet).to_contain_text("in other hands" if game == "oregon" else "Goals you have not seen")
    assert sheet.locator("dd").count() == 12
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert visitor.problems == []
    visitor.close()
