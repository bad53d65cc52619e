"""Servers that are killed, told to stop, out of space or locked out of their database, with people and bots at work.

Whatever was acknowledged is there afterwards, once, and every table is as people saw it; and everybody goes on.
"""

import asyncio
import random
import resource
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from overland.server.databases import BUSY_MILLISECONDS
from tests.conftest import IS_SOAK, amount
from tests.server.databases import rows
from tests.server.journals import Findings, check_journals
from tests.server.parties import KINDS, QUICK_KINDS, Parties
from tests.server.processes import ServerProcess, running_server

TABLES = amount(6, 3, 20)
KILLS = amount(1, 1, 20)
AWAY_SECONDS = 1.0
ACKNOWLEDGED = 10  # by each table, on average, between two faults
SETTINGS = {
    "away_seconds": AWAY_SECONDS, "bot_pause": 0.02, "idle_seconds": 2, "chat_burst": 100_000, "unread_seconds": 60,
}  # fmt: skip
STOP_SECONDS = 10.0
BUSY_SECONDS = BUSY_MILLISECONDS / 1000  # that the server waits for a locked database
REQUESTS = ("move", "undo", "resign", "stand_in", "return", "chat")
PARTY_KINDS = KINDS if IS_SOAK else QUICK_KINDS


def report(title: str, parties: Parties, findings: Findings, began: float) -> None:
    print(f"\n{title}: {time.monotonic() - began:.0f} s, {len(parties.all)} tables at a time, {dict(findings)}")


async def play_on(parties: Parties) -> None:
    """Let everybody play for a while."""
    await parties.until_acknowledged(ACKNOWLEDGED * len(parties.all))
    await asyncio.sleep(random.random() * 0.3)


async def play_through(server: ServerProcess, rounds: int, fault: Callable[[Parties], Awaitable[None]]) -> Parties:
    """Let people and bots play while something goes wrong again and again; everybody goes on each time."""
    parties = Parties(server.url, TABLES, PARTY_KINDS, 2 * AWAY_SECONDS)
    await parties.begin()
    for _ in range(rounds):
        await play_on(parties)
        await fault(parties)
        await parties.until_everybody_goes_on()
    await parties.end()
    return parties


def test_kill_9_loses_nothing_that_was_acknowledged_and_doubles_nothing(tmp_path: Path) -> None:
    began = time.monotonic()

    async def run(server: ServerProcess) -> Parties:
        parties = Parties(server.url, TABLES, KINDS, 2 * AWAY_SECONDS)
        await parties.begin()
        for _ in range(KILLS):
            await play_on(parties)
            server.kill()
            await asyncio.to_thread(server.start)
        await parties.until_everybody_goes_on()
        await until_everything_happened(parties, tmp_path)
        await parties.end()
        return parties

    with running_server(tmp_path, **SETTINGS) as server:
        parties = asyncio.run(run(server))
        assert server.stop() in (0, -15)
    findings = check_journals(tmp_path, parties)
    report(f"{KILLS} kills", parties, findings, began)
    assert all(findings[f"acknowledged {kind}"] for kind in REQUESTS), findings
    assert findings["lines timeout"] and findings["lines back"] and findings["lines stand_in"], findings


async def until_everything_happened(parties: Parties, folder: Path, seconds: float = 60) -> None:
    """Go on until stand-ins, returns, resignations and timeouts have been seen."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if all(parties.count(kind) for kind in REQUESTS) and count_timeouts(folder):
            return
        await asyncio.sleep(0.2)


def count_timeouts(folder: Path) -> int:
    return int(rows(folder, "SELECT count(*) AS count FROM lines WHERE body LIKE '%timeout%'")[0]["count"])


def test_a_server_that_is_told_to_stop_under_load_does_so_in_seconds(tmp_path: Path) -> None:
    began = time.monotonic()
    stops: list[float] = []

    async def stop(parties: Parties) -> None:
        asked = time.monotonic()
        assert await asyncio.to_thread(server.stop) in (0, -15)
        stops.append(time.monotonic() - asked)
        await asyncio.to_thread(server.start)

    with running_server(tmp_path, **SETTINGS) as server:
        parties = asyncio.run(play_through(server, amount(1, 1, 5), stop))
    report(
        f"stopped after {[round(seconds, 1) for seconds in stops]}", parties, check_journals(tmp_path, parties), began
    )
    assert max(stops) < STOP_SECONDS


@pytest.mark.sqlite
def test_a_full_disk_loses_nothing_and_everybody_goes_on_when_there_is_space_again(tmp_path: Path) -> None:
    began = time.monotonic()

    async def fill(parties: Parties) -> None:
        fill_disk(server, tmp_path)
        before = parties.refusals("error.storage")
        await until_refused(parties, before + TABLES)
        await asyncio.sleep(amount(1, 1, 10))
        fill_disk(server, None)

    with running_server(tmp_path, **SETTINGS) as server:
        parties = asyncio.run(play_through(server, amount(1, 1, 5), fill))
    report("full disk", parties, check_journals(tmp_path, parties), began)
    assert "nothing was stored" in (tmp_path / "server.log").read_text()


def fill_disk(server: ServerProcess, folder: Path | None) -> None:
    """Let no file of the server grow beyond what its log beside the database is now; with no folder, lift that."""
    assert server.process is not None
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    size = hard if folder is None else (folder / "tables.sqlite-wal").stat().st_size // 2
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


async def until_refused(parties: Parties, count: int, seconds: float = 60) -> None:
    """Wait until people were told so often that something could not be stored."""
    limit = time.monotonic() + seconds
    while parties.refusals("error.storage") < count:
        await asyncio.sleep(0.05)
        assert time.monotonic() < limit, f"{parties.refusals('error.storage')} of {count}"


@pytest.mark.sqlite
@pytest.mark.soak
def test_a_locked_database_loses_nothing_and_everybody_goes_on_when_it_is_free_again(tmp_path: Path) -> None:
    began = time.monotonic()

    async def lock(parties: Parties) -> None:
        await asyncio.to_thread(lock_database, tmp_path, one_more_refusal(parties))

    with running_server(tmp_path, **SETTINGS) as server:
        parties = asyncio.run(play_through(server, amount(1, 1, 3), lock))
    report("locked", parties, check_journals(tmp_path, parties), began)
    assert parties.refusals("error.storage")


def one_more_refusal(parties: Parties) -> Callable[[], bool]:
    """Whether somebody has been told since now that something could not be stored."""
    before = parties.refusals("error.storage")
    return lambda: parties.refusals("error.storage") > before


def lock_database(folder: Path, is_noticed: Callable[[], bool]) -> None:
    """Another program holds the database for itself, for longer than the server waits, and until that is noticed."""
    database = sqlite3.connect(folder / "tables.sqlite", isolation_level=None, timeout=60)
    database.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    while time.monotonic() < began + BUSY_SECONDS + 2 or not is_noticed():
        time.sleep(0.1)
        assert time.monotonic() < began + 60, "nobody noticed"
    database.execute("ROLLBACK")
    database.close()
