"""The one writer of a database: a thread of its own that commits whatever waits together.

A job is all or nothing. Jobs of one commit are written together without further ado; only when one of them fails are
they written again, each behind a savepoint, so that it is refused alone and the others stand.

At every step of a statement the driver lets go of the interpreter and then has to wait for it again, while everybody
else is busy. So what every move writes is one statement for the rows of all jobs, and not one for each row.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable

from overland.server.databases import Database
from overland.server.errors import Refusal
from overland.server.notices import Notice

log = logging.getLogger("overland.server")

BATCH = 200  # jobs of one commit, at most
ROWS_AT_ONCE = 500  # of one statement: SQLite takes 32,766 values


class Conflict(Exception):
    """Another writer has written that already."""


Row = Sequence[str | int | float]


@dataclass(frozen=True)
class ForRows:
    """A statement that is written again and again, for any number of rows: ``{rows}`` in its text is where they are."""

    text: str
    columns: int  # of a row

    def sql(self, rows: int, placeholder: str) -> str:
        """The statement for so many rows."""
        row = f"({', '.join([placeholder] * self.columns)})"
        return self.text.format(rows=", ".join([row] * rows))


class Statement(NamedTuple):
    """Something to write again and again, and the rows it is for."""

    what: ForRows
    rows: Sequence[Row]


class Demand(NamedTuple):
    """A row that has to be there, and stays until what is written with it counts; otherwise the job is refused."""

    query: Executable
    refusal: Refusal


class Promise(asyncio.Future[None]):
    """What was begun is finished: whoever waits for it can be given up only afterwards."""

    def cancel(self, msg: Any = None) -> bool:
        return False


@dataclass(frozen=True)
class Job:
    """Statements that are written together, and who waits for them."""

    statements: Sequence[Statement | Executable | Demand]
    done: Promise
    notices: Sequence[Notice] = ()  # for other processes


def uncounted(jobs: int, seconds: float, conflicts: int, troubles: int) -> None:
    """Nobody counts commits."""


class Writer:
    """Writes to a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.engine = database.writing_engine()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.connection: Connection | None = None  # opened and used by the thread
        self.jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.has_stopped = False
        self.trouble: str | None = None  # why the last thing could not be written
        self.committed: Callable[[int, float, int, int], None] = uncounted

    def start(self) -> None:
        self.task = asyncio.create_task(self.write_jobs(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then stop; what comes from now on is refused."""
        self.has_stopped = True
        if self.task is not None:
            await self.jobs.join()
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(self.thread, self.disconnect)
        self.thread.shutdown()

    def write(self, *statements: Statement | Executable | Demand, notices: Sequence[Notice] = ()) -> Promise:
        """Write statements, all or nothing; done when they are safe on the disk."""
        job = Job(statements, Promise(loop=asyncio.get_running_loop()), notices)
        if self.has_stopped:
            job.done.set_exception(Refusal("error.storage", 503))
        else:
            self.jobs.put_nowait(job)
        return job.done

    async def write_jobs(self) -> None:
        """Take whatever waits, write it in one commit, tell everybody how it went."""
        loop = asyncio.get_running_loop()
        while True:
            waiting = [await self.jobs.get()]
            await asyncio.sleep(0)  # whoever has come meanwhile is written together with the first
            while not self.jobs.empty() and len(waiting) < BATCH:
                waiting.append(self.jobs.get_nowait())
            began = time.perf_counter()
            try:
                refused = await loop.run_in_executor(self.thread, self.commit, waiting)
            except Exception as error:  # a full disk, a lost file: nobody is told that a move counts
                refused = dict.fromkeys(range(len(waiting)), error)
            conflicts = sum(isinstance(error, Conflict) for error in refused.values())
            self.committed(len(waiting), time.perf_counter() - began, conflicts, len(refused) - conflicts)
            for number, job in enumerate(waiting):
                self.jobs.task_done()
                self.tell(job, refused.get(number))

    def tell(self, job: Job, error: Exception | None) -> None:
        """Tell who waits for a job how it went; a trouble of the storage is logged once, until it is over."""
        if error is None:
            self.trouble = None
        elif not isinstance(error, Conflict | Refusal):
            trouble = f"{type(error).__name__}: {error}"
            if trouble != self.trouble:
                log.error("nothing was stored: %s", trouble)
            self.trouble, error = trouble, Refusal("error.storage", 503)
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)

    # In the thread

    def commit(self, waiting: Sequence[Job]) -> dict[int, Exception]:
        """One commit for several jobs; tells which were left out, and why."""
        try:
            with self.connected().begin():
                self.execute(waiting)
                self.before_commit(waiting, {})
            return {}
        except Exception as error:
            self.disconnect()  # whatever state it is in: the next one is new
            if self.database.is_trouble(error):
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
                            self.execute([job])
                            self.flush()
                    except Exception as error:
                        if self.database.is_trouble(error):
                            raise
                        refused[number] = Conflict() if self.database.is_conflict(error) else error
                self.before_commit([job for number, job in enumerate(waiting) if number not in refused], refused)
        except Exception:
            self.disconnect()
            raise
        return refused

    def before_commit(self, jobs: Sequence[Job], refused: dict[int, Exception]) -> None:
        """What else belongs to a commit, once all its jobs are written."""

    def flush(self) -> Any:
        """See to it that the database has done what it was sent."""

    def execute(self, jobs: Iterable[Job]) -> None:
        """Write jobs in their order; rows of the same kind that follow each other are written at once."""
        rows: dict[ForRows, list[Row]] = {}
        for statement in chain.from_iterable(job.statements for job in jobs):
            if isinstance(statement, Statement):
                rows.setdefault(statement.what, []).extend(statement.rows)
            else:
                self.execute_rows(rows)
                rows = {}
                self.execute_one(statement)
        self.execute_rows(rows)

    def execute_one(self, statement: Executable | Demand) -> None:
        if not isinstance(statement, Demand):
            self.connected().execute(statement)
        elif self.connected().execute(statement.query).first() is None:
            raise statement.refusal

    def execute_rows(self, rows: Mapping[ForRows, Sequence[Row]]) -> None:
        """Write rows, some hundreds at a time."""
        for what, all_rows in rows.items():
            for start in range(0, len(all_rows), ROWS_AT_ONCE):
                some = all_rows[start : start + ROWS_AT_ONCE]
                self.send(what.sql(len(some), self.database.placeholder), list(chain.from_iterable(some)))

    def send(self, statement: str, values: Sequence[Any]) -> None:
        """Give a statement straight to the driver."""
        self.driver.execute(statement, values)

    @property
    def driver(self) -> Any:
        """The driver's own connection."""
        return self.connected().connection.driver_connection

    def connected(self) -> Connection:
        """The writer's connection, which stays open."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def disconnect(self) -> None:
        """Let go of the connection, whatever state it is in."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
            with contextlib.suppress(Exception):
                connection.close()
        self.engine.dispose()
