"""The store: its layout, its one writer, and what happens in conflict."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from alembic import command
from alembic.util import CommandError
from sqlalchemy import Insert, insert, select, text

from overland.server import schema
from overland.server.databases import database_at, migration_config
from overland.server.errors import Refusal
from overland.server.own_games import note_old_results
from overland.server.store import Identity, Store
from overland.server.writer import Conflict, Job
from tests.conftest import IS_POSTGRES
from tests.server.databases import connected, database_of, names_of_tables, place_of, rows
from tests.server.local_servers import Person, choose, full_table, give_up, identity_at, local_server, until


def test_the_migrations_lead_to_the_layout_of_the_code(tmp_path: Path) -> None:
    database = database_at(place_of(tmp_path / "deep" / "down", is_empty=True))
    database.migrate()
    database.migrate()
    engine = database.writing_engine()
    with engine.begin() as connection:
        command.check(migration_config(connection))
        connection.execute(text("ALTER TABLE chat ADD COLUMN extra INTEGER"))
        with pytest.raises(CommandError):
            command.check(migration_config(connection))
    with engine.begin() as connection:
        command.downgrade(migration_config(connection), "base")
    with engine.begin() as connection:
        command.upgrade(migration_config(connection), "head")
    engine.dispose()


def add(number: int) -> Insert:
    """A row that can be there once."""
    return insert(schema.identities).values(id=f"id{number}", token_hash=f"hash{number}", name="x", created=0.0)


def test_jobs_that_wait_share_a_commit_and_a_conflict_rejects_only_its_own(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(database_of(tmp_path))
        await store.open()
        commits = 0
        commit = store.writer.commit

        def counting(waiting: Sequence[Job]) -> dict[int, Exception]:
            nonlocal commits
            commits += 1
            return commit(waiting)

        store.writer.commit = counting  # type: ignore[method-assign]  # to count
        jobs = [store.write(add(number)) for number in range(50)]
        jobs.append(store.write(add(100), add(7)))  # the second is there already
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert commits <= 3
        assert results[:50] == [None] * 50
        assert isinstance(results[50], Conflict)
        bad = insert(schema.identities).values(id="bad", token_hash="\ud800", name="x", created=0.0)
        mixed = await asyncio.gather(store.write(add(200)), store.write(bad), return_exceptions=True)
        assert mixed[0] is None and isinstance(mixed[1], Refusal), "what is wrong with one is no other's problem"
        written = {str(row["id"]) for row in await store.read(select(schema.identities.c.id))}
        assert "id49" in written
        assert "id100" not in written, "all or nothing"
        await store.close()

    asyncio.run(test())


def test_what_was_written_is_on_the_disk(tmp_path: Path) -> None:
    async def test() -> None:
        store = Store(database_of(tmp_path))
        await store.open()
        with store.writer.engine.connect() as connection:
            asked = ["SHOW synchronous_commit"] if IS_POSTGRES else ["PRAGMA journal_mode", "PRAGMA synchronous"]
            settings = [connection.execute(text(each)).scalar() for each in asked]
        assert settings == (["on"] if IS_POSTGRES else ["wal", 2])
        await store.close()

    asyncio.run(test())


def test_a_trouble_of_the_storage_is_logged_once_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        store = Store(database_of(tmp_path))
        await store.open()

        def full(waiting: Sequence[Job]) -> dict[int, Exception]:
            raise OSError("the disk is full")

        for number in range(2):
            with monkeypatch.context() as patch:
                patch.setattr(store.writer, "commit", full)
                for _ in range(5):
                    with pytest.raises(Refusal):
                        await store.write(add(0))
            assert caplog.text.count("the disk is full") == number + 1
            await store.write(add(1 + number))
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("steps", range(0, 24, 2))
def test_readers_who_are_given_up_do_not_keep_a_server_from_stopping(tmp_path: Path, steps: int) -> None:
    async def test() -> None:
        store = Store(database_of(tmp_path))
        await store.open()
        reader = asyncio.create_task(store.identity("nobody"))
        for _ in range(steps):
            await asyncio.sleep(0.0002)
        reader.cancel()
        await asyncio.wait_for(store.close(), 10)
        assert asyncio.all_tasks() <= {asyncio.current_task(), reader}, "nothing is left to be given up once more"

    asyncio.run(test())


def test_what_is_written_when_a_server_has_stopped_is_refused(tmp_path: Path) -> None:
    async def late() -> None:
        store = Store(database_of(tmp_path))
        await store.open()
        await store.close()
        with pytest.raises(Refusal):
            await asyncio.wait_for(store.rename(Identity("ada", "Ada")), 5)

    asyncio.run(late())


async def layout_one(folder: Path) -> tuple[str, str, list[Person]]:
    """A database as it was before there were results, with a running game and one that is over."""
    async with local_server(folder) as server:
        running, people = await full_table(server, "oregon", 2)
        over, others = await full_table(server, "okanagan", 3)
        live = server.tables.live[running]
        for number in range(12):
            seat = live.table.to_act
            assert seat is not None
            await choose(live, identity_at(live, people, seat), f"m{number}", live.table.version, 0)
        await give_up(server.tables.live[over], others[0].identity, "enough")
        for person in others[1:]:
            await give_up(server.tables.live[over], person.identity, "enough")
        await until(lambda: server.tables.live[over].table.status == "over", 120)
    with connected(place_of(folder)) as connection:
        command.downgrade(migration_config(connection), "0001")
    assert {"results", "tries"}.isdisjoint(names_of_tables(folder))
    return running, over, people


@pytest.mark.anyio
async def test_a_database_of_the_first_layout_with_live_games_goes_on(tmp_path: Path) -> None:
    running, over, people = await layout_one(tmp_path)
    before = rows_of(tmp_path)
    async with local_server(tmp_path) as server:
        assert rows_of(tmp_path) == before, "nothing of what there was is touched"
        for person in people:
            assert person.identity is not None
        live = await server.tables.visible(running, people[0].identity, None)
        assert live.table.status == "playing" and len(live.table.entry_lines) > 12
        assert live.table.settings.daily is None
        for number in range(6):
            seat = live.table.to_act
            assert seat is not None
            await choose(live, identity_at(live, people, seat), f"later{number}", live.table.version, 0)
        await note_old_results(server.tables)
        assert await server.store_rows("results") == 3, "of the game that was over"
        ada = await server.person("Ada")
        assert (await ada.http.post("/api/daily/oregon")).status_code == 201
        await give_up(live, people[0].identity, "enough")
        assert await server.store_rows("results") == 5
        assert (await server.tables.find(over)) is not None


def rows_of(folder: Path) -> dict[str, list[str]]:
    """What the tables of the first layout hold."""
    return {
        name: [str(dict(row)) for row in rows(folder, f"SELECT * FROM {name} ORDER BY 1, 2")]
        for name in ("identities", "tables", "lines", "sittings", "chat")
    }
