"""The database of each test: a SQLite file in its folder, or one in a PostgreSQL that is started for the run.

``OVERLAND_TEST_DATABASE=postgresql`` runs the tests of the server on PostgreSQL.
"""

import atexit
import functools
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from overland.load.own_postgres import OwnPostgres
from overland.server.databases import Database, database_at
from tests.conftest import IS_POSTGRES

TEMPLATE = "template_overland"

made: set[str] = set()


@functools.cache
def postgres() -> OwnPostgres:
    """The PostgreSQL of this run, with a database of the present layout to copy."""
    found = OwnPostgres()
    found.ask(f"CREATE DATABASE {TEMPLATE}")
    database_at(found.url(TEMPLATE)).migrate()
    return found


def stop_postgres() -> None:
    """Stop it, if any test has asked for it."""
    if postgres.cache_info().currsize:
        postgres().close()


@functools.cache
def sqlite_template() -> Path:
    """A file of the present layout to copy: migrations have tests of their own."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    file = Path(folder) / "template.sqlite"
    database_at(file).migrate()
    return file


def place_of(folder: Path, is_postgres: bool = IS_POSTGRES, is_empty: bool = False) -> str | Path:
    """Where the tables of a test are kept that has a folder; the same again for the same folder."""
    if not is_postgres:
        file = folder / "tables.sqlite"
        if not is_empty and not file.exists() and folder.is_dir():
            shutil.copyfile(sqlite_template(), file)
        return file
    name = "test_" + hashlib.sha256(str(folder).encode()).hexdigest()[:20]
    if name not in made:
        made.add(name)
        template = "template0" if is_empty else TEMPLATE
        postgres().ask(f"CREATE DATABASE {name} TEMPLATE {template}")
    return postgres().url(name)


def database_of(folder: Path) -> Database:
    return database_at(place_of(folder))


@contextmanager
def connected(place: str | Path) -> Iterator[Connection]:
    """A database, past the server."""
    engine = database_at(place).writing_engine()
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def rows(folder: Path, statement: str, **values: Any) -> Sequence[Any]:
    """What a statement finds in the database of a test, past the server."""
    return rows_at(place_of(folder), statement, **values)


def rows_at(place: str | Path, statement: str, **values: Any) -> Sequence[Any]:
    with connected(place) as connection:
        return connection.execute(text(statement), values).mappings().all()


def names_of_tables(folder: Path) -> list[str]:
    """The tables of the database, those of the migrations included."""
    if IS_POSTGRES:
        asked = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    else:
        asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return [str(row["name"]) for row in rows(folder, asked)]


def check_whole(folder: Path) -> None:
    """That the database itself is not broken."""
    if not IS_POSTGRES:
        with sqlite3.connect(folder / "tables.sqlite") as database:
            assert [tuple(row) for row in database.execute("PRAGMA integrity_check")] == [("ok",)]
        database.close()
