"""The one writer of a database: a thread of its own that commits whatever waits together.

A job is all or nothing. Jobs of one commit are written one after the other without further ado; only when one of them
fails are they written again, each behind a savepoint, so that it is refused alone and the others stand.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, create_engine, event
from sqlalchemy.sql.dml import UpdateBase

from overland.server.errors import Refusal

log = logging.getLogger("overland.server")

BATCH = 200  # jobs of one commit, at most
BUSY_MILLISECONDS = 5000


class Conflict(Exception):
    """Another writer has written that already."""


class Prepared:
    """A statement that is written again and again: put into SQL once, and given straight to the driver."""

    def __init__(self, statement: UpdateBase) -> None:
        self.statement = statement
        self.sql = ""
        self.places: Sequence[str] = ()

    def prepare(self, connection: Connection) -> None:
        """Put the statement into the words of the connection's database."""
        compiled = self.statement.compile(connection)
        self.sql, self.places = compiled.string, compiled.positiontup or ()


class Statement(NamedTuple):
    """Something to write again and again, and the rows it is for."""

    what: Prepared
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Job:
    """Statements that are written together, and who waits for them."""

    statements: Sequence[Statement | Executable]
    done: asyncio.Future[None]


class Writer:
    """Writes to a database."""

    def __init__(self, file: Path) -> None:
        self.engine = create_engine(f"sqlite:///{file}", pool_size=1)
        listen(self.engine)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.connection: Connection | None = None  # opened and used by the thread
        self.jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.trouble: str | None = None  # why the last thing could not be written

    def start(self) -> None:
        self.task = asyncio.create_task(self.write_jobs(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then stop."""
        if self.task is not None:
            await self.jobs.join()
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(self.thread, self.disconnect)
        self.thread.shutdown()

    async def write(self, *statements: Statement | Executable) -> None:
        """Write statements, all or nothing; returns when they are safe on the disk."""
        job = Job(statements, asyncio.get_running_loop().create_future())
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
                refused = await loop.run_in_executor(self.thread, self.commit, waiting)
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

    # In the thread

    def commit(self, waiting: Sequence[Job]) -> dict[int, Exception]:
        """One commit for several jobs; tells which were left out, and why."""
        try:
            with self.connected().begin():
                for job in waiting:
                    self.execute(job)
            return {}
        except Exception as error:
            self.disconnect()  # whatever state it is in: the next one is new
            if is_trouble(error):
                raise
            return self.commit_each(waiting)

    def commit_each(self, waiting: Sequence[Job]) -> dict[int, Exception]:
        """The same, each job behind a savepoint: whatever is wrong with one must not touch the others."""
        refused: dict[int, Exception] = {}
        connection = self.connected()
        try:
            with connection.begin():
                for number, job in enumerate(waiting):
                    try:
                        with connection.begin_nested():
                            self.execute(job)
                    except Exception as error:
                        refused[number] = Conflict() if is_conflict(error) else error
        except Exception:
            self.disconnect()
            raise
        return refused

    def execute(self, job: Job) -> None:
        connection = self.connected()
        driver: Any = connection.connection.driver_connection
        for statement in job.statements:
            if isinstance(statement, Statement):
                what, rows = statement
                if not what.sql:
                    what.prepare(connection)
                driver.executemany(what.sql, [[row[place] for place in what.places] for row in rows])
            else:
                connection.execute(statement)

    def connected(self) -> Connection:
        """The writer's connection, which stays open."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def disconnect(self) -> None:
        self.connection = None
        self.engine.dispose()


def is_conflict(error: Exception) -> bool:
    """Whether a row is there already, said by SQLAlchemy or by the driver itself."""
    return type(error).__name__ == "IntegrityError"


def is_trouble(error: Exception) -> bool:
    """Whether the database itself cannot be written to, whatever the job: it is full, locked or gone."""
    return type(error).__name__ == "OperationalError"


def listen(engine: Any) -> None:
    """Prepare every connection of an engine."""
    event.listen(engine, "connect", prepare_connection)
    event.listen(engine, "begin", begin_immediately)


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
