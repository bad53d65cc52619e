"""A real Chromium at a real server: what the browser tests and the screenshots share."""

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, WebSocket, expect, sync_playwright

from overland.bots.catalogue import LEVELS
from tests.conftest import IS_SOAK

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 20_000  # milliseconds
MOST_CLICKS = 12  # for one answer, picked without thinking
LEVEL_NAMES = list(LEVELS)
#: What is ready to be done, then places on the board, then what leads to an answer in another way.
IN_ORDER = ("[data-primary], [role=menu] button", "[data-place]", "[data-control]:not([aria-pressed=true])")
#: The middle of one of the things that can be hit.
FIND = """
([selectors, dice]) => {
    for (const selector of selectors) {
        const found = [...document.querySelectorAll(selector)].map((one) => {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const hit = box.width && one.getAttribute('aria-disabled') !== 'true' && document.elementFromPoint(x, y);
            return hit && (one === hit || one.contains(hit)) ? [x, y] : null;
        }).filter(Boolean);
        if (found.length) return found[Math.floor(dice * found.length)];
    }
    return null;
}
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser by itself."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, is_whole: bool = False) -> Iterator[Browser]:
    """Chromium without windows, which is quicker, or the whole; Playwright's if none is installed."""
    whole = os.environ.get("CHROMIUM") or shutil.which("chromium")
    shell = os.environ.get("CHROMIUM_SHELL") or shutil.which("chromium-headless-shell")
    browser = playwright.chromium.launch(executable_path=whole if is_whole else shell or whole, args=FLAGS)
    yield browser
    browser.close()


class Visitor:
    """Somebody at a browser: remembers what went wrong, and what came over the wire.

    In the long versions the page's worker takes all its files, as it does for people; else only where that is tried.
    """

    def __init__(self, browser: Browser, url: str, speed: str = "instant", **settings: Any) -> None:
        wanted: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"}
        wanted |= {"service_workers": "allow" if IS_SOAK else "block", **settings}
        self.url = url
        self.context: BrowserContext = browser.new_context(**wanted)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(f"localStorage.setItem('overland.speed', '{speed}')")
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
    answer(visitor, dice)
    return True


def answer(visitor: Visitor, dice: random.Random) -> int:
    """Answer the question by clicks; how many it took."""
    version = visitor.version
    for clicks in range(1, MOST_CLICKS + 1):
        click(visitor, dice)
        visitor.page.wait_for_timeout(30)
        if visitor.version != version or visitor.page.locator("[data-turn=other], [data-pending]").count():
            visitor.wait_for_news(version)
            return clicks
    raise AssertionError(f"no answer after {MOST_CLICKS} clicks: {visitor.question}")


def click(visitor: Visitor, dice: random.Random) -> None:
    """Click what is ready to be done, or else one of the things that lead to it."""
    place = visitor.page.evaluate(FIND, [IN_ORDER, dice.random()])
    if place is not None:
        visitor.page.mouse.click(*place)


def pick(found: Any, dice: random.Random) -> Any:
    """One of several things on the page."""
    return found.nth(dice.randrange(found.count()))
