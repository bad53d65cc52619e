"""The review of finished games in a real Chromium: by mouse, by keys and by link."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from overland.engine.match import Match
from tests.conftest import mostly, rarely
from tests.server.processes import ServerProcess
from tests.web.browsers import Visitor

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2}
NAMES = ["Magdalena", "Kofi", "Ada", "Sven"]
GAMES = ["oregon", "okanagan"]
PANEL = "About this game"


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Visitor]:
    found = Visitor(browser, server.url)
    yield found
    found.close()
    assert found.problems == [], "no error in the console"


def played(game: str, players: int = 3) -> dict[str, Any]:
    """The record of a whole game, played at random."""
    match, dice = Match(game, players, seed=4), random.Random(4)
    while not match.is_over:
        match.play(dice.choice(list(match.legal)))
    return {
        **match.record(),
        "table": {
            "seats": NAMES[:players], "levels": [None] * players, "ended": "finished",
            "gave_up": [None] * players, "winners": match.winners,
        },
    }  # fmt: skip


def bring(visitor: Visitor, game: str, query: str = "") -> str:
    """Bring a record and look at it; the address without its query."""
    visitor.open()
    brought = """async (record) => {
        const post = (path, body) =>
            fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        await post('/api/me', '{}');
        return (await (await post('/api/records', record)).json()).id;
    }"""
    id = visitor.page.evaluate(brought, json.dumps(played(game)))
    look_at(visitor, f"/review/{id}{query}")
    return f"/review/{id}"


def look_at(visitor: Visitor, path: str) -> None:
    visitor.page.goto(visitor.url + path)
    visitor.page.locator("[data-board]").wait_for()


def at(page: Page, entry: int | str) -> None:
    """The board shows the position after so many entries, and chart and slider say so."""
    expect(page.locator(".screen")).to_have_attribute("data-version", str(entry))
    for slider in (page.locator("[data-chart]").first, page.get_by_role("slider", name="Turn")):
        if slider.count():
            assert now_of(slider) == str(entry)


def now_of(slider: Any) -> str:
    found: str = slider.evaluate("(one) => one.value ?? one.getAttribute('aria-valuenow')")
    return found


def last_of(page: Page) -> str:
    return page.locator("[data-chart]").first.get_attribute("aria-valuemax") or ""


def entry_of(page: Page) -> int:
    return int(page.locator(".screen").get_attribute("data-version") or "")


def test_autoplay_at_a_speed_to_choose(visitor: Visitor) -> None:
    bring(visitor, "oregon", "?at=0")
    page, speed = visitor.page, visitor.page.get_by_role("combobox", name="Speed")
    at(page, 0)
    expect(speed).to_have_value("1")
    speed.select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("p.turn")).to_contain_text(re.compile(r"\b([6-9]|[12]\d) /"))
    page.locator("h1").click()
    page.keyboard.press("-")
    expect(speed).to_have_value("2")
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(speed).to_have_value("0.5")
    page.keyboard.press("+")
    expect(speed).to_have_value("1")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.wait_for_timeout(200)
    stood = entry_of(page)
    page.wait_for_timeout(1500)
    assert entry_of(page) == stood > 0
    page.keyboard.press("End")
    at(page, last_of(page))
    page.keyboard.press("Space")
    expect(page.locator("p.turn")).to_contain_text(re.compile(r"^[0-3] /"), timeout=1000)


@pytest.mark.parametrize("game", ["okanagan", rarely("oregon")])
def test_the_chart_goes_with_the_slider(game: str, visitor: Visitor) -> None:
    bring(visitor, game)
    page = visitor.page
    chart, slider = page.locator("[data-chart]").first, page.get_by_role("slider", name="Turn")
    last = int(last_of(page))
    at(page, last)
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(page.locator(".screen")).not_to_have_attribute("data-version", str(last))
    middle = entry_of(page)
    assert abs(middle - last / 2) < last / 8
    at(page, middle)
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 20, steps=12)
    page.mouse.up()
    expect(page.locator(".screen")).not_to_have_attribute("data-version", str(middle))
    page.wait_for_timeout(400)
    assert abs(entry_of(page) - last * 0.7) < last / 8
    at(page, entry_of(page))
    slider.fill(str(last // 4))
    page.wait_for_timeout(400)
    assert abs(entry_of(page) - last / 4) < last / 8
    at(page, entry_of(page))


def test_both_sliders_and_the_page_by_keys(visitor: Visitor) -> None:
    bring(visitor, "oregon", "?at=0")
    page = visitor.page
    for focused in (page.locator("[data-chart]").first, page.get_by_role("slider", name="Turn"), None):
        if focused:
            focused.focus()
        else:
            page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Home")
        at(page, 0)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator("p.turn")).to_contain_text("2 /")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("p.turn")).to_contain_text("1 /")
        page.wait_for_timeout(300)
        before = entry_of(page)
        page.keyboard.press("Shift+ArrowRight")
        at(page, before + 1)
        page.keyboard.press("End")
        at(page, last_of(page))
    told = page.locator("[data-chart]").first.get_attribute("aria-valuetext") or ""
    assert all(name in told for name in NAMES[:3]) and told.startswith("Turn ")


@pytest.mark.parametrize("game", ["okanagan", rarely("oregon")])
def test_points_by_source_add_up_to_the_score(game: str, visitor: Visitor) -> None:
    bring(visitor, game)
    page = visitor.page
    page.get_by_role("tab", name="Points").click()
    scores = played(game)["final"]["scores"]
    buttons = page.get_by_role("group", name="Whose points").get_by_role("button")
    assert [int(text) for text in page.locator(".whose b").all_inner_texts()] == scores
    for seat, score in enumerate(scores):
        buttons.nth(seat + 1).click()
        expect(buttons.nth(seat + 1)).to_have_attribute("aria-pressed", "true")
        parts = [int(text) for text in page.locator(".legend b").all_inner_texts()]
        assert sum(parts) == score
        assert page.locator(".points [data-layer]").count() == len(parts)
    page.get_by_text("As a table").click()
    assert page.locator(".points tbody tr").last.locator("td").last.inner_text() == str(scores[-1])
    page.locator("h1").click()
    page.keyboard.press("Home")
    at(page, 0)
    assert sum(int(text) for text in page.locator(".legend b").all_inner_texts()) == 0


@pytest.mark.parametrize("game", ["okanagan", rarely("oregon")])
def test_every_sentence_leads_to_its_position(game: str, visitor: Visitor) -> None:
    bring(visitor, game)
    page = visitor.page
    sentences = page.locator("button.sentence")
    count = sentences.count()
    assert count > 50
    for number in (0, 1, count // 3, count // 2):
        sentence = sentences.nth(number)
        sentence.click()
        at(page, sentence.get_attribute("data-to") or "")
        expect(sentence).to_have_attribute("aria-current", "step")
    sentences.last.click()
    at(page, last_of(page))
    block = page.locator("[data-turn-block]").nth(4)
    block.locator("button.name").click()
    at(page, block.locator("button.name").get_attribute("data-to") or "")
    page.locator("ol.log").focus()
    page.keyboard.press("ArrowDown")
    expect(block.locator("button.name")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    at(page, block.locator("button.sentence").first.get_attribute("data-to") or "")


def test_with_the_eyes_of_a_seat_others_hide_their_hands(visitor: Visitor) -> None:
    bring(visitor, "oregon", "?at=60")
    page, eyes = visitor.page, visitor.page.locator("[data-eyes]")
    at(page, 60)
    expect(page.locator("[data-hand-of]")).to_have_count(3)
    eyes.select_option("Kofi")
    expect(page.locator("[data-hand-of]")).to_have_count(1)
    expect(page.locator("[data-hand-of='1']")).to_be_visible()
    expect(page.locator("ol.log")).to_contain_text("Drew 2 cards")
    at(page, 60)
    page.get_by_role("button", name="Hand and supply").click()
    cards = page.locator("[data-lying]").get_by_role("group", name="Your hand").get_by_role("button")
    assert cards.count() >= page.get_by_role("group", name="Hand of Kofi").locator("> svg").count() > 0
    page.get_by_role("button", name="Hand and supply").click()
    page.locator("h1").click()
    page.keyboard.press("e")
    expect(page.locator("[data-hand-of='2']")).to_be_visible()
    expect(page.locator("[data-hand-of]")).to_have_count(1)
    page.keyboard.press("e")
    expect(page.locator("[data-hand-of]")).to_have_count(3)
    expect(eyes).to_have_value("")


def test_a_link_shows_others_the_same(browser: Browser, server: ServerProcess, visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    path = bring(visitor, "okanagan")
    page = visitor.page
    page.locator("[data-eyes]").select_option("Ada")
    page.locator("button.sentence").nth(30).click()
    expect(page.locator(".screen")).not_to_have_attribute("data-version", last_of(page))
    entry = entry_of(page)
    expect(page).to_have_url(re.compile(rf"{path}\?at={entry}&seat=2"))
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("alert")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    stranger = Visitor(browser, server.url)
    look_at(stranger, link.removeprefix(server.url))
    at(stranger.page, entry)
    expect(stranger.page.locator("[data-eyes]")).to_have_value("2")
    expect(stranger.page.locator("[data-hand-of] .goals")).to_have_count(1)
    stranger.page.reload()
    at(stranger.page, entry)
    stranger.page.goto(f"{server.url}{path}?at={entry}")
    expect(stranger.page.locator("main h1")).to_contain_text("no such table", ignore_case=True)
    stranger.close()


def test_an_address_that_makes_no_sense_shows_the_end(visitor: Visitor) -> None:
    path = bring(visitor, "oregon", "?at=3")
    at(visitor.page, 3)
    for query in ("?at=999999&seat=9", "?at=-3&seat=x", "?at=&seat="):
        look_at(visitor, path + query)
        at(visitor.page, last_of(visitor.page))
        expect(visitor.page.locator("[data-eyes]")).to_have_value("")


@pytest.mark.parametrize("game", ["okanagan", rarely("oregon")])
def test_playing_on_in_any_seat_against_bots_of_a_level(game: str, visitor: Visitor) -> None:
    bring(visitor, game, "?at=40")
    page = visitor.page
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ada").check()
    dialog.get_by_role("combobox").select_option("Greenhorn")
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    page.locator(".players li").nth(2).wait_for()
    expect(page.locator(".players li.you")).to_have_count(1)
    expect(page.locator(".players li").nth(2)).to_have_class(re.compile(r"\byou\b"))
    assert visitor.wait_for_turn()


def points_sheet(page: Page) -> None:
    if page.get_by_role("button", name=PANEL).count():
        page.get_by_role("button", name=PANEL).click()
    page.get_by_role("tab", name="Points").click()
    page.get_by_role("group", name="Whose points").get_by_role("button").nth(1).click()
    page.get_by_text("As a table").click()


def hand(page: Page) -> None:
    if page.get_by_role("button", name="More").count():
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Hand and supply").click()


def play_on(page: Page) -> None:
    if page.get_by_role("button", name="More").count():
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Play on from here").click()


def log_sheet(page: Page) -> None:
    if page.get_by_role("button", name=PANEL).count():
        page.get_by_role("button", name=PANEL).click()


def keys(page: Page) -> None:
    page.keyboard.press("?")


@pytest.mark.parametrize("game", mostly("oregon", GAMES))
@pytest.mark.parametrize(
    "settings", [rarely({"color_scheme": "light"}), {**PHONE, "color_scheme": "dark"}], ids=["wide", "phone"]
)
def test_axe_finds_nothing(browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]) -> None:
    visitor = Visitor(browser, server.url, bypass_csp=True, reduced_motion="reduce", **settings)
    path = bring(visitor, game, "?at=70&seat=1")
    address = visitor.page.url
    states: list[Callable[[Page], None]] = [log_sheet, points_sheet, hand, play_on, keys]
    for state in states:
        look_at(visitor, address.removeprefix(server.url))
        state(visitor.page)
        visitor.page.wait_for_timeout(200)
        found = Axe().run(visitor.page)
        assert found.violations_count == 0, f"{path} {state.__name__}: {found.generate_report()}"
        assert not visitor.is_wide()
    assert visitor.problems == []
    visitor.close()


def test_a_phone_has_everything_in_its_sheets(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **PHONE)
    bring(visitor, "oregon", "?at=60")
    page = visitor.page
    page.get_by_role("button", name=PANEL).click()
    sentence = page.locator("button.sentence").nth(8)
    sentence.click()
    at(page, sentence.get_attribute("data-to") or "")
    page.get_by_role("tab", name="Points").click()
    chart = page.locator(".points [data-chart]")
    chart.focus()
    page.keyboard.press("End")
    at(page, last_of(page))
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    page.get_by_role("combobox", name="Seen by").select_option("Kofi")
    page.get_by_role("combobox", name="Speed").select_option("2×")
    page.get_by_role("dialog").get_by_role("button", name="Hand and supply").click()
    expect(page.locator("[data-lying]")).to_be_visible()
    assert not visitor.is_wide()
    visitor.close()
    assert visitor.problems == []
