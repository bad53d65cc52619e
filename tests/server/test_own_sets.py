"""Maps and tile sets that visitors bring: checked, refused with a sentence, kept with the table, and private."""

import json
import time
from typing import Any

import pytest

from overland.data.files import MAX_BYTES, packaged, packaged_names
from overland.data.templates import template
from overland.engine.games import GAMES
from overland.engine.match import Match
from tests.oracle.okanagan import any_tiles
from tests.server.local_servers import LocalServer, Person, full_table, give_up, invite_of, new_table, seats
from tests.server.test_forgetting import forget
from tests.server.test_http import key_of

pytestmark = [pytest.mark.anyio, pytest.mark.server(set_check_burst=1000, table_burst=100)]
TITLE = "Wilhelmina's valley"
SETS = [(game, name) for game in GAMES for name in packaged_names(game)]
#: Files that would take long, or much memory, if they were read as they are.
BOMBS = {
    "a key of many parts": "a" + ".a" * 90_000 + " = 1",
    "tables of many parts": "\n".join(f"[a{number}{'.a' * 20}]" for number in range(3500)),
    "lists in lists": "a = " + "[" * 100_000,
    "tables in tables": "a = " + "{a = " * 30_000,
    "a number of many digits": "[[tile]]\nsides = [0x" + "f" * 150_000 + "]",
    "many tiles": "[[tile]]\n" * 20_000,
    "half of a character": 'name = "\ud800"',
    "nothing": "",
}


def own_file(game: str, title: str = TITLE) -> str:
    """A file that is none of ours."""
    text = template(game).replace('name = "mine"', f"name = {json.dumps(title)}")
    if game == "okanagan":
        return text.replace('["forest", "lake", "meadow", "mountain"]', '["lake", "forest", "meadow", "mountain"]', 1)
    return text.replace("\nGGG GGM MMG GMM GGG\n", "\nGGG GGG MMG GMM GGG\n")


async def report(person: Person, **wish: Any) -> dict[str, Any]:
    answer = await person.http.post("/api/sets", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("game", "name"), SETS)
async def test_a_set_is_the_same_as_a_file_and_as_data(server: LocalServer, game: str, name: str) -> None:
    stranger = Person(server, "")
    shipped = (await stranger.http.get(f"/api/sets/{game}/{name}")).json()
    assert (shipped["game"], shipped["name"], shipped["problem"], shipped["players"]) == (game, name, None, [2, 3, 4])
    assert shipped["data"] == GAMES[game].load_data(packaged(game, name))
    by_file = await report(stranger, file=shipped["file"])
    by_data = await report(stranger, data=shipped["data"])
    assert by_file == by_data == shipped
    named = await report(stranger, data=shipped["data"], title='Ada\'s "own" \\ one')
    assert (await report(stranger, file=named["file"]))["title"] == 'Ada\'s "own" \\ one'
    assert (await stranger.http.get(f"/api/sets/{game}/nowhere")).status_code == 404


@pytest.mark.parametrize(
    ("file", "problem", "at"),
    [
        ("terrain = ", "the file: is not valid TOML: Invalid value (at end of document) (rule file)", None),
        ("name = 3", "the file: has no text named 'terrain' (rule 1.2)", None),
        ("#" * (MAX_BYTES + 1), "the file: is larger than 200 kB (rule file)", None),
        (
            own_file("oregon").replace("\nRRR RGM GGG GRR RGG\n", "\nRRR RGM GGG GGG RGG\n"),
            "the file, cell a3: this railway cell is cut off from the rest (rule 1.2)",
            "a3",
        ),
        (
            own_file("okanagan").replace('["circle", "hexagon", ', '["circle", "oval", '),
            "the file, tile 0, icons, east: 'oval' is not one of circle, hexagon, square (rule 1.2)",
            "0",
        ),
    ],
)
async def test_what_is_wrong_is_said_with_rule_and_place(
    server: LocalServer, file: str, problem: str, at: str | None
) -> None:
    found = await report(Person(server, ""), file=file)
    assert (found["problem"], found["at"]) == (problem, at)
    assert (found["data"], found["file"], found["players"]) == (None, None, [])
    ada = await server.person("Ada")
    refused = await ada.http.post(
        "/api/tables", json={"game": found["game"], "seats": seats("me", "open"), "file": file}
    )
    assert (refused.status_code, key_of(refused)) == (422, "error.set")
    assert refused.json()["error"]["args"]["detail"] == found["problem"]
    assert await server.store_rows("tables") == 0


@pytest.mark.parametrize("bomb", BOMBS)
async def test_files_that_are_made_to_hurt_are_refused_soon(server: LocalServer, bomb: str) -> None:
    ada = await server.person("Ada")
    began = time.process_time()
    body = json.dumps({"file": BOMBS[bomb]}).encode()
    answer = await ada.http.post("/api/sets", content=body, headers={"content-type": "application/json"})
    assert time.process_time() - began < 2
    assert answer.status_code in (200, 422)
    if answer.status_code == 200:
        assert answer.json()["problem"]


@pytest.mark.parametrize("data", [{}, {"tiles": 3}, {"tiles": [3]}, {"map": [[]]}, {"map": "x"}, {"tiles": [{}] * 40}])
async def test_data_that_are_no_set_are_refused_too(server: LocalServer, data: dict[str, Any]) -> None:
    assert (await report(Person(server, ""), data=data))["problem"]


@pytest.mark.server(set_check_burst=3)
async def test_checks_are_counted(server: LocalServer) -> None:
    ada = await server.person("Ada")
    for _ in range(3):
        await report(ada, file="")
    answer = await ada.http.post("/api/sets", json={"file": ""})
    assert (answer.status_code, key_of(answer)) == (429, "limit.sets")
    wish = {"game": "oregon", "seats": seats("me", "open"), "file": own_file("oregon")}
    assert key_of(await ada.http.post("/api/tables", json=wish)) == "limit.sets"


async def test_a_file_and_a_name_or_the_file_of_another_game_do_not_go_together(server: LocalServer) -> None:
    ada = await server.person("Ada")
    wish = {"game": "oregon", "seats": seats("me", "open"), "file": own_file("okanagan")}
    answer = await ada.http.post("/api/tables", json=wish)
    assert answer.json()["error"]["args"]["detail"] == "the file: is for Okanagan (rule file)"
    both = await ada.http.post("/api/tables", json={**wish, "game": "okanagan", "data": "meeting"})
    assert both.status_code == 422
    neither = await ada.http.post("/api/sets", json={})
    assert neither.status_code == 422


async def test_too_few_tiles_for_the_players_are_refused_before_anything_is_stored(server: LocalServer) -> None:
    ada = await server.person("Ada")
    few = {"tiles": any_tiles(0)["tiles"][:40]}
    found = await report(ada, data=few, title="Few")
    assert found["players"] == [2, 3]
    wish = {"game": "okanagan", "seats": seats("me", "open", "open", "open"), "file": found["file"]}
    assert key_of(await ada.http.post("/api/tables", json=wish)) == "error.settings"
    assert await server.store_rows("tables") == 0


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_played_with_it_and_so_is_all_that_follows(server: LocalServer, game: str) -> None:
    id, (ada, bob) = await full_table(server, game, 2, file=own_file(game))
    live = await server.tables.visible(id, bob.identity, None)
    told = (await bob.http.get(f"/api/tables/{id}")).json()["settings"]
    assert told["title"] == TITLE and told["data"].startswith("own-")
    data = (await report(ada, file=own_file(game)))["data"]
    assert live.table.data == data
    await give_up(live, bob.identity, "up")
    record = (await ada.http.get(f"/api/tables/{id}/record")).json()
    assert record["data"] == data and Match.from_record(record).data == data
    again = (await bob.http.post(f"/api/tables/{id}/rematch")).json()["id"]
    on = await ada.http.post(f"/api/tables/{id}/play-on", json={"entry": 0, "seat": 0, "level": "drover"})
    if on.status_code == 201:
        assert (await server.tables.visible(on.json()["id"], ada.identity, None)).table.data == data
    found = await server.tables.visible(again, bob.identity, None)
    assert found.table.data == data and found.table.settings.title == TITLE
    brought = (await ada.http.post("/api/records", json=record)).json()["id"]
    assert (await ada.http.get(f"/api/tables/{brought}/review")).status_code == 200
    own = (await ada.http.get("/api/me/data")).json()["tables"]
    assert any(table["record"] and table["record"].get("data") == data for table in own)


async def test_a_file_that_is_one_of_ours_is_called_so(server: LocalServer) -> None:
    ada = await server.person("Ada")
    file = packaged("okanagan", "meeting").read_text(encoding="utf-8")
    id = await new_table(ada, "okanagan", "me", "open", file=file)
    assert (await ada.http.get(f"/api/tables/{id}")).json()["settings"]["data"] == "meeting"


async def test_nobody_else_is_told_of_it_unless_the_table_is_listed(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    id = await new_table(ada, "oregon", "me", "open", file=own_file("oregon"))
    assert (await bob.http.get(f"/api/tables/{id}")).status_code == 404
    for path in ("tables", "games", "daily", "me/data"):
        assert TITLE not in json.loads(json.dumps((await bob.http.get(f"/api/{path}")).text))
    invite = await invite_of(ada, id)
    assert TITLE in (await bob.http.get(f"/api/tables/{id}?invite={invite}")).text
    await new_table(ada, "oregon", "me", "open", file=own_file("oregon"), listed=True)
    assert TITLE in (await bob.http.get("/api/tables")).text


async def test_its_name_goes_with_whoever_is_forgotten_and_the_others_play_on(server: LocalServer) -> None:
    id, (ada, bob) = await full_table(server, "oregon", 2, file=own_file("oregon"))
    live = await server.tables.visible(id, bob.identity, None)
    data = live.table.data
    await forget(ada)
    live = await server.tables.visible(id, bob.identity, None)
    assert (live.table.data, live.table.settings.title) == (data, None)


async def test_a_name_has_no_signs_that_nobody_sees(server: LocalServer) -> None:
    found = await report(Person(server, ""), file=own_file("oregon", "a\u202eb\u200b  c" + "x" * 100))
    assert found["title"] == "ab c" + "x" * 36
