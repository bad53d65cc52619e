"""Which process makes the verdict on a table: of those that share a database one, and the others tell how far it is.

Whoever is asked first puts down a row, takes it away with the verdict, and notes on it now and then how far it is. A
row counts as long as its process is there: one that dies, or goes, leaves the verdict to whoever is asked for it next.
"""

from typing import Any

from sqlalchemy import delete, text

from overland.server import schema
from overland.server.store import Store, Writing
from overland.server.verdict_protocol import VerdictState

CLAIM = """
    INSERT INTO judging (table_id, process, claim, status, done, total)
    VALUES (:table, :me, :claim, 'waiting', 0, :total)
    ON CONFLICT (table_id) DO UPDATE SET process = :me, claim = :claim, status = 'waiting', done = 0, total = :total
    WHERE judging.process = :me OR NOT EXISTS (SELECT 1 FROM processes WHERE id = judging.process)
    RETURNING table_id
"""
ELSEWHERE = """
    SELECT status, done, total FROM judging JOIN processes ON processes.id = judging.process
    WHERE table_id = :table AND process <> :me
"""
NOTE = "UPDATE judging SET status = :status, done = :done WHERE table_id = :table AND claim = :claim RETURNING claim"
LET_GO = "DELETE FROM judging WHERE table_id = :table AND claim = :claim"


class Judging:
    """The verdicts that are being made, here and elsewhere; without other processes there is nothing to write down."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def claim(self, table: str, claim: str, total: int) -> bool:
        """Make the verdict on a table here; False if another process does."""
        if not self.store.is_shared:
            return True
        return bool(await self.read(CLAIM, table=table, me=self.store.process, claim=claim, total=total))

    async def elsewhere(self, table: str) -> VerdictState | None:
        """How far another process is with the verdict on a table."""
        rows = await self.read(ELSEWHERE, table=table, me=self.store.process) if self.store.is_shared else []
        return VerdictState(**rows[0]) if rows else None

    async def note(self, table: str, claim: str, state: VerdictState) -> bool:
        """Let the others know how far it is; False if it is somebody else's by now."""
        return bool(await self.read(NOTE, table=table, claim=claim, status=state.status, done=state.done))

    async def let_go(self, table: str, claim: str) -> None:
        """It is not made here any more."""
        if self.store.is_shared:
            await self.read(LET_GO, table=table, claim=claim)

    def letting_go(self, table: str) -> list[Writing]:
        """The same, to be written together with the verdict."""
        judging = schema.judging
        return [delete(judging).where(judging.c.table_id == table)] if self.store.is_shared else []

    async def read(self, what: str, **values: object) -> Any:
        return await self.store.read(text(what).bindparams(**values))
