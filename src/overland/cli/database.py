"""``overland database``: copies of a database, from one kind to the other too, and what is old deleted from it."""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from overland.engine.errors import SettingsError

if TYPE_CHECKING:
    from overland.server.databases import Database

app = typer.Typer(help="Keep the tables of a server: back up, move, prune, bring up to date.", no_args_is_help=True)
console = Console(stderr=True)

ROWS_AT_ONCE = 500

Place = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE|URL", help="The database; by default the one that overland serve uses."),
]


@app.callback()
def database() -> None:
    """Keep the tables of a server."""


@app.command()
def backup(target: Annotated[Path, typer.Argument(help="The file to write.")], place: Place = None) -> None:
    """Copy a SQLite database into a file, whole and consistent, also while a server uses it.

    PostgreSQL has its own tools for that: pg_dump, or a continuous archive.
    """
    from overland.server.databases import SqliteDatabase

    source = opened(place)
    if not isinstance(source, SqliteDatabase):
        raise SettingsError("A PostgreSQL is backed up with its own tools: pg_dump --format=custom.")
    if not source.file.exists():
        raise SettingsError(f"There is no database {source.file}.")
    if target.exists():
        raise SettingsError(f"{target} is there already.")
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=target.name, delete=False) as unfinished:
        pass
    copied = sqlite3.connect(unfinished.name)
    with sqlite3.connect(f"file:{source.file}?mode=ro", uri=True) as origin:
        origin.backup(copied, pages=1000)
    origin.close()
    copied.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
    whole = copied.execute("PRAGMA integrity_check").fetchone()[0]
    copied.close()
    if whole != "ok":
        Path(unfinished.name).unlink()
        raise SettingsError(f"The copy is not whole: {whole}.")
    Path(unfinished.name).replace(target)
    console.print(f"{target}: {target.stat().st_size:,} bytes")


@app.command()
def copy(
    source: Annotated[str, typer.Argument(help="The database to copy: a file or postgresql://…")],
    target: Annotated[str, typer.Argument(help="An empty one, or one that does not exist: a file or postgresql://…")],
) -> None:
    """Copy everything from one database to another, of whichever kind. No server may use them meanwhile."""
    counts = copied(source, target)
    for name, count in counts.items():
        console.print(f"{name}: {count:,}")


@app.command()
def upgrade(place: Place = None) -> None:
    """Bring a database to the layout of this version, as a server does when it starts."""
    found = opened(place)
    found.migrate()
    console.print(f"{found.name} is up to date.")


@app.command()
def prune(
    waiting: Annotated[float | None, typer.Option("--waiting-days", help="Tables that never began.")] = None,
    over: Annotated[
        float | None, typer.Option("--over-days", help="Finished games, deals of the day excluded.")
    ] = None,
    place: Place = None,
) -> None:
    """Delete tables that nothing has happened at for so many days. A server does so by itself every hour."""
    from overland.cli.serving import checked_settings
    from overland.server.pruning import prune as prune_tables
    from overland.server.store import Store

    given = {"keep_waiting_days": waiting, "keep_over_days": over}
    settings = checked_settings(given if place is None else {**given, "database": place})

    async def work() -> int:
        store = Store(settings.open_database())
        await store.open()
        try:
            return await prune_tables(store, settings, time.time())
        finally:
            await store.close()

    console.print(f"{asyncio.run(work())} tables deleted")


def opened(place: str | None) -> "Database":
    """A database by its place."""
    from overland.cli.serving import checked_settings

    return checked_settings({} if place is None else {"database": place}).open_database()


def copied(source: str, target: str) -> dict[str, int]:
    """Copy all rows; how many of each table there were."""
    from sqlalchemy import func, insert, select

    from overland.server import schema
    from overland.server.databases import database_at

    whence, whither = database_at(source), database_at(target)
    whence.migrate()
    whither.migrate()
    ours = {"processes", "leases", "judging", "presence"}  # about processes that do not run: not copied
    tables = [table for table in schema.metadata.sorted_tables if table.name not in ours]
    counts: dict[str, int] = {}
    reading, writing = whence.writing_engine(), whither.writing_engine()
    try:
        with reading.connect() as found, writing.begin() as made:
            for table in tables:
                if made.execute(select(func.count()).select_from(table)).scalar():
                    raise SettingsError(f"The database that is copied to is not empty: {table.name}.")
            for table in tables:
                rows = found.execution_options(stream_results=True).execute(select(table)).mappings()
                for some in portions(rows):
                    made.execute(insert(table), some)
                    counts[table.name] = counts.get(table.name, 0) + len(some)
    finally:
        reading.dispose()
        writing.dispose()
    return counts


def portions(rows: Any) -> Iterator[list[dict[str, Any]]]:
    """Rows a few hundred at a time."""
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield [dict(row) for row in some]
