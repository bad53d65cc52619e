"""Whether a server is there, and whether it takes visitors: for whoever runs it, and for what stands in front of it."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text

from overland.server.errors import Refusal
from overland.server.tables import Tables

ANSWER_SECONDS = 2.0  # that the database has to answer
HEALTH, READY, METRICS = "/healthz", "/readyz", "/metrics"
PATHS = (HEALTH, READY, METRICS)

health = APIRouter(include_in_schema=False)


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


AllTables = Annotated[Tables, Depends(tables_of)]


@health.get(HEALTH)
async def healthz() -> JSONResponse:
    """The process answers."""
    return JSONResponse({"status": "ok"})


@health.get(READY)
async def readyz(tables: AllTables) -> JSONResponse:
    """Whether visitors may be sent here; what is missing is named."""
    missing = await find_missing(tables)
    tables.services.metrics.ready.set(not missing)
    if missing:
        return JSONResponse({"status": "not ready", "missing": missing}, 503, {"retry-after": "1"})
    return JSONResponse({"status": "ready"})


async def find_missing(tables: Tables) -> list[str]:
    """What this process lacks to serve visitors."""
    services, missing = tables.services, []
    if tables.is_closing:
        missing.append("stopping")
    if not services.preparation.is_over:
        missing.append("games")
    if not await has_database(tables):
        missing.append("database")
    listening = services.sharing.listening
    if listening is not None and not listening.is_on:
        missing.append("notices")
    return missing


async def has_database(tables: Tables) -> bool:
    """Whether the database answers soon."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await tables.services.store.read(text("SELECT 1 AS one"))
    except Exception:
        return False
    return True


@health.get(METRICS)
async def metrics(request: Request, tables: AllTables) -> Response:
    """The figures, on the port that is only for them."""
    port = getattr(request.app.state, "metrics_port", None)
    if port is None or request.scope["server"][1] != port:
        raise Refusal("error.not_found", 404)
    return Response(tables.services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
