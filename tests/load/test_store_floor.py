"""The floor of the store really writes what it counts."""

import asyncio
import sqlite3
from pathlib import Path

from overland.load.floors import line_bytes
from overland.load.store_floor import measure


def test_every_move_has_its_lines_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "floor.sqlite"
    found = asyncio.run(measure(file, tables=3, moves=30, lines=1.5, size=40))
    assert found["moves"] == 30
    connection = sqlite3.connect(file)
    written = connection.execute("SELECT table_id, count(*), max(n) FROM lines GROUP BY table_id").fetchall()
    connection.close()
    assert written == [(str(table), 15, 14) for table in range(3)]
    assert line_bytes(file) == 40
