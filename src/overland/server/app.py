"""The server as an application."""

import asyncio
import functools
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from overland import __version__
from overland.server.bot_protocol import BOT_EVENTS, BOT_LINES
from overland.server.bot_routes import bots, people
from overland.server.daily import keep_lines
from overland.server.device_routes import devices
from overland.server.errors import Refusal
from overland.server.guard import Guard
from overland.server.health import PATHS, health
from overland.server.own_games import note_old_results
from overland.server.pruning import prune_regularly
from overland.server.reminder_routes import reminders
from overland.server.reminder_sending import send_regularly
from overland.server.routes import api, refused, sockets
from overland.server.services import Services
from overland.server.set_routes import sets
from overland.server.settings import ServerSettings
from overland.server.socket_protocol import CLIENT_MESSAGES, SERVER_MESSAGES
from overland.server.static import pages
from overland.server.tables import Tables

log = logging.getLogger("overland.server")


#: What is sent piece by piece, and so is not found by the framework.
MODELS: dict[str, TypeAdapter[Any]] = {
    "ClientMessage": CLIENT_MESSAGES,
    "ServerMessage": SERVER_MESSAGES,
    "BotEvent": BOT_EVENTS,
    "BotLine": BOT_LINES,
}


def make_app(settings: ServerSettings, given: Tables | None = None) -> FastAPI:
    """The application of a server; tests give it tables whose time they decide about."""
    tables = given or Tables(Services(settings))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await tables.open()
        tables.tasks.start(describe(app))
        tables.tasks.start(keep_lines(tables))
        tables.tasks.start(note_old_results(tables))
        tables.tasks.start(prune_regularly(tables))
        tables.tasks.start(send_regularly(tables))
        try:
            yield
        finally:
            await tables.close()

    app = FastAPI(title="Overland", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json")  # fmt: skip
    app.state.tables = tables
    app.router.routes += all_routes()
    services = tables.services
    app.add_middleware(
        Guard, settings=settings, requests=services.address_requests, metrics=services.metrics, open_paths=PATHS
    )
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_failure)
    app.openapi = with_messages(app.openapi)  # type: ignore[method-assign]  # FastAPI's documented way to add to it
    return app


@functools.cache
def all_routes() -> list[BaseRoute]:
    """All parts of the interface, put together once: a route finds its server by the request, so servers share them."""
    together = APIRouter()
    for part in (health, sockets, devices, reminders, sets, people, bots, api, pages):
        together.include_router(part)
    return together.routes


async def describe(app: FastAPI) -> None:
    """Write the OpenAPI document, which takes a while, before anybody asks for it and everybody has to wait."""
    await asyncio.to_thread(app.openapi)


def with_messages(openapi: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """The OpenAPI document with the messages of the socket among its models."""

    def described() -> dict[str, Any]:
        document = openapi()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        for name, messages in MODELS.items():
            if name not in schemas:
                found = messages.json_schema(ref_template="#/components/schemas/{model}")
                for model, schema in found.pop("$defs", {}).items():
                    schemas.setdefault(model, schema)
                schemas[name] = found
        return document

    return described


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    """Something was refused."""
    assert isinstance(error, Refusal)
    return refused(error)


async def on_invalid(request: Request, error: Exception) -> JSONResponse:
    """A request that does not fit its model; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    return refused(Refusal("error.bad_request", 422, detail=f"{place}: {problem['msg']}"[:200]))


async def on_http(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 413:
        settings: ServerSettings = request.app.state.tables.services.settings
        return refused(Refusal("error.too_large", 413, limit=settings.body_bytes))
    key = {404: "error.not_found", 405: "error.method"}.get(error.status_code)
    if key is None:
        return refused(Refusal("error.bad_request", error.status_code, detail=str(error.detail)[:200]))
    return refused(Refusal(key, error.status_code))


async def on_failure(request: Request, error: Exception) -> JSONResponse:
    """A mistake of ours; it is logged, and not told."""
    log.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return refused(Refusal("error.internal", 500))
