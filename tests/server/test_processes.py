"""Two server processes on one PostgreSQL, with people and bots at work: killed, stopped, and the database restarted.

Whatever was acknowledged is there afterwards, once, and every table is as people saw it, whichever process they were
connected to; and everybody goes on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from overland.load.own_postgres import OwnPostgres, own_postgres
from tests.conftest import amount
from tests.server.databases import rows_at
from tests.server.journals import check_journals
from tests.server.parties import KINDS, Parties
from tests.server.processes import ServerProcess
from tests.server.test_faults import AWAY_SECONDS, SETTINGS, play_on, report

pytestmark = pytest.mark.postgres

TABLES = amount(3, 3, 20)
ROUNDS = amount(1, 1, 10)
NAME = "overland"

Fault = Callable[[Parties], Awaitable[None]]


@contextmanager
def two_servers(folder: Path, postgres: OwnPostgres) -> Iterator[list[ServerProcess]]:
    """Two processes that serve the same tables."""
    postgres.ask(f"CREATE DATABASE {NAME}")
    servers = []
    try:
        for number in range(2):
            (folder / str(number)).mkdir()
            server = ServerProcess(folder / str(number), place=postgres.url(NAME), **SETTINGS)
            servers.append(server)
            server.start()
        yield servers
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()


async def play_through(servers: Sequence[ServerProcess], faults: Sequence[Fault]) -> Parties:
    """Let people and bots play while something goes wrong again and again; everybody goes on each time."""
    parties = Parties([server.url for server in servers], TABLES, KINDS, 2 * AWAY_SECONDS)
    await parties.begin()
    for fault in faults:
        await play_on(parties)
        await fault(parties)
        await parties.until_everybody_goes_on(90)
    await parties.end()
    return parties


def test_kill_9_of_either_process_loses_nothing_and_everybody_goes_on_with_the_other(tmp_path: Path) -> None:
    began = time.monotonic()

    def killing(number: int) -> Fault:
        async def kill(parties: Parties) -> None:
            servers[number].kill()
            before = parties.count()
            await parties.until_everybody_goes_on(90)  # bots and clocks included, before it comes back
            assert parties.count() > before
            await asyncio.to_thread(servers[number].start)

        return kill

    with own_postgres() as postgres:
        with two_servers(tmp_path, postgres) as servers:
            parties = asyncio.run(play_through(servers, [killing(0), killing(1)] * ROUNDS))
            assert all(server.stop() in (0, -15) for server in servers)
        findings = check_journals(tmp_path, parties, postgres.url(NAME))
        processes = rows_at(postgres.url(NAME), "SELECT id FROM processes")
        assert not processes, "whoever stops in order says so"
    report("two processes, each killed", parties, findings, began)
    assert findings["acknowledged move"] and findings["versions seen"]


def test_a_restart_of_postgresql_under_load_is_a_pause_and_nothing_is_lost(tmp_path: Path) -> None:
    began = time.monotonic()

    def restarting(mode: str) -> Fault:
        async def restart(parties: Parties) -> None:
            await asyncio.to_thread(postgres.stop, mode)
            await asyncio.sleep(1)
            await asyncio.to_thread(postgres.start)

        return restart

    with own_postgres(is_durable=True) as postgres:
        with two_servers(tmp_path, postgres) as servers:
            parties = asyncio.run(play_through(servers, [restarting("fast"), restarting("immediate")] * ROUNDS))
        findings = check_journals(tmp_path, parties, postgres.url(NAME))
    report("PostgreSQL restarted", parties, findings, began)
    assert findings["acknowledged move"] and not parties.refusals("error.storage")
