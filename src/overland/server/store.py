"""Where tables are kept: SQLite or PostgreSQL. Reading is done here; everything is written by the one writer."""

import asyncio
import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from overland.engine.game import Data
from overland.engine.games import GAMES
from overland.server import schema
from overland.server.databases import Database
from overland.server.drafts import Draft
from overland.server.errors import Refusal
from overland.server.log_lines import BODIES, LogLine, body_text
from overland.server.notices import Notice
from overland.server.postgres_writer import PATIENCE_SECONDS, PAUSE_SECONDS, PostgresWriter
from overland.server.protocol import TableSettings
from overland.server.results import result_statements
from overland.server.socket_protocol import ChatLine
from overland.server.table import Table
from overland.server.writer import Demand, ForRows, Promise, Row, Statement, Writer

log = logging.getLogger("overland.server")

LINES_AT_ONCE = 50  # of a log that is read
MINUTE = 60.0

Writing = Executable | Statement | Demand


@dataclass(frozen=True)
class Identity:
    """A visitor."""

    id: str
    name: str
    is_bot: bool = False  # a registered one


# Written for every move.
ADD_LINES = ForRows("INSERT INTO lines (table_id, n, at, body) VALUES {rows}", 4)
CHANGE_TABLES = ForRows(
    "UPDATE tables SET changed = column2, status = column3, owner = column4 FROM (VALUES {rows}) AS given"
    " WHERE id = column1",
    4,
)


class Store:
    """The database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.process = secrets.token_hex(6)  # this one of the processes that share it
        self.is_shared = database.is_shared
        self.engine: AsyncEngine = database.reading_engine()
        self.writer = PostgresWriter(database, self.process) if self.is_shared else Writer(database)
        self.gone: set[str] = set()  # identities that are or were forgotten: nothing is written about them any more
        self.reading: set[asyncio.Task[Sequence[Mapping[str, Any]]]] = set()

    async def open(self) -> None:
        """Bring the database to the present layout and start the writer."""
        await asyncio.to_thread(self.database.migrate)
        self.writer.start()

    async def close(self) -> None:
        """Write what waits, read to the end what is being read, then stop."""
        await self.writer.stop()
        if self.reading:
            await asyncio.wait(self.reading)
        await self.engine.dispose()

    # Writing

    async def write(self, *statements: Writing, notices: Sequence[Notice] = ()) -> None:
        """Write statements, all or nothing, and tell the other processes; returns when they are safe on the disk."""
        await self.writer.write(*statements, notices=notices)

    def append(self, draft: Draft) -> Promise:
        """Write the next lines of a table, how far it is then, and who sits there from now on or no longer.

        Begins at once; done when they are safe on the disk.
        """
        known = self.check_known(*(draft.sits if draft.is_about_seats else ()))
        return self.writer.write(
            *known,
            *self.appending(draft),
            notices=[self.news_of(draft.table), *self.calls_of(draft.before, draft.table)],
        )

    def news_of(self, table: Table) -> Notice:
        """What other processes are told of a table that has gone on."""
        return Notice("line", table.id, table.version)

    def appending(self, draft: Draft) -> list[Writing]:
        """What is written for the next lines of a table."""
        table = draft.table
        statements: list[Writing] = [Statement(ADD_LINES, [line_row(table.id, line) for line in draft.lines])]
        if listed_as(table) != listed_as(draft.before):
            statements.append(Statement(CHANGE_TABLES, [(table.id, table.changed, table.status, table.owner)]))
        if draft.is_about_seats:
            sitting = schema.sittings
            for identity in (*draft.sits, *draft.leaves):
                statements.append(delete(sitting).where(sitting.c.identity == identity, sitting.c.table_id == table.id))
            statements += [insert(sitting).values(identity=identity, table_id=table.id) for identity in draft.sits]
            statements += self.invitation_statements(draft.before, table)
        if table.status != draft.before.status:
            statements += self.lease_statements(table)
            if table.status == "over":
                statements += result_statements(table)
        return statements

    def invitation_statements(self, before: Table | None, table: Table) -> list[Writing]:
        """Which registered bots are asked to play at a table from now on, or no longer."""
        asked, kept = frozenset(table.asked), schema.invitations
        was = frozenset() if before is None else frozenset(before.asked)
        here = kept.c.table_id == table.id
        return [
            *(delete(kept).where(here, kept.c.bot == bot) for bot in sorted(was - asked)),
            *(insert(kept).values(table_id=table.id, bot=bot) for bot in sorted(asked - was)),
        ]

    def calls_of(self, before: Table | None, table: Table) -> list[Notice]:
        """Registered bots may listen to any process: they are told when they are asked, when games begin and end."""
        if not self.is_shared or (before is not None and (before.status, before.seats) == (table.status, table.seats)):
            return []
        was = frozenset() if before is None else before.bots
        return [Notice("called", bot) for bot in sorted(was | table.bots)]

    def lease_statements(self, table: Table) -> list[Writing]:
        """Who drives a table that several processes serve: whoever begins it, until it is over."""
        if not self.is_shared or table.status == "waiting":
            return []
        lease = schema.leases
        if table.status == "playing":
            return [insert(lease).values(table_id=table.id, process=self.process, resumed=0.0)]
        return [delete(lease).where(lease.c.table_id == table.id)]

    async def add_table(
        self, table: Table, lines: Sequence[LogLine], sits: Sequence[str], also: Sequence[Executable] = ()
    ) -> None:
        """A new table with its first lines, and whatever belongs to it."""
        statements: list[Writing] = [*self.check_known(*sits), insert(schema.tables).values(table_row(table))]
        if lines:
            statements.append(Statement(ADD_LINES, [line_row(table.id, line) for line in lines]))
        statements += [insert(schema.sittings).values(identity=identity, table_id=table.id) for identity in sits]
        statements += self.invitation_statements(None, table)
        statements += self.lease_statements(table)
        if table.status == "over":
            statements += result_statements(table)
        await self.write(*statements, *also, notices=self.calls_of(None, table))

    async def add_chat(self, table: Table, line: ChatLine, identity: str, id: str, at: float) -> None:
        """A line of chat."""
        await self.write(
            *self.check_known(identity),
            insert(schema.chat).values(
                table_id=table.id,
                n=line.n,
                at=at,
                identity=identity,
                client_id=id,
                seat=line.seat,
                name=line.name,
                text=line.text,
            ),
            notices=[Notice("chat", table.id, line.n + 1)],
        )

    def check_known(self, *identities: str) -> list[Demand]:
        """Refuse what somebody asked for who has been forgotten meanwhile; what another process may be doing just now
        only the database can tell."""
        if not self.gone.isdisjoint(identities):
            raise Refusal("error.no_identity", 401)
        if not self.is_shared:
            return []
        ids, refusal = schema.identities.c.id, Refusal("error.no_identity", 401)
        return [Demand(select(ids).where(ids == id).with_for_update(key_share=True), refusal) for id in identities]

    async def add_identity(self, identity: Identity, token_hash: str, at: float) -> None:
        """A new visitor, and the device that they are signed in at."""
        await self.write(
            insert(schema.identities).values(id=identity.id, name=identity.name, token_hash=token_hash, created=at),
            insert(schema.devices).values(
                id=identity.id, identity=identity.id, hash=token_hash, label="", created=at, seen=at
            ),
        )

    async def rename(self, identity: Identity) -> None:
        """A visitor's new name."""
        await self.write(
            update(schema.identities).where(schema.identities.c.id == identity.id).values(name=identity.name),
            notices=[Notice("renamed", identity.id)],
        )

    async def add_verdict(self, table: str, body: str, at: float, *more: Writing) -> None:
        """The verdict on a table, in place of an older one, and what is written with it."""
        verdicts = schema.verdicts
        await self.write(
            delete(verdicts).where(verdicts.c.table_id == table),
            insert(verdicts).values(table_id=table, at=at, body=body),
            *more,
        )

    # Reading

    async def verdict(self, table: str) -> str | None:
        """The verdict on a table, if there is one."""
        found = await self.read(select(schema.verdicts.c.body).where(schema.verdicts.c.table_id == table))
        return found[0]["body"] if found else None

    async def identity(self, token_hash: str) -> Identity | None:
        """The visitor with a token."""
        who, device = schema.identities, schema.devices
        signed_in = who.join(device, device.c.identity == who.c.id)
        rows = await self.read(select(who.c.id, who.c.name).select_from(signed_in).where(device.c.hash == token_hash))
        return Identity(rows[0]["id"], rows[0]["name"]) if rows else None

    async def table(self, id: str) -> Table | None:
        """A table with its whole log."""
        found = await self.read(select(schema.tables).where(schema.tables.c.id == id))
        if not found:
            return None
        written = await self.lines_of(id, 0)
        table = table_of(found[0])
        for number, line in enumerate(written, 1):
            table.apply(line)
            if number % LINES_AT_ONCE == 0:
                await asyncio.sleep(0)  # others come in between
        return table

    async def lines_of(self, id: str, since: int) -> list[LogLine]:
        """The lines of a table's log, from a version on."""
        lines = schema.lines.c
        rows = await self.read(
            select(lines.n, lines.at, lines.body).where(lines.table_id == id, lines.n >= since).order_by(lines.n)
        )
        return [LogLine(n=row["n"], at=row["at"], body=BODIES.validate_json(row["body"])) for row in rows]

    async def game_of(self, id: str) -> str | None:
        """Which game is played at a table."""
        found = await self.read(select(schema.tables.c.game).where(schema.tables.c.id == id))
        return found[0]["game"] if found else None

    async def chat_of(self, id: str, since: int = 0) -> tuple[list[ChatLine], set[tuple[str, str]]]:
        """The chat of a table from a line on, and who said which line by the client's name for it."""
        chat = schema.chat
        rows = await self.read(select(chat).where(chat.c.table_id == id, chat.c.n >= since).order_by(chat.c.n))
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
        """The rows a query finds.

        It goes to its end even if nobody waits for it any more: whoever gives up a connection of aiosqlite twice,
        as a server that stops does, waits for ever.
        """
        if self.writer.has_stopped:
            raise Refusal("error.storage", 503)
        task = asyncio.create_task(self.rows_of(query))
        self.reading.add(task)
        task.add_done_callback(self.read_to_the_end)
        return await asyncio.shield(task)

    def read_to_the_end(self, task: asyncio.Task[Sequence[Mapping[str, Any]]]) -> None:
        self.reading.discard(task)
        if not task.cancelled():
            task.exception()  # is told to whoever waits for it, if anybody does

    async def rows_of(self, query: Any) -> Sequence[Mapping[str, Any]]:
        """The rows a query finds; while a shared database is away, it waits for it."""
        loop = asyncio.get_running_loop()
        limit = loop.time() + PATIENCE_SECONDS
        while True:
            try:
                async with self.engine.connect() as connection:
                    found = await connection.execute(query)
                    return [dict(row) for row in found.mappings()] if found.returns_rows else []
            except Exception as error:
                if not self.is_shared or not self.database.is_trouble(error):
                    raise
                if loop.time() > limit or self.writer.has_stopped:
                    raise Refusal("error.storage", 503) from None
            await asyncio.sleep(PAUSE_SECONDS)


# Rows


def line_row(table: str, line: LogLine) -> Row:
    """A line as it is kept."""
    return table, line.n, line.at, body_text(line.body)


def listed_as(table: Table) -> tuple[str, str, float]:
    """What lists go by, which is kept beside the log; when it changed last is kept to the minute."""
    return table.status, table.owner, table.changed // MINUTE


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
