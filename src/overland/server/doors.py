"""Connections as uvicorn holds them, with what it has no limits for.

An address has only so many connections; a request has to come in whole within seconds; whoever takes nothing of what is
sent, or does not let go of a connection that is closed, is cut off; and of all that a socket has received a little is
taken in at a time, so that others come in between.
"""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast
from weakref import ref

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from overland.server.guard import network_of
from overland.server.limits import Bucket, Limit
from overland.server.services import PER_ADDRESS
from overland.server.settings import ServerSettings

PIECE = 2048  # bytes that are taken in at a time
INVALID_TEXT, FLOOD = 1007, 1008
DIRECT = "overland.direct"  # an extension of the socket's scope: messages can be had straight from its ``line``
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
        rate, burst = settings.requests_per_second * PER_ADDRESS, settings.request_burst * PER_ADDRESS
        self.arrivals = Limit("connections", rate, burst, time.monotonic)
        self.waits: dict[Any, Wait] = {}

    # How many

    def enter(self, address: str) -> bool:
        """Count a connection; tells whether there may be so many, and so many in so short a time."""
        if self.settings.behind_proxy:
            return True
        self.counts[address] += 1
        return self.counts[address] <= self.settings.address_connections and self.arrivals.has_room(address)

    def change(self, address: str) -> None:
        """A connection has become a socket: it has left as the one and stays as the other."""
        if not self.settings.behind_proxy:
            self.counts[address] += 1

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

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; whoever is at work on its beginning is told that nobody waits for an answer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.doors.leave(self.address)
        super().handle_websocket_upgrade(event)


class Nowhere:
    """Where uvicorn may put messages for an application that is through."""

    def put_nowait(self, message: object) -> None:
        """Nobody waits for it."""

    def empty(self) -> bool:
        return True


class Flag:
    """Whether something may be written: an event that nobody waits for."""

    __slots__ = ("is_up",)

    def __init__(self, is_up: bool) -> None:
        self.is_up = is_up

    def set(self) -> None:
        self.is_up = True

    def clear(self) -> None:
        self.is_up = False

    def is_set(self) -> bool:
        return self.is_up


NOWHERE = Nowhere()


class Talker(Protocol):
    """Whoever is at the other end of a direct line."""

    def arrive(self, text: str | None) -> None:
        """A message has come; none for one that is not text."""

    def flush(self) -> None:
        """More can be written."""

    def leave(self) -> None:
        """The connection is lost."""


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.doors = doors_of(self.config)
        self.address = address_of_peer(self.client)
        self.doors.change(self.address)
        self.waiting = bytearray()  # what came and was not taken in; nothing more is read meanwhile
        self.has_turn = False  # to take in more
        self.talker: Talker | None = None  # takes messages without further ado
        settings = self.doors.settings
        self.extras = Bucket(settings.messages_per_second, settings.message_burst, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.doors.leave(self.address)
        self.waiting.clear()
        if self.talker is not None:
            self.talker.leave()
            self.talker = None
        self.conn.parser.close()  # it holds what holds it

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if len(self.waiting) == len(data):
            self.take_a_piece()

    def take_a_piece(self) -> None:
        """Take in a little; the rest when others had their turn and the application has taken what there is."""
        self.has_turn = False
        piece = bytes(self.waiting[:PIECE])
        del self.waiting[:PIECE]
        if piece and not self.disconnected:
            super().data_received(piece)
        self.go_on_reading()

    def go_on_reading(self) -> None:
        """Read more only when all that came is taken in; whatever waits for the application comes first."""
        if self.transport.is_closing() or self.read_paused:
            return
        if self.waiting:
            self.transport.pause_reading()
            if not self.has_turn:
                self.has_turn = True
                self.loop.call_soon(self.take_a_piece)
        else:
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """Run the application; a connection that somebody talks to by then goes on without it."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("a socket could not be opened")
            self.send_500_response()
        if self.talker is not None:
            self.let_go()
        elif self.close_timer is None:
            self.transport.close()

    def let_go(self) -> None:
        """Keep nothing of the request and of what the application needed: many connections stay for hours."""
        # uvicorn's types know no connection without its request: nothing asks for these any more
        self.scope, self.request, self.response = {}, None, None  # type: ignore[assignment,typeddict-item]
        if not self.conn.reader.buffer:  # whoever has read the handshake keeps it for ever: another reads the frames
            self.conn.parser.close()
            self.conn = ServerProtocol(state=State.OPEN, max_size=self.config.ws_max_size, logger=self.logger)
        # smaller than asyncio's Queue and Event, with as much of them as is still called
        self.queue, self.writable = NOWHERE, Flag(self.writable.is_set())  # type: ignore[assignment]

    async def receive(self) -> Any:
        """The next message, for the application."""
        was_paused = self.read_paused
        message = await super().receive()
        if was_paused:
            self.go_on_reading()
        return message

    def handle_connect(self, event: Request) -> None:
        """A handshake; the application finds this connection in the scope of the socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT] = {"line": ref(self)}  # no circle

    # A direct line: messages go straight from and to whoever talks, without queues and tasks in between

    def talk_to(self, talker: Talker) -> None:
        """Hand messages to ``talker`` from now on; first those that wait."""
        self.talker = talker
        while not self.queue.empty():
            message: Any = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                talker.arrive(message.get("text"))
        self.read_paused = False
        self.go_on_reading()
        if self.disconnected or self.transport.is_closing():
            talker.leave()

    def close(self, code: int) -> None:
        """Say goodbye, and wait a while for the answer."""
        self.talker = None
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    @property
    def is_writable(self) -> bool:
        """Whether the other end takes what is sent."""
        return self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.talker is not None:
            self.talker.flush()

    def write_texts(self, texts: Iterable[str]) -> None:
        """Send messages at once, past uvicorn and the state of the protocol, which would only put them into frames."""
        if not self.disconnected and not self.close_sent and not self.transport.is_closing():
            frames = (Frame(Opcode.TEXT, text.encode()).serialize(mask=False) for text in texts)
            self.transport.write(b"".join(frames))

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is not UTF-8 ends the connection, without a word in the log."""
        data = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not is_text(data):
            self.end(INVALID_TEXT)
        elif self.talker is not None and not self.close_sent:
            self.frames = []
            self.talker.arrive(data.decode() if self.curr_msg_data_type == "text" else None)
        else:
            super().send_receive_event_to_app()

    # Frames that are no messages count too

    def handle_ping(self) -> None:
        if self.may_have_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.may_have_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self.may_have_more():
            super().handle_cont(event)

    def may_have_more(self) -> bool:
        """Count a frame; a flood of them ends the connection."""
        if self.extras.wait(self.loop.time()):
            self.end(FLOOD)
            return False
        return True

    def end(self, code: int) -> None:
        """End the connection at once."""
        self.frames = []
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(code)
            self.handle_parser_exception()


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def address_of_peer(client: tuple[str, int] | None) -> str:
    """The address at the other end of a connection, as far as it counts."""
    return network_of(client[0]) if client else ""
