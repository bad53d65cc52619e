"""The verdict in a real browser: asked for, watched, stopped, read, shown on the board and played out."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import mostly, rarely
from tests.server.processes import ServerProcess, running_server
from tests.web.browsers import Visitor
from tests.web.test_review import GAMES, NAMES, PANEL, PHONE, at, look_at, played

pytestmark = pytest.mark.browser
PLACED = ("tile", "farm", "warehouse", "silo")  # what stands on Okanagan's map
JUDGING = 120_000  # milliseconds for a whole game
BRING = """async (record) => {
    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await post('/api/me', '{}');
    return (await (await post('/api/records', record)).json()).id;
}"""
JUDGE = """async (id) => {
    const path = `/api/tables/${id}/verdict`;
    await fetch(path, { method: 'POST' });
    for (;;) {
        const state = await (await fetch(path)).json();
        if (state.status === 'done') return state.verdict;
        await new Promise((done) => setTimeout(done, 200));
    }
}"""


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Visitor]:
    found = Visitor(browser, server.url, reduced_motion="reduce")
    yield found
    found.close()
    assert found.problems == [], "no error in the console"


def bring(visitor: Visitor, game: str) -> str:
    visitor.open()
    id: str = visitor.page.evaluate(BRING, json.dumps(played(game)))
    return id


def judged(visitor: Visitor, game: str, query: str = "?tab=verdict") -> tuple[str, dict[str, Any]]:
    """A game with its verdict, opened; its name and what was found."""
    id = bring(visitor, game)
    visitor.page.set_default_timeout(JUDGING)
    verdict: dict[str, Any] = visitor.page.evaluate(JUDGE, id)
    visitor.page.set_default_timeout(20_000)
    look_at(visitor, f"/review/{id}{query}")
    return id, verdict


def done(page: Page) -> Locator:
    return page.locator("[data-verdict=done]")


def asked_of(page: Page) -> list[str]:
    """The requests about verdicts from now on."""
    found: list[str] = []
    page.on("request", lambda sent: found.append(sent.method) if "/verdict" in sent.url.partition("?")[0] else None)
    return found


@pytest.mark.parametrize("game", ["okanagan", rarely("oregon")])
def test_a_verdict_is_made_in_sight_and_opens_at_once(game: str, visitor: Visitor) -> None:
    id = bring(visitor, game)
    look_at(visitor, f"/review/{id}")
    page = visitor.page
    page.get_by_role("tab", name="Points").click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Verdict")).to_be_focused()
    page.get_by_role("button", name="Judge this game").click()
    progress = page.get_by_role("progressbar", name="The game is being judged")
    expect(progress).to_have_attribute("aria-valuetext", re.compile(r"^[1-9]\d* of \d+ steps$"), timeout=JUDGING)
    expect(done(page)).to_be_visible(timeout=JUDGING)
    expect(progress).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")
    expect(page.locator("[data-wins]")).to_have_count(3)
    expect(page.locator("[data-moment]")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"tab=verdict"))
    asked = asked_of(page)
    page.reload()
    expect(done(page)).to_be_visible()
    page.wait_for_timeout(1500)
    assert asked == ["GET"], "what is ready is not asked for again"


def test_counts_luck_and_moments_are_those_of_the_verdict(visitor: Visitor) -> None:
    _, verdict = judged(visitor, "oregon")
    page = visitor.page
    rows = page.get_by_role("table", name="Decisions").locator("tbody tr")
    for row, name in enumerate(("best", "good", "inaccuracy", "mistake", "blunder")):
        counts = [share["counts"].get(name, 0) for share in verdict["shares"]]
        assert [int(text) for text in rows.nth(row).locator("td").all_inner_texts()] == counts
    luck = page.locator(".luck li")
    expect(luck).to_have_count(3)
    expect(luck.first).to_contain_text(re.compile(r"Magdalena: luck [+−]?[\d.]+ % of the win .* play [+−]?[\d.]+ %"))
    entries = [moment["entry"] for moment in verdict["moments"]]
    assert [int(card.get_attribute("data-moment") or "") for card in page.locator("[data-moment]").all()] == entries[:3]
    page.get_by_role("group", name="Whose decisions").get_by_role("button", name="Kofi").click()
    mine = [moment["entry"] for moment in verdict["moments"] if moment["seat"] == 1]
    assert [int(card.get_attribute("data-moment") or "") for card in page.locator("[data-moment]").all()] == mine[:3]
    costly = [
        one for one in verdict["decisions"] if one["seat"] == 1 and one["name"] in ("inaccuracy", "mistake", "blunder")
    ]
    expect(page.locator("[data-costly]")).to_have_count(len(costly))


def test_a_costly_moment_is_shown_on_the_board_and_played_out(visitor: Visitor) -> None:
    _, verdict = judged(visitor, "oregon")
    page = visitor.page
    placing = re.compile(r"^(start|farmer|build) ")
    moment = next(
        one for one in verdict["moments"]
        if placing.match(one["played"]["choice"]) and placing.match(one["better"]["choice"])
    )  # fmt: skip
    name = NAMES[moment["seat"]]
    page.get_by_role("group", name="Whose decisions").get_by_role("button", name=name).click()
    card = page.locator(f"[data-moment='{moment['entry']}']")
    expect(card).to_contain_text(re.compile(r"−[\d.]+ ± [\d.]+ % of the win"))
    card.get_by_role("button", name="Show").click()
    at(page, moment["entry"])
    expect(page.locator("[data-eyes]")).to_have_value(str(moment["seat"]))
    for role in ("played", "better"):
        expect(page.locator(f"[data-compared={role}]")).to_be_visible()
        expect(page.locator(f"[data-rival={role}]")).to_contain_text(role.capitalize())
        cell = re.findall(r"\b[a-o]\d+\b", moment[role]["choice"])[0]
        expect(page.locator(f"[data-cell={cell}]")).to_have_attribute("aria-label", re.compile(role.capitalize()))
    page.get_by_role("button", name="One step on").click()
    expect(page.locator("[data-compared]")).to_have_count(0)
    card.get_by_role("button", name="Play it out").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name=name)).to_be_checked()
    dialog.get_by_role("combobox").select_option("Greenhorn")
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    page.locator(".players li").nth(2).wait_for()
    expect(page.locator(".players li").nth(moment["seat"])).to_have_class(re.compile(r"\byou\b"))
    assert visitor.wait_for_turn()


def test_tiles_and_buildings_are_shown_and_what_has_no_place_is_said_in_words(visitor: Visitor) -> None:
    _, verdict = judged(visitor, "okanagan")
    page = visitor.page
    costly = [one for one in verdict["decisions"] if one["name"] in ("inaccuracy", "mistake", "blunder")]
    page.locator("h1").click()
    page.keyboard.press("Home")
    at(page, 0)
    seen = []
    for decision in costly[:6]:
        page.keyboard.press("m")
        at(page, decision["entry"])
        expect(page.locator("[data-rival]")).to_have_count(2)
        placed = [role for role in ("played", "best") if decision[role].split()[0] in PLACED]
        expect(page.locator("[data-compared]")).to_have_count(len(placed))
        built = [role for role in placed if not decision[role].startswith("tile ")]
        expect(page.locator("[data-site]")).to_have_count(len(built))
        expect(page.locator("[data-judged]")).to_have_attribute("data-judged", str(decision["entry"]))
        seen.append((bool(placed), bool(built)))
    assert not all(shown for shown, _ in seen)
    assert any(built for _, built in seen), "a building is among them"
    page.keyboard.press("Shift+M")
    at(page, costly[4]["entry"])


def test_log_bar_and_graph_say_what_a_decision_was(visitor: Visitor) -> None:
    _, verdict = judged(visitor, "oregon", "?at=0")
    page = visitor.page
    expect(page.locator("ol.log [data-sign]")).to_have_count(len(verdict["decisions"]))
    decision = next(one for one in verdict["decisions"] if one["name"] == "blunder" and one["played"].startswith("far"))
    sentence = page.locator(f"button.sentence[data-to='{decision['entry'] + 1}']")
    expect(sentence.locator("[data-sign=blunder]")).to_contain_text("Blunder")
    sentence.click()
    at(page, decision["entry"] + 1)
    bar = page.locator("p.turn")
    expect(bar).to_contain_text(re.compile(rf"Blunder −{100 * decision['loss']:.1f}".replace(".", r"\.")))
    expect(bar).to_contain_text("Better:")
    page.get_by_role("tab", name="Verdict").click()
    worst = max(verdict["decisions"], key=lambda one: one["loss"])
    page.locator(f"[data-costly='{worst['entry']}']").click()
    at(page, worst["entry"])
    chart = page.get_by_role("slider", name="Shares of the win")
    chart.focus()
    page.keyboard.press("Home")
    at(page, 0)
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Magdalena 33 %, Kofi 33 %, Ada 33 %"))


def test_judging_can_be_stopped_and_is_watched_only_in_its_tab(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running_server(tmp_path_factory.mktemp("stopped"), verdict_simulations=4000) as server:
        visitor = Visitor(browser, server.url)
        look_at(visitor, f"/review/{bring(visitor, 'okanagan')}?tab=verdict")
        page = visitor.page
        page.get_by_role("button", name="Judge this game").click()
        page.get_by_role("progressbar").wait_for()
        asked = asked_of(page)
        page.wait_for_timeout(2500)
        assert 1 <= len(asked) <= 4
        page.get_by_role("tab", name="Points").click()
        page.wait_for_timeout(300)
        asked.clear()
        page.wait_for_timeout(2500)
        assert asked == []
        page.get_by_role("tab", name="Verdict").click()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("button", name="Judge this game")).to_be_visible()
        assert "DELETE" in asked
        page.wait_for_timeout(1500)
        expect(page.get_by_role("progressbar")).to_have_count(0)
        visitor.close()
        assert visitor.problems == []


def test_the_end_leads_to_the_verdict_and_tells_luck_from_play(visitor: Visitor) -> None:
    visitor.play_now("okanagan", "greenhorn")
    page = visitor.page
    assert visitor.wait_for_turn()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").or_(page.get_by_role("menuitem", name="Give up")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.locator("[data-end]").wait_for()
    table = page.url
    expect(page.locator("[data-luck]")).to_have_count(0)
    page.locator("[data-end]").get_by_role("button", name="Judge this game").click()
    page.wait_for_url("**/review/*tab=verdict*")
    expect(done(page)).to_be_visible(timeout=JUDGING)
    page.goto(table)
    line = page.locator("[data-luck]")
    expect(line).to_contain_text(re.compile(r"^You: luck [+−]?[\d.]+ % of the win .*, play [+−]?[\d.]+ %\.$"))
    page.locator("[data-end]").get_by_role("button", name="Verdict").click()
    expect(done(page)).to_be_visible()
    page.get_by_role("button", name="Result").click()
    expect(line).to_be_visible()


def test_a_phone_shows_the_board_for_a_card_of_its_sheet(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url, **PHONE)
    _, verdict = judged(visitor, "oregon")
    page = visitor.page
    sheet = page.get_by_role("dialog", name=PANEL)
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Show").first.click()
    expect(sheet).to_have_count(0)
    at(page, verdict["moments"][0]["entry"])
    expect(page.locator("[data-rival=better]")).to_be_visible()
    expect(page.get_by_role("button", name=PANEL)).to_be_focused()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator("[data-judged]")).to_be_visible()
    assert not visitor.is_wide()
    visitor.close()
    assert visitor.problems == []


def with_tab(page: Page) -> None:
    done(page).wait_for()
    page.locator("[data-moment]").first.scroll_into_view_if_needed()


def compared(page: Page) -> None:
    page.locator("[data-moment]").first.get_by_role("button", name="Show").click()
    page.locator("[data-rival]").first.wait_for()


def with_log(page: Page) -> None:
    page.get_by_role("tab", name="What happened").click()
    page.locator("[data-sign]").first.wait_for()


@pytest.mark.parametrize("game", mostly("okanagan", GAMES))
@pytest.mark.parametrize(
    "settings", [rarely({"color_scheme": "light"}), {**PHONE, "color_scheme": "dark"}], ids=["wide", "phone"]
)
def test_axe_finds_nothing(browser: Browser, server: ServerProcess, game: str, settings: dict[str, Any]) -> None:
    visitor = Visitor(browser, server.url, bypass_csp=True, reduced_motion="reduce", **settings)
    look_at(visitor, f"/review/{bring(visitor, game)}?tab=verdict")
    page = visitor.page
    page.get_by_role("button", name="Judge this game").wait_for()
    check(visitor, "asked")
    page.get_by_role("button", name="Judge this game").click()
    page.get_by_role("progressbar").wait_for()
    check(visitor, "watched")
    expect(done(page)).to_be_visible(timeout=JUDGING)
    address = page.url
    states: list[Callable[[Page], None]] = [with_tab, compared, with_log]
    for state in states:
        page.goto(address)
        done(page).wait_for()
        state(page)
        page.wait_for_timeout(200)
        check(visitor, state.__name__)
    visitor.close()
    assert visitor.problems == []


def check(visitor: Visitor, state: str) -> None:
    found = Axe().run(visitor.page)
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"
    size = "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    assert visitor.page.evaluate(size) == [False, False]
