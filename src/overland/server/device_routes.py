"""Keeping one's seat: devices that are signed in, links to another one, passkeys."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Path, Request, Response

from overland.server import passkeys
from overland.server.device_protocol import (
    DeviceInfo,
    DeviceList,
    MadeLink,
    OpenLink,
    PasskeyAnswer,
    PasskeyInfo,
    PasskeyOptions,
)
from overland.server.devices import LINK_SECONDS
from overland.server.errors import Refusal
from overland.server.guard import address_of
from overland.server.identity import COOKIE, COOKIE_SECONDS
from overland.server.passkeys import Site
from overland.server.protocol import IdentityId, Me
from overland.server.routes import REFUSALS, AllTables, Known, Shared, Token, label_in
from overland.server.services import Services
from overland.server.store import Identity

devices = APIRouter(prefix="/api", responses=REFUSALS | {410: REFUSALS[404]})


def site_of(request: Request, services: Shared) -> Site:
    """Where the asking browser is; refused where passkeys cannot be had."""
    if not passkeys.is_available():
        raise Refusal("error.not_found", 404)
    settings = services.settings
    origin = settings.origin if settings.public_url is not None else f"http://{request.headers.get('host', '')}"
    return Site(urlsplit(origin).hostname or "", origin)


Here = Annotated[Site, Depends(site_of)]
Key = Annotated[IdentityId, Path()]


async def list_of(services: Services, identity: Identity, token: str | None) -> DeviceList:
    """All devices and passkeys of somebody."""
    this = await services.devices.current(token)
    return DeviceList(
        devices=[
            DeviceInfo(id=it.id, label=it.label, created=it.created, seen=it.seen, this=it.id == this)
            for it in await services.devices.all_of(identity.id)
        ],
        passkeys=[
            PasskeyInfo(id=it.id, label=it.label, created=it.created, used=it.used)
            for it in await services.passkeys.all_of(identity.id)
        ],
        has_passkeys=passkeys.is_available(),
    )


@devices.get("/me/devices")
async def my_devices(request: Request, services: Shared, identity: Known, token: Token = None) -> DeviceList:
    """Where you are signed in."""
    if token is not None:
        await services.devices.note_seen(token, label_in(request))
    return await list_of(services, identity, token)


@devices.delete("/me/devices/{device}")
async def sign_out(device: Key, tables: AllTables, identity: Known, token: Token = None) -> DeviceList:
    """Sign a device out: whoever sits there comes back as a stranger."""
    await tables.services.devices.sign_out(identity.id, device)
    tables.signed_out(identity.id)
    return await list_of(tables.services, identity, token)


@devices.post("/me/link", status_code=201)
async def make_link(services: Shared, identity: Known) -> MadeLink:
    """Make a link that signs in another device, once and within minutes; an earlier one is dead."""
    services.made_links.spend(identity.id)
    secret = await services.devices.make_secret("link", identity.id, LINK_SECONDS)
    return MadeLink(secret=secret, seconds=LINK_SECONDS)


@devices.post("/link")
async def open_link(wish: OpenLink, request: Request, response: Response, tables: AllTables) -> Me:
    """Open a link: from now on this device is signed in as whoever made it. The link is dead then."""
    services = tables.services
    services.opened_links.spend(address_of(request, services.settings))
    pending = await services.devices.pending("link", wish.secret)
    identity = await services.devices.person(pending.identity)
    token = await services.devices.sign_in(pending, identity, label_in(request))
    return signed_in(response, services, identity, token)


def signed_in(response: Response, services: Services, identity: Identity, token: str) -> Me:
    """Give a device its cookie."""
    secure = services.settings.is_secure
    response.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    return Me(id=identity.id, name=identity.name)


# Passkeys


@devices.post("/me/passkeys/options")
async def passkey_options(services: Shared, identity: Known, here: Here) -> PasskeyOptions:
    """What a browser is asked with to make a passkey."""
    services.made_links.spend(identity.id)
    return PasskeyOptions(options=await services.passkeys.registration(identity, here))


@devices.post("/me/passkeys", status_code=201)
async def add_passkey(
    wish: PasskeyAnswer, request: Request, services: Shared, identity: Known, here: Here, token: Token = None
) -> DeviceList:
    """Keep a passkey that the browser made."""
    await services.passkeys.register(identity, here, wish.answer, label_in(request))
    return await list_of(services, identity, token)


@devices.delete("/me/passkeys/{passkey}")
async def remove_passkey(passkey: Key, services: Shared, identity: Known, token: Token = None) -> DeviceList:
    """Forget a passkey: nobody signs in with it any more."""
    await services.passkeys.remove(identity.id, passkey)
    return await list_of(services, identity, token)


@devices.post("/passkeys/options")
async def sign_in_options(request: Request, services: Shared, here: Here) -> PasskeyOptions:
    """What a browser is asked with to show a passkey."""
    services.opened_links.spend(address_of(request, services.settings))
    return PasskeyOptions(options=await services.passkeys.request(here))


@devices.post("/passkeys")
async def sign_in(wish: PasskeyAnswer, request: Request, response: Response, tables: AllTables, here: Here) -> Me:
    """Sign in with a passkey."""
    services = tables.services
    services.opened_links.spend(address_of(request, services.settings))
    identity, token = await services.passkeys.sign_in(here, wish.answer, label_in(request))
    return signed_in(response, services, identity, token)
