"""A table in short: what a list needs to know of it, without its log and its positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from overland.server.protocol import TableSettings
from overland.server.table import Seat, Table, seat_of


@dataclass(frozen=True)
class Summary:
    """What is left of a table when its log is taken away."""

    id: str
    settings: TableSettings
    status: Literal["waiting", "playing", "over", "closed"]
    version: int
    to_act: int | None
    owner: str  # identity
    created: float
    changed: float
    seats: Sequence[Seat]

    @classmethod
    def of(cls, table: Table) -> Self:
        """The summary of a table as it is now."""
        return cls(
            id=table.id,
            settings=table.settings,
            status=table.status,
            version=table.version,
            to_act=table.to_act,
            owner=table.owner,
            created=table.created,
            changed=table.changed,
            seats=list(table.seats),
        )

    def seat_of(self, identity: str | None) -> int | None:
        """Where a visitor sits."""
        return seat_of(self.seats, identity)
