"""Bots that somebody runs elsewhere: each has a name, an owner, and tokens of which only hashes are kept."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from overland.server import schema
from overland.server.errors import Refusal
from overland.server.identity import hash_of, new_id
from overland.server.notices import Notice
from overland.server.store import Identity, Store
from overland.server.writer import Conflict

PREFIX = "ovl_"  # tokens are recognised, by people and by programs that look for leaked ones
TOKEN_BYTES = 32
MAX_TOKENS = 10  # of a bot
MAX_INVITATIONS = 20  # of a bot, that it has not answered
SHOWN_BOTS = 100  # in a list
ONLINE_SECONDS = 90.0  # a bot that listened so recently is online
HOUR = 3600.0

bots, tokens, identities, invitations = schema.bots, schema.tokens, schema.identities, schema.invitations


@dataclass(frozen=True)
class Token:
    """A token as it is kept."""

    id: str
    label: str
    created: float
    used: float | None


@dataclass(frozen=True)
class Bot:
    """A registered bot."""

    identity: Identity
    owner: str | None  # identity; none for the operator's
    is_open: bool
    created: float
    seen: float | None
    tokens: Sequence[Token] = ()


@dataclass(frozen=True)
class Session:
    """A bot that has shown a token."""

    bot: Bot
    token: str  # its id

    @property
    def identity(self) -> Identity:
        return self.bot.identity


def new_token() -> str:
    """A token that nobody can guess."""
    return PREFIX + secrets.token_urlsafe(TOKEN_BYTES)


class RegisteredBots:
    """The registered bots of a server."""

    def __init__(self, store: Store, now: Callable[[], float], limit: int) -> None:
        self.store = store
        self.now = now
        self.limit = limit  # of bots, for one owner

    # Who a bot is

    async def find(self, token: str) -> Session | None:
        """The bot that a token belongs to. It is read each time: a token that is revoked is dead at once."""
        if not token.startswith(PREFIX) or len(token) > 2 * TOKEN_BYTES:
            return None
        rows = await self.store.read(
            select(tokens.c.id.label("token"), tokens.c.used, *COLUMNS)
            .select_from(bots.join(identities, identities.c.id == bots.c.id).join(tokens, tokens.c.bot == bots.c.id))
            .where(tokens.c.hash == hash_of(token))
        )
        if not rows or rows[0]["id"] in self.store.gone:
            return None
        await self.note_use(str(rows[0]["token"]), rows[0]["used"])
        return Session(bot_of(rows[0]), str(rows[0]["token"]))

    async def note_use(self, token: str, before: float | None) -> None:
        """Keep when a token was last used, to the hour."""
        hour = self.now() // HOUR * HOUR
        if before is None or before < hour:
            await self.store.write(update(tokens).where(tokens.c.id == token).values(used=hour))

    async def is_valid(self, session: Session) -> bool:
        """Whether the token that a stream was opened with still counts."""
        bot = session.identity.id
        rows = await self.store.read(select(tokens.c.id).where(tokens.c.id == session.token, tokens.c.bot == bot))
        return bool(rows) and bot not in self.store.gone

    async def note_listening(self, bot: str) -> None:
        """A bot listens for events just now."""
        await self.store.write(update(bots).where(bots.c.id == bot).values(seen=self.now()))

    def is_online(self, bot: Bot) -> bool:
        return bot.seen is not None and self.now() - bot.seen < ONLINE_SECONDS

    # Lists

    async def get(self, id: str) -> Bot | None:
        """A bot by its identity."""
        found = await self.read(bots.c.id == id)
        return found[0] if found else None

    async def owned_by(self, owner: str) -> list[Bot]:
        """The bots of an owner, the oldest first, with their tokens."""
        return await self.read(bots.c.owner == owner)

    async def open_to(self, asker: str | None) -> list[Bot]:
        """The bots that somebody may ask to play: those for everybody, and their own; the last seen first."""
        found = await self.read(or_(bots.c.is_open, bots.c.owner == asker) if asker else bots.c.is_open, SHOWN_BOTS)
        return sorted(found, key=lambda bot: (not self.is_online(bot), bot.identity.name.casefold()))

    async def all(self) -> list[Bot]:
        """Every bot, for the operator."""
        return await self.read(bots.c.id.is_not(None))

    async def read(self, which: Any, limit: int | None = None) -> list[Bot]:
        query = select(*COLUMNS).select_from(bots.join(identities, identities.c.id == bots.c.id)).where(which)
        order = (bots.c.created, bots.c.id) if limit is None else (func.coalesce(bots.c.seen, 0.0).desc(), bots.c.id)
        rows = await self.store.read(query.order_by(*order).limit(limit))
        kept = await self.tokens_of([str(row["id"]) for row in rows])
        return [bot_of(row, kept.get(str(row["id"]), ())) for row in rows if row["id"] not in self.store.gone]

    async def tokens_of(self, ids: Collection[str]) -> dict[str, list[Token]]:
        found: dict[str, list[Token]] = {}
        rows = await self.store.read(select(tokens).where(tokens.c.bot.in_(ids)).order_by(tokens.c.created))
        for row in rows:
            token = Token(str(row["id"]), str(row["label"]), float(row["created"]), row["used"])
            found.setdefault(str(row["bot"]), []).append(token)
        return found

    # Changes

    async def register(self, name: str, owner: Identity | None, is_open: bool) -> Bot:
        """A new bot; names of bots are given once."""
        if owner is not None and len(await self.owned_by(owner.id)) >= self.limit:
            raise Refusal("limit.bots", 429, limit=self.limit)
        id, at = new_id(), self.now()
        unknown = hash_of(secrets.token_urlsafe(TOKEN_BYTES))  # no cookie makes anybody a bot
        try:
            await self.store.write(
                *(() if owner is None else self.store.check_known(owner.id)),
                insert(identities).values(id=id, name=name, token_hash=unknown, created=at),
                insert(bots).values(
                    id=id,
                    owner=None if owner is None else owner.id,
                    key=name.casefold(),
                    is_open=is_open,
                    created=at,
                ),
            )
        except Conflict:
            raise Refusal("error.bot_name", 409, name=name) from None
        return Bot(Identity(id, name, is_bot=True), None if owner is None else owner.id, is_open, at, None)

    async def add_token(self, bot: Bot, label: str) -> tuple[str, str]:
        """A new token of a bot: its id, and the token, which is not kept."""
        if len(bot.tokens) >= MAX_TOKENS:
            raise Refusal("limit.bot_tokens", 429, limit=MAX_TOKENS)
        id, token = new_id(), new_token()
        kept = {"id": id, "bot": bot.identity.id, "hash": hash_of(token), "label": label, "created": self.now()}
        await self.store.write(*self.store.check_known(bot.identity.id), insert(tokens).values(**kept))
        return id, token

    async def revoke(self, bot: str, token: str) -> None:
        """A token counts no longer; streams that were opened with it end."""
        await self.store.write(
            delete(tokens).where(tokens.c.id == token, tokens.c.bot == bot), notices=[Notice("called", bot)]
        )

    async def set_open(self, bot: str, is_open: bool) -> None:
        """Who may ask a bot to play."""
        await self.store.write(update(bots).where(bots.c.id == bot).values(is_open=is_open))

    # Invitations

    async def asked_by(self, id: str, asker: Identity) -> Bot:
        """A bot that somebody may ask to play; refused if it is not for them, or asked by too many."""
        bot = await self.get(id)
        if bot is None or not (bot.is_open or bot.owner == asker.id or bot.identity.id == asker.id):
            raise Refusal("error.no_bot", 404)
        if len(await self.invitations_of(id)) >= MAX_INVITATIONS:
            raise Refusal("limit.bot_invitations", 429, limit=MAX_INVITATIONS)
        return bot

    async def invitations_of(self, bot: str) -> list[str]:
        """The tables at which a bot is asked to play."""
        rows = await self.store.read(select(invitations.c.table_id).where(invitations.c.bot == bot))
        return [str(row["table_id"]) for row in rows]

    async def tables_of(self, bot: str) -> dict[str, str]:
        """The tables where a bot sits that are not over, and how far they are."""
        table, sitting = schema.tables, schema.sittings
        rows = await self.store.read(
            select(table.c.id, table.c.status)
            .select_from(table.join(sitting, sitting.c.table_id == table.c.id))
            .where(sitting.c.identity == bot, table.c.status.in_(("waiting", "playing")))
        )
        return {str(row["id"]): str(row["status"]) for row in rows}

    async def status_of(self, table: str) -> Any:
        """How far a table is, or that there is none."""
        rows = await self.store.read(select(schema.tables.c.status).where(schema.tables.c.id == table))
        return rows[0]["status"] if rows else "deleted"


COLUMNS = (bots.c.id, identities.c.name, bots.c.owner, bots.c.is_open, bots.c.created, bots.c.seen)


def bot_of(row: Mapping[str, Any], kept: Sequence[Token] = ()) -> Bot:
    identity = Identity(str(row["id"]), str(row["name"]), is_bot=True)
    return Bot(identity, row["owner"], bool(row["is_open"]), float(row["created"]), row["seen"], kept)
