"""Moving to another device in a real Chromium: by a link, and by a passkey of a virtual authenticator."""

import copy

import pytest
from playwright.sync_api import Browser, Page, expect

from overland.words import LANGUAGES, Speech
from tests.conftest import mostly
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor
from tests.web.test_bots import check_page
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def server(server: ServerProcess) -> ServerProcess:
    found = copy.copy(server)
    found.url = found.url.replace("127.0.0.1", "localhost")  # passkeys want a name
    return found


def visitors(browser: Browser, server: ServerProcess) -> tuple[Visitor, Visitor]:
    """Somebody with a name at a desktop, and a phone that knows nobody yet."""
    desktop, phone = Visitor(browser, server.url), Visitor(browser, server.url, **PHONE)
    page = desktop.open("/settings")
    name_oneself(page, "Ada")
    return desktop, phone


def name_oneself(page: Page, name: str) -> None:
    page.locator("form").first.locator("input").fill(name)
    page.locator("form").first.locator("button").click()
    expect(page.get_by_title(name, exact=True)).to_be_visible()


def end(*found: Visitor) -> None:
    for visitor in found:
        visitor.close()
        assert visitor.problems == [], "no error in the console"


def test_a_link_takes_one_to_the_phone_and_the_phone_is_signed_out_again(
    browser: Browser, server: ServerProcess
) -> None:
    desktop, phone = visitors(browser, server)
    desktop.page.get_by_role("button", name="Make a link").click()
    link = desktop.page.locator("[data-link] input").input_value()
    assert link.startswith(f"{server.url}/settings#link=")
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Be the same player here").click()
    expect(phone.page.get_by_title("Ada", exact=True)).to_be_visible()
    expect(phone.page.locator("[data-device]")).to_have_count(2)
    assert "link=" not in phone.page.url
    check_page(phone)
    again = Visitor(browser, server.url)
    again.page.goto(link)
    again.page.get_by_role("button", name="Be the same player here").click()
    expect(again.page.get_by_text("This link was used already")).to_be_visible()
    again.close()
    desktop.open("/settings")
    desktop.page.locator("[data-device=other]").get_by_role("button", name="Sign out").click()
    expect(desktop.page.locator("[data-device]")).to_have_count(1)
    phone.open("/settings")
    expect(phone.page.get_by_title("Ada", exact=True)).to_have_count(0)
    end(desktop, phone)


def test_a_passkey_signs_in_on_a_browser_that_knows_nobody(browser: Browser, server: ServerProcess) -> None:
    desktop, _ = visitors(browser, server)
    page = desktop.page
    session = desktop.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("[data-passkey]")).to_have_count(1)
    desktop.context.clear_cookies()  # as if this browser knew nobody
    desktop.open("/settings")
    expect(page.get_by_title("Ada", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_title("Ada", exact=True)).to_be_visible()
    expect(page.locator("[data-device]")).to_have_count(2)
    page.locator("[data-passkey]").get_by_role("button", name="Remove").click()
    expect(page.locator("[data-passkey]")).to_have_count(0)
    desktop.context.clear_cookies()
    desktop.open("/settings")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("This passkey could not be used.")).to_be_visible()
    desktop.close()


@pytest.mark.parametrize("language", mostly("fr", LANGUAGES))
def test_the_part_about_devices_fits_a_phone_in_every_language(
    browser: Browser, server: ServerProcess, language: str
) -> None:
    phone = Visitor(browser, server.url, **PHONE)
    phone.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = phone.open("/settings#link=" + "x" * 43)
    expect(page.get_by_role("dialog")).to_be_visible()
    check_page(phone)
    page.keyboard.press("Escape")
    title = Speech(language).say({"key": "ui.devices.title"})
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    check_page(phone)
    end(phone)
