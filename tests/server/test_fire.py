"""A server under fire: bursts, floods, crowds and clocks that jump. What is asserted is counted, never timed."""

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from overland.server.guard import address_of
from overland.server.limits import Limit
from overland.server.live import LiveTable
from overland.server.messages.entries import log_item
from overland.server.names import visible
from overland.server.settings import ServerSettings
from overland.server.sockets import BACKLOG, POLICY, Connection
from overland.server.steady_time import SteadyTime
from tests.server.local_servers import LocalServer, Person, ask, full_table, messages, new_table, received, until

pytestmark = pytest.mark.anyio

HELLO = json.dumps({"type": "hello"})


class QueuedSocket:
    """A socket whose frames all lie ready, like those that a client sent in one write before it went away."""

    def __init__(self, *frames: str, stays: bool = False) -> None:
        self.scope: dict[str, Any] = {}
        self.frames = list(frames)
        self.stays = stays
        self.sent: list[str] = []
        self.closed: int | None = None

    async def receive(self) -> dict[str, Any]:
        if self.frames:
            return {"type": "websocket.receive", "text": self.frames.pop(0)}
        if self.stays:
            await asyncio.Event().wait()
        return {"type": "websocket.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message["text"])

    async def close(self, code: int) -> None:
        self.closed = code


def count_hellos(live: LiveTable, patch: pytest.MonkeyPatch) -> list[int]:
    """How often everything is put together for a visitor."""
    done: list[int] = []
    whole = live.whole

    def counting(*words: Any) -> str:
        done.append(1)
        return whole(*words)

    patch.setattr(live, "whole", counting)
    return done


def connection(server: LocalServer, live: LiveTable, socket: QueuedSocket) -> Connection:
    return Connection(socket, server.services, live, None, "127.0.0.1")  # type: ignore[arg-type]  # stands in


async def test_what_a_visitor_left_behind_is_forgotten(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    id, _ = await full_table(server, "oregon", 2, listed=True)
    live = server.tables.live[id]
    done = count_hellos(live, monkeypatch)
    await connection(server, live, QueuedSocket(*[HELLO] * (BACKLOG - 1))).run()
    assert len(done) <= 1


async def test_others_come_in_between_two_messages_of_one_visitor(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = await full_table(server, "oregon", 2, listed=True)
    live = server.tables.live[id]
    done = count_hellos(live, monkeypatch)
    running = asyncio.create_task(connection(server, live, QueuedSocket(*[HELLO] * 30, stays=True)).run())
    turns = 0
    while len(done) < 30:
        before = len(done)
        await asyncio.sleep(0)
        turns += 1
        assert len(done) - before <= 1, "one message, then somebody else"
        assert turns < 10_000
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.server(message_burst=40)
async def test_a_burst_of_expensive_messages_is_charged_by_what_it_costs(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = await full_table(server, "oregon", 2, listed=True)
    live = server.tables.live[id]
    done = count_hellos(live, monkeypatch)
    sockets = [QueuedSocket(*[HELLO] * 60, stays=True) for _ in range(8)]
    running = [asyncio.create_task(connection(server, live, socket).run()) for socket in sockets]
    for _ in range(2000):
        await asyncio.sleep(0)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    assert 1 <= len(done) <= 5 * 40 // 4, "an address has five times the messages of a connection; hello costs four"
    assert any("limit.messages" in text for socket in sockets for text in socket.sent)


async def test_more_frames_than_anybody_needs_end_the_connection(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2, listed=True)
    socket = QueuedSocket(*[HELLO] * 10 * BACKLOG, stays=True)
    await connection(server, server.tables.live[id], socket).run()
    assert socket.closed == POLICY


async def test_a_line_is_put_into_words_once_for_all_who_see_the_same(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, people = await full_table(server, "oregon", 2, listed=True)
    ear = server.socket(server.tables.live[id], people[0].identity)
    made: list[int] = []

    def counting(*words: Any) -> Any:
        made.append(1)
        return log_item(*words)

    monkeypatch.setattr("overland.server.messages.told.log_item", counting)
    first = await ask(ear, type="hello")
    said = len(made)
    assert said >= len(first["log"]) > 5
    again = await ask(ear, type="hello")
    assert len(made) == said and again["log"] == first["log"]
    assert [item["n"] for item in (await ask(ear, type="hello", version=4))["log"]] == [
        item["n"] for item in first["log"] if item["n"] >= 4
    ]


@pytest.mark.server(presence_pause=0.01)
async def test_a_crowd_that_comes_and_goes_is_told_of_once(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "open", listed=True)
    live = server.tables.live[id]
    ear = await ada.sit(id)
    watchers = [server.socket(live, None) for _ in range(100)]
    await asyncio.sleep(0.2)
    told = [message for message in messages(ear) if message["type"] == "presence"]
    assert len(told) <= 2 and told[-1]["watchers"] == 100
    assert len({tuple(received(watcher)[-1:]) for watcher in watchers}) == 1
    for watcher in watchers:
        live.disconnect(watcher)
    await asyncio.sleep(0.2)
    told = [message for message in messages(ear) if message["type"] == "presence"]
    assert [message["watchers"] for message in told] == [0]


def test_a_wall_clock_that_jumps_moves_neither_limits_nor_thinking_time() -> None:
    wall, steady = [1_000_000.0], [50.0]
    now = SteadyTime(lambda: wall[0], lambda: steady[0])
    limit = Limit("requests", 1.0, 1, now)
    limit.spend("ada")
    for jump in (-3600.0, 7200.0, -86400.0):
        wall[0] += jump
        before = now()
        steady[0] += 1.5
        assert now() - before == 1.5
        limit.spend("ada")


def test_a_limit_whose_clock_went_back_locks_nobody_out() -> None:
    now = [1000.0]
    limit = Limit("requests", 1.0, 2, lambda: now[0])
    limit.spend("ada")
    now[0] -= 3600
    limit.spend("ada")
    now[0] += 1.0
    limit.spend("ada")


@pytest.mark.parametrize(
    ("proxies", "lines", "address"),
    [
        (1, ["6.6.6.6, 9.9.9.9"], "9.9.9.9"),
        (1, ["6.6.6.6", "9.9.9.9"], "9.9.9.9"),
        (2, ["6.6.6.6, 9.9.9.9", "10.0.0.7"], "9.9.9.9"),
        (2, ["9.9.9.9"], "9.9.9.9"),
        (1, [], "127.0.0.1"),
        (1, [""], "127.0.0.1"),
    ],
)
def test_an_address_is_what_the_outermost_proxy_of_ours_said(proxies: int, lines: list[str], address: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    asked = HTTPConnection({"type": "http", "headers": headers, "client": ("127.0.0.1", 1)})
    given = {"public_url": "https://play.example.org", "behind_proxy": True, "proxies": proxies}
    settings = ServerSettings.model_validate(given)
    assert address_of(asked, settings) == address


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("A\u202eda\u202c", "Ada"),
        ("A\u200bd\u2060a\ufeff", "Ada"),
        ("Ada\x07\x1b[2J", "Ada[2J"),
        ("Ada\u00a0B\tC\nD", "Ada B C D"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("李四", "李四"),
    ],
)
def test_signs_that_nobody_sees_are_taken_out_of_names_and_chat(given: str, shown: str) -> None:
    assert visible(given) == shown


async def test_a_name_of_nothing_that_can_be_seen_is_refused(server: LocalServer) -> None:
    answer = await Person(server, "").http.post("/api/me", json={"name": "\u200b\u202e "})
    assert answer.status_code == 422


async def test_two_players_of_one_name_are_told_apart(server: LocalServer) -> None:
    ada, other, third = [await server.person(name) for name in ("Ada", "ADA", "Ada")]
    id = await new_table(ada, "oregon", "me", "open", "open", "open", listed=True)
    for person in (other, third):
        await person.http.post(f"/api/tables/{id}/join", json={})
    names = [seat.person.name for seat in server.tables.live[id].table.seats if seat.person]
    assert names == ["Ada", "ADA 2", "Ada 3"]
    await third.http.post("/api/me", json={"name": "Grace"})
    await third.http.post("/api/me", json={"name": "Ada 2"})
    names = [seat.person.name for seat in server.tables.live[id].table.seats if seat.person]
    assert names == ["Ada", "ADA 2", "Ada 2 2"]


async def test_a_table_whose_bots_cannot_go_on_ends_with_a_word(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*words: Any) -> Any:
        raise RuntimeError("nothing is legal here")

    monkeypatch.setattr("overland.server.driver.propose_move", broken)
    monkeypatch.setattr("overland.server.driver.RETRY_SECONDS", 0.001)
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "trader", "me")
    live = server.tables.live[id]
    ear = await ada.sit(id)
    for _ in range(2000):
        if live.table.status == "over":
            break
        await asyncio.sleep(0.01)
    now = (await ask(ear, type="hello"))["now"]
    assert now["result"]["reason"]["key"] == "end.broken" and now["result"]["winners"] == []
    assert caplog.text.count("Traceback") == 1, "one cause, one traceback"
    again = await server.services.store.table(id)
    assert again is not None and again.ended == "broken"


async def test_a_message_that_comes_when_the_last_one_is_just_done_is_not_forgotten(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    ear = server.socket(server.tables.live[id], people[0].identity)
    ear.ended = lambda: None  # as with a direct line
    taken: list[str | None] = []

    async def take(text: str | None) -> None:
        taken.append(text)
        if len(taken) < 5:
            asyncio.get_running_loop().call_soon(ear.arrive, f"message {len(taken)}")

    ear.take_frame = take  # type: ignore[method-assign]  # it only notes them
    ear.arrive("message 0")
    await until(lambda: len(taken) == 5)
    assert taken == [f"message {number}" for number in range(5)]
    ear.ended = None
