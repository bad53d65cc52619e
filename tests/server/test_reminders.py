"""Players are told that it is their turn: once, signed, tried again, and only while they are away."""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from overland.server import reminder_sending, schema
from overland.server.forgetting import forget
from overland.server.live import LiveTable
from overland.server.reminder_forms import unpadded
from overland.server.reminder_sending import PAUSES, send_due
from overland.server.reminders import MAX_ADDRESSES
from tests.server.local_servers import (
    FakeClock,
    LocalServer,
    Person,
    choose,
    full_table,
    identity_at,
    local_server,
    new_table,
    until,
)
from tests.server.receivers import Receiver, receiver

pytestmark = pytest.mark.anyio
AWAY = 61.0


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[LocalServer]:
    async with local_server(tmp_path, private_addresses=True) as found:
        yield found


@pytest.fixture
async def place() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


def pass_time(server: LocalServer, seconds: float) -> None:
    assert isinstance(server.clock, FakeClock)
    server.clock.now += seconds


async def wants(person: Person, place: Receiver, kind: str = "webhook", language: str = "en") -> dict[str, Any]:
    """Somebody wants to be told at a place."""
    wish = {"kind": kind, "url": f"{place.url}/{kind}", "language": language}
    answer = await person.http.post("/api/me/reminders", json=wish)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def found_at(server: LocalServer, id: str) -> LiveTable:
    live = await server.tables.find(id)
    assert live is not None
    return live


async def play_until_turn_of(server: LocalServer, id: str, people: list[Person], seat: int) -> LiveTable:
    """Let everybody else play their first choices until it is a seat's turn anew."""
    live = await found_at(server, id)
    was_other = live.table.to_act != seat
    for number in range(200):
        if live.table.to_act == seat and was_other:
            return live
        assert live.table.to_act is not None
        was_other |= live.table.to_act != seat
        who = identity_at(live, people, live.table.to_act)
        await choose(live, who, f"move-{number}-{live.table.version}", live.table.version, 0)
    raise AssertionError("its turn never came")


async def told(server: LocalServer) -> None:
    """Let what is to be told be kept, and sent."""
    await until(lambda: not server.services.reminders.tasks.running)
    await send_due(server.tables)


def is_signed(got: Any, secret: str) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    mine = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return bool(got.headers["webhook-signature"] == f"v1,{mine}")


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_whoever_is_away_is_told_once_a_turn_and_it_is_signed(
    game: str, server: LocalServer, place: Receiver
) -> None:
    id, people = await full_table(server, game, 2)
    secret = (await wants(people[1], place))["secret"]
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    (got,) = place.got
    said = json.loads(got.body)
    assert said["type"] == "turn"
    assert said["data"] == {
        "game": game,
        "table": id,
        "url": f"{server.settings.origin}/table/{id}",
        "text": f"It is your turn in {game.capitalize()}.",
    }
    assert is_signed(got, secret) and not is_signed(got, "whsec_AAAA")
    for _ in range(3):
        pass_time(server, 1000)
        live = await found_at(server, id)
        live.tell_absence()
        await told(server)
    assert len(place.got) == 1
    await play_until_turn_of(server, id, people, 0)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    assert len(place.got) == 2


async def test_whoever_is_there_or_plays_with_bots_only_is_not_told(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    for person in people:
        await wants(person, place)
    sockets = [await person.sit(id) for person in people]
    pass_time(server, AWAY)
    live = await play_until_turn_of(server, id, people, 1)
    live.tell_absence()
    await told(server)
    assert not place.got
    live.disconnect(sockets[1])
    await told(server)
    assert not place.got  # they may be back in a moment
    pass_time(server, AWAY)
    live.tell_absence()
    await told(server)
    assert len(place.got) == 1
    alone = await new_table(people[0], "oregon", "me", "trader")
    (await found_at(server, alone)).tell_absence()
    pass_time(server, AWAY)
    (await found_at(server, alone)).tell_absence()
    await told(server)
    assert len(place.got) == 1


async def test_what_does_not_arrive_is_tried_again_later_and_later_and_then_given_up(
    server: LocalServer, place: Receiver
) -> None:
    id, people = await full_table(server, "oregon", 2)
    await wants(people[1], place)
    place.statuses = [503, 429, 500, 408, 500, 500, 500]
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    assert len(place.got) == 1
    for attempt, pause in enumerate(PAUSES):
        pass_time(server, pause - 1)
        await send_due(server.tables)
        assert len(place.got) == attempt + 1
        pass_time(server, 2)
        await send_due(server.tables)
        assert len(place.got) == attempt + 2
    assert len({got.headers["webhook-id"] for got in place.got}) == 1
    assert await server.store_rows("deliveries") == 0
    (address,) = (await people[1].http.get("/api/me/reminders")).json()["addresses"]
    assert (address["failed"], address["told"]) == (1, None)


async def test_a_refusal_or_a_redirect_is_not_tried_again(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    await wants(people[1], place)
    pass_time(server, AWAY)
    for status in (302, 403):
        place.statuses = [status]
        await play_until_turn_of(server, id, people, 0)
        await play_until_turn_of(server, id, people, 1)
        await told(server)
        assert await server.store_rows("deliveries") == 0
    assert [got.path for got in place.got] == ["/webhook", "/webhook"]


async def test_who_has_played_meanwhile_or_has_come_is_not_told_any_more(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    await wants(people[1], place)
    place.statuses = [500, 500]
    pass_time(server, AWAY)
    live = await play_until_turn_of(server, id, people, 1)
    await told(server)
    socket = await people[1].sit(id)
    pass_time(server, PAUSES[0] + 1)
    await send_due(server.tables)
    live.disconnect(socket)
    assert len(place.got) == 1 and await server.store_rows("deliveries") == 0


async def test_a_turn_is_told_once_across_a_restart_and_what_waits_is_still_sent(
    tmp_path: Path, place: Receiver
) -> None:
    clock = FakeClock()
    async with local_server(tmp_path, clock, private_addresses=True) as server:
        id, people = await full_table(server, "okanagan", 2)
        await wants(people[1], place)
        place.statuses = [500]
        pass_time(server, AWAY)
        await play_until_turn_of(server, id, people, 1)
        await told(server)
    async with local_server(tmp_path, clock, private_addresses=True) as server:
        await server.services.reminders.reread_all()
        live = await found_at(server, id)
        pass_time(server, AWAY)
        live.tell_absence()
        await told(server)
        assert len(place.got) == 2
        live.reminded = -1
        live.tell_absence()
        await told(server)
        assert len(place.got) == 2


async def test_a_table_is_not_put_away_before_its_player_is_told(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = await play_until_turn_of(server, id, people, 1)
    await wants(people[1], place)
    pass_time(server, server.settings.idle_seconds)
    assert live.will_remind() and not live.is_idle(1)
    live.remind()
    await told(server)
    assert len(place.got) == 1 and not live.will_remind()
    pass_time(server, server.settings.idle_seconds)
    assert live.is_idle(1)


async def test_ntfy_is_sent_a_sentence_in_the_language_of_the_player(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    await wants(people[1], place, "ntfy", "de")
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    (got,) = place.got
    assert got.path == "/ntfy" and got.body.decode() == "Du bist bei Oregon am Zug."
    assert got.headers["click"] == f"{server.settings.origin}/table/{id}"


async def test_a_browser_is_sent_what_only_it_can_read(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    private, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    key = (await people[1].http.get("/api/me/reminders")).json()["push_key"]
    assert key is not None and len(key) == 87
    wish = {"kind": "push", "endpoint": f"{place.url}/push/long", "language": "fr",
            "keys": {"p256dh": unpadded(public), "auth": unpadded(auth)}}  # fmt: skip
    answer = await people[1].http.post("/api/me/reminders", json=wish)
    assert answer.status_code == 201, answer.text
    assert answer.json()["secret"] is None and "long" not in answer.json()["address"]["place"]
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    (got,) = place.got
    assert got.headers["content-encoding"] == "aes128gcm" and key in got.headers["authorization"]
    said = json.loads(http_ece.decrypt(got.body, private_key=private, auth_secret=auth, version="aes128gcm"))
    assert said == {
        "title": "Overland",
        "body": "C’est à toi de jouer à Oregon.",
        "url": f"{server.settings.origin}/table/{id}",
        "tag": id,
    }
    place.statuses = [410]  # the browser was told to stop
    await play_until_turn_of(server, id, people, 0)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    assert (await people[1].http.get("/api/me/reminders")).json()["addresses"] == []


async def test_an_address_is_tried_counted_removed_and_only_by_its_owner(server: LocalServer, place: Receiver) -> None:
    ada, eve = await server.person("Ada"), await server.person("Eve")
    added = (await wants(ada, place))["address"]
    assert (await ada.http.post(f"/api/me/reminders/{added['id']}/try")).status_code == 200
    assert json.loads(place.got[0].body)["type"] == "trial"
    place.statuses = [500]
    silent = await ada.http.post(f"/api/me/reminders/{added['id']}/try")
    assert (silent.status_code, silent.json()["error"]["key"]) == (502, "error.address_silent")
    assert (await eve.http.post(f"/api/me/reminders/{added['id']}/try")).status_code == 404
    await eve.http.delete(f"/api/me/reminders/{added['id']}")
    assert len((await ada.http.get("/api/me/reminders")).json()["addresses"]) == 1
    again = (await wants(ada, place))["address"]
    assert again["id"] != added["id"], "the same place again takes the place of the first"
    server.services.reminder_requests.buckets.clear()
    for number in range(MAX_ADDRESSES - 1):
        wish = {"kind": "ntfy", "url": f"{place.url}/{number}"}
        assert (await ada.http.post("/api/me/reminders", json=wish)).status_code == 201
    full = await ada.http.post("/api/me/reminders", json={"kind": "ntfy", "url": f"{place.url}/more"})
    assert (full.status_code, full.json()["error"]["key"]) == (429, "limit.addresses")
    left = (await ada.http.delete(f"/api/me/reminders/{again['id']}")).json()["addresses"]
    assert len(left) == MAX_ADDRESSES - 1


async def test_nobody_is_sent_anywhere_around_the_server_unless_its_operator_allows_it(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, receiver() as place:
        ada = await server.person("Ada")
        for url in (place.url, "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/x", "https://localhost/"):
            answer = await ada.http.post("/api/me/reminders", json={"kind": "webhook", "url": url})
            assert (answer.status_code, answer.json()["error"]["key"]) == (422, "error.address"), url
        assert not place.got and await server.store_rows("addresses") == 0


@pytest.mark.parametrize(
    "wish",
    [
        {}, {"kind": "mail", "url": "https://example.org/"}, {"kind": "webhook"}, {"kind": "webhook", "url": 5},
        {"kind": "webhook", "url": "https://example.org/", "language": "xx"},
        {"kind": "push", "endpoint": "https://example.org/", "keys": {"p256dh": "x", "auth": "y"}},
        {"kind": "push", "endpoint": "https://example.org/", "keys": {"p256dh": "A" * 87, "auth": "B" * 22}},
        {"kind": "webhook", "url": "https://example.org/" + "a" * 2000},
    ],
)  # fmt: skip
async def test_what_is_no_address_is_refused_and_nothing_is_kept(wish: dict[str, Any], server: LocalServer) -> None:
    ada = await server.person("Ada")
    answer = await ada.http.post("/api/me/reminders", json=wish)
    assert answer.status_code == 422, answer.text
    assert await server.store_rows("addresses") == 0


async def test_attempts_are_limited(server: LocalServer, place: Receiver) -> None:
    ada = await server.person("Ada")
    answers = [await ada.http.post("/api/me/reminders", json={"kind": "webhook", "url": place.url}) for _ in range(14)]
    assert {answer.status_code for answer in answers} == {201, 429}
    assert answers[-1].json()["error"]["key"] == "limit.reminders"


async def test_addresses_are_exported_without_their_secrets_and_forgotten_with_their_owner(
    server: LocalServer, place: Receiver
) -> None:
    id, people = await full_table(server, "oregon", 2)
    secret = (await wants(people[1], place))["secret"]
    place.statuses = [500]
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await told(server)
    exported = (await people[1].http.get("/api/me/data")).text
    assert f"{place.url}/webhook" in exported and secret not in exported
    assert people[1].identity is not None
    await forget(server.tables, people[1].identity)
    for table in ("addresses", "deliveries", "reminded"):
        assert await server.store_rows(table) == 0
    assert people[1].identity.id not in server.services.reminders.wanted_by


async def test_two_who_send_at_once_send_it_once(server: LocalServer, place: Receiver) -> None:
    id, people = await full_table(server, "oregon", 2)
    await wants(people[1], place)
    pass_time(server, AWAY)
    await play_until_turn_of(server, id, people, 1)
    await until(lambda: not server.services.reminders.tasks.running)
    (row,) = await server.services.store.read(select(schema.deliveries))
    given = (str(row["id"]), str(row["address"]), id, row["turn"], 0)
    await reminder_sending.deliver(server.tables, *given)
    await reminder_sending.deliver(server.tables, *given)  # another process read the same row before
    assert len(place.got) == 1
