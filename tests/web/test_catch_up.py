"""Coming back to a game: what happened since one's last turn is shown again on the board, and the game goes on."""

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.conftest import rarely
from tests.server.processes import ServerProcess
from tests.web.browsers import PATIENCE, Visitor, step

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"}


def since(visitor: Visitor) -> list[str]:
    """What is told of the others' turns; a phone has it in a sheet, which stays open if there is anything."""
    page = visitor.page
    is_phone = page.viewport_size is not None and page.viewport_size["width"] < 600
    if is_phone:
        page.get_by_role("button", name="More").first.click()
        page.get_by_role("button", name="Log and chat").click()
    found = page.locator("[data-since] li").all_inner_texts()
    if is_phone and len(found) < 2:
        page.keyboard.press("Escape")
    return found


@pytest.mark.parametrize(
    ("game", "settings"),
    [("oregon", {}), ("okanagan", PHONE), rarely("oregon", PHONE), rarely("okanagan", {})],
    ids=["oregon", "okanagan on a phone", "oregon on a phone", "okanagan"],
)
def test_what_happened_since_my_turn_is_shown_again(
    browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]
) -> None:
    visitor = Visitor(browser, server.url, **settings)
    page, dice = visitor.page, random.Random(3)
    visitor.play_now(game, "greenhorn", players=3)
    for _ in range(4):
        assert step(visitor, dice)
    while visitor.wait_for_turn() and len(since(visitor)) < 2:  # until both others have had a turn
        assert step(visitor, dice)
    page.reload()  # as if days had passed
    page.locator(".screen").wait_for()
    visitor.wait_for_turn()
    pieces, version = page.locator("[data-piece]"), visitor.version
    now = pieces.count()
    since(visitor)
    expect(page.locator("[data-since] li").first).to_be_visible(timeout=PATIENCE)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name="Show all of it again").click()
    expect(pieces).not_to_have_count(now)
    assert pieces.count() < now
    assert page.locator("[data-turn=mine]").count() == 0, "nothing can be chosen while the past is shown"
    page.locator("[data-turn=mine]").wait_for()
    assert pieces.count() == now
    assert visitor.version == version, "nothing has happened"
    assert step(visitor, dice), "and the game goes on"
    assert visitor.problems == []
    visitor.close()
