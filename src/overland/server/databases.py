"""Which database a server keeps its tables in, and all that differs between them: SQLite in a file, or PostgreSQL.

Statements are the same for both. What is not: how a connection is made, which error means what, how a layout is
brought up to date, and that several processes may share a PostgreSQL while a file belongs to one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import ColumnElement, Connection, Engine, Text, create_engine, event, literal
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS = 5000
POSTGRES = "postgresql"
POSTGRES_NAMES = (POSTGRES, "postgres")
MIGRATION_LOCK = 0x0E71A4D  # held while a layout is changed, so that processes that start together do it once
CONNECT_SECONDS = 5
READERS = 8  # connections of a process that read
GONE = ("08", "57P", "53")  # classes of PostgreSQL's errors: no connection, shutting down or starting, out of means
AGAIN = ("40001", "40P01")  # a deadlock, or what PostgreSQL could not put in a row


class Database(ABC):
    """A database."""

    is_shared: bool  # whether several processes may serve the same tables
    placeholder: str  # where the driver puts a value into a statement

    @property
    @abstractmethod
    def name(self) -> str:
        """Where it is, for people; no password in it."""

    @abstractmethod
    def reading_engine(self) -> AsyncEngine:
        """Connections to read with."""

    @abstractmethod
    def writing_engine(self) -> Engine:
        """One connection to write with."""

    @abstractmethod
    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A connection to change the layout with, that nobody else changes meanwhile."""

    @abstractmethod
    def is_conflict(self, error: BaseException) -> bool:
        """Whether a row is there already, said by SQLAlchemy or by the driver itself."""

    @abstractmethod
    def is_trouble(self, error: BaseException) -> bool:
        """Whether the database itself cannot be written to, whatever the job: it is full, locked or gone."""

    def migrate(self) -> None:
        """Bring it to the present layout, making it if there is none."""
        with self.migrating() as connection:
            command.upgrade(migration_config(connection), "head")


class SqliteDatabase(Database):
    """A file, for one process."""

    is_shared = False
    placeholder = "?"

    def __init__(self, file: Path) -> None:
        self.file = file

    @property
    def name(self) -> str:
        return str(self.file)

    def reading_engine(self) -> AsyncEngine:
        engine = create_async_engine(f"sqlite+aiosqlite:///{self.file}", hide_parameters=True)
        prepare(engine.sync_engine)
        return engine

    def writing_engine(self) -> Engine:
        engine = create_engine(f"sqlite:///{self.file}", pool_size=1, hide_parameters=True)
        prepare(engine)
        return engine

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(f"sqlite:///{self.file}")
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()

    def is_conflict(self, error: BaseException) -> bool:
        return type(error).__name__ == "IntegrityError"

    def is_trouble(self, error: BaseException) -> bool:
        return type(error).__name__ == "OperationalError"


class PostgresDatabase(Database):
    """A PostgreSQL, for any number of processes."""

    is_shared = True
    placeholder = "%s"

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername=f"{POSTGRES}+psycopg")

    @property
    def name(self) -> str:
        return self.url.set(drivername=POSTGRES).render_as_string(hide_password=True)

    @property
    def address(self) -> str:
        """What the driver itself is told, password included."""
        return self.url.set(drivername=POSTGRES).render_as_string(hide_password=False)

    def reading_engine(self) -> AsyncEngine:
        return create_async_engine(
            self.url,
            isolation_level="AUTOCOMMIT",
            pool_size=READERS,
            max_overflow=0,
            hide_parameters=True,
            connect_args=connect_args(),
        )

    def writing_engine(self) -> Engine:
        return create_engine(self.url, pool_size=1, max_overflow=0, hide_parameters=True, connect_args=connect_args())

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        engine = create_engine(self.url, connect_args=connect_args())
        try:
            with engine.begin() as connection:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                yield connection
        finally:
            engine.dispose()

    def is_conflict(self, error: BaseException) -> bool:
        return state_of(error)[:2] == "23"

    def is_trouble(self, error: BaseException) -> bool:
        if isinstance(error, DBAPIError):
            return error.connection_invalidated or self.is_trouble(error.orig or Exception())
        return state_of(error).startswith((*GONE, *AGAIN)) or type(error).__name__ in (
            "OperationalError",  # the connection was lost, which has no state
            "InterfaceError",
        )


def database_at(place: str | Path) -> Database:
    """The database a place names: an address that begins with ``postgresql://``, or a file."""
    if not is_postgres(place):
        return SqliteDatabase(Path(place))
    try:
        url = make_url(str(place))
    except ArgumentError:
        raise ValueError("The database is written like postgresql://user@host/name.") from None
    require_driver()
    return PostgresDatabase(url)


def is_postgres(place: str | Path) -> bool:
    """Whether a place is a PostgreSQL."""
    return isinstance(place, str) and place.split(":", 1)[0] in POSTGRES_NAMES and "://" in place


def require_driver() -> None:
    """Say what is missing when PostgreSQL's driver is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise ValueError("PostgreSQL needs the extra scale: pip install 'overland[scale]'.") from None


def state_of(error: BaseException) -> str:
    """The five letters by which PostgreSQL names an error; none if it has none."""
    found = getattr(error, "orig", None) or error
    return str(getattr(found, "sqlstate", None) or "")


def connect_args() -> dict[str, Any]:
    """How connections to PostgreSQL are made: a peer that is gone without a word is noticed."""
    return {
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "overland",
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,  # milliseconds
    }


# SQLite's connections


def prepare(engine: Any) -> None:
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
        "secure_delete=ON",  # what is deleted is not left in the file
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def begin_immediately(connection: Connection) -> None:
    """SQLAlchemy's begin, said to SQLite: without it savepoints do not work."""
    connection.exec_driver_sql("BEGIN")


# What is said differently


class Holding(FunctionElement[bool]):
    """Whether a text holds another, letter by letter."""

    inherit_cache = True


@compiles(Holding, "sqlite")
def holding_in_sqlite(element: Holding, compiler: SQLCompiler, **kw: Any) -> str:
    return f"instr({compiler.process(element.clauses, **kw)}) > 0"


@compiles(Holding, POSTGRES)
def holding_in_postgres(element: Holding, compiler: SQLCompiler, **kw: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **kw)}) > 0"


def holds(column: ColumnElement[Any], part: str) -> ColumnElement[bool]:
    """Whether a column holds a text, letter by letter."""
    return Holding(column, literal(part, Text))


# The layout


def migration_config(connection: Connection) -> Config:
    """Alembic's settings for a connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
