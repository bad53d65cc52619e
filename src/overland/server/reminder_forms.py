"""How somebody is told that it is their turn: what is sent to a webhook, to ntfy, and to a browser.

What is said is the game, the table and nothing of what happened there. A webhook is signed as the Standard Webhooks
specification has it, so that receivers can check it with what they have; browsers are sent what only they can read
(RFC 8291), by a server that shows who it is (RFC 8292).
"""

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import urlsplit

from overland import __version__
from overland.words import Speech
from overland.words.message import Message, message

try:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02
except ImportError:  # the extra ``push`` is not installed
    http_ece = None

Kind = Literal["webhook", "ntfy", "push"]

SECRET_PREFIX = "whsec_"
SECRET_BYTES = 24
DAY = 24 * 3600
VAPID_SECONDS = 12 * 3600


@dataclass(frozen=True)
class Address:
    """Where somebody wants to be told."""

    id: str
    identity: str
    kind: Kind
    url: str
    keys: Mapping[str, str]  # of a browser's subscription
    secret: str
    language: str
    created: float
    told: float | None = None
    failed: int = 0

    @property
    def place(self) -> str:
        """As people recognise it: a browser's address is long and says nothing."""
        return urlsplit(self.url).netloc if self.kind == "push" else self.url


@dataclass(frozen=True)
class Reminder:
    """What somebody is told; the same id when it is tried again."""

    id: str
    at: float
    game: str | None  # none to try an address
    table: str | None
    url: str  # where to go


@dataclass(frozen=True)
class Letter:
    """What is sent."""

    headers: Mapping[str, str]
    body: bytes


def new_secret() -> str:
    """What signs messages to an address, as receivers are given it."""
    return SECRET_PREFIX + base64.b64encode(os.urandom(SECRET_BYTES)).decode()


def can_push() -> bool:
    """Whether browsers can be told: the extra ``push`` is there."""
    return http_ece is not None


def text_of(reminder: Reminder, language: str) -> str:
    """The one sentence."""
    if reminder.game is None:
        return Speech(language).say(Message("reminder.trial", {}))
    return Speech(language).say(message("reminder.turn", game=message(f"game.{reminder.game}")))


def letter(address: Address, reminder: Reminder, vapid: str) -> Letter:
    """What an address is sent; ``vapid`` is the server's key towards browsers."""
    agent = {"user-agent": f"Overland/{__version__}"}
    text = text_of(reminder, address.language)
    if address.kind == "ntfy":
        body = text.encode()
        headers = {"content-type": "text/plain; charset=utf-8", "title": "Overland", "click": reminder.url}
        return Letter({**agent, **headers, **signature(address, reminder, body)}, body)
    if address.kind == "webhook":
        body = json.dumps(event(reminder, text), ensure_ascii=False, separators=(",", ":")).encode()
        headers = {"content-type": "application/json"}
        return Letter({**agent, **headers, **signature(address, reminder, body)}, body)
    shown = {"title": "Overland", "body": text, "url": reminder.url, "tag": reminder.table or "trial"}
    return push(address, json.dumps(shown, ensure_ascii=False).encode(), agent, reminder, vapid)


def event(reminder: Reminder, text: str) -> dict[str, object]:
    """A webhook's body."""
    when = datetime.fromtimestamp(reminder.at, UTC).isoformat(timespec="seconds")
    data = {"game": reminder.game, "table": reminder.table, "url": reminder.url, "text": text}
    return {"type": "trial" if reminder.table is None else "turn", "timestamp": when, "data": data}


def signature(address: Address, reminder: Reminder, body: bytes) -> dict[str, str]:
    """Headers that show who sent a body, and when."""
    stamp = str(int(reminder.at))
    key = base64.b64decode(address.secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, b".".join((reminder.id.encode(), stamp.encode(), body)), hashlib.sha256).digest()
    return {
        "webhook-id": reminder.id,
        "webhook-timestamp": stamp,
        "webhook-signature": "v1," + base64.b64encode(signed).decode(),
    }


# Browsers


def new_vapid() -> str:
    """A private key of this server towards browsers, as it is kept."""
    key = ec.generate_private_key(ec.SECP256R1())
    return unpadded(key.private_numbers().private_value.to_bytes(32, "big"))


def public_key(vapid: str) -> str:
    """The public part of it, as browsers are given it."""
    key = Vapid02.from_raw(vapid.encode()).public_key
    return unpadded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def push(address: Address, content: bytes, agent: Mapping[str, str], reminder: Reminder, vapid: str) -> Letter:
    """A message that only the browser can read."""
    parts = urlsplit(address.url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(reminder.at) + VAPID_SECONDS,
        "sub": f"https://{urlsplit(reminder.url).hostname}",  # whom to ask about this server
    }
    body = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=padded(address.keys["p256dh"]),
        auth_secret=padded(address.keys["auth"]),
        version="aes128gcm",
    )
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(DAY),
        "topic": (reminder.table or "trial"),
        "authorization": Vapid02.from_raw(vapid.encode()).sign(claims)["Authorization"],
    }
    return Letter({**agent, **headers}, bytes(body))


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def unpadded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def is_point(text: str) -> bool:
    """Whether a browser's public key is a point of the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(text))
    except ValueError:
        return False
    return True
