"""Being told of one's turn, in a real Chromium: addresses by mouse and keyboard, and what the worker shows."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from overland.words import LANGUAGES, Speech
from tests.conftest import mostly
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor
from tests.web.test_bots import check_page
from tests.web.test_browser import PHONE
from tests.web.test_devices import end, name_oneself

pytestmark = pytest.mark.browser

#: A browser without a service of its own: what it would ask of one.
SUBSCRIBING = """
PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_')
    .replaceAll('=', '');
  const keys = { p256dh: text(point), auth: text(new Uint8Array(16)) };
  return { toJSON: () => ({ endpoint: '%s/push', keys }) };
};
"""


class Place(ThreadingHTTPServer):
    """A place where somebody wants to be told."""

    got: list[tuple[str, bytes]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Taking(BaseHTTPRequestHandler):
    """Takes whatever is sent."""

    def do_POST(self) -> None:  # the library calls it so
        assert isinstance(self.server, Place)
        self.server.got.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204 if "lost" not in self.path else 500)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def place() -> Iterator[Place]:
    with Place(("127.0.0.1", 0), Taking) as found:
        found.got = []
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def test_a_webhook_is_added_by_keyboard_tried_and_removed(
    browser: Browser, server: ServerProcess, place: Place
) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/settings")
    name_oneself(page, "Ada")
    page.get_by_label("By").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type(f"{place.url}/hook")
    page.keyboard.press("Enter")
    expect(page.locator("[data-reminder=webhook]")).to_contain_text(f"{place.url}/hook")
    assert page.locator("[data-secret] input").input_value().startswith("whsec_")
    check_page(visitor)
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("It has arrived.")).to_be_visible()
    ((path, body),) = place.got
    assert path == "/hook" and json.loads(body)["type"] == "trial"
    page.locator("[data-reminder]").get_by_role("button", name="Remove").click()
    expect(page.locator("[data-reminder]")).to_have_count(0)
    end(visitor)


def test_what_does_not_arrive_is_said(browser: Browser, server: ServerProcess, place: Place) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/settings")
    name_oneself(page, "Ada")
    page.get_by_role("textbox", name="Address").fill(f"{place.url}/lost")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("It did not arrive there. Check the address.")).to_be_visible()
    visitor.close()


def test_a_browser_is_added_and_its_worker_shows_what_arrives(
    whole_browser: Browser, server: ServerProcess, place: Place
) -> None:
    visitor = Visitor(whole_browser, server.url, permissions=["notifications"], service_workers="allow")
    visitor.page.add_init_script(SUBSCRIBING % place.url)
    page = visitor.open("/settings")
    name_oneself(page, "Ada")
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.locator("[data-reminder=push]")).to_be_visible()
    asked = page.evaluate("window.asked")
    assert asked["userVisibleOnly"] is True and len(asked["applicationServerKey"]) == 87
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("It has arrived.")).to_be_visible()
    assert [path for path, _ in place.got] == ["/push"]
    told = {"title": "Overland", "body": "It is your turn in Oregon.", "url": f"{server.url}/table/abc", "tag": "abc"}
    push(visitor, page, json.dumps(told))
    until(page, lambda: len(page.evaluate("shown()")) == 1)
    assert page.evaluate("shown()") == [{"title": "Overland", "body": told["body"], "tag": "abc", "data": told["url"]}]
    push(visitor, page, json.dumps({**told, "body": "Again."}))
    until(page, lambda: page.evaluate("shown()")[0]["body"] == "Again.")
    assert len(page.evaluate("shown()")) == 1, "another about the same table takes its place"
    end(visitor)


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for the worker; what the page may be asked again and again is limited by its own policy."""
    for _ in range(200):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")


def push(visitor: Visitor, page: Page, content: str) -> None:
    """Let something arrive at the worker, as the browser's own service would."""
    page.evaluate("""() => {
        window.shown = async () => {
            const worker = await navigator.serviceWorker.ready;
            return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
        };
    }""")
    session = visitor.context.new_cdp_session(page)
    registration = registration_of(session, page)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visitor.url, "registrationId": registration, "data": content},
    )
    session.detach()


def registration_of(session: CDPSession, page: Page) -> str:
    """The worker that this page has."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    session.send("Runtime.evaluate", {"expression": "navigator.serviceWorker.ready", "awaitPromise": True})
    until(page, lambda: bool(found))
    return found[-1]


@pytest.mark.parametrize("language", mostly("nl", LANGUAGES))
def test_the_part_about_turns_fits_a_phone_in_every_language(
    browser: Browser, server: ServerProcess, language: str
) -> None:
    phone = Visitor(browser, server.url, **PHONE)
    phone.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = phone.open("/settings")
    expect(page.get_by_role("heading", name=Speech(language).say({"key": "ui.reminders.title"}))).to_be_visible()
    check_page(phone)
    end(phone)
