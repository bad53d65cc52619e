"""The table screen, held against its checks: over every scene at five sizes, and over whole games: ``-m browser``."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web import checks
from tests.web.browsers import chromium
from tests.web.checks import ALWAYS, PHONES, SIZES, Size, board_box, found_by, is_same_box
from tests.web.scenes import SCENES, Stage

pytestmark = pytest.mark.browser
DESKTOP, PHONE = SIZES[0], SIZES[3]
AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}}


def name_of(size: object) -> str:
    return "x".join(map(str, size)) if isinstance(size, tuple) else str(size)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def named(start: str) -> list[dict[str, Any]]:
    """The scenes whose name, without game and players, begins so."""
    return [scene for scene in SCENES if scene["name"].split("-", 2)[2].startswith(start)]


class Findings:
    """What was found wrong, in which scenes: all of it is told at the end."""

    def __init__(self) -> None:
        self.found: defaultdict[str, list[str]] = defaultdict(list)

    def note(self, scene: str, found: dict[str, list[str]]) -> None:
        for name, problems in found.items():
            for problem in problems:
                self.found[f"{name}: {problem}"].append(scene)

    def check(self) -> None:
        told = [f"{problem} ({len(names)}: {', '.join(names[:3])})" for problem, names in self.found.items()]
        assert not told, "\n" + "\n".join(told)


# Every scene


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=name_of)
def test_every_question_at_every_size(browser: Browser, size: Size, language: str) -> None:
    """1, 2, 3, 4, 5, 6, 7, 8, 13, 15, 16, 19, 21, 23, 24."""
    stage, findings = Stage(browser, size, language), Findings()
    boxes: dict[str, tuple[float, ...]] = {}
    for scene in SCENES:
        stage.show(scene)
        findings.note(scene["name"], found_by(stage.page, ALWAYS, stage.facts(scene)))
        box = board_box(stage.page)
        if not is_same_box(boxes.setdefault(scene["game"], box), box):
            findings.note(scene["name"], {"board_box": [f"{box}, not {boxes[scene['game']]}"]})
    findings.note("all", {"errors": stage.problems})
    stage.close()
    findings.check()


@pytest.mark.parametrize("language", ["fr", "nl"])
@pytest.mark.parametrize("size", [SIZES[1], PHONE], ids=name_of)
def test_no_language_is_cut(browser: Browser, size: Size, language: str) -> None:
    """23: the other two languages, where there is least room."""
    stage, findings = Stage(browser, size, language), Findings()
    for scene in SCENES:
        stage.show(scene)
        wanted = ("page_does_not_scroll", "every_choice_is_in_reach", "no_text_is_cut")
        findings.note(scene["name"], found_by(stage.page, wanted, stage.facts(scene)))
    stage.close()
    findings.check()


@pytest.mark.parametrize("size", SIZES, ids=name_of)
def test_the_menu_of_a_cell_stands_beside_it(browser: Browser, size: Size) -> None:
    """14: for cells all over the board; and on a phone a finger that lands beside a lone cell means it (21)."""
    stage, findings = Stage(browser, size, "en"), Findings()
    for scene in [*named("placing"), *named("last-round")]:
        stage.show(scene)
        page, facts = stage.page, stage.facts(scene)
        cells = page.locator("[data-place][aria-haspopup]").evaluate_all("all => all.map((one) => one.dataset.cell)")
        for cell in cells[:: max(1, len(cells) // 8)]:
            page.locator(f"[data-cell={cell}]").dispatch_event("click")
            page.locator("[data-menu]").wait_for()
            findings.note(f"{scene['name']} {cell}", found_by(page, ["menu_stands_beside_its_cell"], facts))
            page.keyboard.press("Escape")
            page.locator("[data-menu]").wait_for(state="detached")
    stage.close()
    findings.check()


def test_a_finger_beside_a_lone_cell_means_it(browser: Browser) -> None:
    """21: sixteen pixels beside a cell that may be chosen, with no other near, choose it."""
    stage, tried = Stage(browser, PHONE, "en"), 0
    for scene in [*named("placing"), *named("last-round")]:
        stage.show(scene)
        for cell, x, y in stage.page.evaluate(LONE_CELLS):
            stage.page.touchscreen.tap(x, y)
            chosen = stage.page.evaluate(CHOSEN_CELL)
            assert chosen == cell, (scene["name"], cell, chosen)
            stage.page.keyboard.press("Escape")
            tried += 1
    stage.close()
    assert tried


#: Legal cells without another legal one around them, and a place sixteen pixels beside each.
LONE_CELLS = """
() => {
    const boxes = new Map([...document.querySelectorAll('[data-cell]')].map((one) => [one.dataset.cell, one.getBoundingClientRect()]));
    const lit = [...document.querySelectorAll('[data-place]')].map((one) => one.dataset.place);
    const grid = document.querySelector('[role=grid]').getBoundingClientRect();
    const apart = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / a.width;
    return lit.filter((cell) => lit.every((other) => other === cell || apart(boxes.get(cell), boxes.get(other)) > 2.2))
        .map((cell) => [cell, boxes.get(cell).right + 16, boxes.get(cell).top + boxes.get(cell).height / 2])
        .filter(([, x]) => x < grid.right);
}
"""
#: The cell that is chosen: its menu is open, or its only placement can be confirmed.
CHOSEN_CELL = """
() => document.querySelector('[data-menu]')?.dataset.menu
    ?? [...document.querySelectorAll('[data-place]')].find((one) => {
        const primary = document.querySelector('[data-primary]');
        return primary && one.dataset.choices === primary.dataset.choices;
    })?.dataset.place ?? null
"""


@pytest.mark.parametrize("size", SIZES, ids=name_of)
def test_a_trade_takes_few_clicks(browser: Browser, size: Size) -> None:
    """16: partner, what one gets, what one gives; never more than 24 buttons, and all of them in reach."""
    stage = Stage(browser, size, "de")
    for scene in named("trade"):
        stage.show(scene)
        facts, clicks = stage.facts(scene), 0
        while not stage.page.evaluate("document.documentElement.dataset.chosen ?? null") and clicks < 5:
            assert not found_by(stage.page, ["few_buttons_at_a_time"], facts)
            buttons = stage.page.locator("[data-resolve] [data-control]:not([aria-pressed=true])")
            buttons.last.click(timeout=2000)
            clicks += 1
        chosen = stage.page.evaluate("Number(document.documentElement.dataset.chosen)")
        assert scene["message"]["now"]["choices"][chosen]["text"].startswith("trade"), scene["name"]
        assert clicks <= 4
    stage.close()


def test_the_panel_stays_whatever_is_pointed_at(browser: Browser) -> None:
    """13: while a territory is resolved the panel shows it, wherever the pointer is."""
    stage = Stage(browser, DESKTOP, "en")
    for scene in [scene for scene in SCENES if scene["game"] == "okanagan"]:
        facts = stage.facts(scene)
        if facts["territory"] is None:
            continue
        stage.show(scene)
        for x in range(60, 1060, 110):
            stage.page.mouse.move(x, 120 + x % 500)
            assert not found_by(stage.page, ["panel_shows_what_is_resolved"], facts), scene["name"]
    stage.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=name_of)
def test_axe_finds_nothing_serious(browser: Browser, size: Size, scheme: str) -> None:
    """20: in every scene of four players; text has enough contrast in both themes."""
    stage, findings = Stage(browser, size, "en", color_scheme=scheme), Findings()
    for scene in [scene for scene in SCENES if scene["players"] == 4]:
        stage.show(scene)
        found = Axe().run(stage.page, options=AXE).response
        serious = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
        for fault in serious:
            where = [node["target"][0] for node in fault["nodes"]]
            findings.note(scene["name"], {fault["id"]: [str(target) for target in where[:3]]})
    stage.close()
    findings.check()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_marked_on_the_land_can_be_seen(browser: Browser, scheme: str) -> None:
    """20: seats, lit, last move and plates, each with its case, have three to one against every terrain."""
    stage = Stage(browser, DESKTOP, "en", color_scheme=scheme)
    problems = stage.page.evaluate(checks.CONTRASTS)
    stage.close()
    assert problems == []
