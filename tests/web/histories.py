"""A database with a past: somebody who has played for some days, and yesterday's deals with their rankings."""

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from overland.server import daily
from overland.server.table import HOUSE
from tests.server.local_servers import FakeClock, LocalServer, Person, local_server, new_table, until
from tests.server.test_daily import finish, play_on

DAY = 86_400.0
OTHERS = ("Lucky Otter", "Quiet Heron", "Dusty Lynx")


def with_history(folder: Path, patch: pytest.MonkeyPatch, small_games: int = 1) -> str:
    """Write it; the token of whoever has played. A quick bot stands for the strongest one."""
    patch.setattr(daily, "STRONGEST", "drover")
    with ThreadPoolExecutor(1) as thread:  # the browser has a loop in this one
        return thread.submit(lambda: asyncio.run(play_for_days(folder, small_games))).result()


async def play_for_days(folder: Path, small_games: int) -> str:
    clock = FakeClock()
    clock.now = time.time() - 2 * DAY
    async with local_server(folder, clock, bot_deadline=120, table_burst=1000, open_tables=1000) as server:
        ada = await server.person("Ada")
        await finish(ada, "oregon")
        clock.now += DAY
        for number, name in enumerate(OTHERS):
            await finish(await server.person(name), "oregon", seed=number)
        await finish(ada, "oregon", seed=2)
        await finish(ada, "okanagan", seed=4)
        for number in range(small_games):
            await small_game(server, ada, number)
        clock.now += DAY
        await daily.make_lines(server.tables)
        lines = [live for live in server.tables.live.values() if live.table.owner == HOUSE]
        assert len(lines) == 2
        await until(lambda: all(live.table.status == "over" for live in lines), 120)
        return str(ada.http.cookies["overland"])


async def small_game(server: LocalServer, person: Person, number: int) -> None:
    """A game against bots that people choose for themselves."""
    game = ("oregon", "okanagan")[number % 2]
    id = await new_table(person, game, "me", ("greenhorn", "trader")[number // 2 % 2])
    await play_on(await server.tables.visible(id, person.identity, None), person, random.Random(number))
