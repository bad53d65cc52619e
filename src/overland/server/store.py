"""Where tables are kept: SQLite by default. One writer, in a thread of its own, commits what waits together.

A job of the writer is all or nothing; one that is in conflict (a line with that number is there already) is refused
alone, and the others of the same commit stand.
"""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Executable,
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from overland.engine.game import Data
from overland.engine.games import GAMES
from overland.server import schema
from overland.server.drafts import Draft
from overland.server.errors import Refusal
from overland.server.log_lines import BODIES, LineBody, LogLine
from overland.server.protocol import ChatLine, TableSettings
from overland.server.table import Table

log = logging.getLogger("overland.server")

MIGRATIONS = Path(__file__).parent / "migrations"
BATCH = 200  # jobs of one commit, at most
BUSY_MILLISECONDS = 5000


class Conflict(Exception):
    """Another writer has written that already."""


@dataclass(frozen=True)
class Identity:
    """A visitor."""

    id: str
    name: str


class Statement(NamedTuple):
    """Something to write: a statement, and the rows it is for, if it has places for them."""

    what: Executable
    rows: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Job:
    """Statements that are written together, and who waits for them."""

    statements: Sequence[Statement]
    done: asyncio.Future[None]


# Written for every move: made once, so that they are compiled once.
ADD_LINES = insert(schema.lines)
CHANGE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("the_table"))
    .values(changed=bindparam("now"), status=bindparam("how_far"), owner=bindparam("whose"))
)


class Store:
    """The database."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.engine: AsyncEngine = create_async_engine(f"sqlite+aiosqlite:///{file}")
        self.writing_engine = create_engine(f"sqlite:///{file}", pool_size=1)
        for engine in (self.engine.sync_engine, self.writing_engine):
            event.listen(engine, "connect", prepare_connection)
            event.listen(engine, "begin", begin_immediately)
        self.writer_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.trouble: str | None = None  # why the last thing could not be written
        self.jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database to the present layout and start the writer."""
        await asyncio.to_thread(migrate, self.file)
        self.writer = asyncio.create_task(self.write_jobs(), name="writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self.writer is not None:
            await self.jobs.join()
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(self.writer_thread, self.writing_engine.dispose)
        self.writer_thread.shutdown()
        await self.engine.dispose()

    # Writing

    async def write(self, *statements: Executable | Statement) -> None:
        """Write statements, all or nothing; returns when they are safe on the disk."""
        jobs = [what if isinstance(what, Statement) else Statement(what) for what in statements]
        job = Job(jobs, asyncio.get_running_loop().create_future())
        self.jobs.put_nowait(job)
        await job.done

    async def write_jobs(self) -> None:
        """Take whatever waits, write it in one commit, tell everybody how it went."""
        loop = asyncio.get_running_loop()
        while True:
            waiting = [await self.jobs.get()]
            while not self.jobs.empty() and len(waiting) < BATCH:
                waiting.append(self.jobs.get_nowait())
            try:
                refused = await loop.run_in_executor(self.writer_thread, self.commit, waiting)
            except Exception as error:  # a full disk, a lost file: nobody is told that a move counts
                refused = dict.fromkeys(range(len(waiting)), error)
            for number, job in enumerate(waiting):
                self.jobs.task_done()
                self.tell(job, refused.get(number))

    def tell(self, job: Job, error: Exception | None) -> None:
        """Tell who waits for a job how it went; a trouble of the storage is logged once, until it is over."""
        if error is None:
            self.trouble = None
        elif not isinstance(error, Conflict):
            trouble = f"{type(error).__name__}: {error}"
            if trouble != self.trouble:
                log.error("nothing was stored: %s", trouble)
            self.trouble, error = trouble, Refusal("error.storage", 503)
        if job.done.done():  # the one who asked has gone
            return
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)

    def commit(self, waiting: Sequence[Job]) -> dict[int, Exception]:
        """One commit for several jobs, in the writer's thread; tells which were left out, and why."""
        refused: dict[int, Exception] = {}
        with self.writing_engine.connect() as connection, connection.begin():
            for number, job in enumerate(waiting):
                try:
                    with connection.begin_nested():
                        for what, rows in job.statements:
                            connection.execute(what, list(rows) or None)
                except IntegrityError:
                    refused[number] = Conflict()
                except Exception as error:  # whatever is wrong with one job must not touch the others
                    refused[number] = error
        return refused

    async def append(self, draft: Draft) -> None:
        """Write the next lines of a table, how far it is then, and who sits there from now on or no longer."""
        table = draft.table
        change = {"the_table": table.id, "now": table.changed, "how_far": table.status, "whose": table.owner}
        statements: list[Executable | Statement] = [
            Statement(ADD_LINES, [line_row(table.id, line) for line in draft.lines]),
            Statement(CHANGE_TABLE, [change]),
        ]
        sitting = schema.sittings
        for identity in (*draft.sits, *draft.leaves):
            statements.append(delete(sitting).where(sitting.c.identity == identity, sitting.c.table_id == table.id))
        statements += [insert(sitting).values(identity=identity, table_id=table.id) for identity in draft.sits]
        await self.write(*statements)

    async def add_table(self, table: Table, lines: Sequence[LogLine], sits: Sequence[str]) -> None:
        """A new table with its first lines."""
        statements: list[Executable | Statement] = [insert(schema.tables).values(table_row(table))]
        if lines:
            statements.append(Statement(ADD_LINES, [line_row(table.id, line) for line in lines]))
        statements += [insert(schema.sittings).values(identity=identity, table_id=table.id) for identity in sits]
        await self.write(*statements)

    async def add_chat(self, table: Table, line: ChatLine, identity: str, id: str, at: float) -> None:
        """A line of chat."""
        await self.write(
            insert(schema.chat).values(
                table_id=table.id,
                n=line.n,
                at=at,
                identity=identity,
                client_id=id,
                seat=line.seat,
                name=line.name,
                text=line.text,
            )
        )

    async def add_identity(self, identity: Identity, token_hash: str, at: float) -> None:
        """A new visitor."""
        await self.write(
            insert(schema.identities).values(id=identity.id, name=identity.name, token_hash=token_hash, created=at)
        )

    async def rename(self, identity: Identity) -> None:
        """A visitor's new name."""
        await self.write(
            update(schema.identities).where(schema.identities.c.id == identity.id).values(name=identity.name)
        )

    # Reading

    async def identity(self, token_hash: str) -> Identity | None:
        """The visitor with a token."""
        rows = await self.read(select(schema.identities).where(schema.identities.c.token_hash == token_hash))
        return Identity(rows[0]["id"], rows[0]["name"]) if rows else None

    async def table(self, id: str) -> Table | None:
        """A table with its whole log."""
        found = await self.read(select(schema.tables).where(schema.tables.c.id == id))
        if not found:
            return None
        written = await self.read(select(schema.lines).where(schema.lines.c.table_id == id).order_by(schema.lines.c.n))
        table = table_of(found[0])
        for row in written:
            table.apply(LogLine(n=row["n"], at=row["at"], body=BODIES.validate_json(row["body"])))
        return table

    async def game_of(self, id: str) -> str | None:
        """Which game is played at a table."""
        found = await self.read(select(schema.tables.c.game).where(schema.tables.c.id == id))
        return found[0]["game"] if found else None

    async def chat_of(self, id: str) -> tuple[list[ChatLine], set[tuple[str, str]]]:
        """The chat of a table, and who said which line by the client's name for it."""
        rows = await self.read(select(schema.chat).where(schema.chat.c.table_id == id).order_by(schema.chat.c.n))
        lines = [ChatLine(n=row["n"], seat=row["seat"], name=row["name"], text=row["text"]) for row in rows]
        return lines, {(row["identity"], row["client_id"]) for row in rows}

    async def ids_with_status(self, *statuses: str) -> list[str]:
        """The tables in one of these states."""
        rows = await self.read(select(schema.tables.c.id).where(schema.tables.c.status.in_(statuses)))
        return [row["id"] for row in rows]

    async def ids_of(self, identity: str, limit: int) -> list[str]:
        """The tables a visitor sits at, those that changed last first."""
        joined = schema.tables.join(schema.sittings, schema.sittings.c.table_id == schema.tables.c.id)
        rows = await self.read(
            select(schema.tables.c.id)
            .select_from(joined)
            .where(schema.sittings.c.identity == identity, schema.tables.c.status != "closed")
            .order_by(schema.tables.c.changed.desc())
            .limit(limit)
        )
        return [row["id"] for row in rows]

    async def count_open(self, identity: str) -> int:
        """At how many tables that are not over a visitor sits."""
        joined = schema.tables.join(schema.sittings, schema.sittings.c.table_id == schema.tables.c.id)
        rows = await self.read(
            select(schema.tables.c.id)
            .select_from(joined)
            .where(
                schema.sittings.c.identity == identity,
                schema.tables.c.status.in_(("waiting", "playing")),
                or_(
                    *(
                        and_(schema.tables.c.game == name, schema.tables.c.rules == game.rules_version)
                        for name, game in GAMES.items()
                    )
                ),
            )
        )
        return len(rows)

    async def listed_ids(self, limit: int) -> list[str]:
        """The tables that anybody may watch or join."""
        rows = await self.read(
            select(schema.tables.c.id)
            .where(schema.tables.c.listed, schema.tables.c.status.in_(("waiting", "playing")))
            .order_by(schema.tables.c.changed.desc())
            .limit(limit)
        )
        return [row["id"] for row in rows]

    async def read(self, query: Any) -> Sequence[Mapping[str, Any]]:
        """The rows a query finds."""
        async with self.engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]


# Rows


def line_row(table: str, line: LogLine) -> dict[str, Any]:
    """A line as it is kept."""
    body: LineBody = line.body
    return {"table_id": table, "n": line.n, "at": line.at, "body": body.model_dump_json(exclude_none=True)}


def table_row(table: Table) -> dict[str, Any]:
    """A table as it is kept, its log apart."""
    return {
        "id": table.id,
        "game": table.settings.game,
        "rules": GAMES[table.settings.game].rules_version,
        "settings": table.settings.model_dump_json(),
        "data": json.dumps(dict(table.data)),
        "start": table.start,
        "seed": table.seed.hex(),
        "invite": table.invite,
        "owner": table.owner,
        "reserved": " ".join(sorted(table.reserved)),
        "status": table.status,
        "listed": table.settings.listed,
        "created": table.created,
        "changed": table.created,
    }


def table_of(row: Mapping[str, Any]) -> Table:
    """A table without its log; one of other rules is refused, because it would be replayed wrongly."""
    known = GAMES[row["game"]].rules_version
    if row["rules"] != known:
        raise Refusal("error.rules_version", 409, found=row["rules"], known=known, game=row["game"])
    data: Data = json.loads(row["data"])
    return Table(
        id=row["id"],
        settings=TableSettings.model_validate_json(row["settings"]),
        seed=bytes.fromhex(row["seed"]),
        invite=row["invite"],
        owner=row["owner"],
        created=row["created"],
        data=data,
        start=row["start"],
        reserved=frozenset(row["reserved"].split()),
    )


# The connection


def prepare_connection(connection: Any, _: Any) -> None:
    """A log beside the file, every commit on the disk before it counts, and transactions that we begin ourselves."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def begin_immediately(connection: Connection) -> None:
    """SQLAlchemy's begin, said to SQLite: without it savepoints do not work."""
    connection.exec_driver_sql("BEGIN")


def migrate(file: Path) -> None:
    """Bring the database in a file to the present layout, making it if there is none."""
    file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            command.upgrade(migration_config(connection), "head")
    finally:
        engine.dispose()


def migration_config(connection: Connection) -> Config:
    """Alembic's settings for a connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
