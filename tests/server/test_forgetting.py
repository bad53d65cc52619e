"""Whoever wants to be forgotten is: nothing of them stays in any row, and the others' games go on."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from overland.server.errors import Refusal
from overland.server.forgetting import FORMER, UNSAID
from tests.conftest import IS_POSTGRES
from tests.server.databases import names_of_tables, rows
from tests.server.local_servers import (
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    give_up,
    identity_at,
    invite_of,
    local_server,
    messages,
    new_table,
    until,
)
from tests.server.test_daily import finish, play_on
from tests.server.test_http import key_of

pytestmark = [pytest.mark.anyio, pytest.mark.server(bot_deadline=120, table_burst=100)]
NAME = "Wilhelmina"


async def forget(person: Person) -> None:
    answer = await person.http.post("/api/me/delete", json={"confirm": True})
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"id": None, "name": None}
    assert 'overland=""' in answer.headers["set-cookie"] or "max-age=0" in answer.headers["set-cookie"].lower()


async def joined(server: LocalServer, owner: Person, id: str, *others: Person) -> None:
    for person in others:
        answer = await person.http.post(f"/api/tables/{id}/join", json={"invite": await invite_of(owner, id)})
        assert answer.status_code == 200, answer.text


def id_of(person: Person) -> str:
    assert person.identity is not None
    return person.identity.id


def check_rows(folder: Path, *traces: str) -> None:
    """No row of any table of the database has any of these texts."""
    names = names_of_tables(folder)
    assert {"lines", "chat", "results", "tries", "identities", "tables", "sittings"} <= set(names)
    for name in names:
        for row in rows(folder, f"SELECT * FROM {name}"):
            for trace in traces:
                assert trace not in str(row), f"{trace} is still in {name}: {row}"


async def test_nothing_of_somebody_stays_in_the_file(tmp_path: Path) -> None:
    async with local_server(tmp_path, table_burst=100, bot_deadline=120) as server:
        wil, bob, cat = await server.person(NAME), await server.person("Bob"), await server.person("Cat")
        await finish(wil, "oregon")
        await new_table(wil, "oregon", "me", "open")
        own = await new_table(wil, "okanagan", "me", "trader")
        await ask(await wil.sit(own), type="chat", id="wilhelm-1", text="I am alone here")
        shared = await new_table(wil, "oregon", "me", "open", "open")
        await joined(server, wil, shared, bob, cat)
        live = server.tables.live[shared]
        for number in range(8):
            seat = live.table.to_act
            assert seat is not None
            who = identity_at(live, [wil, bob, cat], seat)
            await choose(live, who, f"{who.name}-{number}", live.table.version, 0)
        await ask(await wil.sit(shared), type="chat", id="wilhelm-2", text="My secret address")
        over = await new_table(bob, "oregon", "me", "open")
        await joined(server, bob, over, wil)
        await give_up(server.tables.live[over], wil.identity, "wilhelm-3")
        again = (await wil.http.post(f"/api/tables/{over}/rematch")).json()["id"]
        waiting = await new_table(bob, "oregon", "me", "open", "open")
        await joined(server, bob, waiting, wil)
        left = await new_table(bob, "oregon", "me", "open", "open")
        await joined(server, bob, left, wil)
        assert (await wil.http.post(f"/api/tables/{left}/leave")).status_code == 200
        await wil.http.post("/api/me", json={"name": "Wilhelmine"})
        kept = json.dumps(await server.services.store.read(text("SELECT * FROM lines")))
        assert id_of(wil) in kept and "Wilhelmine" in kept

        await forget(wil)

        tables = {row["id"] for row in await server.services.store.read(text("SELECT id FROM tables"))}
        assert tables == {shared, over, waiting, left}, "what was played alone is gone"
        assert again not in tables, "nobody else sat there yet"
        live = await server.tables.visible(shared, bob.identity, None)
        names = [str(seat.get("name")) for seat in live.info(bob.identity).seats]
        assert sorted(names) == ["Bob", "Cat", FORMER]
        assert [line.text for line in live.chat] == [UNSAID] and live.chat[0].name == FORMER
        assert live.table.status == "playing" and live.table.owner not in (id_of(wil), id_of(bob))
        assert (await server.tables.visible(waiting, bob.identity, None)).table.seats[1].who is None
        (game,) = (await bob.http.get("/api/me/games")).json()["games"]
        assert [seat["name"] for seat in game["seats"] if not seat["you"]] == [FORMER]
        assert (await bob.http.get(f"/api/tables/{over}/review")).status_code == 200
        for _ in range(12):  # and it goes on, a bot in the empty seat
            await until(lambda: live.table.to_act is None or live.table.seats[live.table.to_act].level is None, 60)
            if live.table.to_act is None:
                break
            who = identity_at(live, [bob, cat], live.table.to_act)
            await choose(live, who, f"later-{live.table.version}", live.table.version, 0)
        assert any(applied.line.body.kind == "stand_in" for applied in live.table.log)
        traces = [id_of(wil), NAME, "Wilhelmine", "wilhelm-", "I am alone", "secret address"]
    check_rows(tmp_path, *traces)
    if not IS_POSTGRES:  # which writes over what is deleted when it cleans up, in its own time
        whole = (tmp_path / "tables.sqlite").read_bytes()
        for trace in traces:
            assert trace.encode() not in whole, "nor in what was freed of the file"
    async with local_server(tmp_path) as server:  # and it all can still be read
        for id in (shared, over, waiting, left):
            assert await server.tables.find(id) is not None


async def test_it_has_to_be_meant(server: LocalServer) -> None:
    ada = await server.person("Ada")
    for wish in ({}, {"confirm": False}, {"confirm": "yes"}, {"confirm": True, "more": 1}):
        assert key_of(await ada.http.post("/api/me/delete", json=wish)) == "error.bad_request"
    assert (await ada.http.get("/api/me")).json()["name"] == "Ada"
    stranger = Person(server, "stranger")
    assert key_of(await stranger.http.post("/api/me/delete", json={"confirm": True})) == "error.no_identity"


async def test_who_was_forgotten_is_a_stranger(server: LocalServer) -> None:
    ada = await server.person("Ada")
    token = ada.http.cookies["overland"]
    id = await new_table(ada, "oregon", "me", "trader")
    await forget(ada)
    assert "overland" not in ada.http.cookies
    ada.http.cookies.set("overland", token)
    assert (await ada.http.get("/api/me")).json() == {"id": None, "name": None}
    assert key_of(await ada.http.get(f"/api/tables/{id}")) == "error.no_table"
    assert id not in server.tables.live
    again = await server.person("Ada")
    assert (await again.http.get("/api/tables")).json()["mine"] == []


async def test_the_others_are_told_and_play_on(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    ear = await people[1].sit(id)
    before = server.tables.live[id]
    await forget(people[0])
    assert not ear.is_open, "whoever listened comes back"
    live = await server.tables.visible(id, people[1].identity, None)
    assert live is not before and before.is_outdated
    socket = await people[1].sit(id)
    await socket.take('{"type": "hello"}')
    now = next(found for found in messages(socket) if found["type"] == "table")["now"]
    assert sorted(str(seat.get("name")) for seat in now["seats"]) == [FORMER, "Person 1"]
    await play_on(live, people[1], random.Random(2))
    assert live.table.ended == "finished", "with a bot in the place of whoever went"


async def test_two_who_go_are_told_apart_and_the_last_one_takes_the_table_along(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 3)
    await forget(people[0])
    await forget(people[1])
    live = await server.tables.visible(id, people[2].identity, None)
    names = sorted(str(seat.get("name")) for seat in live.info(None).seats)
    assert names == [FORMER, f"{FORMER} 2", "Person 2"]
    assert len(live.table.people) == 3
    await forget(people[2])
    assert await server.store_rows("tables") == 0 and await server.store_rows("lines") == 0


async def test_an_owner_who_goes_hands_a_waiting_table_on(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    id = await new_table(ada, "oregon", "me", "open", "open")
    await joined(server, ada, id, bob)
    await forget(ada)
    live = await server.tables.visible(id, bob.identity, None)
    assert live.table.owner == id_of(bob) and live.table.seats[0].who is None
    assert (await bob.http.post(f"/api/tables/{id}/start", json={"fill": "trader"})).status_code == 200


async def test_nothing_is_changed_if_it_cannot_be_stored(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    id, people = await full_table(server, "oregon", 2)
    ada = people[0]
    rows = await server.services.store.read(text("SELECT * FROM lines"))

    def full(waiting: Any) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(server.services.store.writer, "commit", full)
        assert key_of(await ada.http.post("/api/me/delete", json={"confirm": True})) == "error.storage"
    assert await server.services.store.read(text("SELECT * FROM lines")) == rows
    assert (await ada.http.get("/api/me")).json()["name"] == ada.name
    live = await server.tables.visible(id, ada.identity, None)
    assert not live.lock.locked() and live.table.seat_of(id_of(ada)) is not None
    await forget(ada)
    with pytest.raises(Refusal):
        await server.tables.visible(id, ada.identity, None)


async def test_the_rank_of_the_others_closes_up(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    await finish(ada, "oregon", seed=1)
    await finish(bob, "oregon", seed=1)
    await forget(ada)
    state = (await bob.http.get("/api/daily")).json()
    deal = next(deal for deal in state["today"] if deal["game"] == "oregon")
    assert deal["finished"] == 1 and [row["name"] for row in deal["best"]] == ["Bob"]


@pytest.mark.server(table_burst=1000, open_tables=1000, bot_deadline=120)
async def test_what_is_asked_for_at_the_same_time_leaves_nothing(server: LocalServer, tmp_path: Path) -> None:
    ada, bob = await server.person(NAME), await server.person("Bob")
    shared = await new_table(bob, "oregon", "me", "open", "open")
    await joined(server, bob, shared, ada)
    socket = await ada.sit(shared)
    other = await new_table(bob, "oregon", "me", "open", "open")
    invite = await invite_of(bob, other)
    wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}]}
    work: list[Any] = [ada.http.post("/api/tables", json=wish) for _ in range(5)]
    work += [ada.http.post("/api/me/delete", json={"confirm": True})]
    work += [ada.http.post("/api/tables", json=wish) for _ in range(5)]
    work += [ada.http.post("/api/daily/oregon"), ada.http.post(f"/api/tables/{other}/join", json={"invite": invite})]
    work += [socket.take(json.dumps({"type": "chat", "id": f"c{number}", "text": "still here"})) for number in range(5)]
    await asyncio.gather(*work, return_exceptions=True)
    await server.services.store.write(text("SELECT 1"))  # whatever was on its way is written
    check_rows(tmp_path, id_of(ada), NAME, "still here")
    assert await server.tables.find(shared) is not None and await server.tables.find(other) is not None
