"""The bot API: registered bots, their tokens, invitations, streams, choices, and what is refused."""

import asyncio
import json
import random
from typing import Any

import pytest
from sqlalchemy import select

from overland.bots.catalogue import bot_named
from overland.engine.games import GAMES
from overland.remote.questions import game_at, turn_of
from overland.server import bot_streams, schema
from overland.server.bot_protocol import BOT_EVENTS, BOT_LINES
from overland.server.identity import hash_of
from tests.server.bot_players import BotPlayer, client_of, id_of, register
from tests.server.local_servers import LocalServer, Person, choose, new_table

pytestmark = pytest.mark.anyio


async def asked_table(person: Person, bot: BotPlayer, *others: dict[str, Any], game: str = "oregon") -> str:
    """A table with a person and a bot that is asked to play."""
    seats = [{"kind": "me"}, {"kind": "asked", "bot": id_of(bot)}, *others]
    answer = await person.http.post("/api/tables", json={"game": game, "seats": seats, "shuffled": False})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def key_of(answer: Any) -> str:
    return str(answer.json()["error"]["key"])


# Bots and tokens


async def test_a_token_is_told_once_and_kept_only_as_a_hash(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    listed = (await ada.http.get("/api/me/bots")).json()
    assert [found["name"] for found in listed["bots"]] == ["Heron"]
    assert bot.token not in json.dumps(listed)
    rows = await server.services.store.read(select(schema.tokens))
    assert [row["hash"] for row in rows] == [hash_of(bot.token)]
    assert (await bot.http.get("/api/bot/me")).json()["name"] == "Heron"


async def test_a_revoked_token_is_dead_at_once_and_so_are_its_streams(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    other = (await ada.http.post(f"/api/me/bots/{id_of(bot)}/tokens", json={"label": "laptop"})).json()
    stream = asyncio.create_task((await bot.events()).rest())
    await asyncio.sleep(0.05)
    first = (await ada.http.get("/api/me/bots")).json()["bots"][0]["tokens"][0]["id"]
    answer = await ada.http.delete(f"/api/me/bots/{id_of(bot)}/tokens/{first}")
    assert [token["label"] for token in answer.json()["bots"][0]["tokens"]] == ["laptop"]
    assert await asyncio.wait_for(stream, 5) == []
    assert (await bot.http.get("/api/bot/me")).status_code == 401
    assert (await client_of(server, other["token"]).get("/api/bot/me")).status_code == 200


async def test_only_the_owner_changes_a_bot(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    bot = id_of(await register(ada, "Heron"))
    asked = [
        await bob.http.post(f"/api/me/bots/{bot}", json={"open": False}),
        await bob.http.post(f"/api/me/bots/{bot}/tokens", json={}),
        await bob.http.post(f"/api/me/bots/{bot}/delete", json={"confirm": True}),
        await bob.http.delete(f"/api/me/bots/{bot}/tokens/{'x' * 12}"),
    ]
    assert [(answer.status_code, key_of(answer)) for answer in asked] == [(404, "error.no_bot")] * 4
    assert await server.store_rows("tokens") == 1


async def test_names_of_bots_are_given_once_and_a_person_has_only_so_many(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    await register(ada, "Heron")
    assert key_of(await bob.http.post("/api/me/bots", json={"name": "HERON"})) == "error.bot_name"
    for number in range(4):
        await register(ada, f"Heron {number}")
    answer = await ada.http.post("/api/me/bots", json={"name": "One more"})
    assert (answer.status_code, key_of(answer)) == (429, "limit.bots")


# Invitations


async def test_a_bot_that_is_asked_accepts_plays_and_is_told_as_a_bot(server: LocalServer) -> None:
    ada, watcher = await server.person("Ada"), await server.person("Wim")
    bot = await register(ada, "Heron")
    told = await bot.events()
    listening = asyncio.create_task(told.next())
    id = await asked_table(ada, bot)
    invitation = await asyncio.wait_for(listening, 5)
    BOT_EVENTS.validate_python(invitation)
    assert (invitation["type"], invitation["table"]["id"]) == ("invitation", id)
    assert invitation["table"]["seats"][1] == {"kind": "open", "asked": "Heron"}
    joined = await watcher.http.post(f"/api/tables/{id}/join", json={})
    assert joined.status_code == 404, "nobody else sees the table"
    answer = await bot.http.post(f"/api/bot/tables/{id}/accept")
    assert answer.json()["status"] == "playing"
    assert answer.json()["seats"][1] == {"kind": "person", "name": "Heron", "bot": True, "you": True}
    assert (await told.next())["type"] == "started"
    live = server.tables.live[id]
    stream = await bot.stream(id)
    first = await stream.next()
    BOT_LINES.validate_python(first)
    assert (first["type"], first["seat"], first["now"]["status"]) == ("table", 1, "playing")
    await play_on(server, ada, bot, id)
    lines = await stream.rest()
    for line in lines:
        BOT_LINES.validate_python(line)
    states = [line for line in lines if line["type"] == "state"]
    assert states[-1]["now"]["status"] == "over" and all("view" in line["now"] for line in states)
    gone = await told.until("gone")
    assert gone == {"type": "gone", "id": id, "status": "over"}
    by = {applied.line.body.by for applied in live.table.log if applied.line.body.kind == "move" and applied.seat == 1}
    assert by <= {"bot", "forced"} and "bot" in by
    await told.close()


async def play_on(server: LocalServer, ada: Person, bot: BotPlayer, id: str, most: int = 1000) -> None:
    """A person and a bot choose anything, the bot by its API, until the game is over."""
    dice, live = random.Random(id), server.tables.live[id]
    for _ in range(most):
        seat = live.table.to_act
        if seat is None:
            return
        choice = dice.randrange(len(live.table.running().legal))
        if seat == live.table.seat_of(id_of(bot)):
            server.services.requests.buckets.clear()
            server.services.address_requests.buckets.clear()
            wish = {"version": live.table.version, "choice": choice}
            answer = await bot.http.post(f"/api/bot/tables/{id}/choose", json=wish)
            assert answer.status_code == 200, answer.text
        else:
            await choose(live, ada.identity, f"m{live.table.version}", live.table.version, choice)


async def test_a_bot_declines_or_is_no_longer_asked_and_the_seat_is_free_again(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = await asked_table(ada, bot)
    assert (await bot.http.get("/api/bot/tables")).json()["invitations"][0]["id"] == id
    assert (await bot.http.post(f"/api/bot/tables/{id}/decline")).json() == {"declined": True}
    assert server.tables.live[id].table.seats[1].asked is None
    assert (await bot.http.post(f"/api/bot/tables/{id}/accept")).status_code == 404
    again = await ada.http.post(f"/api/tables/{id}/ask", json={"seat": 1, "bot": id_of(bot)})
    assert again.json()["seats"][1]["asked"] == "Heron"
    twice = await ada.http.post(f"/api/tables/{id}/ask", json={"seat": 0, "bot": id_of(bot)})
    assert key_of(twice) == "error.seat_taken"
    await ada.http.post(f"/api/tables/{id}/ask", json={"seat": 1})
    assert (await bot.http.get("/api/bot/tables")).json() == {"invitations": [], "tables": []}
    assert await server.store_rows("invitations") == 0


async def test_a_kept_seat_is_for_nobody_else_and_only_the_owner_asks(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    bot = await register(bob, "Heron")
    id = await asked_table(ada, bot, {"kind": "open"})
    invite = server.tables.live[id].table.invite
    body = {"invite": invite, "seat": 1}
    assert key_of(await bob.http.post(f"/api/tables/{id}/join", json=body)) == "error.seat_taken"
    assert (await bob.http.post(f"/api/tables/{id}/join", json={"invite": invite})).json()["your_seat"] == 2
    refused = await bob.http.post(f"/api/tables/{id}/ask", json={"seat": 1})
    assert (refused.status_code, key_of(refused)) == (403, "error.not_owner")
    started = await ada.http.post(f"/api/tables/{id}/start", json={"fill": "trader"})
    assert started.json()["status"] == "playing"
    assert await server.store_rows("invitations") == 0


async def test_a_bot_that_is_not_open_is_asked_by_its_owner_only(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    bot = await register(ada, "Heron", is_open=False)
    assert (await bob.http.get("/api/bots")).json() == {"bots": []}
    assert (await ada.http.get("/api/bots")).json()["bots"][0]["yours"] is True
    wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "asked", "bot": id_of(bot)}]}
    refused = await bob.http.post("/api/tables", json=wish)
    assert (refused.status_code, key_of(refused)) == (404, "error.no_bot")
    assert (await ada.http.post("/api/tables", json=wish)).status_code == 201


async def test_a_bot_is_online_while_it_listens(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    assert (await ada.http.get("/api/bots")).json()["bots"][0]["online"] is False
    told = await bot.events()
    waiting = asyncio.create_task(told.next())
    await asyncio.sleep(0.05)
    assert (await ada.http.get("/api/bots")).json()["bots"][0]["online"] is True
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


# Choosing


async def test_the_same_choice_counts_once_and_an_old_one_not_at_all(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    answer = await bot.http.post("/api/bot/tables", json=own_game())
    id = answer.json()["id"]
    live = server.tables.live[id]
    version = live.table.version
    first = await bot.http.post(f"/api/bot/tables/{id}/choose", json={"version": version, "choice": 0})
    again = await bot.http.post(f"/api/bot/tables/{id}/choose", json={"version": version, "choice": 0})
    assert first.json() == again.json() and first.status_code == 200
    stale = await bot.http.post(f"/api/bot/tables/{id}/choose", json={"version": version, "choice": 1})
    assert (stale.status_code, key_of(stale)) == (409, "error.stale")
    far = await bot.http.post(
        f"/api/bot/tables/{id}/choose", json={"version": live.table.version + 5, "choice": 0, "id": "far"}
    )
    assert key_of(far) == "error.stale"


def own_game(game: str = "oregon") -> dict[str, Any]:
    """A table of the bot's own, against a bot of the house."""
    return {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "trader"}], "shuffled": False}


@pytest.mark.parametrize("game", GAMES)
async def test_a_local_bot_reads_the_same_question_from_the_wire_as_from_the_table(
    server: LocalServer, game: str
) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = (await bot.http.post("/api/bot/tables", json=own_game(game))).json()["id"]
    stream = await bot.stream(id, records=True)
    found, box = game_at((await stream.next())["settings"])
    turn = turn_of(found, await stream.until("state"))
    position = server.tables.live[id].table.running().position
    assert turn is not None
    assert turn.view.tobytes() == position.view(0).tobytes()
    assert turn.actions.tolist() == position.legal.actions.tolist()
    assert box.tobytes() == position.box.tobytes()
    choice = bot_named("trader", found, 1).choose(box, turn.view, turn.actions)
    assert 0 <= turn.number_of(choice) < len(turn.actions)
    await stream.close()


async def test_a_stream_tells_everything_again_when_seats_are_mixed(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = (await bot.http.post("/api/bot/tables", json={"game": "oregon", "seats": seats})).json()
    monkeypatch.setattr("overland.server.tables.secrets.SystemRandom.shuffle", lambda self, found: found.reverse())
    stream = await bot.stream(made["id"])
    assert (await stream.next())["seat"] == 0
    await ada.http.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"]})
    assert (await stream.until("table"))["seat"] == 1
    await stream.close()
    assert not server.tables.live[made["id"]].presence.listeners, "nobody listens any more"


async def test_a_stream_that_is_not_read_is_dropped(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_streams, "OUTBOX_BYTES", 200_000)
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = (await bot.http.post("/api/bot/tables", json=own_game())).json()["id"]
    stream = await bot.stream(id)
    await stream.next()
    live = server.tables.live[id]
    for _ in range(300):
        live.tell_update(live.table.version)
    assert len(await stream.rest()) < 300


async def test_a_table_in_words_says_what_can_be_chosen_and_what_it_brings(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    for game in GAMES:
        id = (await bot.http.post("/api/bot/tables", json=own_game(game))).json()["id"]
        for language in ("en", "fr", "nl", "de"):
            said = (await bot.http.get(f"/api/bot/tables/{id}/text", params={"language": language})).json()
            assert said["your_turn"] and said["question"] and said["picture"]
            assert len(said["choices"]) == len(server.tables.live[id].table.running().legal)
            assert all(choice["words"] and choice["words"] != choice["text"] for choice in said["choices"])


async def test_a_bot_says_something_and_gives_up(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = await asked_table(ada, bot)
    await bot.http.post(f"/api/bot/tables/{id}/accept")
    assert (await bot.http.post(f"/api/bot/tables/{id}/chat", json={"text": "Hello"})).json() == {"said": True}
    assert server.tables.live[id].chat[0].name == "Heron"
    assert (await bot.http.post(f"/api/bot/tables/{id}/resign")).status_code == 200
    assert server.tables.live[id].table.status == "over"


async def test_a_rematch_asks_the_bot_again_unless_it_is_gone(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    bot = await register(bob, "Heron")
    id = await asked_table(ada, bot)
    await bot.http.post(f"/api/bot/tables/{id}/accept")
    await bot.http.post(f"/api/bot/tables/{id}/resign")
    again = (await ada.http.post(f"/api/tables/{id}/rematch")).json()["id"]
    assert (await bot.http.post(f"/api/bot/tables/{again}/accept")).json()["status"] == "playing"
    await bot.http.post(f"/api/bot/tables/{again}/resign")
    await bob.http.post(f"/api/me/bots/{id_of(bot)}", json={"open": False})
    last = (await ada.http.post(f"/api/tables/{again}/rematch")).json()["id"]
    assert [seat.asked for seat in server.tables.live[last].table.seats] == [None, None]


async def test_a_bot_gets_up_before_the_start_and_joins_with_the_link(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = await new_table(ada, "oregon", "me", "open", "open")
    invite = server.tables.live[id].table.invite
    assert (await bot.http.post(f"/api/bot/tables/{id}/join", json={})).status_code == 404
    joined = await bot.http.post(f"/api/bot/tables/{id}/join", json={"invite": invite, "seat": 2})
    assert joined.json()["your_seat"] == 2
    assert (await bot.http.post(f"/api/bot/tables/{id}/leave")).json() == {"left": True}
    assert id_of(bot) not in server.tables.live[id].table.people


# Being forgotten


async def test_what_is_known_of_somebody_names_their_bots_and_deletion_takes_them_along(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    bot = await register(ada, "Heron")
    id = await asked_table(bob, bot)
    await bot.http.post(f"/api/bot/tables/{id}/accept")
    other = await asked_table(bob, bot)
    known = (await ada.http.get("/api/me/data")).json()
    assert known["bots"][0]["name"] == "Heron" and known["bots"][0]["tokens"][0]["label"] == "bot"
    assert bot.token not in json.dumps(known) and hash_of(bot.token) not in json.dumps(known)
    await ada.http.post("/api/me/delete", json={"confirm": True})
    assert (await bot.http.get("/api/bot/me")).status_code == 401
    for table in ("bots", "tokens", "invitations"):
        assert await server.store_rows(table) == 0, table
    rows = await server.services.store.read(select(schema.lines))
    assert not any("Heron" in row["body"] or id_of(bot) in row["body"] for row in rows)
    live = await server.tables.find(id)
    assert live is not None and live.table.seats[1].level is not None, "a bot of the house plays on"
    waiting = await server.tables.find(other)
    assert waiting is not None and waiting.table.seats[1].asked is None


# Abuse


async def test_guessing_tokens_is_slowed_down_and_named(server: LocalServer) -> None:
    stranger = client_of(server, "ovl_" + "x" * 43)
    answers = [await stranger.get("/api/bot/me") for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert {answer.status_code for answer in answers} == {401, 429} and len(refused) >= 8
    assert key_of(refused[0]) == "limit.tokens" and int(refused[0].headers["retry-after"]) > 0
    assert answers[0].headers["www-authenticate"] == "Bearer"
    bot = await register(await server.person("Ada"), "Heron")
    assert (await bot.http.get("/api/bot/me")).status_code == 200, "whoever has a token is not held up by others"


@pytest.mark.parametrize("shown", ["", "ovl_", "x" * 5000, "ovl_" + "é" * 10, "Basic eA==", "ovl_\\u0000"])
async def test_a_token_of_any_shape_is_refused(server: LocalServer, shown: str) -> None:
    headers = {b"authorization": f"Bearer {shown}".encode()}
    for method, path in (("GET", "me"), ("GET", "events"), ("POST", f"tables/{'x' * 12}/choose")):
        answer = await client_of(server, "x").request(method, f"/api/bot/{path}", headers=headers, json={})
        assert answer.status_code in (401, 422, 429), answer.text


async def test_a_cookie_makes_nobody_a_bot_and_a_token_nobody_a_person(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    assert (await ada.http.get("/api/bot/me")).status_code == 401
    assert (await bot.http.get("/api/me")).json() == {"id": None, "name": None}
    stranger = Person(server, "stranger").http
    stranger.cookies.set("overland", bot.token)
    assert (await stranger.get("/api/me")).json()["id"] is None


async def test_requests_of_a_bot_are_limited_by_name(server: LocalServer) -> None:
    bot = await register(await server.person("Ada"), "Heron")
    answers = [await bot.http.get("/api/bot/me") for _ in range(130)]
    assert {key_of(answer) for answer in answers if answer.status_code == 429} == {"limit.requests"}


@pytest.mark.server(connections=2)
async def test_streams_of_a_bot_are_limited_by_name(server: LocalServer) -> None:
    bot = await register(await server.person("Ada"), "Heron")
    server.services.connections[f"identity {id_of(bot)}"] = 2
    answer = await bot.http.get("/api/bot/events")
    assert (answer.status_code, key_of(answer)) == (429, "limit.connections")


async def test_a_bot_is_not_buried_under_invitations(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    people = [await server.person(f"P{number}") for number in range(3)]
    keys = []
    for number in range(24):
        server.services.address_requests.buckets.clear()
        server.services.made.buckets.clear()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "asked", "bot": id_of(bot)}]}
        answer = await people[number % 3].http.post("/api/tables", json=wish)
        keys += [key_of(answer)] if answer.status_code != 201 else []
    assert keys == ["limit.bot_invitations"] * 4


async def test_a_bot_sees_no_table_of_others(server: LocalServer) -> None:
    ada = await server.person("Ada")
    bot = await register(ada, "Heron")
    id = await new_table(ada, "oregon", "me", "trader")
    for method, path in (
        ("GET", ""), ("GET", "/stream"), ("GET", "/text"), ("POST", "/accept"), ("POST", "/choose"),
        ("POST", "/resign"),
    ):  # fmt: skip
        body = {"version": 0, "choice": 0} if path == "/choose" else {}
        answer = await bot.http.request(method, f"/api/bot/tables/{id}{path}", json=body)
        assert (answer.status_code, key_of(answer)) == (404, "error.no_table"), path
