"""Rounds of play against a real server."""

import asyncio
import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

from overland.engine.games import GAMES
from overland.load.errors import LoadError
from overland.load.requests import Requests
from overland.load.rounds import connect_all, leave_all, play_saturated, set_up
from overland.load.server_process import ServerProcess, own_source


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess("now", own_source(), tmp_path_factory.mktemp("server"))
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize("game", GAMES)
def test_what_players_made_of_all_updates_is_what_the_server_sends_anew(server: ServerProcess, game: str) -> None:
    async def play() -> None:
        tables = await set_up(server, game, 2, seed=1)
        await connect_all(server, tables)
        for moves in (5, 20, 1000):
            await play_saturated(server, tables, moves)
            for player in (player for table in tables for player in table.players):
                before = copy.deepcopy(player.now)
                player.told = asyncio.get_running_loop().create_future()
                player.say_hello()
                await player.told
                assert player.now == before
        assert all(table.is_over for table in tables)
        await leave_all(tables)

    asyncio.run(play())


def test_a_request_that_is_refused_is_an_error_with_its_reason(server: ServerProcess) -> None:
    async def ask() -> None:
        async with Requests(server.port) as requests:
            await requests.get("/api/tables/aaaaaaaaaaaa")

    with pytest.raises(LoadError, match=r"error\.no_table"):
        asyncio.run(ask())


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "overland").mkdir()
    (tmp_path / "overland" / "__main__.py").write_text("raise SystemExit('not today')")
    (tmp_path / "overland" / "__init__.py").write_text("")
    with pytest.raises(LoadError, match="not today"):
        ServerProcess("broken", tmp_path, tmp_path / "server").start()
