"""Which process drives a table: one of those that share a database lets its bots play and its clock run out.

A table that is being played has a row that names its driver, written with the line that began it. Processes count up a
beat of their own; one whose beat stands still is dead, and its tables go to those who notice. That is seen by how the
beats go on while one watches, and no clock is compared: a database that was away makes nobody look dead.

A lease spares work and is no lock: two processes that drive the same table for a moment cannot both write its next
line.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import TextClause, text

from overland.server.store import Store
from overland.server.table import Table

DEAD_SECONDS = 4.0  # without a beat
AT_ONCE = 100  # tables taken over by a process at a time: the others take some, too

JOIN = "INSERT INTO processes (id, beat) VALUES (:me, 0) ON CONFLICT DO NOTHING"
BEAT = "UPDATE processes SET beat = beat + 1 WHERE id = :me RETURNING beat"
END = "DELETE FROM processes WHERE id = :id"
END_IF_STILL = "DELETE FROM processes WHERE id = :id AND beat = :beat RETURNING id"
BEATS = "SELECT id, beat FROM processes"
HELD = "SELECT table_id FROM leases WHERE process = :me"
LEASE_OF = "SELECT process, resumed FROM leases WHERE table_id = :table"
TAKE_UNDRIVEN = """
    INSERT INTO leases (table_id, process, resumed)
    SELECT id, :me, :now FROM tables
    WHERE status = 'playing' AND game = ANY(:games) AND NOT EXISTS (SELECT 1 FROM leases WHERE table_id = tables.id)
    LIMIT :most
    ON CONFLICT DO NOTHING
    RETURNING table_id
"""
TAKE_ORPHANS = """
    UPDATE leases SET process = :me, resumed = :now
    WHERE table_id IN (
        SELECT table_id FROM leases JOIN tables ON tables.id = leases.table_id
        WHERE game = ANY(:games) AND NOT EXISTS (SELECT 1 FROM processes WHERE id = leases.process)
        LIMIT :most FOR UPDATE OF leases SKIP LOCKED
    )
    RETURNING table_id
"""
#: From a process that nobody at the table is connected to.
TAKE_OVER = """
    UPDATE leases SET process = :me
    WHERE table_id = :table AND process <> :me AND NOT EXISTS (
        SELECT 1 FROM presence WHERE presence.table_id = leases.table_id AND presence.process = leases.process
    )
    RETURNING table_id
"""


@dataclass
class Watched:
    """A beat as it was last seen, and since when it stands there."""

    beat: int
    since: float


@dataclass
class Leases:
    """The tables that this process drives; without others it drives them all."""

    store: Store
    watch: Callable[[], float] = time.monotonic
    held: set[str] = field(default_factory=set)
    others: dict[str, Watched] = field(default_factory=dict)

    def holds(self, id: str) -> bool:
        """Whether this process drives a table."""
        return not self.store.is_shared or id in self.held

    def follow(self, before: Table | None, table: Table) -> None:
        """A table has gone on here: whoever begins it drives it, until it is over."""
        if not self.store.is_shared or (before is not None and before.status == table.status):
            return
        if table.status == "playing":
            self.held.add(table.id)
        else:
            self.held.discard(table.id)

    def statement(self, what: str, **values: object) -> TextClause:
        found = text(what)
        names = {"me": self.store.process, "most": AT_ONCE, **values}
        return found.bindparams(**{name: value for name, value in names.items() if f":{name}" in what})

    # In the database

    async def join(self) -> None:
        """Be one of the processes; what others took over meanwhile is theirs."""
        await self.store.read(self.statement(JOIN))
        await self.reread()

    async def reread(self) -> None:
        """Find out which tables this process drives."""
        self.held = {str(row["table_id"]) for row in await self.store.read(self.statement(HELD))}

    async def beat(self) -> bool:
        """Show that this process is there; False if the others took it for dead."""
        return bool(await self.store.read(self.statement(BEAT)))

    async def find_dead(self) -> list[str]:
        """Processes that have shown no beat for too long, taken off the list; each is told to one process only."""
        beats = {str(row["id"]): int(row["beat"]) for row in await self.store.read(self.statement(BEATS))}
        now = self.watch()
        self.others = {id: self.seen(id, beat, now) for id, beat in beats.items() if id != self.store.process}
        still = [id for id, seen in self.others.items() if now - seen.since >= DEAD_SECONDS]
        return [
            id for id in still if await self.store.read(self.statement(END_IF_STILL, id=id, beat=self.others[id].beat))
        ]

    def seen(self, id: str, beat: int, now: float) -> Watched:
        before = self.others.get(id)
        return before if before is not None and before.beat == beat else Watched(beat, now)

    def look_away(self) -> None:
        """The database could not be asked: what stood still meanwhile means nothing."""
        self.others.clear()

    async def take_orphans(self, games: Sequence[str], now: float) -> Collection[str]:
        """Tables whose process is gone, or that nobody drives: some of them are this one's from now on."""
        rows = [
            *await self.store.read(self.statement(TAKE_ORPHANS, games=list(games), now=now)),
            *await self.store.read(self.statement(TAKE_UNDRIVEN, games=list(games), now=now)),
        ]
        found = [str(row["table_id"]) for row in rows]
        self.held.update(found)
        return found

    async def take_over(self, id: str) -> bool:
        """Drive a table from now on that somebody came to here, unless its driver has visitors of its own."""
        is_taken = bool(await self.store.read(self.statement(TAKE_OVER, table=id)))
        if is_taken:
            self.held.add(id)
        return is_taken

    async def resumed(self, id: str) -> float:
        """When a table last went on after nobody had driven it."""
        rows = await self.store.read(self.statement(LEASE_OF, table=id))
        return float(rows[0]["resumed"]) if rows else 0.0

    async def end(self) -> None:
        """This process goes: the others take its tables over at once."""
        await self.store.read(self.statement(END, id=self.store.process))
