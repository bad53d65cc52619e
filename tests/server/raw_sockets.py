"""Connections to a real server as an attacker makes them: from any address of loopback, byte by byte."""

import json
import socket
import time

import httpx

from overland.load.frames import TEXT, FrameReader, client_frame
from tests.server.processes import ServerProcess


def connect(server: ServerProcess, address: str = "127.0.0.1", receive_buffer: int | None = None) -> socket.socket:
    """A connection from one of the many addresses of loopback."""
    found = socket.socket()
    if receive_buffer is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    found.bind((address, 0))
    found.connect(("127.0.0.1", server.port))
    found.settimeout(30)
    return found


def listed_table(server: ServerProcess) -> str:
    """A table that anybody may watch; its id."""
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/me", json={}).raise_for_status()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
        id: str = http.post("/api/tables", json=wish).raise_for_status().json()["id"]
        return id


def open_table(server: ServerProcess, id: str, address: str = "127.0.0.1", cookie: str = "") -> socket.socket:
    """A socket of a table, after its handshake."""
    found = connect(server, address)
    try:
        found.sendall(
            f"GET /api/tables/{id}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += received(found, 1)
        assert answer.startswith(b"HTTP/1.1 101")
    except BaseException:
        found.close()
        raise
    return found


def received(found: socket.socket, most: int = 65536) -> bytes:
    """What came in next: something, or the connection was closed."""
    data = found.recv(most)
    if not data:
        raise ConnectionResetError("the server closed the connection")
    return data


def is_taken(found: socket.socket, data: bytes) -> bool:
    """Whether a connection is still there to write to."""
    try:
        found.send(data)
    except TimeoutError:
        pass
    except OSError:
        found.close()
        return False
    return True


def seconds_of_ping(found: socket.socket, pause: float = 0.0) -> float:
    """How long the server takes to answer, after a pause."""
    time.sleep(pause)
    began = time.monotonic()
    found.sendall(client_frame(b'{"type":"ping"}'))
    reader = FrameReader()
    while True:
        for frame in reader.feed(received(found)):
            if frame.opcode == TEXT and json.loads(frame.payload)["type"] == "pong":
                return time.monotonic() - began
