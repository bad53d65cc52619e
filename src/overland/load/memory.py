"""What a server keeps in memory, and how long it takes to come back, with many tables being played.

Memory is the resident set of the process, shared libraries included, read a moment after the last thing happened; a
figure for each table or connection is the growth by all of them, divided by their number.
"""

import asyncio
import time
from typing import Any

from overland.load.plan import Plan
from overland.load.players import SimulatedTable
from overland.load.requests import Requests
from overland.load.rounds import connect_all, leave_all, play_saturated, set_up
from overland.load.server_process import ServerProcess

SETTLING_SECONDS = 1.0


async def settled_bytes(server: ServerProcess) -> int:
    """The resident set of a server that has nothing to do."""
    await asyncio.sleep(SETTLING_SECONDS)
    return server.resident_bytes


async def measure_idle(server: ServerProcess, game: str, plan: Plan) -> dict[str, Any]:
    """Start a server without tables and with many, and let everybody come back to them."""
    one = await tables_played(server, game, 1, plan.idle_moves)
    few_seconds, few_bytes = await start_again(server, one)
    many = await tables_played(server, game, plan.idle_tables, plan.idle_moves)
    many_seconds, many_bytes = await start_again(server, many)
    began = time.perf_counter()
    await connect_all(server, many)
    back_seconds = time.perf_counter() - began
    connected_bytes = await settled_bytes(server)
    await leave_all(many)
    connections = sum(len(table.players) for table in many)
    return {
        "game": game,
        "server": server.name,
        "tables": len(many),
        "connections": connections,
        "start_seconds_with_one_table": round(few_seconds, 2),
        "start_seconds_with_all_tables": round(many_seconds, 2),
        "seconds_until_all_have_their_table": round(back_seconds, 2),
        "bytes_with_one_table": few_bytes,
        "bytes_per_table": round((many_bytes - few_bytes) / len(many)),
        "bytes_per_connection": round((connected_bytes - many_bytes) / connections),
    }


async def tables_played(server: ServerProcess, game: str, count: int, moves: int) -> list[SimulatedTable]:
    """Start the server, unless it runs, and play some moves at new tables."""
    if server.process is None:
        server.start()
    tables = await set_up(server, game, count, 0)
    await connect_all(server, tables)
    await play_saturated(server, tables, moves)
    await leave_all(tables)
    return tables


async def start_again(server: ServerProcess, tables: list[SimulatedTable]) -> tuple[float, int]:
    """Stop and start a server: the seconds until it listens, and its memory once it holds all the tables."""
    server.stop()
    seconds = server.start()
    async with Requests(server.port) as requests:
        for table in tables:
            await requests.get(f"/api/tables/{table.id}", table.players[0].cookie)
    return seconds, await settled_bytes(server)
