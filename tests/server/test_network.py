"""Over a real network: the example client, floods, sizes, and a fuzz of all that is offered."""

import asyncio
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from tests.conftest import amount
from tests.server.processes import ServerProcess, running_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "client.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests that only talk to it, started as anybody would."""
    with running_server(tmp_path_factory.mktemp("server"), is_forked=False) as found:
        yield found


def example_client() -> ModuleType:
    """The example, loaded as a program of somebody else."""
    spec = importlib.util.spec_from_file_location("example_client", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_a_strangers_client_plays_a_whole_game(server: ServerProcess, game: str) -> None:
    result = asyncio.run(asyncio.wait_for(example_client().play(server.url, game), 60))
    assert len(result["scores"]) == 2 and result["winners"]
    assert len(EXAMPLE.read_text().splitlines()) <= 75


# Abuse


class Guest:
    """Somebody at a table with a bot."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie = ""
        self.id = ""

    async def sit_down(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as http:
            (await http.post("/api/me", json={})).raise_for_status()
            seats = [{"kind": "me"}, {"kind": "bot", "level": "trader"}]
            made = await http.post("/api/tables", json={"game": "oregon", "seats": seats})
            self.id = made.raise_for_status().json()["id"]
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())

    def connect(self) -> websockets.connect:
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.id}/socket"
        return websockets.connect(url, additional_headers={"cookie": self.cookie}, max_size=None, open_timeout=30)


def test_a_flood_is_slowed_down_and_told_so(tmp_path: Path) -> None:
    async def flood(url: str) -> None:
        player = Guest(url)
        await player.sit_down()
        async with player.connect() as socket:
            for _ in range(200):
                await socket.send(json.dumps({"type": "ping"}))
            refused = 0
            for _ in range(60):
                message = json.loads(await asyncio.wait_for(socket.recv(), 10))
                if message["type"] == "refused":
                    assert message["error"]["key"] == "limit.messages" and message["wait"] >= 1
                    refused += 1
            assert refused

    with running_server(tmp_path, message_burst=20, messages_per_second=20) as server:
        asyncio.run(flood(server.url))


def test_frames_that_are_too_large_end_the_connection(server: ServerProcess) -> None:
    async def oversize() -> None:
        player = Guest(server.url)
        await player.sit_down()
        async with player.connect() as socket:
            await socket.send(json.dumps({"type": "chat", "id": "x", "text": "x" * 9000}))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        async with player.connect() as socket:
            await socket.send(b"\x00\x01")
            while (message := json.loads(await asyncio.wait_for(socket.recv(), 10)))["type"] != "refused":
                pass
            assert message["error"]["key"] in ("error.too_large", "error.bad_message")

    asyncio.run(oversize())


def test_sockets_from_other_pages_and_strangers_are_refused(server: ServerProcess) -> None:
    async def knock() -> None:
        player = Guest(server.url)
        await player.sit_down()
        url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{player.id}/socket"
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(url, origin=websockets.Origin("https://evil.example")):
                pass
        async with websockets.connect(url) as socket:  # a private table, and nobody we know
            assert json.loads(await socket.recv())["error"]["key"] == "error.no_table"

    asyncio.run(knock())


texts = st.text(max_size=30)
numbers = st.integers(-(2**40), 2**40)
words = st.sampled_from(["hello", "move", "undo", "resign", "stand_in", "return", "chat", "hint", "ping", "x", ""])
values = st.one_of(texts, numbers, st.none(), st.booleans(), st.floats(allow_nan=False), st.lists(numbers, max_size=3))
wild = st.fixed_dictionaries(
    {"type": words}, optional=dict.fromkeys(("id", "version", "choice", "seat", "text", "extra"), values)
)


@settings(max_examples=amount(150, 5, 5000), suppress_health_check=list(HealthCheck))
@given(batch=st.lists(st.one_of(wild.map(json.dumps), texts, st.binary(max_size=40)), min_size=1, max_size=8))
def test_whatever_a_stranger_sends_changes_no_table(watched: "Watched", batch: list[str | bytes]) -> None:
    watched.send_all(batch)


class Watched:
    """A table somebody plays at, and a watcher who sends nonsense."""

    def __init__(self, url: str) -> None:
        self.loop = asyncio.new_event_loop()
        self.url = url
        self.loop.run_until_complete(self.open())

    async def open(self) -> None:
        self.http = httpx.AsyncClient(base_url=self.url)
        (await self.http.post("/api/me", json={})).raise_for_status()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        self.id = (await self.http.post("/api/tables", json=wish)).json()["id"]
        other = httpx.AsyncClient(base_url=self.url)
        await other.post("/api/me", json={})
        await other.post(f"/api/tables/{self.id}/join", json={})
        await other.aclose()
        self.version = (await self.http.get(f"/api/tables/{self.id}")).json()["version"]
        self.socket = await self.connect()

    async def connect(self) -> websockets.ClientConnection:
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.id}/socket"
        return await websockets.connect(url, max_size=None, close_timeout=0.5)  # it leaves answers unread

    def send_all(self, batch: list[str | bytes]) -> None:
        self.loop.run_until_complete(self.exchange(batch))

    async def exchange(self, batch: list[str | bytes]) -> None:
        for message in batch:
            await self.socket.send(message)
        await self.socket.send(json.dumps({"type": "ping"}))
        while (answer := json.loads(await asyncio.wait_for(self.socket.recv(), 10)))["type"] != "pong" or batch == []:
            assert answer["type"] in ("refused", "table", "presence", "pong")
            if answer["type"] == "refused":
                assert answer["error"]["key"] != "error.internal"
        info = (await self.http.get(f"/api/tables/{self.id}")).json()
        assert info["version"] == self.version, "a watcher changed something"

    def close(self) -> None:
        self.loop.run_until_complete(self.socket.close())
        self.loop.run_until_complete(self.http.aclose())
        self.loop.close()


@pytest.fixture(scope="module")
def watched(server: ServerProcess) -> Iterator[Watched]:
    found = Watched(server.url)
    yield found
    found.close()


def test_a_fuzz_of_the_http_interface_finds_no_failure(server: ServerProcess) -> None:
    """Schemathesis asks for everything the interface offers, rightly and wrongly, as somebody known."""
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/me", json={}).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        document = http.get("/api/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    tried = 0
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        fuzz(operation.ok(), server.url, cookie)
        tried += 1
    assert tried >= 14


def fuzz(operation: Any, url: str, cookie: str) -> None:
    """One operation: never a mistake of ours."""

    @settings(max_examples=amount(8, 3, 300), deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        response = case.call(base_url=url, headers={"cookie": cookie})
        assert response.status_code < 500, (case.method, case.path, response.text)

    ask()
