"""A real Chromium at a real server: what the browser tests and the screenshots share."""

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect, sync_playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 20_000  # milliseconds
POSSIBLE = (
    "button.cell.lit, button.square.lit, button.site, button.goal, .deck.lit, .stack.lit, .table > .choices button"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; its own one of Playwright if none is installed."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """Somebody at a browser: remembers what went wrong, and what came over the wire."""

    def __init__(self, browser: Browser, url: str, **settings: Any) -> None:
        wanted: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", **settings}
        self.url = url
        self.context: BrowserContext = browser.new_context(**wanted)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.frames: list[str] = []
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        self.page.locator("main h1, main [role=status]").first.wait_for()
        return self.page

    def play_now(self, game: str, level: str = "trader") -> None:
        """One click to a game."""
        self.open()
        self.page.locator("#level").select_option(level)
        self.page.locator("article").nth(("oregon", "okanagan").index(game)).locator("button.primary").click()
        self.page.locator(".screen").wait_for()

    @property
    def version(self) -> str:
        return self.page.locator(".screen").get_attribute("data-version") or ""

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; False when the game is over."""
        self.page.locator("[data-turn=mine], .end").first.wait_for()
        return self.page.locator(".end").count() == 0

    def wait_for_news(self, version: str) -> None:
        """Wait until the table has moved on."""
        expect(self.page.locator(".screen")).not_to_have_attribute("data-version", version, timeout=PATIENCE)

    def is_wide(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def close(self) -> None:
        self.context.close()


def step(visitor: Visitor, dice: random.Random) -> bool:
    """Do something that is lit, as a person with a mouse would; False when the game is over."""
    if not visitor.wait_for_turn():
        return False
    page, version = visitor.page, visitor.version
    page.locator(POSSIBLE).first.wait_for()
    if page.locator("button.cell.lit").count():
        pick(page.locator("button.cell.lit"), dice).click()
        menu = page.locator(".menu .choices button")
        if visitor.version == version and menu.count():
            pick(menu, dice).click()
    elif page.locator("button.square.lit").count():
        pick(page.locator("button.square.lit"), dice).click()
        page.locator(".tools button.primary").click()
    elif page.locator("button.site").count():
        pick(page.locator("button.site"), dice).click()
    elif page.locator("button.goal").count():
        goals = page.locator("button.goal")
        wanted = 3 if page.locator(".hand button.primary").inner_text().count("3") else 2
        for number in range(wanted):
            goals.nth(number).click()
        page.locator(".hand button.primary").click()
    elif page.locator(".deck.lit, .stack.lit").count():
        pick(page.locator(".deck.lit, .stack.lit"), dice).click()
    else:
        pick(page.locator(".table > .choices button"), dice).click()
    visitor.wait_for_news(version)
    return True


def pick(found: Any, dice: random.Random) -> Any:
    """One of several things on the page."""
    return found.nth(dice.randrange(found.count()))
