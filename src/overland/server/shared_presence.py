"""Who is at a table by way of other processes: each writes down whom it is connected to, and reads the others' rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import delete, insert, select

from overland.server import schema
from overland.server.notices import Notice
from overland.server.store import Store

presence = schema.presence

Here = Mapping[str, int]  # connections by identity; by no identity those without a seat


class SharedPresence:
    """What this process wrote down, and what others did."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.written: dict[str, Here] = {}  # by table, as far as anybody is there
        self.waiting: dict[str, Here] = {}  # to be written

    def note(self, table: str, here: Here) -> bool:
        """Note who is at a table here; tells whether that is to be written."""
        if here == self.waiting.get(table, self.written.get(table, {})):
            return False
        self.waiting[table] = dict(here)
        return True

    async def write(self) -> None:
        """Write down what has changed; what cannot be written waits on."""
        if not self.waiting:
            return
        news, self.waiting = self.waiting, {}
        mine = presence.c.process == self.store.process
        rows = [
            {"table_id": table, "process": self.store.process, "identity": identity, "connections": count}
            for table, here in news.items()
            for identity, count in here.items()
        ]
        statements = [delete(presence).where(mine, presence.c.table_id.in_(list(news)))]
        added = [insert(presence).values(rows)] if rows else []
        try:
            await self.store.write(*statements, *added, notices=[Notice("here", table) for table in news])
        except Exception:
            self.waiting = {**news, **self.waiting}
            raise
        self.written.update(news)
        for table, here in news.items():
            if not here:
                del self.written[table]

    async def write_anew(self) -> None:
        """Write all of it down again: others took this process for dead and crossed it out."""
        self.waiting = {**self.written, **self.waiting}
        self.written.clear()
        await self.write()

    async def elsewhere(self, tables: Collection[str]) -> dict[str, dict[str, int]]:
        """Who is at tables by way of other processes."""
        found: dict[str, dict[str, int]] = {table: defaultdict(int) for table in tables}
        if tables and self.store.is_shared:
            theirs = presence.c.table_id.in_(list(tables)), presence.c.process != self.store.process
            for row in await self.store.read(select(presence).where(*theirs)):
                found[str(row["table_id"])][str(row["identity"])] += int(row["connections"])
        return found

    async def cross_out(self, processes: Iterable[str]) -> None:
        """Nobody is connected to processes that are gone."""
        for process in processes:
            gone = await self.store.read(
                delete(presence).where(presence.c.process == process).returning(presence.c.table_id)
            )
            if gone:
                tables = sorted({str(row["table_id"]) for row in gone})
                await self.store.write(notices=[Notice("here", table) for table in tables])
