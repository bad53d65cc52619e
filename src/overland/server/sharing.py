"""Several processes, one database: what others do reaches this one, and what this one does reaches them.

``beat`` shows that this process is there, finds those that are gone and takes their tables over; ``hear`` follows what
others tell. With a database of its own a process has nobody to tell, and nothing of this runs.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from sqlalchemy import Table, func, select

from overland.server import schema
from overland.server.databases import PostgresDatabase
from overland.server.leases import Leases
from overland.server.listening import Listening
from overland.server.notices import Notice
from overland.server.shared_presence import Here, SharedPresence
from overland.server.store import Store
from overland.server.tasks import Tasks

log = logging.getLogger("overland.server")

BEAT_SECONDS = 1.0
SWEEP_BEATS = 30  # between two looks for tables that nobody drives, whatever was heard
IDS_AT_ONCE = 500  # in one query


class SharedTable(Protocol):
    """A table in memory that other processes may have in theirs."""

    def people_here(self) -> Collection[str]:
        """The identities in its seats."""

    def hear_of(self, version: int, chat: int) -> None:
        """Other processes have written so many lines of log and chat."""

    def others_here(self, here: Here) -> None:
        """Who is here by way of other processes."""

    def resume_at(self, at: float) -> None:
        """Its clock stood still until then."""

    def drive(self) -> None:
        """Let bots and clock go on, or leave them to another process."""


class SharedTables(Protocol):
    """The tables of this process."""

    def shared(self) -> Mapping[str, SharedTable]:
        """Those in memory."""

    async def bring_back(self, id: str) -> None:
        """Bring a table into memory: there is something to do at it."""

    def heard_of(self, id: str) -> None:
        """Something has happened at a table that is not in memory."""

    def retire_soon(self, id: str) -> None:
        """A table is gone or was written anew: whoever is there reads it again."""

    def forget_soon(self, identity: str) -> None:
        """A visitor was deleted."""

    def reread_visitor(self, identity: str) -> None:
        """A visitor is called otherwise, or signed in otherwise."""

    def reread_visitors(self) -> None:
        """Any visitor may be."""

    def signed_out(self, identity: str) -> None:
        """A device of a visitor is not signed in any more."""

    def call_bot(self, identity: str) -> None:
        """There is news for a registered bot."""

    def reread_reminders(self, identity: str | None) -> None:
        """A visitor is told of their turns otherwise, or any may be."""

    def stop_verdict(self, id: str) -> None:
        """Nobody wants the verdict on a table any more."""


class Sharing:
    """This process among those that share a database."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.leases = Leases(store)
        self.presence = SharedPresence(store)
        self.tasks = Tasks("the processes")
        self.tables: SharedTables | None = None
        self.ready_games: Callable[[], Sequence[str]] = list  # whose tables can be driven here
        self.listening: Listening | None = None
        self.here: set[str] = set()  # tables at which others are, to be read
        self.is_sweeping = True
        self.bringing: asyncio.Task[None] | None = None
        self.is_writing = False

    async def start(self, tables: SharedTables, ready_games: Callable[[], Sequence[str]]) -> None:
        """Join the others, if there may be any; tables of ``ready_games`` can be taken over."""
        if not isinstance(self.store.database, PostgresDatabase):
            return
        self.tables, self.ready_games = tables, ready_games
        await self.leases.join()
        await self.sweep()
        self.listening = Listening(self.store.database, self.hear, self.catch_up)
        self.tasks.start(self.listening.run())
        self.tasks.start(self.beat_regularly())

    async def close(self) -> None:
        """Leave the others; they take over at once."""
        running = list(self.tasks.running)
        self.tasks.stop()
        await asyncio.gather(*running, return_exceptions=True)
        if self.tables is None:
            return
        self.tables = None
        try:
            async with asyncio.timeout(BEAT_SECONDS):
                await self.leases.end()
                await self.presence.cross_out([self.store.process])
                await self.tell(Notice("ended", self.store.process))
        except Exception as error:  # they will notice by themselves
            log.warning("the other processes could not be told: %s", type(error).__name__)

    async def tell(self, *notices: Notice) -> None:
        if notices:
            await self.store.write(notices=notices)

    # Being there

    async def beat_regularly(self) -> None:
        count = 0
        while True:
            try:
                if count % SWEEP_BEATS == 0:
                    self.is_sweeping = True
                await self.beat()
            except Exception as error:  # the database is away
                self.leases.look_away()
                log.debug("no beat: %s", error)
            count += 1
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Show that this process is there, and look after the others."""
        if not await self.leases.beat():
            log.warning("the other processes took this one for dead, and its tables over")
            await self.leases.join()
            await self.presence.write_anew()
            await self.catch_up()
        await self.presence.write()
        dead = await self.leases.find_dead()
        if dead:
            log.warning("processes that are gone: %s", " ".join(dead))
            await self.presence.cross_out(dead)
            self.is_sweeping = True
        if self.is_sweeping:
            await self.sweep()
        await self.tell(Notice("beat", self.store.process))

    async def sweep(self) -> None:
        """Take over tables that nobody drives, some at a time."""
        games, at = self.ready_games(), self.now()
        if not games or (self.bringing is not None and not self.bringing.done()):
            return
        found = await self.leases.take_orphans(games, at)
        self.is_sweeping = bool(found)  # there may be more
        if found:
            await self.tell(*(Notice("lease", id, int(at * 1000)) for id in found))
            self.bringing = self.tasks.start(self.bring(found, at))

    async def bring(self, ids: Collection[str], at: float) -> None:
        """Let tables go on that nobody drove, one after the other."""
        for id in ids:
            if self.tables is None:
                return
            if (table := self.tables.shared().get(id)) is not None:
                table.resume_at(at)
                table.drive()
            else:
                await self.tables.bring_back(id)

    # Telling

    def note_presence(self, table: str, here: Here) -> None:
        """Somebody came to a table here, or left it."""
        if self.tables is not None and self.presence.note(table, here) and not self.is_writing:
            self.is_writing = True
            self.tasks.start(self.write_presence())

    async def write_presence(self) -> None:
        try:
            await self.presence.write()
        except Exception as error:  # it is written with the next beat
            log.debug("who is here is not written: %s", error)
        finally:
            self.is_writing = False
        if self.presence.waiting and self.tables is not None:
            self.is_writing = True
            await asyncio.sleep(0)
            self.tasks.start(self.write_presence())

    def come(self, table: str) -> None:
        """A player has come to a table here that another process may drive."""
        if self.tables is not None and not self.leases.holds(table):
            self.tasks.start(self.take_over(table))

    async def take_over(self, id: str) -> None:
        if await self.leases.take_over(id):
            await self.tell(Notice("lease", id))
            if self.tables is not None and (table := self.tables.shared().get(id)) is not None:
                table.drive()

    # Hearing

    def hear(self, sender: str, notice: Notice) -> None:
        """Follow what another process tells."""
        tables = self.tables
        if tables is None or sender == self.store.process:
            return
        table = tables.shared().get(notice.id)
        match notice.kind:
            case "line" if table is not None:
                table.hear_of(notice.number, 0)
            case "line":
                tables.heard_of(notice.id)
            case "chat" if table is not None:
                table.hear_of(0, notice.number)
            case "here" if table is not None:
                self.read_here(notice.id)
            case "lease":
                self.leases.held.discard(notice.id)
                if table is not None:
                    table.resume_at(notice.number / 1000)
                    table.drive()
            case "retired":
                tables.retire_soon(notice.id)
            case "forgotten":
                tables.forget_soon(notice.id)
            case "renamed":
                tables.reread_visitor(notice.id)
            case "signed_out":
                tables.signed_out(notice.id)
            case "called":
                tables.call_bot(notice.id)
            case "reminders":
                tables.reread_reminders(notice.id)
            case "verdict":
                tables.stop_verdict(notice.id)
            case "ended":
                self.is_sweeping = True
                self.tasks.start(self.sweep())

    def read_here(self, id: str) -> None:
        """Read who is at a table; many who come together are read together."""
        if not self.here:
            self.tasks.start(self.read_all_here())
        self.here.add(id)

    async def read_all_here(self) -> None:
        ids, self.here = self.here, set()
        await self.read_others(ids)

    async def read_others(self, ids: Collection[str]) -> None:
        for some in parts(sorted(ids)):
            found = await self.presence.elsewhere(some)
            if self.tables is None:
                return
            for id, here in found.items():
                if (table := self.tables.shared().get(id)) is not None:
                    table.others_here(here)

    async def catch_up(self) -> None:
        """Something may have been missed: read how far all tables in memory are, who drives them and who is there."""
        await self.leases.reread()
        if self.tables is not None:
            self.tables.reread_visitors()
            self.tables.reread_reminders(None)
        ids = [] if self.tables is None else list(self.tables.shared())
        for some in parts(ids):
            versions = await self.count(schema.lines, some)
            chats = await self.count(schema.chat, some)
            sitting = await self.sitting_at(some)
            for id in some:
                if self.tables is None:
                    return
                table = self.tables.shared().get(id)
                if table is None:
                    continue
                if id not in versions or not sitting[id].issuperset(table.people_here()):  # somebody was forgotten
                    self.tables.retire_soon(id)
                    continue
                table.hear_of(versions[id], chats.get(id, 0))
                table.drive()
        await self.read_others(ids)

    async def sitting_at(self, ids: Sequence[str]) -> dict[str, set[str]]:
        """Who sits at tables, as the database knows."""
        sittings, found = schema.sittings, {id: set[str]() for id in ids}
        for row in await self.store.read(select(sittings).where(sittings.c.table_id.in_(ids))):
            found[str(row["table_id"])].add(str(row["identity"]))
        return found

    async def count(self, kept: Table, ids: Sequence[str]) -> dict[str, int]:
        """How many lines tables have."""
        last = select(kept.c.table_id, func.max(kept.c.n).label("last")).where(kept.c.table_id.in_(ids))
        rows = await self.store.read(last.group_by(kept.c.table_id))
        return {str(row["table_id"]): int(row["last"]) + 1 for row in rows}


def parts(ids: Sequence[str]) -> Sequence[Sequence[str]]:
    """Ids in portions that one query takes."""
    return [ids[start : start + IDS_AT_ONCE] for start in range(0, len(ids), IDS_AT_ONCE)]
