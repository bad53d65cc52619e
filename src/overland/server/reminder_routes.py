"""Being told of one's turn: where, and trying whether it arrives."""

from typing import Annotated

from fastapi import APIRouter, Path

from overland.server.errors import Refusal
from overland.server.identity import new_id
from overland.server.outside import Forbidden, Unreachable
from overland.server.protocol import IdentityId
from overland.server.reminder_forms import Address, Reminder, is_point, public_key
from overland.server.reminder_protocol import AddedAddress, AddressInfo, AddressList, AnyAddress, NewBrowser
from overland.server.reminder_sending import send
from overland.server.reminders import MAX_ADDRESSES
from overland.server.routes import REFUSALS, Known, Shared
from overland.server.services import Services
from overland.server.store import Identity

reminders = APIRouter(prefix="/api", responses=REFUSALS)
Key = Annotated[IdentityId, Path()]


def info_of(address: Address) -> AddressInfo:
    return AddressInfo(
        id=address.id,
        kind=address.kind,
        place=address.place,
        created=address.created,
        told=address.told,
        failed=address.failed,
    )


async def list_of(services: Services, identity: Identity) -> AddressList:
    """All addresses of somebody."""
    vapid = await services.reminders.vapid()
    return AddressList(
        addresses=[info_of(address) for address in await services.reminders.all_of(identity.id)],
        limit=MAX_ADDRESSES,
        push_key=None if vapid is None else public_key(vapid),
    )


@reminders.get("/me/reminders")
async def my_addresses(services: Shared, identity: Known) -> AddressList:
    """Where you are told of your turns."""
    return await list_of(services, identity)


@reminders.post("/me/reminders", status_code=201)
async def add_address(wish: AnyAddress, services: Shared, identity: Known) -> AddedAddress:
    """Be told of your turns at a webhook, at an address of ntfy, or in this browser."""
    services.reminder_requests.spend(identity.id)
    is_browser = isinstance(wish, NewBrowser)
    url = wish.endpoint if isinstance(wish, NewBrowser) else wish.url
    if isinstance(wish, NewBrowser) and (await services.reminders.vapid() is None or not is_point(wish.keys.p256dh)):
        raise Refusal("error.address", 422)
    try:
        await services.outside.check(url)
    except Forbidden:
        raise Refusal("error.address", 422) from None
    except Unreachable:
        raise Refusal("error.address_unknown", 422) from None
    keys = wish.keys.model_dump() if isinstance(wish, NewBrowser) else {}
    address = await services.reminders.add(identity.id, wish.kind, url, keys, wish.language)
    return AddedAddress(address=info_of(address), secret=None if is_browser else address.secret)


@reminders.delete("/me/reminders/{id}")
async def remove_address(id: Key, services: Shared, identity: Known) -> AddressList:
    """Be told there no longer."""
    await services.reminders.remove(identity.id, id)
    return await list_of(services, identity)


@reminders.post("/me/reminders/{id}/try")
async def try_address(id: Key, services: Shared, identity: Known) -> AddressList:
    """Send something there now; refused if it does not arrive."""
    services.reminder_requests.spend(identity.id)
    address = await services.reminders.mine(identity.id, id)
    trial = Reminder(new_id(), services.now(), None, None, f"{services.settings.origin}/settings")
    if await send(services, address, trial) != "told":
        raise Refusal("error.address_silent", 502)
    await services.reminders.note(address, is_told=True)
    return await list_of(services, identity)
