"""A real Chromium at a real server: what the browser tests and the screenshots share."""

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect, sync_playwright

from overland.bots.catalogue import LEVELS

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 20_000  # milliseconds
MOST_CLICKS = 12  # for one answer, picked without thinking
LEVEL_NAMES = list(LEVELS)
#: Everything that answers the question, or leads to an answer, and can be hit: what comes first is what is ready.
USABLE = """
([wanted]) => {
    const hit = (element) => {
        const box = element.getBoundingClientRect();
        if (!box.width || element.getAttribute('aria-disabled') === 'true') return false;
        const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return found !== null && (element === found || element.contains(found));
    };
    return [...document.querySelectorAll(wanted)].filter(hit);
}
"""
READY = "[data-primary], [role=menu] button"
CONTROLS = "[data-place], [data-control]"


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
        self.page.locator("main h1, main [role=status]").first.wait_for(state="attached")
        return self.page

    def play_now(self, game: str, level: str = "trader", players: int = 2) -> None:
        """One click to a game, after choosing against whom."""
        self.open()
        card = self.page.locator(f"[data-game={game}]")
        card.get_by_role("radio", name=str(players), exact=True).click()
        card.get_by_role("radio").nth(3 + LEVEL_NAMES.index(level)).click()
        card.locator("button.primary").click()
        self.page.locator(".screen").wait_for()

    @property
    def version(self) -> str:
        return self.page.locator(".screen").get_attribute("data-version") or ""

    @property
    def question(self) -> str:
        return self.page.locator("[data-prompt] .question").inner_text()

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; False when the game is over."""
        self.page.locator("[data-turn=mine], [data-end]").first.wait_for()
        return self.page.locator("[data-end]").count() == 0

    def wait_for_news(self, version: str) -> None:
        """Wait until the table has moved on."""
        expect(self.page.locator(".screen")).not_to_have_attribute("data-version", version, timeout=PATIENCE)

    def is_wide(self) -> bool:
        """Whether the page scrolls sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def close(self) -> None:
        self.context.close()


def step(visitor: Visitor, dice: random.Random) -> bool:
    """Answer the question with the mouse, whatever it is; False when the game is over."""
    if not visitor.wait_for_turn():
        return False
    version = visitor.version
    for _ in range(MOST_CLICKS):
        click_something(visitor, dice)
        visitor.page.wait_for_timeout(40)
        if visitor.version != version:
            return True
        if not visitor.page.locator("[data-turn=mine]").count():
            visitor.wait_for_news(version)
            return True
    raise AssertionError(f"no answer after {MOST_CLICKS} clicks: {visitor.question}")


def click_something(visitor: Visitor, dice: random.Random) -> None:
    """Click what is ready to be done, or else one of the things that lead to it."""
    for wanted in (READY, CONTROLS):
        found = visitor.page.evaluate_handle(USABLE, [wanted])
        count = visitor.page.evaluate("(list) => list.length", found)
        if count:
            chosen = visitor.page.evaluate_handle("([list, n]) => list[n]", [found, dice.randrange(count)])
            box = chosen.as_element().bounding_box()  # type: ignore[union-attr]  # it is one
            if box is not None:
                visitor.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
    visitor.page.wait_for_timeout(50)


def pick(found: Any, dice: random.Random) -> Any:
    """One of several things on the page."""
    return found.nth(dice.randrange(found.count()))
