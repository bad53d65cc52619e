"""Who wants to be told that it is their turn, and where; and which turns they are told of.

A turn is told once, by the process that drives the table, when the player is away: not at the table for a while. What
has to be sent is kept until it is, so that a server that stops forgets nobody; ``reminder_sending`` takes it from here.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, insert, select, update

from overland.server import schema
from overland.server.errors import Refusal
from overland.server.identity import new_id
from overland.server.notices import Notice
from overland.server.reminder_forms import Address, Kind, can_push, new_secret, new_vapid
from overland.server.store import Store, Writing
from overland.server.tasks import Tasks
from overland.server.writer import Conflict, Demand

log = logging.getLogger("overland.server")

MAX_ADDRESSES = 5  # of a person
RETRY_SECONDS = 30.0  # after a storage that failed
VAPID = "vapid"  # the name of the key among the server's secrets

addresses, reminded, deliveries = schema.addresses, schema.reminded, schema.deliveries


class Reminders:
    """The addresses of all visitors, and the turns they are told of."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self.wanted_by: set[str] = set()  # identities with an address
        self.bell = asyncio.Event()  # there is something to send
        self.tasks = Tasks("reminders")

    # Addresses

    async def all_of(self, identity: str) -> list[Address]:
        """The addresses of somebody, the oldest first."""
        found = select(addresses).where(addresses.c.identity == identity)
        return [address_of(row) for row in await self.store.read(found.order_by(addresses.c.created, addresses.c.id))]

    async def get(self, id: str) -> Address | None:
        rows = await self.store.read(select(addresses).where(addresses.c.id == id))
        return address_of(rows[0]) if rows else None

    async def mine(self, identity: str, id: str) -> Address:
        """An address of somebody; refused if it is not theirs."""
        found = await self.get(id)
        if found is None or found.identity != identity:
            raise Refusal("error.not_found", 404)
        return found

    async def add(self, identity: str, kind: Kind, url: str, keys: Mapping[str, str], language: str) -> Address:
        """Tell somebody there, too; the same address again takes the place of the earlier one."""
        kept = [address for address in await self.all_of(identity) if address.url != url]
        if len(kept) >= MAX_ADDRESSES:
            raise Refusal("limit.addresses", 429, limit=MAX_ADDRESSES)
        address = Address(new_id(), identity, kind, url, keys, new_secret(), language, self.now())
        await self.store.write(
            *self.store.check_known(identity),
            delete(addresses).where(addresses.c.identity == identity, addresses.c.url == url),
            insert(addresses).values(
                id=address.id,
                identity=identity,
                kind=kind,
                url=url,
                keys=json.dumps(dict(keys)),
                secret=address.secret,
                language=language,
                created=address.created,
                failed=0,
            ),
            notices=[Notice("reminders", identity)],
        )
        self.wanted_by.add(identity)
        return address

    async def remove(self, identity: str, id: str) -> None:
        """Tell somebody there no longer."""
        await self.store.write(
            delete(deliveries).where(deliveries.c.address == id),
            delete(addresses).where(addresses.c.id == id, addresses.c.identity == identity),
            notices=[Notice("reminders", identity)],
        )
        await self.reread(identity)

    async def note(self, address: Address, is_told: bool) -> None:
        """Keep whether an address was reached."""
        values = {"told": self.now(), "failed": 0} if is_told else {"failed": address.failed + 1}
        await self.store.write(update(addresses).where(addresses.c.id == address.id).values(**values))

    async def reread(self, identity: str) -> None:
        """Whether somebody wants to be told."""
        rows = await self.store.read(select(addresses.c.id).where(addresses.c.identity == identity).limit(1))
        (self.wanted_by.add if rows else self.wanted_by.discard)(identity)

    async def reread_all(self) -> None:
        rows = await self.store.read(select(addresses.c.identity).distinct())
        self.wanted_by = {str(row["identity"]) for row in rows}

    def reread_soon(self, identity: str | None) -> None:
        """Another process has changed what somebody wants, or what anybody does."""
        self.tasks.start(self.reread_all() if identity is None else self.reread(identity))

    # Turns

    def turn_came(self, table: str, identity: str, turn: int) -> None:
        """It is the turn of somebody who is not there: tell them, once."""
        self.tasks.start(self.keep_turn(table, identity, turn))

    async def keep_turn(self, table: str, identity: str, turn: int) -> None:
        while True:
            try:
                await self.write_turn(table, identity, turn)
                return
            except Conflict:  # they were told already
                return
            except Refusal as refusal:
                if refusal.message.key != "error.storage":  # they are forgotten, or the table is
                    return
                log.debug("a turn waits to be told: %s", refusal)
            await asyncio.sleep(RETRY_SECONDS)

    async def write_turn(self, table: str, identity: str, turn: int) -> None:
        """Keep what has to be sent, all or nothing; a conflict if this turn was told already."""
        found = await self.all_of(identity)
        if not found:
            return
        due = self.now()
        there = schema.tables.c.id == table
        writing: list[Writing] = [
            *self.store.check_known(identity),
            Demand(select(schema.tables.c.id).where(there), Refusal("error.no_table", 404)),
            insert(reminded).values(table_id=table, identity=identity, turn=turn),
            delete(reminded).where(
                reminded.c.table_id == table, reminded.c.identity == identity, reminded.c.turn < turn
            ),
        ]
        for address in found:
            kept = {"address": address.id, "table_id": table, "turn": turn, "attempts": 0, "due": due}
            writing.append(insert(deliveries).values(id=new_id(), **kept))
        await self.store.write(*writing)
        self.bell.set()

    # The key towards browsers

    async def vapid(self) -> str | None:
        """This server's private key towards browsers, made when it is first asked for; none if they cannot be told."""
        if not can_push():
            return None
        secrets = schema.secrets
        for _ in range(2):
            rows = await self.store.read(select(secrets.c.value).where(secrets.c.name == VAPID))
            if rows:
                return str(rows[0]["value"])
            try:
                await self.store.write(insert(secrets).values(name=VAPID, value=new_vapid()))
            except Conflict:  # another process was quicker
                continue
        rows = await self.store.read(select(secrets.c.value).where(secrets.c.name == VAPID))
        return str(rows[0]["value"])

    def close(self) -> None:
        self.tasks.stop()


def address_of(row: Mapping[str, Any]) -> Address:
    keys = json.loads(row["keys"])
    names = ("id", "identity", "kind", "url", "secret", "language", "created", "told", "failed")
    return Address(keys=keys, **{name: row[name] for name in names})
