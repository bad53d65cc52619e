"""Connections as uvicorn holds them, with what it has no limits for.

An address has only so many connections; a request has to come in whole within seconds; whoever takes nothing of what is
sent, or does not let go of a connection that is closed, is cut off; and of all that a socket has received a little is
taken in at a time, so that others come in between.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from overland.server.guard import network_of
from overland.server.settings import ServerSettings

PIECE = 2048  # bytes that are taken in at a time
INVALID_TEXT = 1007
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # what a client has still to send


@dataclass
class Wait:
    """What a connection keeps the server waiting for, and for how many looks."""

    why: Literal["request", "unread", "closing"]
    about: int  # which request, or how many bytes are unread
    looks: int = 0


class Doors:
    """All connections of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.counts: Counter[str] = Counter()  # by address; behind a proxy all would be the proxy's
        self.waits: dict[Any, Wait] = {}

    # How many

    def enter(self, address: str) -> bool:
        """Count a connection; tells whether there may be so many."""
        if self.settings.behind_proxy:
            return True
        self.counts[address] += 1
        return self.counts[address] <= self.settings.address_connections

    def leave(self, address: str) -> None:
        self.counts[address] -= 1
        if self.counts[address] <= 0:
            del self.counts[address]

    # How long

    def look(self, connections: Iterable[Any]) -> None:
        """Look at all connections, once a second, and cut off those that have kept us waiting for too long.

        What is counted are looks: while the server itself is held up, nobody is late.
        """
        waits: dict[Any, Wait] = {}
        for connection in list(connections):
            wait = self.wait_for(connection)
            if wait is None:
                continue
            waits[connection] = wait
            wait.looks += 1
            patience = self.settings.request_seconds if wait.why == "request" else self.settings.unread_seconds
            if wait.looks > patience:
                connection.transport.abort()
        self.waits = waits

    def wait_for(self, connection: Any) -> Wait | None:
        """What a connection keeps us waiting for now, counted on if it is the same as at the last look."""
        now = waited_for(connection)
        before = self.waits.get(connection)
        if now is None or before is None or before.why != now.why:
            return now
        has_moved = now.about < before.about if now.why == "unread" else now.about != before.about
        return now if has_moved else before


def waited_for(connection: Any) -> Wait | None:
    """What a connection keeps us waiting for at this moment, if anything."""
    transport = connection.transport
    unread = transport.get_write_buffer_size()
    if transport.is_closing():
        return Wait("closing", 0)
    if unread:
        return Wait("unread", unread)
    if isinstance(connection, H11Protocol) and connection.conn.their_state in UNFINISHED:
        return Wait("request", id(connection.cycle))
    return None


class DoorsConfig(uvicorn.Config):
    """How uvicorn serves, with our doors."""

    def __init__(self, app: Any, doors: Doors, **settings: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=SocketConnection, **settings)
        self.doors = doors


def doors_of(config: uvicorn.Config) -> Doors:
    return cast(DoorsConfig, config).doors


class HttpConnection(H11Protocol):
    """A connection for requests."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.doors = doors_of(self.config)
        self.address = address_of_peer(self.client)
        if not self.doors.enter(self.address):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.doors.leave(self.address)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.doors.leave(self.address)
        super().handle_websocket_upgrade(event)


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.doors = doors_of(self.config)
        self.address = address_of_peer(self.client)
        self.doors.enter(self.address)
        self.waiting = bytearray()  # what came and was not taken in; nothing more is read meanwhile

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.doors.leave(self.address)
        self.waiting.clear()
        self.conn.parser.close()  # it holds what holds it

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if len(self.waiting) == len(data):
            self.take_a_piece()

    def take_a_piece(self) -> None:
        """Take in a little; the rest when others had their turn and the application has taken what there is."""
        piece = bytes(self.waiting[:PIECE])
        del self.waiting[:PIECE]
        if piece and not self.disconnected:
            super().data_received(piece)
        if self.waiting and not self.transport.is_closing():
            self.transport.pause_reading()
            if not self.read_paused:
                self.loop.call_soon(self.take_a_piece)

    async def receive(self) -> Any:
        """The next message, for the application."""
        was_paused = self.read_paused
        message = await super().receive()
        if was_paused and not self.read_paused and self.waiting and not self.transport.is_closing():
            self.transport.pause_reading()
            self.loop.call_soon(self.take_a_piece)
        return message

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is not UTF-8 ends the connection, without a word in the log."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def address_of_peer(client: tuple[str, int] | None) -> str:
    """The address at the other end of a connection, as far as it counts."""
    return network_of(client[0]) if client else ""
