"""Registered bots of a test's server: they ask by HTTP with a token, and follow streams without a network."""

import json
from typing import Any

import httpx

from overland.server.bot_streams import TableStream, events
from overland.server.registered_bots import Session
from tests.server.local_servers import ORIGIN, LocalServer, Person


class BotPlayer(Person):
    """A registered bot, asked for what a person would be asked in a test."""

    def __init__(self, server: LocalServer, name: str, token: str) -> None:
        super().__init__(server, name)
        self.token = token
        self.http = client_of(server, token)

    async def session(self) -> Session:
        found = await self.server.services.registered.find(self.token)
        assert found is not None
        return found

    async def events(self) -> "Lines":
        return Lines(events(self.server.tables, await self.session()))

    async def stream(self, id: str, records: bool = False) -> "Lines":
        session = await self.session()
        live = await self.server.tables.visible(id, session.identity, None)
        return Lines(TableStream(self.server.tables, live, session, records).lines())


class Lines:
    """A stream, read line by line."""

    def __init__(self, source: Any) -> None:
        self.source = source

    async def next(self) -> dict[str, Any]:
        """The next line that is not empty."""
        async for line in self.source:
            if line.strip():
                found: dict[str, Any] = json.loads(line)
                return found
        raise EOFError

    async def until(self, kind: str) -> dict[str, Any]:
        """The next line of a kind."""
        while (found := await self.next())["type"] != kind:
            pass
        return found

    async def rest(self) -> list[dict[str, Any]]:
        return [json.loads(line) async for line in self.source if line.strip()]

    async def close(self) -> None:
        await self.source.aclose()


def client_of(server: LocalServer, token: str) -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=server.app), base_url=ORIGIN, headers=headers)


async def register(person: Person, name: str, is_open: bool = True) -> BotPlayer:
    """A bot of a person."""
    answer = await person.http.post("/api/me/bots", json={"name": name, "open": is_open})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    bot = BotPlayer(person.server, name, made["token"])
    bot.identity = (await bot.session()).identity
    return bot


def id_of(bot: BotPlayer) -> str:
    assert bot.identity is not None
    return bot.identity.id
