"""Maps and tile sets: to begin with, and one's own, checked before anybody commits to one."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from overland.server import own_sets
from overland.server.guard import address_of
from overland.server.protocol import GameName
from overland.server.routes import LIST_COST, REFUSALS, Shared, Visitor, charge
from overland.server.set_protocol import SetReport, SetWish

sets = APIRouter(prefix="/api", responses=REFUSALS)


@sets.post("/sets")
async def check_set(wish: SetWish, request: Request, services: Shared, identity: Visitor) -> SetReport:
    """What is wrong with a map or tile set of your own, or what it is. Nothing is kept of it."""
    services.set_checks.spend(address_of(request, services.settings))
    return await own_sets.check(services, wish)


@sets.get("/sets/{game}/{name}")
async def shipped_set(
    game: Annotated[GameName, Path()],
    name: Annotated[str, Path(pattern=r"^[a-z]{1,30}$")],
    request: Request,
    services: Shared,
    identity: Visitor,
) -> SetReport:
    """A map or tile set that comes with Overland, to begin with."""
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    return own_sets.shipped(game, name)
