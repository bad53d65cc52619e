"""Telling people that it is their turn: what waits is sent, tried again later and later, and dropped at last.

Any process sends what is due. Before each attempt it claims it, so that no two try the same at once; one that dies in
the middle leaves it to the others when its claim has run out. A receiver that is told twice sees the same id.
"""

import asyncio
import logging

from sqlalchemy import delete, select, update

from overland.server import schema
from overland.server.errors import Refusal
from overland.server.live import LiveTable
from overland.server.outside import Forbidden, Unreachable
from overland.server.reminder_forms import Address, Reminder, letter
from overland.server.services import Services
from overland.server.tables import Tables
from overland.server.writer import Demand

log = logging.getLogger("overland.server")

CLAIM_SECONDS = 60.0
PAUSES = (30.0, 120.0, 600.0, 3600.0)  # after each attempt that failed; then it is given up
AT_ONCE = 16  # sent at the same time
LOOK_SECONDS = 30.0  # between two looks for what another process left behind
TRY_LATER = frozenset({408, 425, 429})  # statuses that say so, besides those of a server in trouble
GONE = frozenset({404, 410})  # a browser's subscription has ended

deliveries = schema.deliveries


async def send_regularly(tables: Tables) -> None:
    """Send what is due, again and again."""
    reminders, is_ready = tables.services.reminders, False
    while True:
        wait = LOOK_SECONDS
        try:
            if not is_ready:
                await reminders.reread_all()
                is_ready = True
            wait = await send_due(tables)
        except Exception as error:  # a storage that fails comes back some day
            log.warning("nobody can be told of their turn: %s", error)
        try:
            async with asyncio.timeout(wait):
                await reminders.bell.wait()
        except TimeoutError:
            pass


async def send_due(tables: Tables) -> float:
    """Send all that is due; tells in how many seconds there may be more."""
    services = tables.services
    services.reminders.bell.clear()
    while True:
        now = services.now()
        rows = await services.store.read(
            select(deliveries).where(deliveries.c.due <= now).order_by(deliveries.c.due).limit(AT_ONCE)
        )
        if not rows:
            break
        await asyncio.gather(
            *(deliver(tables, str(row["id"]), str(row["address"]), str(row["table_id"]), row["turn"], row["attempts"])
              for row in rows)
        )  # fmt: skip
    rows = await services.store.read(select(deliveries.c.due).order_by(deliveries.c.due).limit(1))
    wait = float(rows[0]["due"]) - services.now() if rows else LOOK_SECONDS
    return min(max(wait, 0.0), LOOK_SECONDS)


async def deliver(tables: Tables, id: str, address_id: str, table: str, turn: int, attempts: int) -> None:
    """One attempt at one delivery."""
    services = tables.services
    mine = deliveries.c.id == id
    claim = Demand(
        select(deliveries.c.id).where(mine, deliveries.c.attempts == attempts).with_for_update(),
        Refusal("error.stale"),
    )
    until = services.now() + CLAIM_SECONDS
    try:
        await services.store.write(claim, update(deliveries).where(mine).values(attempts=attempts + 1, due=until))
    except Refusal:  # another process has it
        return
    address = await services.reminders.get(address_id)
    live = await tables.find(table)
    if address is None or live is None or not is_awaited(live, address.identity, turn):
        await services.store.write(delete(deliveries).where(mine))
        return
    outcome = await send(services, address, reminder_of(live, id))
    services.metrics.reminders.labels(address.kind, outcome).inc()
    if outcome == "later" and attempts < len(PAUSES):
        due = services.now() + PAUSES[attempts]
        await services.store.write(update(deliveries).where(mine).values(due=due))
        return
    await services.store.write(delete(deliveries).where(mine))
    if outcome == "gone":
        await services.reminders.remove(address.identity, address.id)
    else:
        await services.reminders.note(address, is_told=outcome == "told")


def is_awaited(live: LiveTable, identity: str, turn: int) -> bool:
    """Whether it is still that turn, and its player has not come."""
    table = live.table
    return table.turn_since == turn and table.awaited == identity and not live.presence.is_connected(identity)


def reminder_of(live: LiveTable, id: str) -> Reminder:
    """What a table's player is told: which one it is."""
    services, table = live.services, live.table
    return Reminder(id, services.now(), table.settings.game, table.id, f"{services.settings.origin}/table/{table.id}")


async def send(services: Services, address: Address, reminder: Reminder) -> str:
    """Send it: told, later (it may be tried again), failed, or gone (the address is no more)."""
    vapid = await services.reminders.vapid() if address.kind == "push" else None
    if address.kind == "push" and vapid is None:
        return "failed"
    try:
        written = letter(address, reminder, vapid or "")
        await services.outside.check(address.url)
        status = await services.outside.post(address.url, written.headers, written.body)
    except Unreachable:
        return "later"
    except Forbidden:
        return "failed"
    if 200 <= status < 300:
        return "told"
    if address.kind == "push" and status in GONE:
        return "gone"
    return "later" if status >= 500 or status in TRY_LATER else "failed"
