"""All that is kept about a visitor, as one JSON document that is written piece by piece."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

from sqlalchemy import select

from overland.server import messages, schema
from overland.server.errors import Refusal
from overland.server.messages import Receiver
from overland.server.registered_bots import Bot
from overland.server.reminder_forms import Address
from overland.server.store import Identity
from overland.server.tables import Tables

FORMAT = "overland-own-data/1"


async def own_data(tables: Tables, identity: Identity) -> AsyncIterator[str]:
    """The document: who you are, your deals of the day, what you said, and your tables with their records."""
    store = tables.services.store
    identities, tries, chat = schema.identities, schema.tries, schema.chat
    known = await store.read(
        select(identities.c.id, identities.c.name, identities.c.created).where(identities.c.id == identity.id)
    )
    played = await store.read(select(tries).where(tries.c.identity == identity.id).order_by(tries.c.day, tries.c.game))
    said = await store.read(
        select(chat.c.table_id, chat.c.at, chat.c.name, chat.c.text)
        .where(chat.c.identity == identity.id)
        .order_by(chat.c.at)
    )
    head = {
        "format": FORMAT,
        "identity": dict(known[0]) if known else None,
        "daily": [{name: row[name] for name in row if name != "identity"} for row in played],
        "chat": [dict(row) for row in said],
        "devices": [asdict(device) for device in await tables.services.devices.all_of(identity.id)],
        "passkeys": [asdict(passkey) for passkey in await tables.services.passkeys.all_of(identity.id)],
        "reminders": [own_address(address) for address in await tables.services.reminders.all_of(identity.id)],
        "bots": [own_bot(bot) for bot in await tables.services.registered.owned_by(identity.id)],
    }
    yield json.dumps(head)[:-1] + ', "tables": ['
    for number, id in enumerate(await table_ids(tables, identity)):
        yield ("" if number == 0 else ",\n") + json.dumps(await own_table(tables, id, identity))
    yield "]}\n"


def own_address(address: Address) -> dict[str, Any]:
    """Where somebody is told of their turns; what signs and encrypts is not told again."""
    return {name: value for name, value in asdict(address).items() if name not in ("identity", "secret", "keys")}


def own_bot(bot: Bot) -> dict[str, Any]:
    """A bot that somebody registered; of its tokens nothing is kept that could be told."""
    kept = {"id": bot.identity.id, "name": bot.identity.name, "open": bot.is_open, "created": bot.created}
    return {**kept, "seen": bot.seen, "tokens": [asdict(token) for token in bot.tokens]}


async def table_ids(tables: Tables, identity: Identity) -> list[str]:
    """The tables that somebody sits at or owns, in the order in which they were made."""
    table, sitting = schema.tables, schema.sittings
    sits = select(sitting.c.table_id).where(sitting.c.identity == identity.id)
    rows = await tables.services.store.read(
        select(table.c.id).where((table.c.owner == identity.id) | table.c.id.in_(sits)).order_by(table.c.created)
    )
    return [str(row["id"]) for row in rows]


async def own_table(tables: Tables, id: str, identity: Identity) -> dict[str, Any]:
    """A table as its player knows it; without a record if it has not begun, or was begun under other rules."""
    store, now = tables.services.store, tables.services.now()
    live = tables.live.get(id)
    try:
        table = await store.table(id) if live is None or live.is_outdated else live.table
        if table is None:
            return {"id": id, "record": None}
        told: dict[str, Any] = {
            "id": id,
            "settings": table.settings.model_dump(),
            "status": table.status,
            "created": table.created,
            "changed": table.changed,
            "owner": table.owner == identity.id,
            "seat": table.seat_of(identity.id),
            "record": None,
        }
        if table.match is not None:
            told["record"] = messages.record(table, Receiver(identity.id, table.seat_of(identity.id)), now)
        return told
    except Refusal as refusal:
        return {"id": id, "record": None, "error": refusal.message.as_data()}
