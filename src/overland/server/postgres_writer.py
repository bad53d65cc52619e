"""The writer of a PostgreSQL: tells the other processes what it wrote, and waits while the database is away.

A connection that is lost while a commit is under way leaves open whether it counts. PostgreSQL knows: every commit has
a number, which is asked for when the database answers again. So nothing is written twice, and nothing that was written
is taken for lost.

Every answer that is waited for costs time in which nothing is committed: a way to the database and back, and the
interpreter, which others have meanwhile. So what belongs to a commit is sent together, and answered together.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Executable, text

from overland.server.databases import Database
from overland.server.notices import CHANNEL, messages_of
from overland.server.writer import Demand, ForRows, Job, Row, Writer

log = logging.getLogger("overland.server")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # of a conflict it also warns, which is normal here

PATIENCE_SECONDS = 20.0  # that what waits to be written waits for a database that is away
PAUSE_SECONDS = 0.1

TELL = f"SELECT pg_notify('{CHANNEL}', %s)"
NUMBER = "SELECT pg_current_xact_id()::text"


class Doubt(NamedTuple):
    """A commit of which nobody knows yet whether it counts."""

    number: str
    refused: dict[int, Exception]


class PostgresWriter(Writer):
    """Writes to a PostgreSQL."""

    def __init__(self, database: Database, process: str) -> None:
        super().__init__(database)
        self.process = process
        self.doubt: Doubt | None = None
        self.collected: list[tuple[str, Sequence[Any]]] = []  # statements that are sent together

    def commit(self, waiting: Sequence[Job]) -> dict[int, Exception]:
        """One commit for several jobs, as soon as the database is there."""
        limit = time.monotonic() + PATIENCE_SECONDS
        while True:
            self.doubt = None
            try:
                return super().commit(waiting)
            except Exception as error:
                self.disconnect()
                if not self.database.is_trouble(error) or self.is_too_late(limit):
                    raise
                self.report(error)
                settled = self.settle(limit)
                if settled is not None:
                    return settled

    def settle(self, limit: float) -> dict[int, Exception] | None:
        """Wait, and find out what became of a commit that was cut off; none if it has to be written again."""
        while True:
            time.sleep(PAUSE_SECONDS)
            if self.doubt is None:
                return None
            try:
                with self.connected().begin():
                    asked = text("SELECT pg_xact_status(CAST(:number AS xid8))").bindparams(number=self.doubt.number)
                    status = self.connected().execute(asked).scalar()
            except Exception as error:
                self.disconnect()
                if not self.database.is_trouble(error) or (self.has_stopped and self.is_too_late(limit)):
                    raise
                continue
            if status != "in progress":
                return self.doubt.refused if status == "committed" else None

    def is_too_late(self, limit: float) -> bool:
        return time.monotonic() > limit

    def report(self, error: Exception) -> None:
        """Say once that the database is away."""
        trouble = type(error).__name__
        if self.trouble != trouble:
            log.warning("the database is away, what is to be stored waits: %s", type(error).__name__)
            self.trouble = trouble

    def before_commit(self, jobs: Sequence[Job], refused: dict[int, Exception]) -> None:
        """Tell the others, and note the number of the commit."""
        notices = dict.fromkeys(notice for job in jobs for notice in job.notices)
        for message in messages_of(self.process, notices):
            self.send(TELL, [message])
        self.send(NUMBER, [])
        self.doubt = Doubt(str(self.flush().fetchone()[0]), refused)

    def execute_rows(self, rows: Mapping[ForRows, Sequence[Row]]) -> None:
        """Rows in the same order in every process: those who wait for each other do not wait for ever."""
        super().execute_rows({what: sorted(all_rows, key=tuple) for what, all_rows in rows.items()})

    def execute_one(self, statement: Executable | Demand) -> None:
        self.flush()
        super().execute_one(statement)

    def send(self, statement: str, values: Sequence[Any]) -> None:
        self.collected.append((statement, values))

    def flush(self) -> Any:
        """Send what is collected, and wait for all of it; what the last statement answered."""
        collected, self.collected, found = self.collected, [], None
        if collected:
            driver = self.driver
            with driver.pipeline():
                for statement, values in collected:
                    found = driver.execute(statement, values)
        return found

    def disconnect(self) -> None:
        self.collected = []
        super().disconnect()
