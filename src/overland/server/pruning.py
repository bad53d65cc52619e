"""Old tables are deleted when the operator wants it: those that never began, those that are over, forgotten visitors.

Deals of the day are kept: ranks and rows of days follow from them.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, or_, select

from overland.server import schema
from overland.server.deleting import deleting
from overland.server.identity import COOKIE_SECONDS
from overland.server.notices import Notice
from overland.server.settings import ServerSettings
from overland.server.store import Store
from overland.server.tables import Tables
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

DAY = 24 * 3600.0
AT_ONCE = 100  # tables in one commit: others write in between
PAUSE_SECONDS = 3600.0

tables = schema.tables


async def prune_regularly(all_tables: Tables) -> None:
    """Delete old tables, again and again."""
    services = all_tables.services
    while True:
        try:
            await prune(services.store, services.settings, services.now(), all_tables)
        except Exception:  # a storage that fails comes back some day
            log.exception("old tables could not be deleted")
        await asyncio.sleep(PAUSE_SECONDS)


async def prune(store: Store, settings: ServerSettings, now: float, memory: Tables | None = None) -> int:
    """Delete what is old enough; tells how many tables that were."""
    count = 0
    kept = {("waiting", "closed"): settings.keep_waiting_days, ("over",): settings.keep_over_days}
    old = [
        and_(tables.c.status.in_(statuses), tables.c.changed < now - days * DAY)
        for statuses, days in kept.items()
        if days is not None
    ]
    while old and (ids := await find_old(store, or_(*old))):
        try:
            await store.write(*deleting(ids), notices=[Notice("retired", id) for id in ids])
        except Conflict:  # somebody has just come back to one of them
            log.warning("old tables are used just now; they are looked at again later")
            break
        count += len(ids)
        for id in ids if memory is not None else ():
            assert memory is not None
            await memory.retire(id)
    await prune_visitors(store, now)
    if count:
        log.info("%d old tables were deleted", count)
    return count


async def find_old(store: Store, old: Any) -> Sequence[str]:
    """Some tables that are old and no deals of the day."""
    rows = await store.read(
        select(tables.c.id)
        .where(
            old,
            tables.c.id.not_in(select(schema.deals.c.line)),
            tables.c.id.not_in(select(schema.tries.c.table_id)),
        )
        .limit(AT_ONCE)
    )
    return [str(row["id"]) for row in rows]


async def prune_visitors(store: Store, now: float) -> None:
    """Delete visitors whose cookie no browser keeps any more and who left nothing behind."""
    who, age = schema.identities, now - COOKIE_SECONDS
    traces = (schema.sittings.c.identity, schema.tries.c.identity, schema.chat.c.identity)
    left_nothing = [who.c.id.not_in(select(trace)) for trace in traces]
    named = who.c.id.not_in(select(schema.results.c.identity).where(schema.results.c.identity.is_not(None)))
    bots = schema.bots
    owners = select(bots.c.owner).where(bots.c.owner.is_not(None))
    left_nothing += [who.c.id.not_in(select(bots.c.id)), who.c.id.not_in(owners)]
    devices = schema.devices
    left_nothing.append(who.c.id.not_in(select(devices.c.identity).where(devices.c.seen >= age)))
    await store.write(
        delete(who).where(who.c.created < age, *left_nothing, named),
        delete(devices).where(devices.c.identity.not_in(select(who.c.id))),
        delete(schema.addresses).where(schema.addresses.c.identity.not_in(select(who.c.id))),
    )
