"""The floor of the store: the lines of as many moves, committed durably by a writer of the same kind, and no game.

Run as a program it measures itself: ``python -m overland.load.store_floor FILE TABLES MOVES LINES BYTES``.
"""

import asyncio
import json
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from overland.load.percentiles import milliseconds
from overland.server.databases import SqliteDatabase, prepare_connection

ADD_TABLE = (
    "INSERT INTO tables (id, game, rules, settings, data, seed, invite, owner, reserved, status, listed, created,"
    " changed) VALUES (?, '', 0, '', '', '', '', '', '', 'playing', 0, 0, 0)"
)
ADD_LINE = "INSERT INTO lines (table_id, n, at, body) VALUES (?, ?, ?, ?)"
CHANGE_TABLE = "UPDATE tables SET changed = ?, status = 'playing', owner = '' WHERE id = ?"

Row = tuple[str, int, float, str]


class BareStore:
    """A database with the server's layout and settings, and one thread that commits what waits together."""

    def __init__(self, file: Path, tables: int) -> None:
        SqliteDatabase(file).migrate()
        self.thread = ThreadPoolExecutor(1)
        self.connection = self.thread.submit(connected, file).result()
        self.thread.submit(self.add_tables, tables).result()
        self.jobs: asyncio.Queue[tuple[list[Row], asyncio.Future[None]]] = asyncio.Queue()

    def add_tables(self, tables: int) -> None:
        self.connection.executemany(ADD_TABLE, [(str(number),) for number in range(tables)])

    async def write(self, rows: list[Row]) -> None:
        """Write the lines of a move; returns when they are safe on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.jobs.put_nowait((rows, done))
        await done

    async def write_jobs(self) -> None:
        """Write whatever waits, in one commit, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            waiting = [await self.jobs.get()]
            while not self.jobs.empty():
                waiting.append(self.jobs.get_nowait())
            await loop.run_in_executor(self.thread, self.commit, [rows for rows, _ in waiting])
            for _, done in waiting:
                done.set_result(None)

    def commit(self, waiting: list[list[Row]]) -> None:
        """One commit for several moves, in the writer's thread."""
        self.connection.execute("BEGIN")
        for rows in waiting:
            self.connection.executemany(ADD_LINE, rows)
            self.connection.execute(CHANGE_TABLE, (rows[0][2], rows[0][0]))
        self.connection.execute("COMMIT")

    def close(self) -> None:
        self.thread.submit(self.connection.close).result()
        self.thread.shutdown()


def connected(file: Path) -> sqlite3.Connection:
    """A connection with the settings of the server's."""
    connection = sqlite3.connect(file)
    prepare_connection(connection, None)
    return connection


async def measure(file: Path, tables: int, moves: int, lines: float, size: int) -> dict[str, Any]:
    """Every table writes its moves one after the other; a move has so many lines of so many bytes."""
    store, body = BareStore(file, tables), "x" * size
    took: list[float] = []

    async def play(table: str) -> None:
        written = 0
        for number in range(1, moves // tables + 1):
            until = round(number * lines)  # an average of lines, in whole ones, and at least one
            rows = [(table, n, 0.0, body) for n in range(written, max(until, written + 1))]
            written += len(rows)
            began = time.perf_counter()
            await store.write(rows)
            took.append(time.perf_counter() - began)

    began, used = time.perf_counter(), time.process_time()
    writer = asyncio.create_task(store.write_jobs())
    await asyncio.gather(*(play(str(number)) for number in range(tables)))
    seconds, used = time.perf_counter() - began, time.process_time() - used
    writer.cancel()
    store.close()
    return {
        "moves": len(took),
        "moves_per_cpu_second": round(len(took) / used, 1),
        "cpu_ms_per_move": round(1000 * used / len(took), 4),
        "moves_per_second": round(len(took) / seconds, 1),
        "answered_ms": milliseconds(took),
    }


def main(file: str, tables: str, moves: str, lines: str, size: str) -> None:
    from overland.load.fast_loop import fast_loop

    with asyncio.Runner(**fast_loop()) as runner:
        print(json.dumps(runner.run(measure(Path(file), int(tables), int(moves), float(lines), int(size)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
