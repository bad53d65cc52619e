"""A crowd: many connections at one or several server processes, on either database, and a steady stream of moves.

What is measured: the memory of an idle connection, and how long a move takes until it is acknowledged and until both
players have seen it. With two processes the players of a table are connected to different ones, so every move goes
through the database to the other. Every server process has one core to itself; PostgreSQL and the simulated people
share what is left.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland.load.errors import LoadError
from overland.load.fast_loop import fast_loop
from overland.load.memory import settled_bytes
from overland.load.own_postgres import OwnPostgres, own_postgres
from overland.load.percentiles import milliseconds
from overland.load.players import Pace, SimulatedTable, Tally
from overland.load.processes import allow_many_files, processor_seconds, require_proc
from overland.load.requests import Requests
from overland.load.rounds import LEAD_SECONDS, WHOLE_GAME, all_done, leave_all, set_up, uncollected
from overland.load.server_process import ServerProcess, own_source
from overland.load.steps import Steps, Tell

CONNECT_AT_ONCE = 20
NAME = "bench"


@dataclass(frozen=True)
class Setup:
    """A database, and how many processes share it."""

    database: str  # sqlite or postgresql
    processes: int

    @property
    def text(self) -> str:
        return f"{self.database}, {self.processes} process{'es' if self.processes > 1 else ''}"


SETUPS = (Setup("sqlite", 1), Setup("postgresql", 1), Setup("postgresql", 2))


@dataclass(frozen=True)
class Crowd:
    """How many come, and how fast they play together."""

    game: str = "oregon"
    connections: Sequence[int] = (1000, 5000)
    moves_per_second: float = 200.0
    seconds: float = 20.0
    setups: Sequence[Setup] = SETUPS


def measure_crowd(crowd: Crowd, tell: Tell) -> list[dict[str, Any]]:
    """Every setup with every number of connections."""
    require_proc()
    allow_many_files()
    steps = Steps(tell, len(crowd.setups) * len(crowd.connections))
    rows = []
    for setup in crowd.setups:
        for connections in crowd.connections:
            steps.begin(f"{setup.text}, {connections} connections")
            with ExitStack() as stack, asyncio.Runner(**fast_loop()) as runner:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overland-bench-")))
                postgres = None
                if setup.database == "postgresql":
                    postgres = stack.enter_context(own_postgres(is_durable=True))
                    postgres.ask(f"CREATE DATABASE {NAME}")
                servers = started(stack, setup, folder, postgres)
                rows.append(runner.run(measure_one(crowd, setup, servers, connections, postgres)))
    return rows


def started(stack: ExitStack, setup: Setup, folder: Path, postgres: OwnPostgres | None) -> list[ServerProcess]:
    """The processes of a setup, each on a core of its own."""
    servers = []
    cores = sorted(os.sched_getaffinity(0))
    for number in range(setup.processes):
        place = None if postgres is None else postgres.url(NAME)
        server = ServerProcess(str(number), own_source(), folder / str(number), place)
        stack.callback(server.stop)
        server.start()
        os.sched_setaffinity(server.number, {cores[number % len(cores)]})
        servers.append(server)
    return servers


async def measure_one(
    crowd: Crowd, setup: Setup, servers: Sequence[ServerProcess], connections: int, postgres: OwnPostgres | None
) -> dict[str, Any]:
    """One setup with so many connections."""
    tables = await set_up(servers[0], crowd.game, connections // 2, 0)
    for server in servers:
        await ask_for_all(server, tables)
    before = [await settled_bytes(server) for server in servers]
    began = time.perf_counter()
    await connect_everybody(servers, tables)
    seconds = time.perf_counter() - began
    after = [await settled_bytes(server) for server in servers]
    if postgres is not None:
        await asyncio.to_thread(postgres.settle)
    tally, used = await play(crowd, servers, tables)
    await leave_all(tables)
    return {
        "setup": setup.text,
        "game": crowd.game,
        "connections": connections,
        "bytes_per_connection": round((sum(after) - sum(before)) / connections),
        "connect_seconds": round(seconds, 1),
        "moves_per_second": round(tally.moves / crowd.seconds, 1),
        "server_core_share": round(used / crowd.seconds, 2),
        "acknowledged_ms": milliseconds(tally.acknowledged),
        "seen_by_all_ms": milliseconds(tally.seen),
        "asked_again": tally.asked_again,
    }


async def ask_for_all(server: ServerProcess, tables: Sequence[SimulatedTable]) -> None:
    """Have all tables in the memory of a server, so that what grows afterwards are the connections."""
    async with Requests(server.port) as requests:
        for table in tables:
            await requests.get(f"/api/tables/{table.id}", table.players[0].cookie)


async def connect_everybody(servers: Sequence[ServerProcess], tables: Sequence[SimulatedTable]) -> None:
    """Everybody opens a socket; the players of a table at different servers."""
    waiting = iter([(number, player) for table in tables for number, player in enumerate(table.players)])

    async def work() -> None:
        for number, player in waiting:
            await player.connect(servers[number % len(servers)].port)

    await asyncio.gather(*(work() for _ in range(CONNECT_AT_ONCE)))


async def play(crowd: Crowd, servers: Sequence[ServerProcess], tables: Sequence[SimulatedTable]) -> tuple[Tally, float]:
    """Moves at a steady rate over all tables; what was measured, and the processor time of the servers."""
    dice, every = random.Random(len(tables)), len(tables) / crowd.moves_per_second
    if every > crowd.seconds:
        raise LoadError(f"{len(tables)} tables need more than {crowd.seconds:g} s for a move each.")
    tally, begin = Tally(), time.perf_counter() + LEAD_SECONDS
    used = sum(processor_seconds(server.number) for server in servers)
    with uncollected():
        rounds = [
            table.begin(tally, WHOLE_GAME, Pace(begin + dice.random() * every, every, begin + crowd.seconds))
            for table in tables
        ]
        await all_done(rounds)
    return tally, sum(processor_seconds(server.number) for server in servers) - used
