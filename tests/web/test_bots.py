"""Registered bots in a real Chromium: one is registered in settings, asked to play, accepts, and plays."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overland.words import LANGUAGES, Speech
from tests.conftest import mostly
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Visitor]:
    found = Visitor(browser, server.url, **PHONE)
    yield found
    found.close()
    assert found.problems == [], "no error in the console"


def register(page: Page, name: str) -> str:
    """Register a bot in settings; its token."""
    page.get_by_label("Name of the bot").fill(name)
    page.get_by_role("button", name="Register a bot").click()
    token = page.locator("[data-token] input").input_value()
    assert re.fullmatch(r"ovl_[\w-]{43}", token)
    return token


def ask(server: ServerProcess, token: str, method: str, path: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.request(method, f"{server.url}/api/bot{path}", headers=headers, timeout=20).raise_for_status().json()


def accept(server: ServerProcess, token: str) -> None:
    """The bot takes the seat that it is asked to take."""
    invitations = ask(server, token, "GET", "/tables")["invitations"]
    ask(server, token, "POST", f"/tables/{invitations[0]['id']}/accept")


def check_page(visitor: Visitor) -> None:
    """Nothing is too wide for a phone, and nothing stands in anybody's way."""
    assert not visitor.is_wide()
    found = Axe().run(visitor.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_bot_is_registered_asked_on_the_new_table_screen_and_sits_down(
    visitor: Visitor, server: ServerProcess
) -> None:
    page = visitor.open("/settings")
    token = register(page, "Heron")
    check_page(visitor)
    page.reload()
    expect(page.locator("[data-bot=Heron]")).to_be_visible()
    expect(page.locator("[data-token]")).to_have_count(0)
    visitor.open("/new?game=oregon")
    page.locator(".seat select").nth(1).select_option(label="bot: Heron")
    check_page(visitor)
    page.locator("form button.primary").click()
    expect(page.get_by_text("kept for the bot Heron")).to_be_visible()
    check_page(visitor)
    accept(server, token)
    page.locator(".screen").wait_for()
    expect(page.get_by_text("Heron (bot)").first).to_be_attached()


def test_the_owner_asks_a_bot_in_the_waiting_room_and_does_so_no_longer(
    visitor: Visitor, server: ServerProcess
) -> None:
    page = visitor.open("/settings")
    token = register(page, "Egret")
    visitor.open("/new?game=okanagan")
    page.locator(".seat select").nth(1).select_option("open")
    page.locator("form button.primary").click()
    page.get_by_label("Bot to ask").select_option(label="bot: Egret")
    page.get_by_role("button", name="Ask a bot").click()
    expect(page.get_by_text("kept for the bot Egret")).to_be_visible()
    page.get_by_role("button", name="Do not ask any more").click()
    expect(page.get_by_text("kept for the bot Egret")).to_have_count(0)
    page.get_by_role("button", name="Ask a bot").click()
    expect(page.get_by_text("kept for the bot Egret")).to_be_visible()
    accept(server, token)
    page.locator(".screen").wait_for()


def test_tokens_are_made_and_revoked_and_a_bot_is_deleted(visitor: Visitor, server: ServerProcess) -> None:
    page = visitor.open("/settings")
    first = register(page, "Stork")
    bot = page.locator("[data-bot=Stork]")
    bot.get_by_role("button", name="New token").click()
    expect(bot.get_by_role("button", name="Revoke")).to_have_count(2)
    bot.get_by_role("button", name="Revoke").first.click()
    expect(bot.get_by_role("button", name="Revoke")).to_have_count(1)
    answer = httpx.get(f"{server.url}/api/bot/me", headers={"authorization": f"Bearer {first}"})
    assert answer.status_code == 401
    bot.get_by_role("button", name="Delete this bot").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete this bot").click()
    expect(bot).to_have_count(0)


@pytest.mark.parametrize("language", mostly("de", LANGUAGES))
def test_the_part_about_bots_fits_a_phone_in_every_language(visitor: Visitor, language: str) -> None:
    visitor.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = visitor.open("/settings")
    title = Speech(language).say({"key": "ui.bots.title"})
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    check_page(visitor)
