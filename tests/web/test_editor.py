"""Maps and tile sets of one's own in a real Chromium: brought as files, painted, composed, saved and played."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from overland.data.templates import template
from overland.words import LANGUAGES
from tests.server.processes import ServerProcess, running_server
from tests.web.browsers import Visitor, step
from tests.web.states import bring
from tests.web.test_bots import check_page
from tests.web.test_browser import PHONE

pytestmark = pytest.mark.browser
STEPS = 6
FINE = "It can be played with 2, 3, 4 players."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("editor"), request_burst=1000, set_check_burst=1000) as found:
        yield found


def settings_of(page: Page) -> dict[str, Any]:
    """What was agreed for the table that is shown."""
    table = page.url.partition("?")[0].rpartition("/")[2]
    found: dict[str, Any] = page.evaluate(f"fetch('/api/tables/{table}').then((found) => found.json())")["settings"]
    return found


def terrain_of(page: Page) -> str:
    """The letters of the map that is painted, row by row."""
    cells: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('[data-ground]')]"
        ".map((one) => [one.dataset.cell, one.dataset.ground]))"
    )
    return "".join(cells[f"{letter}{row}"] for row in range(1, 11) for letter in "abcdefghijklmno")


def expect_check(page: Page, text: str) -> None:
    """What the server says of what stands in the editor."""
    expect(page.locator("[data-checked]")).to_contain_text(text)


def saved(page: Page, folder: Path) -> dict[str, Any]:
    """The contents of the file that is saved."""
    with page.expect_download() as found:
        page.get_by_role("button", name="Save as a file").click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_a_file_is_brought_drawn_and_played_and_others_see_it_in_the_waiting_room(
    browser: Browser, server: ServerProcess, game: str
) -> None:
    ada, bob = Visitor(browser, server.url), Visitor(browser, server.url, **PHONE)
    page = ada.open("/new?game=oregon")
    file = template(game).replace('name = "mine"', 'name = "Ada\'s <b>land</b>"')
    file = file.replace('"kind:fisher"', '"gold"').replace("\nGGG GGM", "\nGGG GGG")
    bring(ada, file.encode())
    expect(page.locator("[data-set=own]")).to_contain_text("Your own: Ada's <b>land</b>")
    expect(page.locator("[data-set=own] input")).to_be_checked()
    expect(page.get_by_role("img", name="Ada's <b>land</b>, drawn")).to_be_visible()
    check_page(ada)
    page.locator("form select").nth(1).select_option("open")
    page.locator("form button.primary").click()
    page.wait_for_url("**/table/*")
    told = settings_of(page)
    assert (told["game"], told["title"]) == (game, "Ada's <b>land</b>") and told["data"].startswith("own-")
    link = page.locator(".waiting input").input_value()
    bob.open(link.removeprefix(server.url))
    for visitor in (ada, bob):
        visitor.page.locator(".screen").wait_for()
    dice = random.Random(game)
    for _ in range(STEPS):
        turn = next(one for one in (ada, bob) * 200 if one.page.locator("[data-turn=mine]").count())
        assert step(turn, dice)
    for visitor in (ada, bob):
        visitor.close()
        assert visitor.problems == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_waiting_room_shows_name_and_picture_on_a_phone(
    browser: Browser, server: ServerProcess, language: str
) -> None:
    phone = Visitor(browser, server.url, **PHONE)
    phone.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = phone.open("/new?game=oregon")
    bring(phone, template("oregon").replace("\nGGG GGM", "\nGGG GGG").encode())
    page.locator("[data-set=own] input").wait_for()
    check_page(phone)
    page.locator("form select").nth(1).select_option("open")
    page.locator("form button.primary").click()
    shown = page.locator(".at-table")
    expect(shown).to_contain_text("mine")
    expect(shown.get_by_role("img")).to_be_visible()
    check_page(phone)
    phone.close()
    assert phone.problems == []


def test_a_file_that_cannot_be_played_is_refused_in_words_and_changes_nothing(
    browser: Browser, server: ServerProcess
) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/new?game=okanagan")
    page.locator("[data-set=meeting] input").check()
    bring(visitor, template("okanagan").replace('["circle", "hexagon", ', '["oval", "hexagon", ').encode())
    expect(page.get_by_role("alert")).to_contain_text("tile 0, icons, north: 'oval' is not one of circle")
    expect(page.locator("[data-set=meeting] input")).to_be_checked()
    assert page.locator("[data-set=own]").count() == 0
    check_page(visitor)
    visitor.close()
    assert visitor.problems == []


def test_a_map_is_painted_by_mouse_saved_and_played(browser: Browser, server: ServerProcess, tmp_path: Path) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/new?game=oregon")
    page.get_by_role("link", name="Make your own").click()
    expect_check(page, FINE)
    before = terrain_of(page)
    page.locator("[data-brush=W]").click()
    first, last = (page.locator(f"[data-cell={cell}]").bounding_box() for cell in ("a1", "c1"))
    assert first and last
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=8)
    page.mouse.up()
    assert terrain_of(page)[:4] == "WWW" + before[3]
    page.get_by_role("button", name="Undo").click()
    assert terrain_of(page) == before, "a stroke is taken back as a whole"
    page.get_by_role("button", name="Redo").click()
    page.get_by_label("Name").fill("Three lakes")
    expect_check(page, FINE)
    assert saved(page, tmp_path)["name"] == "Three lakes"
    page.get_by_role("button", name="Play with this").click()
    expect(page.locator("[data-set=own] input")).to_be_checked()
    check_page(visitor)
    page.locator("form button.primary").click()
    page.wait_for_url("**/table/*")
    assert settings_of(page)["title"] == "Three lakes"
    assert step(visitor, random.Random(1))
    visitor.close()
    assert visitor.problems == []


def test_a_map_is_painted_by_keys_and_what_is_wrong_is_marked(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/editor/oregon")
    page.locator("[data-checked]").wait_for()
    page.locator("[data-cell=a1]").focus()
    keys = page.keyboard
    for key in ("4", "ArrowRight", "4", "ArrowRight", "Space", "Shift+ArrowDown"):
        keys.press(key)
    expect(page.locator("[data-cell=c2]")).to_be_focused()
    assert terrain_of(page)[:3] == "WWW" and terrain_of(page)[17] == "W"
    expect(page.locator("[data-cell=c2]")).to_have_attribute("aria-label", "c2, water")
    keys.press("ArrowLeft")
    keys.press("4")
    expect_check(page, "a1–c2, where the row of wagon and the column of wagon cross: 1 land cell, at least 3")
    expect(page.get_by_role("button", name="Play with this")).to_have_attribute("aria-disabled", "true")
    keys.press("Control+z")
    keys.press("Control+z")
    expect_check(page, FINE)
    page.locator("[data-cell=a7]").focus()
    keys.press("3")
    expect_check(page, "The railway at a7 is cut off from the rest")
    assert page.locator("[data-wrong=a7]").count() == 1
    visitor.close()
    assert visitor.problems == []


def test_tiles_are_composed_by_keys_and_mouse_and_the_file_comes_back(
    browser: Browser, server: ServerProcess, tmp_path: Path
) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/editor/okanagan")
    expect_check(page, FINE)
    page.locator("[data-group='1']").click()
    page.get_by_label("north: terrain").select_option("lake")
    page.get_by_label("east: terrain").select_option("lake")
    page.locator("[data-side='1'] .territory select").select_option("3")
    page.get_by_label("north: salmon").fill("2")
    page.get_by_label("north: salmon").press("Tab")
    page.get_by_label("How many").fill("3")
    page.get_by_label("How many").press("Enter")
    page.get_by_label("How many").blur()
    page.get_by_label("Back").select_option("trade")
    page.locator("[data-group='1']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-group='3']")).to_be_focused()
    page.get_by_role("button", name="Remove").click()
    expect_check(page, FINE)
    tiles = saved(page, tmp_path)["tile"]
    assert len(tiles) == 62 and tiles[1] == tiles[2] == tiles[3]
    assert (tiles[1]["sides"][:2], tiles[1]["back"]) == (["lake", "lake"], "trade")
    assert tiles[1]["icons"][0].count("square") == 2 and len(set(tiles[1]["territories"][:2])) == 2
    page.locator("[data-group='1']").click()
    for side in ("north", "east", "south", "west"):
        page.get_by_label(f"{side}: terrain").select_option("meadow")
    expect_check(page, "Tile 1: all its sides are one territory")
    expect(page.locator(".list .wrong")).to_have_attribute("data-group", "1")
    page.get_by_label("Begin with").select_option("meeting")
    expect_check(page, FINE)
    page.locator("input[type=file]").set_input_files(next(tmp_path.iterdir()))
    expect(page.get_by_role("heading", name="61 tiles and the start tile")).to_be_visible()
    check_page(visitor)
    visitor.close()
    assert visitor.problems == []


def test_what_is_being_made_is_still_there_when_one_comes_back(browser: Browser, server: ServerProcess) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/editor/oregon")
    page.locator("[data-checked]").wait_for()
    page.locator("[data-cell=a1]").focus()
    page.keyboard.press("2")
    page.get_by_label("Name").fill("Later")
    visitor.open("/editor/oregon")
    expect(page.get_by_label("Name")).to_have_value("Later")
    assert terrain_of(page)[0] == "M"
    visitor.close()
    assert visitor.problems == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_the_editor_fits_a_phone_in_every_language(
    browser: Browser, server: ServerProcess, language: str, game: str
) -> None:
    phone = Visitor(browser, server.url, **PHONE)
    phone.page.add_init_script(f"localStorage.setItem('overland.language', '{language}')")
    page = phone.open(f"/editor/{game}")
    page.locator("[data-checked]").wait_for()
    assert "ui." not in page.locator("main").inner_text()
    check_page(phone)
    if game == "oregon":
        page.locator("[data-brush=M]").click()
        page.locator("[data-cell=a1]").tap()
        expect(page.locator("[data-cell=a1]")).to_have_attribute("data-ground", "M")
    phone.close()
    assert phone.problems == []
