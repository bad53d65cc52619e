"""Where somebody is signed in, and how they come to another device: by a link that counts once, for a few minutes."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, select, update

from overland.server import schema
from overland.server.errors import Refusal
from overland.server.identity import TOKEN_BYTES, hash_of, new_id
from overland.server.notices import Notice
from overland.server.store import Identity, Store, Writing
from overland.server.writer import Demand

LINK_SECONDS = 600
CHALLENGE_SECONDS = 300
MAX_DEVICES = 20  # of a person: the one that was not seen for longest is signed out for another
HOUR = 3600.0
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip

devices, once, identities = schema.devices, schema.once, schema.identities
Kind = Literal["link", "register", "signin"]  # what a secret is for that counts once


@dataclass(frozen=True)
class Device:
    """A browser that is signed in."""

    id: str
    label: str
    created: float
    seen: float


@dataclass(frozen=True)
class Pending:
    """A secret that counts once and still does: whose it is, and what uses it up."""

    identity: str | None
    using: Sequence[Writing]


def label_of(agent: str) -> str:
    """What a browser calls itself, in two words; nothing else of it is kept."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return " · ".join(filter(None, (browser, system)))


class Devices:
    """The devices of all visitors."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    async def all_of(self, identity: str) -> list[Device]:
        """The devices of somebody, the last seen first."""
        rows = await self.store.read(
            select(devices).where(devices.c.identity == identity).order_by(devices.c.seen.desc(), devices.c.id)
        )
        return [Device(str(row["id"]), str(row["label"]), float(row["created"]), float(row["seen"])) for row in rows]

    async def current(self, token: str | None) -> str | None:
        """The device with a token."""
        if token is None:
            return None
        rows = await self.store.read(select(devices.c.id).where(devices.c.hash == hash_of(token)))
        return str(rows[0]["id"]) if rows else None

    async def note_seen(self, token: str, label: str) -> None:
        """Keep when a device was last seen, to the hour, and what it is."""
        hour = self.now() // HOUR * HOUR
        mine = devices.c.hash == hash_of(token)
        rows = await self.store.read(select(devices.c.seen, devices.c.label).where(mine))
        if rows and (float(rows[0]["seen"]) < hour or rows[0]["label"] != label):
            await self.store.write(update(devices).where(mine).values(seen=hour, label=label))

    async def sign_in(self, pending: Pending, identity: Identity, label: str) -> str:
        """Somebody is signed in at another device from now on; the token for its cookie."""
        token, at = secrets.token_urlsafe(TOKEN_BYTES), self.now()
        kept = await self.all_of(identity.id)
        spare = [device.id for device in kept[MAX_DEVICES - 1 :]]
        await self.store.write(
            *pending.using,
            *self.store.check_known(identity.id),
            delete(devices).where(devices.c.id.in_(spare)),
            insert(devices).values(
                id=new_id(), identity=identity.id, hash=hash_of(token), label=label, created=at, seen=at // HOUR * HOUR
            ),
            notices=[Notice("renamed", identity.id)],
        )
        return token

    async def sign_out(self, identity: str, device: str) -> None:
        """A device is signed in no longer."""
        await self.store.write(
            delete(devices).where(devices.c.id == device, devices.c.identity == identity),
            notices=[Notice("signed_out", identity)],
        )

    # Secrets that count once

    async def make_secret(self, kind: Kind, identity: str | None, seconds: float, secret: str | None = None) -> str:
        """A secret that counts once, and only for so long; of a link only the last one does."""
        secret = secret or secrets.token_urlsafe(TOKEN_BYTES)
        older = [delete(once).where(once.c.expires < self.now())]
        if kind == "link":
            older.append(delete(once).where(once.c.identity == identity, once.c.kind == kind))
        await self.store.write(
            *older,
            insert(once).values(hash=hash_of(secret), kind=kind, identity=identity, expires=self.now() + seconds),
        )
        return secret

    async def pending(self, kind: Kind, secret: str) -> Pending:
        """A secret that still counts; refused if it does not. It is used up by what is written with it."""
        mine = once.c.hash == hash_of(secret)
        rows = await self.store.read(select(once).where(mine, once.c.kind == kind))
        refusal = Refusal("error.link", 410)
        if not rows or float(rows[0]["expires"]) < self.now():
            raise refusal
        there = Demand(select(once.c.hash).where(mine).with_for_update(), refusal)
        return Pending(rows[0]["identity"], [there, delete(once).where(mine)])

    async def person(self, id: str | None) -> Identity:
        """A visitor by id; refused if there is none any more."""
        rows = await self.store.read(select(identities.c.id, identities.c.name).where(identities.c.id == id))
        if not rows or id in self.store.gone:
            raise Refusal("error.link", 410)
        return Identity(str(rows[0]["id"]), str(rows[0]["name"]))
