"""A registered bot whose streams come from one process, while its table is made and played at the other."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from overland.load.own_postgres import own_postgres
from overland.remote.api import BotApi
from overland.remote.runner import Runner
from tests.server.databases import rows_at
from tests.server.test_processes import NAME, two_servers

pytestmark = pytest.mark.postgres


def test_a_bot_is_asked_and_plays_by_way_of_another_process_and_a_revoked_token_ends_there_too(tmp_path: Path) -> None:
    said: list[str] = []
    with own_postgres() as postgres, two_servers(tmp_path, postgres) as servers:
        person = httpx.Client(base_url=servers[0].url, timeout=30)
        person.post("/api/me", json={"name": "Ada"}).raise_for_status()
        made = person.post("/api/me/bots", json={"name": "Heron"}).raise_for_status().json()
        seats = [{"kind": "asked", "bot": made["bot"]["id"]}, {"kind": "bot", "level": "greenhorn"}]
        wish = {"game": "oregon", "seats": seats, "listed": True}

        async def post(path: str, body: Any) -> Any:
            answer = await asyncio.to_thread(person.post, path, json=body)
            return answer.raise_for_status().json()

        async def play() -> str:
            async with BotApi(servers[1].url, made["token"]) as api:
                runner = Runner(api, "trader", 1, 1, said.append, pause=0.1)
                playing = asyncio.create_task(runner.run())
                while not said:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.5)  # it listens, and is told by the other process
                id: str = (await post("/api/tables", wish))["id"]
                await asyncio.wait_for(playing, 100)
                listening = asyncio.create_task(rest(api))
                await asyncio.sleep(0.5)
                token = made["bot"]["tokens"][0]["id"]
                path = f"/api/me/bots/{made['bot']['id']}/tokens/{token}"
                (await asyncio.to_thread(person.delete, path)).raise_for_status()
                assert await asyncio.wait_for(listening, 5) == []
                return id

        id = asyncio.run(play())
        assert person.get(f"/api/tables/{id}").json()["status"] == "over", said
        person.close()
        assert rows_at(postgres.url(NAME), "SELECT id FROM tokens") == []


async def rest(api: BotApi) -> list[Any]:
    """What is told until the server ends the stream."""
    return [event async for event in api.lines("/events")]
