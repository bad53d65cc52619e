"""Running the server: settings, one socket, one lock on the database; games are made ready while it runs.

The commands import this only when they serve: it takes most of a second, and the others do without.
"""

import contextlib
import gc
import logging
import os
import socket
import sys
import webbrowser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TextIO

import uvicorn
from pydantic import ValidationError

from overland import __version__
from overland.cli.logs import begin_log
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.load.processes import allow_many_files
from overland.server.app import make_app
from overland.server.doors import Doors, DoorsConfig
from overland.server.preparation import Preparation
from overland.server.services import Services
from overland.server.settings import ServerSettings, is_loopback
from overland.server.tables import Tables

log = logging.getLogger("overland.server")

ENVIRONMENT = "OVERLAND_SERVER_"
COLLECTOR = (50_000, 20, 100)  # new objects, and rounds of the younger ones, before the collector looks
TICKS = 10  # of uvicorn in a second
GRACE_SECONDS = 5  # for connections to end when the server stops


def serve_public(given: dict[str, Any], open_browser: bool) -> None:
    """Serve as the flags and the environment say."""
    settings = checked_settings(given)
    begin_log(settings.log_format)
    run(settings, open_browser)


def play_in_browser(game: str | None) -> None:
    """Serve this machine only, on the usual port or any free one, and open the browser."""
    settings = checked_settings({})
    if not settings.is_local or not is_loopback(settings.host):
        raise SettingsError("The environment is set up for a public server; use overland serve.")
    try:
        listening(settings).close()
    except SettingsError:
        settings = settings.model_copy(update={"port": 0})
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    run(settings, True, "" if game is None else f"/new?game={game}")


def checked_settings(given: dict[str, Any]) -> ServerSettings:
    """The settings, or a ``SettingsError`` that says what is wrong with them."""
    known = {f"{ENVIRONMENT}{name.upper()}" for name in ServerSettings.model_fields}
    if unknown := sorted(name for name in os.environ if name.startswith(ENVIRONMENT) and name not in known):
        raise SettingsError(f"There is no setting {unknown[0]}.")
    try:
        return ServerSettings(**given)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        text = str(problem["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{place}: {text}" if place else text) from None


def listening(settings: ServerSettings) -> socket.socket:
    """A bound socket, or a ``SettingsError`` that says why it cannot be bound."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if os.name != "nt":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        raise SettingsError(
            f"The server cannot listen on {settings.host}, port {settings.port}: {error.strerror or error}."
        ) from None
    return found


def held(place: str | Path) -> AbstractContextManager[object]:
    """A database that this process may use: a file only for itself, a PostgreSQL together with others."""
    return locked(place) if isinstance(place, Path) else nullcontext()


def locked(file: Path) -> TextIO:
    """A lock on a database, so that two servers never play the same tables; it ends with the process."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = file.with_name(file.name + ".lock").open("a", encoding="utf-8")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows
        pass
    except OSError:
        lock.close()
        raise SettingsError(f"Another server is already using the tables in {file}.") from None
    return lock


def calm_collector() -> None:
    """Look for circles of garbage seldom: tables make none, and looking through thousands of them takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR)


def allow_many_connections() -> None:
    """Have as many connections as the system grants: the usual limit of open files is low."""
    with contextlib.suppress(ImportError):  # Windows
        allow_many_files()


def run(settings: ServerSettings, open_browser: bool, page: str = "") -> None:
    """Listen until stopped."""
    calm_collector()
    allow_many_connections()
    with held(settings.place), listening(settings) as found, measuring(settings) as figures:
        sockets = [found] if figures is None else [found, figures]
        serve_on(settings, open_browser, page, sockets)


def measuring(settings: ServerSettings) -> AbstractContextManager[socket.socket | None]:
    """A socket on which only this machine can ask for figures, if there is to be one."""
    if settings.metrics_port is None:
        return nullcontext()
    return listening(settings.model_copy(update={"host": "127.0.0.1", "port": settings.metrics_port}))


def serve_on(settings: ServerSettings, open_browser: bool, page: str, sockets: list[socket.socket]) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    preparation = Preparation(GAMES)
    doors = Doors(settings)
    app = make_app(settings, Tables(Services(settings, preparation=preparation)))
    app.state.metrics_port = sockets[1].getsockname()[1] if len(sockets) > 1 else None
    config = DoorsConfig(
        app,
        doors,
        host=settings.host,
        port=settings.port,
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes,
        log_level="error",  # what else there is to say is about visitors who do not speak HTTP
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the server reads them itself, and only behind a proxy
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Announcing(config, settings, open_browser, page, preparation.is_cached)
    server.run(sockets=sockets)
    if not server.started:
        raise SettingsError("The server could not be started; the lines above say why.")


class Announcing(uvicorn.Server):
    """A server that prints its address once it is listening, and looks after its connections."""

    def __init__(
        self, config: DoorsConfig, settings: ServerSettings, open_browser: bool, page: str, is_cached: bool
    ) -> None:
        super().__init__(config)
        self.doors = config.doors
        self.settings = settings
        self.open_browser = open_browser
        self.page = page
        self.is_cached = is_cached

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second."""
        if counter % TICKS == 0:
            self.doors.look(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: Any = None) -> None:
        """Stop; streams of bots would go on for ever, so they end first."""
        self.config.app.state.tables.services.callers.close()  # type: ignore[union-attr]  # it is our own application
        await super().shutdown(sockets)

    async def startup(self, sockets: Any = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        if not self.started:
            return
        port = sockets[0].getsockname()[1]
        address = self.settings.public_url or self.settings.model_copy(update={"port": port}).origin
        name = self.settings.open_database().name
        print(f"Overland is at {address} (tables in {name}). Ctrl-C stops it.", flush=True)
        if not self.is_cached:
            print(
                "The games are being compiled for this machine, once only; the page shows how far they are.", flush=True
            )
        if self.open_browser:
            webbrowser.open(address + self.page)
        log.info("version %s serves %s", __version__, address)
