"""What an assistant is told and may do, at a server in this process."""

import re
from pathlib import Path

import pytest

from overland.remote.api import BotApi
from overland.remote.assistant import SHOWN_CHOICES, Assistant
from overland.remote.errors import ServerRefused
from overland.remote.mcp_server import mcp_server
from tests.server.bot_players import id_of, register
from tests.server.local_servers import ORIGIN, local_server, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_an_assistant_begins_a_game_plays_waits_and_gives_up(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        bot = await register(await server.person("Ada"), "Heron")
        assistant = Assistant(BotApi(ORIGIN, bot.token, bot.http), lambda game: f"the rules of {game}", poll=0.01)
        assert await assistant.tables() == "You are not asked to play, and sit at no table."
        id = (await assistant.new_game("oregon", ["greenhorn"])).split()[1].rstrip(".")
        assert f"your table: {id}: oregon, playing" in await assistant.tables()
        for _ in range(4):
            shown = await assistant.wait(id)
            assert "Your turn: " in shown and shown == await assistant.look(id)
            listed = await assistant.choices(id)
            version, first = re.findall(r"^Version (\d+)\.", listed)[0], re.findall(r"^(\d+): ", listed, re.MULTILINE)
            assert first[0] == "0"
            if more := re.search(r"(\d+) more: first=(\d+)$", listed):
                rest = await assistant.choices(id, int(more[2]))
                assert len(re.findall(r"^\d+: ", rest, re.MULTILINE)) == min(int(more[1]), SHOWN_CHOICES)
            assert (await assistant.choose(id, 0, int(version))).startswith("Done; ")
        with pytest.raises(ServerRefused):
            await assistant.choose(id, 0, 1)
        assert await assistant.say(id, "Good game!") == "Said."
        assert await assistant.resign(id) == "You have given up."
        assert "over" in await assistant.wait(id)
        assert "it is not your turn" in await assistant.choices(id)
        assert await assistant.rules("okanagan") == "the rules of okanagan"
        with pytest.raises(ServerRefused):
            await assistant.look("../../me")


async def test_an_assistant_is_asked_declines_and_accepts(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ada = await server.person("Ada")
        bot = await register(ada, "Heron")
        assistant = Assistant(BotApi(ORIGIN, bot.token, bot.http), lambda game: game, poll=0.01)
        assert len(await mcp_server(assistant).list_tools()) == len(assistant.tools)
        ids = []
        for _ in range(2):
            seats = [{"kind": "me"}, {"kind": "asked", "bot": id_of(bot)}]
            made = await ada.http.post("/api/tables", json={"game": "okanagan", "seats": seats, "shuffled": False})
            ids.append(made.json()["id"])
        assert (await assistant.tables()).count("asked to play: ") == 2
        assert await assistant.decline(ids[0]) == "Declined."
        assert "Heron" in await assistant.accept(ids[1])
        await until(lambda: server.tables.live[ids[1]].table.status == "playing")
        told = await assistant.tables()
        assert "asked to play" not in told and f"your table: {ids[1]}" in told
        assert "it is still not your turn" in await assistant.wait(ids[1], 0), "Ada begins"
