"""Servers for tests: tables without a network, with a clock, ids and luck that the test decides about."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from overland.engine import chance
from overland.server import coach, identity, new_tables, registered_bots, requests
from overland.server.app import make_app
from overland.server.live import LiveTable
from overland.server.preparation import Preparation
from overland.server.services import Services
from overland.server.settings import ServerSettings
from overland.server.socket_protocol import Move, Resign, Undo
from overland.server.sockets import Connection
from overland.server.store import Identity
from overland.server.tables import Tables
from tests.server.databases import place_of

ORIGIN = "http://127.0.0.1:8000"


class FakeClock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Person:
    """A visitor of a server: asks by HTTP, and sits at sockets."""

    def __init__(self, server: "LocalServer", name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app=server.app), base_url=ORIGIN)
        self.identity: Identity | None = None

    async def introduce(self) -> "Person":
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        self.identity = Identity(answer.json()["id"], self.name)
        return self

    async def sit(self, id: str) -> Connection:
        """A socket of a table, without the network around it."""
        found = await self.server.tables.visible(id, self.identity, None)
        connection = self.server.socket(found, self.identity)
        await connection.take('{"type": "hello"}')
        received(connection)
        return connection


class LocalServer:
    """A server in this process."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] | None = None,
        preparation: Preparation | None = None,
        **settings: Any,
    ) -> None:
        wanted = {"database": place_of(folder), "bot_pause": 0, "presence_pause": 0, "message_burst": 100_000}
        self.settings = ServerSettings(**{**wanted, **settings})
        self.clock = clock or FakeClock()
        self.services = Services(self.settings, self.clock, preparation)
        self.tables = Tables(self.services)
        self.app = make_app(self.settings, self.tables)

    async def person(self, name: str) -> Person:
        return await Person(self, name).introduce()

    async def store_rows(self, table: str) -> int:
        """How many rows a table of the database has."""
        return len(await self.services.store.read(text(f"SELECT 1 AS one FROM {table}")))

    def socket(self, found: LiveTable, who: Identity | None) -> Connection:
        connection = Connection(None, self.services, found, who, "127.0.0.1")  # type: ignore[arg-type]  # nothing is sent
        found.connect(connection)
        return connection


@asynccontextmanager
async def local_server(
    folder: Path,
    clock: Callable[[], float] | None = None,
    preparation: Preparation | None = None,
    **settings: Any,
) -> AsyncIterator[LocalServer]:
    folder.mkdir(parents=True, exist_ok=True)
    server = LocalServer(folder, clock, preparation, **settings)
    await server.tables.open()
    try:
        yield server
    finally:
        await server.tables.close()


def received(connection: Connection) -> list[str]:
    """What waits in an outbox, taken out."""
    found = list(connection.outbox)
    connection.outbox.clear()
    return found


def messages(connection: Connection) -> list[dict[str, Any]]:
    """The same as data."""
    return [json.loads(message) for message in received(connection)]


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something has happened."""
    for _ in range(int(seconds * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


async def ask(connection: Connection, **message: Any) -> dict[str, Any]:
    """Send a message and return the answer to it: the last message that is none of the table's own news."""
    received(connection)
    await connection.take(json.dumps(message))
    answers = [found for found in messages(connection) if found["type"] not in ("update", "presence", "chat")]
    assert len(answers) == 1, answers
    return answers[0]


def fix_ids(patch: pytest.MonkeyPatch) -> None:
    """Ids, tokens and seeds of bots in a fixed order, so that two servers have the same ones."""
    numbers = itertools.count(1)
    patch.setattr(new_tables, "new_id", lambda: f"table{next(numbers):07d}")
    patch.setattr(identity, "new_id", lambda: f"ident{next(numbers):07d}")
    patch.setattr(registered_bots, "new_id", lambda: f"ident{next(numbers):07d}")
    patch.setattr(
        "overland.server.new_tables.secrets.token_urlsafe", lambda size=32: f"{next(numbers):0{-(-size * 4 // 3)}d}"
    )
    patch.setattr("overland.server.new_tables.chance.new_seed", lambda: bytes(chance.SEED_BYTES))
    patch.setattr("overland.server.bot_seats.secrets.randbits", lambda bits: 7)
    patch.setattr(coach, "HINT_SIMULATIONS", 12)
    patch.setattr(coach, "CHECK_SIMULATIONS", 12)


SEATS: dict[str, Any] = {"me": {"kind": "me"}, "open": {"kind": "open"}}


def seats(*words: str) -> list[dict[str, str]]:
    """Seats of a new table: me, open, or a level."""
    return [SEATS.get(word, {"kind": "bot", "level": word}) for word in words]


async def new_table(person: Person, game: str, *words: str, **settings: Any) -> str:
    """A new table; its id."""
    wish = {"game": game, "seats": seats(*words), "shuffled": False, **settings}
    answer = await person.http.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


async def invite_of(person: Person, id: str) -> str:
    """The secret part of a table's link."""
    found = await person.server.tables.visible(id, person.identity, None)
    return found.table.invite


async def full_table(server: LocalServer, game: str, players: int, **settings: Any) -> tuple[str, list[Person]]:
    """A table with a person in every seat, begun."""
    people = [await server.person(f"Person {number}") for number in range(players)]
    id = await new_table(people[0], game, "me", *["open"] * (players - 1), **settings)
    invite = await invite_of(people[0], id)
    for person in people[1:]:
        answer = await person.http.post(f"/api/tables/{id}/join", json={"invite": invite})
        assert answer.status_code == 200, answer.text
    return id, people


def identity_at(live: LiveTable, people: list[Person], seat: int) -> Identity:
    """Who of the people sits in a seat."""
    identities = [person.identity for person in people if person.identity is not None]
    return next(who for who in identities if live.table.seat_of(who.id) == seat)


async def choose(live: LiveTable, who: Identity | None, id: str, version: int, choice: int) -> None:
    """A player chooses, without a socket."""
    await requests.move(live, who, Move(type="move", id=id, version=version, choice=choice))


async def take_back(live: LiveTable, who: Identity | None, id: str, version: int) -> None:
    await requests.undo(live, who, Undo(type="undo", id=id, version=version))


async def give_up(live: LiveTable, who: Identity | None, id: str) -> None:
    await requests.resign(live, who, Resign(type="resign", id=id))
