"""What is deleted with a table: its log, and everything that belongs to it."""

from collections.abc import Sequence

from sqlalchemy import Executable, delete

from overland.server import schema

PARTS = (
    schema.lines,
    schema.chat,
    schema.sittings,
    schema.results,
    schema.tries,
    schema.verdicts,
    schema.leases,
    schema.judging,
    schema.invitations,
    schema.reminded,
    schema.deliveries,
)


def deleting(ids: Sequence[str]) -> list[Executable]:
    """Delete tables with all that belongs to them."""
    return [
        *(delete(part).where(part.c.table_id.in_(ids)) for part in PARTS),
        delete(schema.tables).where(schema.tables.c.id.in_(ids)),
    ]
