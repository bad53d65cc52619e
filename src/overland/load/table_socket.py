"""A socket as a client holds it: the handshake, frames out, frames in; nothing that costs more than it must."""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from typing import cast

from overland.load.errors import LoadError
from overland.load.frames import CLOSE, PING, PONG, TEXT, Frame, FrameReader, client_frame

OPEN_SECONDS = 60

#: Takes the text of a message, and when it was there.
Take = Callable[[bytes, float], None]
#: Is told that the server has closed the socket.
Lose = Callable[[], None]


class TableSocket(asyncio.Protocol):
    """A WebSocket connection, once ``open_socket`` has opened it."""

    def __init__(self, path: str, port: int, cookie: str, take: Take, lose: Lose) -> None:
        self.path = path
        self.port = port
        self.cookie = cookie
        self.take = take
        self.lose = lose
        self.reader = FrameReader()
        self.answer: bytes | None = b""  # to the handshake, as far as it has come; none once it was read
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_leaving = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self.answer is not None:
            data = self.take_answer(self.answer + data)
        if data:
            for frame in self.reader.feed(data):
                self.take_frame(frame)

    def take_answer(self, answer: bytes) -> bytes:
        """Read the answer to the handshake; what came after it."""
        head, end, rest = answer.partition(b"\r\n\r\n")
        if not end:
            self.answer = answer
            return b""
        self.answer = None
        if not head.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(LoadError(f"A socket was refused: {head.splitlines()[0].decode()}"))
            self.transport.close()
            return b""
        self.opened.set_result(None)
        return rest

    def take_frame(self, frame: Frame) -> None:
        if frame.opcode == TEXT:
            self.take(frame.payload, time.perf_counter())
        elif frame.opcode == PING:
            self.transport.write(client_frame(frame.payload, PONG))
        elif frame.opcode == CLOSE:
            self.transport.write(client_frame(frame.payload, CLOSE))

    def send(self, text: bytes) -> None:
        """Send a message."""
        self.transport.write(client_frame(text))

    async def leave(self) -> None:
        """Close the socket, and wait until the server has closed it too."""
        self.is_leaving = True
        self.transport.write(client_frame(b"\x03\xe8", CLOSE))
        await asyncio.wait([self.closed], timeout=OPEN_SECONDS)
        self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(LoadError("A socket was closed before it was open."))
        self.closed.set_result(None)
        if not self.is_leaving:
            self.lose()


async def open_socket(path: str, port: int, cookie: str, take: Take, lose: Lose) -> TableSocket:
    """A socket of a server on this machine, open."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: TableSocket(path, port, cookie, take, lose), "127.0.0.1", port)
    await asyncio.wait_for(socket.opened, OPEN_SECONDS)
    return socket
