"""Every screen and state that must please axe, and that the screenshots show: a name, and how to get there."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FilePayload

from overland.data.templates import template
from tests.web.browsers import Visitor, step


def home(visitor: Visitor) -> None:
    visitor.open("/")


def prepared(rules: str, level: str = "waiting", percent: int = 40, seconds: int = 30) -> dict[str, Any]:
    """What the server says of its preparation: Oregon stands so, and Okanagan's rules are worked on."""

    def game(name: str, rules: str, level: str, percent: int) -> dict[str, Any]:
        states = {"rules": rules, "trader": level, "scout": "waiting"}
        steps = [{"name": step, "state": state} for step, state in states.items()]
        return {"game": name, "steps": steps, "percent": percent, "seconds": seconds}

    return {"done": False, "games": [game("oregon", rules, level, percent), game("okanagan", "working", "waiting", 12)]}


def preparing(path: str) -> Callable[[Visitor], None]:
    """A page while the games are compiled, as after a first start."""

    def show(visitor: Visitor) -> None:
        visitor.page.route("**/api/preparation", lambda route: route.fulfill(json=prepared("ready", "working")))
        visitor.open(path)
        visitor.page.get_by_role("progressbar").first.wait_for()

    return show


def new_table(visitor: Visitor) -> None:
    visitor.open("/new")
    visitor.page.locator("form select").first.wait_for()


def own_set(game: str) -> Callable[[Visitor], None]:
    """A new table with a file of one's own."""

    def show(visitor: Visitor) -> None:
        visitor.open(f"/new?game={game}")
        bring(visitor, template(game).encode())
        visitor.page.locator("[data-set=own] input").wait_for()

    return show


def bring(visitor: Visitor, contents: bytes, name: str = "mine.toml") -> None:
    """Choose a map or tile file."""
    file = FilePayload(name=name, mimeType="application/toml", buffer=contents)
    visitor.page.locator("input[type=file]").set_input_files(file)


def editor(game: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.open(f"/editor/{game}")
        visitor.page.locator("[data-checked]").wait_for()

    return show


def rules(game: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.open(f"/rules/{game}")
        visitor.page.locator("article h2").first.wait_for()

    return show


def settings(visitor: Visitor) -> None:
    visitor.open("/settings")


def daily(visitor: Visitor) -> None:
    visitor.open("/daily")
    visitor.page.locator("[data-past]").first.wait_for()


def games(visitor: Visitor) -> None:
    ended("oregon")(visitor)
    visitor.open("/games")
    visitor.page.locator("[data-finished]").first.wait_for()


def nowhere(visitor: Visitor) -> None:
    visitor.open("/nowhere")


def no_table(visitor: Visitor) -> None:
    visitor.open("/table/AAAAAAAAAAAA")
    visitor.page.locator("main h1").wait_for()


def waiting(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator("article").first.get_by_role("button", name="Invite friends").click()
    visitor.page.locator(".waiting").wait_for()


def table(game: str, steps: int, players: int = 2) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.play_now(game, players=players)
        dice = random.Random(7)
        for _ in range(steps):
            step(visitor, dice)
        visitor.wait_for_turn()

    return show


def cell_menu(visitor: Visitor) -> None:
    """A cell where several things can be placed."""
    table("oregon", 2)(visitor)
    while not visitor.page.locator("[data-place][aria-haspopup]").count():
        step(visitor, random.Random(1))
        visitor.wait_for_turn()
    visitor.page.locator("[data-place][aria-haspopup]").first.click()
    visitor.page.locator("[role=menu][data-menu]").wait_for()


def in_menu(visitor: Visitor, name: str) -> None:
    """Something behind the three dots."""
    visitor.page.get_by_role("button", name="More", exact=True).click()
    visitor.page.locator("[popover]").get_by_role("button", name=name).click()


def help_sheet(visitor: Visitor) -> None:
    table("oregon", 0)(visitor)
    visitor.page.keyboard.press("?")
    visitor.page.locator("dialog").wait_for()


def words(visitor: Visitor) -> None:
    table("okanagan", 1)(visitor)
    visitor.page.keyboard.press("c")
    visitor.page.locator("dialog section").first.wait_for()


def menu(visitor: Visitor) -> None:
    table("oregon", 0)(visitor)
    visitor.page.get_by_role("button", name="More", exact=True).click()
    visitor.page.locator("[popover] select").first.wait_for()


def rules_drawer(visitor: Visitor) -> None:
    table("okanagan", 1)(visitor)
    if visitor.page.locator("header.top").count():
        visitor.page.get_by_role("button", name="Rules").click()
    else:
        in_menu(visitor, "Rules")
    visitor.page.locator("dialog article").wait_for()


def give_up(visitor: Visitor) -> None:
    in_menu(visitor, "Give up")
    visitor.page.locator("dialog button.primary").click()
    visitor.page.locator("[data-end]").wait_for()


def ended(game: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        table(game, 5)(visitor)
        give_up(visitor)

    return show


def review(game: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        ended(game)(visitor)
        visitor.page.get_by_role("link", name="Review").click()
        visitor.page.locator("input[type=range]").wait_for()
        visitor.page.locator("[data-board]").wait_for()

    return show


STATES: dict[str, Callable[[Visitor], None]] = {
    "home": home,
    "preparing": preparing("/"),
    "preparing-new-table": preparing("/new?game=okanagan"),
    "new-table": new_table,
    "new-table-own": own_set("okanagan"),
    "new-table-own-map": own_set("oregon"),
    "editor-oregon": editor("oregon"),
    "editor-okanagan": editor("okanagan"),
    "waiting-room": waiting,
    "oregon-start": table("oregon", 0),
    "oregon": table("oregon", 26, players=4),
    "oregon-menu": cell_menu,
    "okanagan-goals": table("okanagan", 0),
    "okanagan": table("okanagan", 20, players=4),
    "end-oregon": ended("oregon"),
    "end-okanagan": ended("okanagan"),
    "review": review("oregon"),
    "review-okanagan": review("okanagan"),
    "rules-oregon": rules("oregon"),
    "rules-okanagan": rules("okanagan"),
    "rules-drawer": rules_drawer,
    "help": help_sheet,
    "words": words,
    "menu": menu,
    "settings": settings,
    "not-found": nowhere,
    "no-table": no_table,
    "daily": daily,
    "your-games": games,
}
