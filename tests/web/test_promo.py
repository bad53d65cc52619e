"""The promo tiles in a real Chromium: offered where a table is made, laid, paid for and used, by mouse and by keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from overland import CHANCE, Match
from overland.engine.okanagan.components import Promo
from overland.engine.okanagan.state import Phase
from tests.server.processes import ServerProcess, running_server
from tests.web.browsers import Visitor
from tests.web.test_bots import check_page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("promo"), request_burst=1000) as found:
        yield found


def game_with(promo: Promo) -> tuple[Match, int]:
    """A game in which seat 0 came to lay a promo tile, and after how many entries."""
    for seed in range(200):
        match = Match("okanagan", players=2, seed=seed, options={"promo": "on"})
        while not match.is_over:
            state = match.position.state
            tile = int(match.position.box.tile_count) + promo
            if match.to_act == 0 and state.phase == Phase.LAY and state.seats[0].tile == tile:
                return match, len(match.entries)
            match.play(match.legal[seed % len(match.legal)] if match.to_act != CHANCE else match.legal[0])
    raise LookupError(promo)


def played_on(visitor: Visitor, promo: Promo) -> Page:
    """A table at which the visitor is to lay a promo tile: a record is brought along, and played on from there."""
    match, number = game_with(promo)
    page = visitor.open("/")
    table = page.evaluate(
        """async ([record, entry]) => {
            const send = async (path, body) => (await (await fetch(`/api/${path}`, {
                method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' },
            })).json());
            await send('me', { name: 'Ada' });
            const { id } = await send('records', record);
            return (await send(`tables/${id}/play-on`, { entry, seat: 0, level: 'drover' })).id;
        }""",
        [match.record(), number],
    )
    visitor.open(f"/table/{table}")
    page.locator("[data-turn=mine]").wait_for()
    return page


def test_the_volcano_is_laid_and_erupts_by_mouse(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    page = played_on(visitor, Promo.VOLCANO)
    expect(page.locator("button[data-spot=tile]")).to_have_attribute(
        "aria-label", "Your tile: Volcano, fits any terrain"
    )
    page.locator("[data-place]").first.click()
    expect(page.locator("[data-handles] .turn")).to_have_count(0)  # it is the same whichever way it lies
    version = visitor.version
    page.locator("[data-handles] .yes").click()
    visitor.wait_for_news(version)
    version = visitor.version
    expect(page.locator("[data-prompt] .question")).to_have_text("Which building do you give up?")
    page.locator(".chip").first.click()
    visitor.wait_for_news(version)
    version = visitor.version
    panel = page.locator("[data-resolve], section.panel")
    expect(panel).to_contain_text("Volcano")
    expect(panel.locator("[data-choices]")).to_have_count(3)
    assert page.locator(".tile-land[data-promo=volcano]").count() >= 1
    panel.locator("[data-choices]").first.click()
    visitor.wait_for_news(version)
    expect(page.locator("[data-log], [role=tabpanel]").first).to_contain_text("Laid the Volcano at")
    check_page(visitor)
    visitor.close()
    assert visitor.problems == []


def test_the_beaver_dam_brings_a_reward_by_keyboard_and_in_words(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    page = played_on(visitor, Promo.DAM)
    for words in ("0 quarter", "Give up", "crystal"):
        expect(page.locator("[data-turn=mine]")).to_be_visible()
        version = visitor.version
        page.keyboard.press("c")
        page.keyboard.type(words)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        visitor.wait_for_news(version)
    expect(page.locator("[data-spot=seat-0] [title='crystal: 1']")).to_have_count(1)
    visitor.close()
    assert visitor.problems == []


def test_they_are_offered_where_a_table_is_made(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/new?game=okanagan")
    page.get_by_label("Promo tiles").select_option("on")
    check_page(visitor)
    page.locator("form button.primary").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    found = page.evaluate(f"fetch('/api/tables/{table}').then((found) => found.json())")
    assert found["settings"]["options"]["promo"] == "on"
    visitor.close()
    assert visitor.problems == []
