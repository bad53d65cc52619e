"""The floors: what the store and the sockets alone would cost for the same moves."""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from overland.load import echo_floor
from overland.load.errors import LoadError
from overland.load.plan import Plan


def line_bytes(database: Path) -> int:
    """How long a line of the log is on average, in the database of a server."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        average: float = connection.execute("SELECT avg(length(body)) FROM lines").fetchone()[0]
        return round(average)
    finally:
        connection.close()


async def measure_floors(plan: Plan, row: dict[str, Any], bytes_of_line: int, folder: Path) -> list[dict[str, Any]]:
    """Both floors of a row of play: for moves with as many lines, and updates with as many bytes."""
    count, lines, size = row["tables"], row["lines_per_move"], row["bytes_per_move_and_receiver"]
    of_row = {"game": row["game"], "tables": count}
    store = await measure_store(folder / "floor.sqlite", count, plan.floor_moves, lines, bytes_of_line)
    echo = await echo_floor.measure(count, plan.floor_moves, size)
    return [
        {**of_row, "floor": "store", "lines_per_move": lines, "bytes_per_line": bytes_of_line, **store},
        {**of_row, "floor": "echo", "bytes_per_update": size, **echo},
    ]


async def measure_store(file: Path, tables: int, moves: int, lines: float, size: int) -> dict[str, Any]:
    """The floor of the store, in a process of its own and on a file of its own."""
    asked = [str(word) for word in (file, tables, moves, lines, size)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "overland.load.store_floor", *asked, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    file.unlink(missing_ok=True)
    if process.returncode:
        raise LoadError("The floor of the store could not be measured; the lines above say why.")
    found: dict[str, Any] = json.loads(printed)
    return found
