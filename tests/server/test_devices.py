"""Keeping one's seat: devices, links that count once, passkeys, and whoever guesses them."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select

from overland.server import devices, schema
from overland.server.devices import LINK_SECONDS, MAX_DEVICES, label_of
from overland.server.identity import hash_of
from overland.server.passkeys import encoded
from tests.server.local_servers import FakeClock, LocalServer, Person, full_table, new_table

pytestmark = pytest.mark.anyio


def key_of(answer: Any) -> str:
    return str(answer.json()["error"]["key"])


async def link_of(person: Person) -> str:
    answer = await person.http.post("/api/me/link")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["secret"])


async def open_at(server: LocalServer, secret: str) -> Person:
    """Another device that opens a link."""
    phone = Person(server, "phone")
    answer = await phone.http.post("/api/link", json={"secret": secret})
    assert answer.status_code == 200, answer.text
    return phone


async def test_a_link_takes_somebody_to_another_device_with_seat_and_games(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trader")
    phone = await open_at(server, await link_of(ada))
    assert (await phone.http.get("/api/me")).json() == (await ada.http.get("/api/me")).json()
    assert (await phone.http.get(f"/api/tables/{id}")).json()["your_seat"] == 0
    listed = (await phone.http.get("/api/me/devices")).json()["devices"]
    assert [device["this"] for device in listed].count(True) == 1 and len(listed) == 2


async def test_a_used_link_is_dead_and_so_is_an_old_one_and_one_before_the_last(server: LocalServer) -> None:
    clock = server.clock
    assert isinstance(clock, FakeClock)
    ada = await server.person("Ada")
    used, stranger = await link_of(ada), Person(server, "stranger").http
    await open_at(server, used)
    earlier, last = await link_of(ada), await link_of(ada)
    refused = [await stranger.post("/api/link", json={"secret": secret}) for secret in (used, earlier)]
    assert [(answer.status_code, key_of(answer)) for answer in refused] == [(410, "error.link")] * 2
    clock.now += LINK_SECONDS + 1
    assert (await stranger.post("/api/link", json={"secret": last})).status_code == 410
    assert (await stranger.get("/api/me")).json()["id"] is None


async def test_of_many_who_open_a_link_at_the_same_moment_one_gets_in(server: LocalServer) -> None:
    ada = await server.person("Ada")
    secret = await link_of(ada)
    people = [Person(server, f"p{number}").http for number in range(8)]
    answers = await asyncio.gather(*(http.post("/api/link", json={"secret": secret}) for http in people))
    assert sorted(answer.status_code for answer in answers) == [200, *[410] * 7]
    assert await server.store_rows("devices") == 2


async def test_guessing_links_is_slowed_down_and_only_hashes_are_kept(server: LocalServer) -> None:
    ada = await server.person("Ada")
    secret = await link_of(ada)
    rows = await server.services.store.read(select(schema.once))
    assert [row["hash"] for row in rows] == [hash_of(secret)] and secret not in str(rows)
    stranger = Person(server, "stranger").http
    answers = [await stranger.post("/api/link", json={"secret": f"{number:043d}"}) for number in range(20)]
    assert [answer.status_code for answer in answers].count(410) == 10
    assert {key_of(answer) for answer in answers if answer.status_code == 429} == {"limit.links"}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in answers if answer.status_code == 429)
    for bad in ("", "x", "x" * 5000, "../" * 20, "é" * 43):
        assert (await stranger.post("/api/link", json={"secret": bad})).status_code == 422


async def test_a_device_that_is_signed_out_is_a_stranger_and_its_sockets_end(server: LocalServer) -> None:
    id, (ada, bob) = await full_table(server, "oregon", 2)
    phone = await open_at(server, await link_of(ada))
    phone.identity = ada.identity
    ear = await phone.sit(id)
    listed = (await ada.http.get("/api/me/devices")).json()["devices"]
    other = next(device["id"] for device in listed if not device["this"])
    refused = await bob.http.delete(f"/api/me/devices/{other}")
    assert refused.status_code == 200 and await server.store_rows("devices") == 3, "nobody signs others out"
    left = (await ada.http.delete(f"/api/me/devices/{other}")).json()["devices"]
    assert [device["this"] for device in left] == [True]
    assert (await phone.http.get("/api/me")).json()["id"] is None
    assert ear.is_dropped
    assert (await ada.http.get("/api/me")).json()["name"] == "Person 0"


async def test_nobody_has_devices_without_end(server: LocalServer) -> None:
    ada = await server.person("Ada")
    for _ in range(MAX_DEVICES + 3):
        server.services.made_links.buckets.clear()
        server.services.opened_links.buckets.clear()
        await open_at(server, await link_of(ada))
    assert await server.store_rows("devices") <= MAX_DEVICES


async def test_a_bot_is_signed_in_nowhere_and_links_are_of_people(server: LocalServer) -> None:
    ada = await server.person("Ada")
    await ada.http.post("/api/me/bots", json={"name": "Heron"})
    assert await server.store_rows("devices") == 1
    assert (await Person(server, "nobody").http.post("/api/me/link")).status_code == 401
    assert (await Person(server, "nobody").http.get("/api/me/devices")).status_code == 401


async def test_what_is_known_names_devices_and_deletion_takes_them_along(server: LocalServer) -> None:
    ada = await server.person("Ada")
    phone = await open_at(server, await link_of(ada))
    await link_of(ada)
    known = (await ada.http.get("/api/me/data")).json()
    assert len(known["devices"]) == 2 and known["passkeys"] == []
    assert not any(len(str(value)) == 64 for device in known["devices"] for value in device.values())
    await ada.http.post("/api/me/delete", json={"confirm": True})
    assert (await phone.http.get("/api/me")).json()["id"] is None
    for table in ("devices", "once", "passkeys"):
        assert await server.store_rows(table) == 0, table


async def test_passkeys_that_are_made_up_are_refused_and_change_nothing(server: LocalServer) -> None:
    ada = await server.person("Ada")
    options = (await ada.http.post("/api/me/passkeys/options")).json()["options"]
    client = {"type": "webauthn.create", "challenge": options["challenge"], "origin": "http://evil.example"}
    data = encoded(json.dumps(client).encode())
    forged = {"clientDataJSON": data, "attestationObject": "AA"}
    answers: list[dict[str, Any]] = [
        {},
        {"response": {}},
        {"response": {"clientDataJSON": "!"}},
        {"id": "x", "rawId": "x", "type": "public-key", "response": forged},
    ]
    for answer in answers:
        server.services.opened_links.buckets.clear()
        made = await ada.http.post("/api/me/passkeys", json={"answer": answer})
        used = await Person(server, "x").http.post("/api/passkeys", json={"answer": answer})
        assert (made.status_code, key_of(made)) == (422, "error.passkey")
        assert used.status_code in (410, 422), used.text
    assert await server.store_rows("passkeys") == 0
    bob = await server.person("Bob")
    stolen = {"id": "x", "response": {"clientDataJSON": data}}
    assert key_of(await bob.http.post("/api/me/passkeys", json={"answer": stolen})) == "error.passkey"


def test_a_browser_is_called_by_two_words() -> None:
    phone = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
    assert label_of(phone) == "Chrome · Android"
    assert label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox · Linux"
    assert label_of("curl/8") == "" and devices.CHALLENGE_SECONDS <= LINK_SECONDS
