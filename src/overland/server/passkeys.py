"""Passkeys: somebody signs in at any device with a key that their phone or computer keeps, by WebAuthn."""

import base64
import importlib.util
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from overland.server import schema
from overland.server.devices import CHALLENGE_SECONDS, Devices
from overland.server.errors import Refusal
from overland.server.identity import new_id
from overland.server.store import Identity
from overland.server.writer import Conflict

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

MAX_PASSKEYS = 10  # of a person
NAME = "Overland"

kept = schema.passkeys


@dataclass(frozen=True)
class Site:
    """Where a browser is: a passkey counts for one name only, and only for pages of this origin."""

    name: str
    origin: str


@dataclass(frozen=True)
class Passkey:
    """A passkey as it is listed."""

    id: str
    label: str
    created: float
    used: float | None


def is_available() -> bool:
    """Whether the library is installed: the extra ``passkeys``."""
    return importlib.util.find_spec("webauthn") is not None


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def challenge_in(answer: dict[str, Any]) -> str:
    """The challenge that a browser says it answers, which is looked up and so cannot be made up."""
    try:
        said = json.loads(decoded(str(answer["response"]["clientDataJSON"])))
        return str(said["challenge"])[:200]
    except (KeyError, TypeError, ValueError):
        raise Refusal("error.passkey", 422) from None


class Passkeys:
    """The passkeys of all visitors."""

    def __init__(self, devices: Devices) -> None:
        self.devices = devices
        self.store = devices.store

    async def all_of(self, identity: str) -> list[Passkey]:
        """The passkeys of somebody."""
        rows = await self.store.read(select(kept).where(kept.c.identity == identity).order_by(kept.c.created))
        return [Passkey(str(row["id"]), str(row["label"]), float(row["created"]), row["used"]) for row in rows]

    async def remove(self, identity: str, passkey: str) -> None:
        await self.store.write(delete(kept).where(kept.c.id == passkey, kept.c.identity == identity))

    # A new one

    async def registration(self, identity: Identity, site: Site) -> Any:
        """What a browser is asked with to make a passkey."""
        import webauthn
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        if len(await self.all_of(identity.id)) >= MAX_PASSKEYS:
            raise Refusal("limit.passkeys", 429, limit=MAX_PASSKEYS)
        options = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name=NAME,
            user_name=identity.name,
            user_id=identity.id.encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=await self.known(identity.id),
        )
        challenge = encoded(options.challenge)
        await self.devices.make_secret("register", identity.id, CHALLENGE_SECONDS, challenge)
        return json.loads(webauthn.options_to_json(options))

    async def known(self, identity: str) -> "list[PublicKeyCredentialDescriptor]":
        from webauthn.helpers.structs import PublicKeyCredentialDescriptor

        rows = await self.store.read(select(kept.c.credential).where(kept.c.identity == identity))
        return [PublicKeyCredentialDescriptor(id=decoded(str(row["credential"]))) for row in rows]

    async def register(self, identity: Identity, site: Site, answer: dict[str, Any], label: str) -> None:
        """Keep the passkey that a browser made."""
        import webauthn

        challenge = challenge_in(answer)
        pending = await self.devices.pending("register", challenge)
        if pending.identity != identity.id:
            raise Refusal("error.passkey", 422)
        try:
            found = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=decoded(challenge),
                expected_rp_id=site.name,
                expected_origin=site.origin,
            )
        except Exception:  # whatever a browser, or somebody who pretends to be one, sends
            raise Refusal("error.passkey", 422) from None
        try:
            await self.store.write(
                *pending.using,
                *self.store.check_known(identity.id),
                insert(kept).values(
                    id=new_id(),
                    identity=identity.id,
                    credential=encoded(found.credential_id),
                    public_key=encoded(found.credential_public_key),
                    count=found.sign_count,
                    label=label,
                    created=self.devices.now(),
                ),
            )
        except Conflict:
            raise Refusal("error.passkey", 409) from None

    # Signing in

    async def request(self, site: Site) -> Any:
        """What a browser is asked with to show a passkey, whichever it has for this site."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=site.name)
        await self.devices.make_secret("signin", None, CHALLENGE_SECONDS, encoded(options.challenge))
        return json.loads(webauthn.options_to_json(options))

    async def sign_in(self, site: Site, answer: dict[str, Any], label: str) -> tuple[Identity, str]:
        """Whose passkey a browser shows, and the token for its cookie."""
        import webauthn

        challenge = challenge_in(answer)
        pending = await self.devices.pending("signin", challenge)
        rows = await self.store.read(select(kept).where(kept.c.credential == str(answer.get("id"))[:2000]))
        if not rows:
            raise Refusal("error.passkey", 422)
        try:
            found = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=decoded(challenge),
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=decoded(str(rows[0]["public_key"])),
                credential_current_sign_count=int(rows[0]["count"]),
            )
        except Exception:
            raise Refusal("error.passkey", 422) from None
        identity = await self.devices.person(str(rows[0]["identity"]))
        token = await self.devices.sign_in(pending, identity, label)
        await self.store.write(
            update(kept).where(kept.c.id == rows[0]["id"]).values(count=found.new_sign_count, used=self.devices.now())
        )
        return identity, token
