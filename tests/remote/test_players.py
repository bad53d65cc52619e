"""Local bots and assistants at a real server: whole games, reconnections, faults, and clear errors."""

import asyncio
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from overland.bots.bot import Question
from overland.cli.app import main
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.remote.api import BotApi
from overland.remote.errors import ServerRefused, Unreachable
from overland.remote.runner import Runner
from tests.remote.servers import Hall, hall

SECONDS = 100


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("hall")) as made:
        yield made


class Broken:
    """A bot that cannot play."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, question: Question) -> int:
        raise RuntimeError("no idea")


class Wrong(Broken):
    """A bot that answers with something that is no choice."""

    def choose(self, question: Question) -> int:
        return -1


class Said(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    error: str


@pytest.fixture
def overland(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Commands, as anybody would type them, but in this process: most of a second goes by until another has begun."""

    def command(*words: str, token: str = "") -> Said:
        monkeypatch.setenv("OVERLAND_BOT_TOKEN", token)
        monkeypatch.setattr(sys, "argv", ["overland", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, error = capfd.readouterr()
        return Said(int(ended.value.code or 0), out, error)

    return command


def run(found: Hall, bot: str, count: int, at_a_time: int = 1, **more: Any) -> tuple[Runner, list[str]]:
    """Let a bot play so many games."""
    said: list[str] = []

    async def play() -> Runner:
        async with BotApi(found.url, found.token) as api:
            runner = Runner(api, bot, at_a_time, count, said.append, **more)
            await asyncio.wait_for(runner.run(), SECONDS)
            return runner

    return asyncio.run(play()), said


def test_a_local_bot_plays_several_games_of_both_kinds_at_a_time(found: Hall) -> None:
    tables = [found.ask_bot(game) for game in ("oregon", "okanagan", "oregon")]
    runner, said = run(found, "trader", 3, at_a_time=2)
    assert runner.faults == 0 and all(found.table(id)["status"] == "over" for id in tables)
    assert sum("over:" in line for line in said) == 3, said


@pytest.mark.parametrize("name", ["Broken", "Wrong"])
def test_a_bot_that_fails_gives_its_game_up_and_says_why(found: Hall, name: str) -> None:
    table = found.ask_bot()
    runner, said = run(found, f"tests.remote.test_players:{name}", 1)
    assert runner.faults == 1 and found.table(table)["status"] == "over"
    assert any("failed and gives up" in line for line in said)


def test_a_bot_comes_back_when_the_server_was_away(tmp_path: Path) -> None:
    with hall(tmp_path) as found:
        table = found.ask_bot()
        said: list[str] = []

        async def play() -> Runner:
            async with BotApi(found.url, found.token) as api:
                runner = Runner(api, "trader", 1, 1, said.append, pause=0.1)
                playing = asyncio.create_task(runner.run())
                while not any("begins" in line for line in said):
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(found.server.kill)
                await asyncio.sleep(0.3)
                await asyncio.to_thread(found.server.start)
                await asyncio.wait_for(playing, SECONDS)
                return runner

        assert asyncio.run(play()).faults == 0
        assert any("Trying again" in line for line in said)
        assert found.table(table)["status"] == "over"


def test_the_command_plays_against_the_house_and_says_what_is_wrong(found: Hall, overland: Callable[..., Said]) -> None:
    played = overland(
        "bot", "--server", found.url, "--bot", "trader", "--against", "greenhorn,greenhorn", "--count", "1",
        token=found.token,
    )  # fmt: skip
    assert played.code == 0, played.error
    assert "Heron is at" in played.error and "over:" in played.error
    for words, sentence in (
        (("--server", found.url, "--token", "ovl_wrong"), "This token is not known, or was revoked."),
        (("--server", "http://127.0.0.1:9", "--token", "ovl_x"), "cannot be reached"),
        (("--server", "nowhere", "--token", "ovl_x"), "is written like"),
        (("--server", found.url, "--bot", "nobody"), "There is no bot 'nobody'"),
        (("--server", found.url, "--bot", "no.module:Bot"), "cannot be loaded"),
        (("--server", found.url, "--against", "nobody"), "seats.1.level"),
    ):
        refused = overland("bot", *words, token=found.token)
        assert refused.code == 2 and sentence in refused.error, refused.error
        assert refused.error.count("Traceback") == 0


def test_the_operator_makes_lists_and_revokes_tokens(tmp_path: Path, overland: Callable[..., Said]) -> None:
    place = ("--database", str(tmp_path / "tables.sqlite"))
    token = overland("token", "make", "Grey Heron", *place).out.strip()
    assert re.fullmatch(r"ovl_[\w-]{43}", token)
    other = overland("token", "make", "grey heron", "--label", "second", *place).out.strip()
    listed = overland("token", "list", *place).out
    assert listed.count("Grey Heron") == 1 and "second" in listed and token not in listed and other != token
    id = re.findall(r"^  (\S{12})  second", listed, re.MULTILINE)[0]
    assert overland("token", "revoke", id, *place).code == 0
    assert "second" not in overland("token", "list", *place).out
    again = overland("token", "revoke", id, *place)
    assert again.code == 2 and "There is no token" in again.error
    assert overland("token", "make", "x" * 30, *place).code == 2


def test_refusals_and_silence_are_sentences(found: Hall) -> None:
    async def ask(server: str, path: str) -> None:
        async with BotApi(server, found.token) as api:
            await api.get(path)

    with pytest.raises(ServerRefused, match=r"There is no such table") as refused:
        asyncio.run(ask(found.url, f"/tables/{'x' * 12}"))
    assert refused.value.key == "error.no_table"
    with pytest.raises(Unreachable, match="cannot be reached"):
        asyncio.run(ask("http://127.0.0.1:9", "/me"))
    with pytest.raises(SettingsError, match="A token is"):
        BotApi(found.url, "two words\n")


# Assistants


def text_of(answer: Any) -> str:
    assert not answer.is_error, answer
    return "\n".join(part.text for part in answer.content)


def test_an_assistant_plays_a_game_through_the_protocol(found: Hall) -> None:
    asked = found.ask_bot("okanagan")
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "overland", "mcp", "--server", found.url],
        env={**os.environ, "OVERLAND_BOT_TOKEN": found.token},
    )

    async def talk() -> None:
        async with Client(stdio_client(command)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"tables", "look", "choices", "choose", "wait", "rules"} <= set(tools)
            assert all(tool.description for tool in tools.values())

            async def use(name: str, **args: Any) -> str:
                return text_of(await client.call_tool(name, args))

            assert asked in await use("tables")
            assert "Oregon" in await use("rules", game="oregon")
            await use("accept", table=asked)
            for _ in range(12):
                shown = await use("wait", table=asked, seconds=20)
                assert "Your turn" in shown, shown
                assert shown.splitlines()[:1] == (await use("look", table=asked)).splitlines()[:1]
                choices = await use("choices", table=asked)
                version = int(re.findall(r"^Version (\d+)", choices)[0])
                assert re.findall(r"^0: .+ \(.+\)", choices, re.MULTILINE), choices
                assert "Done" in await use("choose", table=asked, number=0, version=version)
            assert (await use("choose", table=asked, number=0, version=1)).startswith("Refused: ")
            assert (await use("look", table="x" * 12)).startswith("Refused: There is no such table")
            assert (await use("look", table="../../me")).startswith("Refused: ")
            assert "Said" in await use("say", table=asked, text="Good game!")
            assert "given up" in await use("resign", table=asked)
            assert "over" in await use("look", table=asked)

    asyncio.run(asyncio.wait_for(talk(), SECONDS))
    assert found.table(asked)["status"] == "over"
