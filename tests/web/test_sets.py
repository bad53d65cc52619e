"""Other maps and tile sets in a real Chromium: chosen with a preview, and played."""

import random

import pytest
from playwright.sync_api import Browser, expect

from overland.words import LANGUAGES, Speech
from tests.conftest import mostly, rarely
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor, step
from tests.web.test_bots import check_page
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser
CHOICES = [("okanagan", "meeting"), ("oregon", "prairie"), rarely("oregon", "badlands")]
STEPS = 12


@pytest.mark.parametrize(("game", "name"), CHOICES)
def test_a_set_is_chosen_by_its_picture_and_played(
    browser: Browser, server: ServerProcess, game: str, name: str
) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open(f"/new?game={game}")
    preview = page.locator(".preview img")
    usual = preview.get_attribute("src")
    page.locator(f"[data-set={name}] input").check()
    assert preview.get_attribute("src") == f"/api/sets/{game}/{name}/picture" != usual
    preview.scroll_into_view_if_needed()
    expect(preview).to_have_js_property("complete", True)
    assert preview.evaluate("(image) => image.naturalWidth") > 100
    check_page(visitor)
    page.locator("form button.primary").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    assert page.evaluate(f"fetch('/api/tables/{table}').then((found) => found.json())")["settings"]["data"] == name
    dice = random.Random(name)
    assert sum(step(visitor, dice) for _ in range(STEPS)) == STEPS
    visitor.close()
    assert visitor.problems == []


@pytest.mark.parametrize("language", mostly("de", LANGUAGES))
def test_the_choice_fits_a_phone_in_every_language(browser: Browser, server: ServerProcess, language: str) -> None:
    phone = Visitor(browser, server.url, **PHONE)
    phone.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = phone.open("/new?game=okanagan")
    expect(page.locator("[data-set=meeting]")).to_contain_text(Speech(language).say({"key": "set.meeting.about"}))
    check_page(phone)
    phone.close()
    assert phone.problems == []
