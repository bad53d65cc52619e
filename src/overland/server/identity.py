"""Who is who: a random token in the visitor's cookie, of which only a hash is kept."""

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from overland.server.errors import Refusal
from overland.server.names import friendly_name
from overland.server.store import Identity, Store

COOKIE = "overland"
TOKEN_BYTES = 32
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
MAX_KNOWN = 20_000  # visitors kept in memory


def new_id() -> str:
    """An id of 12 characters that nobody can guess."""
    return secrets.token_urlsafe(9)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Identities:
    """The visitors."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Identity] = OrderedDict()

    async def find(self, token: str | None) -> Identity | None:
        """The visitor with a token, if there is one; reading makes nobody."""
        if not token or len(token) > 2 * TOKEN_BYTES:
            return None
        key = hash_of(token)
        identity = self.known.get(key) or await self.store.identity(key)
        if identity is None or identity.id in self.store.gone:
            return None
        self.remember(key, identity)
        return identity

    async def make(self, name: str | None, at: float) -> tuple[Identity, str]:
        """A new visitor and the token for the cookie."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        identity = Identity(new_id(), name or friendly_name())
        await self.store.add_identity(identity, hash_of(token), at)
        self.remember(hash_of(token), identity)
        return identity, token

    async def rename(self, token: str, name: str) -> Identity:
        """A visitor's new name."""
        before = await self.find(token)
        if before is None:
            raise Refusal("error.no_identity", 401)
        identity = Identity(before.id, name)
        await self.store.rename(identity)
        self.remember(hash_of(token), identity)
        return identity

    @contextmanager
    def unknown(self, identity: Identity) -> Iterator[None]:
        """From now on nobody is this visitor, unless what is done meanwhile fails."""
        self.store.gone.add(identity.id)
        try:
            yield
        except BaseException:
            self.store.gone.discard(identity.id)
            raise
        self.forget(identity.id)

    def forget(self, identity: str) -> None:
        """Read a visitor anew when they next come."""
        self.known = OrderedDict((key, other) for key, other in self.known.items() if other.id != identity)

    def remember(self, key: str, identity: Identity) -> None:
        """Keep a visitor in memory, and not too many."""
        self.known[key] = identity
        self.known.move_to_end(key)
        if len(self.known) > MAX_KNOWN:
            self.known.popitem(last=False)
