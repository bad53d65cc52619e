"""Rounds of load: tables are set up, everybody connects, and what the play costs the server is measured."""

import asyncio
import gc
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from overland.load.errors import LoadError
from overland.load.percentiles import milliseconds
from overland.load.players import Pace, SimulatedTable, Tally
from overland.load.requests import Requests
from overland.load.server_process import ServerProcess

SET_UP_AT_ONCE = 8  # tables
CONNECT_AT_ONCE = 50  # tables
ROUND_SECONDS = 900
WHOLE_GAME = 100_000  # moves: more than any game has
LEAD_SECONDS = 1.0  # before the first move that is played at a pace
MOVE_SECONDS = 2.0  # between two moves of a table that is played at a pace


@dataclass(frozen=True)
class Round:
    """What a round of play cost."""

    tally: Tally
    tables: int
    seconds: float
    server_seconds: float  # of processor time
    client_seconds: float  # of processor time, of this process

    def __add__(self, other: "Round") -> "Round":
        """Both rounds as one."""
        return Round(
            self.tally + other.tally,
            self.tables,
            self.seconds + other.seconds,
            self.server_seconds + other.server_seconds,
            self.client_seconds + other.client_seconds,
        )

    def figures(self) -> dict[str, Any]:
        """The round as figures to keep."""
        moves = self.tally.moves
        return {
            "moves": moves,
            "lines_per_move": round(self.tally.lines / moves, 2),
            "moves_per_server_cpu_second": round(moves / max(self.server_seconds, 0.01), 1),
            "server_cpu_ms_per_move": round(1000 * self.server_seconds / moves, 3),
            "client_cpu_ms_per_move": round(1000 * self.client_seconds / moves, 3),
            "moves_per_second": round(moves / self.seconds, 1),
            "server_core_share": round(self.server_seconds / self.seconds, 2),
            "client_core_share": round(self.client_seconds / self.seconds, 2),
            "acknowledged_ms": milliseconds(self.tally.acknowledged),
            "seen_by_all_ms": milliseconds(self.tally.seen),
            "bytes_per_move_and_receiver": round(self.tally.received / moves / 2),
            "asked_again": self.tally.asked_again,
        }


async def set_up(server: ServerProcess, game: str, count: int, seed: int) -> list[SimulatedTable]:
    """Tables of a game with two people each, who are not connected yet."""
    numbers = iter(range(count))
    tables: list[SimulatedTable] = []

    async def work() -> None:
        async with Requests(server.port) as requests:
            for number in numbers:
                tables.append(await set_one_up(requests, game, seed + number))

    await asyncio.gather(*(work() for _ in range(SET_UP_AT_ONCE)))
    return tables


async def set_one_up(requests: Requests, game: str, seed: int) -> SimulatedTable:
    cookies = [await requests.introduce(f"Player {number}") for number in (1, 2)]
    settings = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "shuffled": False}
    made = await requests.post("/api/tables", settings, cookies[0])
    await requests.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]}, cookies[1])
    return SimulatedTable(made["id"], cookies, seed)


async def connect_all(server: ServerProcess, tables: list[SimulatedTable]) -> None:
    """Everybody opens a socket and has the table."""
    waiting = iter(tables)

    async def work() -> None:
        for table in waiting:
            await table.connect(server.port)

    await asyncio.gather(*(work() for _ in range(CONNECT_AT_ONCE)))


async def leave_all(tables: list[SimulatedTable]) -> None:
    """Everybody closes their socket."""
    await asyncio.gather(*(table.leave() for table in tables))


async def play_saturated(server: ServerProcess, tables: list[SimulatedTable], moves: int = WHOLE_GAME) -> Round:
    """Every table plays as fast as it can: so many moves each, or whole games."""
    return await measured(server, tables, moves, {})


async def play_paced(server: ServerProcess, tables: list[SimulatedTable], seconds: float) -> Round:
    """Every table plays a move every two seconds, each with a beginning of its own."""
    dice, begin = random.Random(len(tables)), time.perf_counter() + LEAD_SECONDS
    paces = {table.id: Pace(begin + dice.random() * MOVE_SECONDS, MOVE_SECONDS, begin + seconds) for table in tables}
    return await measured(server, tables, WHOLE_GAME, paces)


async def measured(server: ServerProcess, tables: list[SimulatedTable], moves: int, paces: dict[str, Pace]) -> Round:
    """Play a round on connected tables."""
    tally = Tally()
    with uncollected():
        began, client, used = time.perf_counter(), time.process_time(), server.processor_seconds
        await all_done([table.begin(tally, moves, paces.get(table.id)) for table in tables])
        seconds, client = time.perf_counter() - began, time.process_time() - client
        return Round(tally, len(tables), seconds, server.processor_seconds - used, client)


async def all_done(rounds: list[asyncio.Future[None]]) -> None:
    """Wait until every table is through; what goes wrong at one ends the round."""
    done, waiting = await asyncio.wait(rounds, timeout=ROUND_SECONDS, return_when=asyncio.FIRST_EXCEPTION)
    for each in done:
        each.result()
    if waiting:
        raise LoadError(f"{len(waiting)} of {len(rounds)} tables were not through after {ROUND_SECONDS} s.")


@contextmanager
def uncollected() -> Iterator[None]:
    """No pauses for collecting garbage meanwhile: they would count as the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
