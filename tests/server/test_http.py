"""The HTTP side: who is who, setting up, sitting down, records, reviews, limits and the door."""

import json
from typing import Any

import httpx
import pytest

from overland.engine.match import Match
from tests.server.local_servers import (
    ORIGIN,
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    give_up,
    invite_of,
    new_table,
    seats,
)

pytestmark = pytest.mark.anyio


def key_of(answer: httpx.Response) -> str:
    """Which refusal an answer is."""
    key: str = answer.json()["error"]["key"]
    return key


async def test_reading_makes_nobody(server: LocalServer) -> None:
    stranger = Person(server, "stranger").http
    for path in ("/api/me", "/api/games", "/api/tables", "/", "/api/openapi.json"):
        answer = await stranger.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert await server.store_rows("identities") == 0
    assert key_of(await stranger.post("/api/tables", json={"game": "oregon", "seats": seats("me", "open")})) == (
        "error.no_identity"
    )


async def test_what_can_be_played_and_against_whom(server: LocalServer) -> None:
    found = (await Person(server, "").http.get("/api/games")).json()
    assert [game["name"] for game in found["games"]] == ["oregon", "okanagan"]
    levels = ["greenhorn", "homesteader", "trader", "drover", "scout", "guide", "tracker", "trailblazer"]
    assert [level["name"] for level in found["levels"]] == levels, "from gentle to strong"
    assert found["default_level"] == "homesteader"


async def test_an_identity_is_a_cookie_that_scripts_cannot_read(server: LocalServer) -> None:
    stranger = Person(server, "").http
    answer = await stranger.post("/api/me", json={})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie
    assert answer.json()["name"] and answer.json()["id"] not in cookie
    again = await stranger.post("/api/me", json={"name": "Ada"})
    assert again.json() == {"id": answer.json()["id"], "name": "Ada"}
    assert (await stranger.get("/api/me")).json()["name"] == "Ada"
    for name in ("", "   ", "x" * 25, "\x00\x07", 7, None):
        bad = await stranger.post("/api/me", json={"name": name})
        assert bad.status_code == (200 if name is None else 422)


@pytest.mark.server(public_url="https://play.example.org", behind_proxy=True)
async def test_a_cookie_is_secure_behind_tls(server: LocalServer) -> None:
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app=server.app), base_url="https://play.example.org")
    answer = await http.post("/api/me", json={}, headers={"origin": "https://play.example.org"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" in answer.headers
    assert key_of(await http.post("/api/me", json={}, headers={"origin": ORIGIN})) == "error.forbidden_origin"


async def test_other_pages_and_other_names_are_refused(server: LocalServer) -> None:
    ada = await server.person("Ada")
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        answer = await ada.http.post("/api/me", json={"name": "Eve"}, headers=headers)
        assert answer.status_code == 403 and key_of(answer) == "error.forbidden_origin"
    assert (await ada.http.post("/api/me", json={"name": "Bea"}, headers={"origin": ORIGIN})).status_code == 200
    assert (await ada.http.get("/api/me", headers={"host": "evil.example"})).status_code == 404
    assert (await ada.http.get("/api/me")).json()["name"] == "Bea"


async def test_answers_carry_the_headers_that_protect_a_browser(server: LocalServer) -> None:
    ada = await server.person("Ada")
    for path in ("/", "/api/me", "/api/nothing", "/assets/none.js"):
        headers = (await ada.http.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    for host in ("[", "[::1"):
        assert (await ada.http.get("/", headers={"host": host})).status_code == 404
    for path in ("/%00", "/" + "x" * 5000):
        assert (await ada.http.get(path)).status_code == 200
    for path in ("/../pyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "/assets/../../app.py"):
        assert "dependencies" not in (await ada.http.get(path)).text


async def test_a_table_against_bots_begins_at_once(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trader")
    info = (await ada.http.get(f"/api/tables/{id}")).json()
    assert info["status"] == "playing" and info["your_seat"] == 0 and info["your_turn"]
    mine = (await ada.http.get("/api/tables")).json()["mine"]
    assert [table["id"] for table in mine] == [id]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "chess"}, "error.bad_request"),
        ({"seats": seats("me")}, "error.bad_request"),
        ({"seats": seats("me", "me")}, "error.bad_request"),
        ({"seats": seats(*["open"] * 5)}, "error.bad_request"),
        ({"seats": [{"kind": "bot"}, {"kind": "me"}]}, "error.bad_request"),
        ({"seats": [{"kind": "me", "level": "scout"}, {"kind": "open"}]}, "error.bad_request"),
        ({"seats": [{"kind": "bot", "level": "os:system"}, {"kind": "me"}]}, "error.bad_request"),
        ({"options": {"church": "flaat"}}, "error.settings"),
        ({"options": {"curch": "flat"}}, "error.settings"),
        ({"preset": "nonsense"}, "error.settings"),
        ({"data": "../secrets"}, "error.settings"),
        ({"clock": {"kind": "move", "seconds": 1}}, "error.bad_request"),
        ({"clock": {"kind": "sand"}}, "error.bad_request"),
        ({"unknown": 1}, "error.bad_request"),
    ],
)
async def test_bad_settings_are_refused_and_make_nothing(change: dict[str, Any], key: str, server: LocalServer) -> None:
    ada = await server.person("Ada")
    wish = {"game": "oregon", "seats": seats("me", "open"), **change}
    answer = await ada.http.post("/api/tables", json=wish)
    assert answer.status_code == 422 and key_of(answer) == key
    assert await server.store_rows("tables") == 0


async def test_a_private_table_is_invisible_without_its_link(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    id = await new_table(ada, "okanagan", "me", "open")
    invite = await invite_of(ada, id)
    assert len(invite) >= 22
    wrong = "A" * 22
    for path in ("", "/record", "/review", f"?invite={wrong}"):
        assert key_of(await bob.http.get(f"/api/tables/{id}{path}")) == "error.no_table"
    none = key_of(await bob.http.get("/api/tables/AAAAAAAAAAAA"))
    assert none == "error.no_table", "whether there is a table or not"
    for action in ("join", "leave", "start", "rematch"):
        answer = await bob.http.post(f"/api/tables/{id}/{action}", json={})
        assert answer.status_code == 404
    assert (await bob.http.get("/api/tables")).json() == {"mine": [], "listed": []}
    assert (await bob.http.get(f"/api/tables/{id}?invite={invite}")).status_code == 200
    joined = await bob.http.post(f"/api/tables/{id}/join", json={"invite": invite})
    assert joined.json()["status"] == "playing" and joined.json()["your_seat"] is not None
    again = await bob.http.post(f"/api/tables/{id}/join", json={"invite": invite})
    assert again.status_code == 200, "the link can be opened twice"
    eve = await server.person("Eve")
    assert key_of(await eve.http.post(f"/api/tables/{id}/join", json={"invite": invite})) == "error.started"


async def test_getting_up_and_handing_over(server: LocalServer) -> None:
    ada, bob, cleo = [await server.person(name) for name in ("Ada", "Bob", "Cleo")]
    id = await new_table(ada, "oregon", "me", "open", "open", listed=True)
    assert [table["id"] for table in (await bob.http.get("/api/tables")).json()["listed"]] == [id]
    assert (await bob.http.post(f"/api/tables/{id}/join", json={"seat": 2})).json()["your_seat"] == 2
    assert key_of(await cleo.http.post(f"/api/tables/{id}/join", json={"seat": 2})) == "error.seat_taken"
    assert key_of(await bob.http.post(f"/api/tables/{id}/start", json={"fill": "scout"})) == "error.not_owner"
    assert (await ada.http.post(f"/api/tables/{id}/leave")).status_code == 200
    assert (await bob.http.get(f"/api/tables/{id}")).json()["owner"], "the table is handed on"
    assert key_of(await bob.http.post(f"/api/tables/{id}/start", json={})) == "error.open_seats"
    begun = (await bob.http.post(f"/api/tables/{id}/start", json={"fill": "greenhorn"})).json()
    assert begun["status"] == "playing"
    assert [seat["kind"] for seat in begun["seats"]] == ["bot", "bot", "person"]
    assert key_of(await bob.http.post(f"/api/tables/{id}/leave")) == "error.started"

    lonely = await new_table(cleo, "oregon", "me", "open")
    assert (await cleo.http.post(f"/api/tables/{lonely}/leave")).json()["status"] == "closed"
    assert (await cleo.http.get("/api/tables")).json()["mine"] == []


async def test_a_new_name_reaches_the_tables(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    await people[1].http.post("/api/me", json={"name": "Zoe"})
    info = (await people[0].http.get(f"/api/tables/{id}")).json()
    assert [seat["name"] for seat in info["seats"]] == ["Person 0", "Zoe"]


async def test_records_while_a_game_runs_and_after(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    running = (await people[0].http.get(f"/api/tables/{id}/record")).json()
    assert "seed" not in running and "=? landscape" in running["entries"]
    assert key_of(await people[0].http.get(f"/api/tables/{id}/review")) == "error.not_over"
    live = server.tables.live[id]
    await give_up(live, people[1].identity, "r")
    record = (await people[0].http.get(f"/api/tables/{id}/record")).json()
    assert record["seed"] == live.table.seed.hex()
    match = Match.from_record(record)
    assert [entry.text for entry in match.entries] == record["entries"]

    review = (await people[0].http.get(f"/api/tables/{id}/review")).json()
    assert len(review["items"]) == len(record["entries"])
    assert review["result"]["winners"] == [0]
    last = (await people[0].http.get(f"/api/tables/{id}/review/{len(review['items'])}")).json()
    assert all(seat["hand"] for seat in last["view"]["seats"].values()), "a review is open"
    assert last["choices"]
    beyond = await people[0].http.get(f"/api/tables/{id}/review/{len(review['items']) + 1}")
    assert beyond.status_code == 404 and key_of(beyond) == "error.no_entry"

    brought = await people[1].http.post("/api/records", json=record)
    assert brought.status_code == 201
    copied = (await people[1].http.get(f"/api/tables/{brought.json()['id']}/review")).json()
    assert copied["items"] == review["items"] and copied["result"]["winners"] == [0]
    assert [seat["name"] for seat in copied["seats"]] == ["Person 0", "Person 1"]
    stranger = await server.person("Eve")
    assert (await stranger.http.get(f"/api/tables/{brought.json()['id']}/review")).status_code == 404


@pytest.mark.server(table_burst=100)
async def test_records_that_cannot_be_used_are_refused(server: LocalServer) -> None:
    ada = await server.person("Ada")
    match = Match("oregon", 2, seed=1)
    match.play(match.legal[0])
    good = match.record()
    bad: list[Any] = [
        {},
        {**good, "rules": 99},
        {**good, "entries": ["farmer a1"]},
        {**good, "seed": "zz"},
        {**good, "players": 3},
        {**good, "data": {}},
        {**good, "start": "nonsense"},
    ]
    for record in bad:
        answer = await ada.http.post("/api/records", json=record)
        assert answer.status_code == 422 and key_of(answer) == "error.record", record
    odd = await ada.http.post("/api/records", content=json.dumps({**good, "start": "x \ud800"}).encode())
    assert odd.status_code == 422
    for content in (b"", b"[]", b'"x"', b"{", b"\xff\xfe", b"[" * 5000):
        answer = await ada.http.post("/api/records", content=content, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
    big = await ada.http.post("/api/records", content=b" " * 300_000)
    assert big.status_code == 413 and key_of(big) == "error.too_large"
    assert await server.store_rows("tables") == 0
    assert (await ada.http.post("/api/records", json=good)).status_code == 201


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_playing_on_from_a_position(game: str, server: LocalServer) -> None:
    id, people = await full_table(server, game, 2)
    live = server.tables.live[id]
    for number in range(12):
        seat = live.table.to_act
        assert seat is not None
        await choose(live, people[seat].identity, f"m{number}", live.table.version, 0)
    early = await people[0].http.post(f"/api/tables/{id}/play-on", json={"entry": 9, "seat": 0, "level": "trader"})
    assert key_of(early) == "error.not_over"
    await give_up(live, people[1].identity, "r")
    made = await people[0].http.post(f"/api/tables/{id}/play-on", json={"entry": 12, "seat": 1, "level": "trader"})
    assert made.status_code == 201
    new = server.tables.live[made.json()["id"]]
    assert new.table.start is not None and new.table.seats[1].person is not None
    assert new.table.match is not None and live.table.match is not None
    number = 12
    while live.table.match.game.to_act(live.table.match.at(number).state) < 0:
        number += 1
    assert new.table.match.at(0).state.phase == live.table.match.at(number).state.phase
    for wish in ({"entry": 9999, "seat": 0}, {"entry": 3, "seat": 3}):
        answer = await people[0].http.post(f"/api/tables/{id}/play-on", json={**wish, "level": "trader"})
        assert key_of(answer) == "error.cannot_play_on"


async def test_a_rematch_keeps_the_seats_for_the_players(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    assert key_of(await people[0].http.post(f"/api/tables/{id}/rematch")) == "error.not_over"
    await give_up(server.tables.live[id], people[0].identity, "r")
    ear = await people[1].sit(id)
    made = (await people[0].http.post(f"/api/tables/{id}/rematch")).json()
    again = (await people[1].http.post(f"/api/tables/{id}/rematch")).json()
    assert made["id"] == again["id"] != id
    whole = await ask(ear, type="hello")
    assert whole["now"]["rematch"] == made["id"]
    joined = await people[1].http.post(f"/api/tables/{made['id']}/join", json={})
    assert joined.json()["status"] == "playing", "no invitation is needed"


@pytest.mark.server(table_burst=2, open_tables=2, request_burst=50)
async def test_limits_name_themselves_and_the_seconds_to_wait(server: LocalServer) -> None:
    ada = await server.person("Ada")
    wish = {"game": "oregon", "seats": seats("me", "open")}
    for _ in range(2):
        assert (await ada.http.post("/api/tables", json=wish)).status_code == 201
    answer = await ada.http.post("/api/tables", json=wish)
    assert answer.status_code == 429 and key_of(answer) == "limit.tables"
    assert answer.json()["wait"] == int(answer.headers["retry-after"]) == 10
    clock: Any = server.clock
    clock.now += 10
    assert key_of(await ada.http.post("/api/tables", json=wish)) == "limit.open_tables"
    for _ in range(100):
        last = await ada.http.get("/api/me")
    assert last.status_code == 429 and key_of(last) == "limit.requests"


@pytest.mark.server(visitor_burst=3)
async def test_too_many_visitors_from_one_address(server: LocalServer) -> None:
    for number in range(3):
        await server.person(f"Person {number}")
    answer = await Person(server, "").http.post("/api/me", json={})
    assert answer.status_code == 429 and key_of(answer) == "limit.identities"


async def test_the_interface_describes_itself_with_its_messages(server: LocalServer) -> None:
    ada = await server.person("Ada")
    document = (await ada.http.get("/api/openapi.json")).json()
    models = document["components"]["schemas"]
    assert {"ServerMessage", "ClientMessage", "OregonView", "OkanaganView", "Choice", "Move"} <= models.keys()
    assert "oneOf" in json.dumps(models["ServerMessage"])
