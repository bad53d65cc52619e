"""A visitor is forgotten: what they played alone is deleted, and where others were there too, their name is gone.

A log is never changed but here: lines that name the visitor name somebody instead whom nobody is.
"""

import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, delete, or_, select, update

from overland.bots.catalogue import STAND_IN
from overland.server import schema
from overland.server.databases import holds
from overland.server.deleting import deleting
from overland.server.drafts import Draft
from overland.server.errors import Overtaken, Refusal
from overland.server.identity import new_id
from overland.server.log_lines import Asked, Body, Closed, Owned, Sat, StoodIn
from overland.server.names import distinct
from overland.server.notices import Notice
from overland.server.protocol import MAX_NAME
from overland.server.store import Identity, Store, Writing
from overland.server.table import Table
from overland.server.tables import Tables
from overland.server.writer import Conflict

FORMER = "N. N."  # what is read where a name was, in every language
UNSAID = "…"  # and where something was said
ROUNDS = 5  # what was being written may show only afterwards: look again until nothing is left
AT_ONCE = 400  # ids in one statement
NAMING = ("seat", "start", "name", "owner", "asked")  # kinds of lines that name people


@dataclass(frozen=True)
class Traces:
    """The tables that know of a visitor: those where nobody else sits, and the others."""

    alone: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[str]:
        """In an order in which they can be locked."""
        return sorted((*self.alone, *self.shared))


async def forget(tables: Tables, identity: Identity) -> None:
    """Delete a visitor, their bots first; nothing is changed of what cannot be stored."""
    for bot in await tables.services.registered.owned_by(identity.id):
        await forget(tables, bot.identity)
    with tables.services.identities.unknown(identity):
        for number in range(ROUNDS):
            traces = await find_traces(tables.services.store, identity)
            if number > 0 and not traces.all:
                break
            try:
                await erase(tables, identity, traces)
            except Conflict:  # another process wrote to one of the tables meanwhile
                if number == ROUNDS - 1:
                    raise Overtaken from None
    tables.services.reminders.wanted_by.discard(identity.id)
    tables.drop_connections(identity.id)
    tables.services.callers.call(identity.id)


# Where somebody was


async def find_traces(store: Store, identity: Identity) -> Traces:
    """The tables that name a visitor, those without anybody else apart."""
    table, line, chat = schema.tables, schema.lines, schema.chat
    naming = holds(line.c.body, identity.id)
    rows = await store.read(
        select(table.c.id)
        .where(or_(table.c.owner == identity.id, holds(table.c.reserved, identity.id)))
        .union(
            select(line.c.table_id).where(naming),
            select(chat.c.table_id).where(chat.c.identity == identity.id),
            select(schema.sittings.c.table_id).where(schema.sittings.c.identity == identity.id),
        )
    )
    found = Traces()
    for id in sorted(str(row["id"]) for row in rows):
        (found.shared if await has_others(store, id, identity) else found.alone).append(id)
    return found


async def has_others(store: Store, id: str, identity: Identity) -> bool:
    """Whether somebody else sits at a table."""
    sitting = schema.sittings
    others = sitting.c.table_id == id, sitting.c.identity != identity.id
    return bool(await store.read(select(sitting.c.identity).where(*others).limit(1)))


# What is written


async def erase(tables: Tables, identity: Identity, traces: Traces) -> None:
    """Write all of it at once, while nobody else writes to these tables; then let them be read anew."""
    store = tables.services.store
    async with AsyncExitStack() as stack:
        for id in traces.all:
            if (live := tables.live.get(id)) is not None:
                await stack.enter_async_context(live.lock)
        statements: list[Writing] = []
        for start in range(0, len(traces.alone), AT_ONCE):
            statements += deleting(traces.alone[start : start + AT_ONCE])
        for id in traces.shared:
            statements += await leaving(tables, id, identity)
            statements += await renaming(store, id, identity)
        statements += [
            delete(schema.tries).where(schema.tries.c.identity == identity.id),
            delete(schema.sittings).where(schema.sittings.c.identity == identity.id),
            delete(schema.devices).where(schema.devices.c.identity == identity.id),
            delete(schema.passkeys).where(schema.passkeys.c.identity == identity.id),
            delete(schema.reminded).where(schema.reminded.c.identity == identity.id),
            delete(schema.deliveries).where(
                schema.deliveries.c.address.in_(
                    select(schema.addresses.c.id).where(schema.addresses.c.identity == identity.id)
                )
            ),
            delete(schema.addresses).where(schema.addresses.c.identity == identity.id),
            delete(schema.once).where(schema.once.c.identity == identity.id),
            delete(schema.invitations).where(schema.invitations.c.bot == identity.id),
            delete(schema.tokens).where(schema.tokens.c.bot == identity.id),
            delete(schema.bots).where(schema.bots.c.id == identity.id),
            delete(schema.presence).where(schema.presence.c.identity == identity.id),
            delete(schema.identities).where(schema.identities.c.id == identity.id),
        ]
        retired = [Notice("retired", id) for id in traces.all]
        await store.write(*statements, notices=[*retired, Notice("forgotten", identity.id)])
        for id in traces.all:
            await tables.retire(id)
    for id in traces.shared:
        await go_on(tables, id)


async def leaving(tables: Tables, id: str, identity: Identity) -> Sequence[Writing]:
    """A table that goes on without the visitor: a bot plays for them, or their seat is free."""
    live, store = tables.live.get(id), tables.services.store
    try:
        table = await store.table(id) if live is None or live.is_outdated or store.is_shared else live.table
    except Refusal:  # of other rules: it does not go on anyway
        return []
    if table is None:
        return []
    bodies = last_words(table, identity)
    return store.appending(Draft.of(table, tables.services.now(), *bodies)) if bodies else []


def last_words(table: Table, identity: Identity) -> list[Body]:
    """What is written at a table that is not over when a visitor goes for ever."""
    seat = table.seat_of(identity.id)
    bodies: list[Body] = []
    if table.status == "playing" and seat is not None and table.seats[seat].level is None:
        bodies.append(StoodIn(seat=seat, wish=seat, level=STAND_IN))
    if table.status == "waiting" and seat is not None:
        bodies.append(Sat(seat=seat, who=None))
    if identity.id in table.asked:
        bodies.append(Asked(seat=table.asked[identity.id]))
    if table.status == "waiting" and table.owner == identity.id:
        others = [other for other in table.people if other != identity.id]
        bodies.append(Owned(identity=others[0]) if others else Closed())
    return bodies


async def renaming(store: Store, id: str, identity: Identity) -> list[Executable]:
    """Whatever names the visitor at a table names somebody else instead."""
    table, line, chat, results = schema.tables, schema.lines, schema.chat, schema.results
    somebody = new_id()
    rows = await store.read(select(line.c.n, line.c.body).where(line.c.table_id == id).order_by(line.c.n))
    lines = [(int(row["n"]), json.loads(row["body"])) for row in rows]
    naming = [(n, body) for n, body in lines if body["kind"] in NAMING]
    name = distinct(FORMER, names_in(naming), MAX_NAME)
    changed, seat = renamed(naming, identity.id, somebody, name)
    if seat is not None:
        changed += without_requests(lines, seat)
    statements: list[Executable] = [
        update(line).where(line.c.table_id == id, line.c.n == n).values(body=json_text(body)) for n, body in changed
    ]
    row = (await store.read(select(table.c.reserved, table.c.settings).where(table.c.id == id)))[0]
    reserved = " ".join(other for other in row["reserved"].split() if other != identity.id)
    return [
        *statements,
        update(table).where(table.c.id == id).values(reserved=reserved),
        update(table)
        .where(table.c.id == id, table.c.owner == identity.id)
        .values(owner=somebody, settings=json_text({**json.loads(row["settings"]), "title": None})),
        update(chat)
        .where(chat.c.table_id == id, chat.c.identity == identity.id)
        .values(identity=somebody, client_id="", name=name, text=UNSAID),
        update(results)
        .where(results.c.table_id == id, results.c.identity == identity.id)
        .values(identity=None, name=name),
    ]


def names_in(lines: Sequence[tuple[int, dict[str, Any]]]) -> list[str]:
    """Everybody who was ever called something at a table."""
    sitters = [who for _, body in lines for who in (body.get("who"), *body.get("seats", ()))]
    names = [who["name"] for who in sitters if who is not None and who.get("name") is not None]
    return [*names, *(body["name"] for _, body in lines if body["kind"] == "name")]


def renamed(
    lines: Sequence[tuple[int, dict[str, Any]]], identity: str, somebody: str, name: str
) -> tuple[list[tuple[int, dict[str, Any]]], int | None]:
    """The lines that have to change, as they are afterwards; and the seat the visitor had at last, if any."""
    changed: list[tuple[int, dict[str, Any]]] = []
    seat: int | None = None
    for n, body in lines:
        before = json_text(body)
        match body["kind"]:
            case "seat":
                if body.get("who") is not None and body["who"].get("identity") == identity:
                    body["who"] |= {"identity": somebody, "name": name}
                    seat = body["seat"]
                elif body["seat"] == seat:
                    seat = None
            case "start":
                seat = None
                for number, who in enumerate(body["seats"]):
                    if who.get("identity") == identity:
                        who |= {"identity": somebody, "name": name}
                        seat = number
            case "asked" if body.get("who") is not None and body["who"].get("identity") == identity:
                body["who"] |= {"identity": somebody, "name": name}
            case "name" if body["seat"] == seat:
                body["name"] = name
            case "owner" if body["identity"] == identity:
                body["identity"] = somebody
        if json_text(body) != before:
            changed.append((n, body))
    return changed, seat


def without_requests(lines: Sequence[tuple[int, dict[str, Any]]], seat: int) -> list[tuple[int, dict[str, Any]]]:
    """The lines that a seat asked for, without the names its client gave to what it asked."""
    asked = [(n, body) for n, body in lines if "id" in body and body.get("wish", body.get("seat")) == seat]
    return [(n, {name: value for name, value in body.items() if name != "id"}) for n, body in asked]


def json_text(body: dict[str, Any]) -> str:
    """A line's body as it is kept."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


async def go_on(tables: Tables, id: str) -> None:
    """Bots go on where others play."""
    try:
        await tables.find(id)
    except Refusal:
        return
