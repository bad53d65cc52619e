"""Who is at a table: open connections, and since when players are gone."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from overland.server.services import Services
from overland.server.shared_presence import Here
from overland.server.store import Identity
from overland.server.table import Table


@dataclass
class WholeStates:
    """How a listener wants to be told that does not merge patches: the whole state each time."""

    wants_records: bool = False  # also its view as the record that local bots take
    seat: int | None = None  # where it sat when it was last told everything


class Listener(Protocol):
    """A connection that is told what happens at a table."""

    identity: Identity | None
    is_told: bool  # it has asked for the table, and is told what changes
    whole: WholeStates | None  # none for one that merges patches

    def send(self, message: str) -> None:
        """Put the text of a message into the outbox; never waits."""

    def drop(self) -> None:
        """End the connection; the client comes back by itself."""


@dataclass(eq=False)
class Presence:
    """Who is connected to a table, and who has gone."""

    services: Services
    listeners: dict[Listener, None] = field(default_factory=dict)  # in the order they came
    connections: Counter[str] = field(default_factory=Counter)  # of each identity
    gone_since: dict[str, float] = field(default_factory=dict)  # identities that are not connected, and since when
    elsewhere: Here = field(default_factory=dict)  # connections by way of other processes

    def is_connected(self, identity: str) -> bool:
        return self.connections[identity] > 0 or identity in self.elsewhere

    def here(self, table: Table) -> Here:
        """Who is connected to this process: players by identity, and how many have no seat."""
        people = table.people
        found = {identity: count for identity, count in self.connections.items() if identity in people}
        watchers = len(self.listeners) - sum(found.values())
        return {**found, "": watchers} if watchers else found

    def others_here(self, here: Here, table: Table) -> bool:
        """Who is connected to other processes; tells whether that is news."""
        if dict(here) == dict(self.elsewhere):
            return False
        self.elsewhere = dict(here)
        for identity in here:
            self.gone_since.pop(identity, None)
        self.note_absence(table)
        return True

    def is_away(self, identity: str) -> bool:
        """Whether a player has been gone so long that a bot may play on."""
        since = self.gone_since.get(identity)
        if since is None or self.is_connected(identity):
            return False
        return self.services.now() - since >= self.services.settings.away_seconds

    def connect(self, listener: Listener) -> None:
        self.listeners[listener] = None
        if listener.identity is not None:
            self.connections[listener.identity.id] += 1
            self.gone_since.pop(listener.identity.id, None)

    def seconds_to_absence(self, table: Table) -> float | None:
        """When the next player who is gone will count as away, if any is."""
        now, patience = self.services.now(), self.services.settings.away_seconds
        gone = (self.gone_since.get(identity) for identity in table.people if not self.is_connected(identity))
        return min((left for since in gone if since is not None and (left := since + patience - now) > 0), default=None)

    def disconnect(self, listener: Listener, table: Table) -> None:
        """A connection is closed; a player may have gone with it."""
        del self.listeners[listener]
        identity = listener.identity
        if identity is not None:
            self.connections[identity.id] -= 1
            if self.connections[identity.id] == 0:
                del self.connections[identity.id]
        if identity is not None and table.seat_of(identity.id) is not None and not self.is_connected(identity.id):
            self.gone_since[identity.id] = self.services.now()

    def note_absence(self, table: Table) -> None:
        """Players who are not connected are gone from now on, unless it is known since when."""
        now = self.services.now()
        for identity in table.people:
            if not self.is_connected(identity):
                self.gone_since.setdefault(identity, now)

    def count_watchers(self, table: Table) -> int:
        """How many connections have no seat."""
        people = table.people
        here = sum(listener.identity is None or listener.identity.id not in people for listener in self.listeners)
        return here + self.elsewhere.get("", 0)
