"""Connections that are never finished, never read, too many, or full of tiny frames, at a real server."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any

import httpx
import pytest

from overland.load.frames import PING, PONG, TEXT, FrameReader, client_frame
from overland.server.doors import PIECE, Doors, SocketConnection
from overland.server.settings import ServerSettings
from tests.conftest import amount
from tests.server.processes import ServerProcess, running_server
from tests.server.raw_sockets import connect, is_taken, listed_table, open_table, seconds_of_ping

REQUEST_SECONDS, UNREAD_SECONDS = 1, 2
SLACK = 4.0  # seconds: a look a second, and a machine that has other things to do
MOST = 20  # connections of an address
HEAD = "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """An impatient server."""
    settings = {"request_seconds": REQUEST_SECONDS, "unread_seconds": UNREAD_SECONDS, "address_connections": MOST}
    with running_server(tmp_path_factory.mktemp("server"), **settings) as found:
        yield found


def seconds_until_closed(found: socket.socket, drip: bytes = b"") -> float:
    """How long the server bears with a connection; meanwhile it gets a drop now and then."""
    began = time.monotonic()
    found.settimeout(0.1)
    while time.monotonic() < began + 20:
        try:
            if drip:
                found.send(drip)
            if not found.recv(65536):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    found.close()
    return time.monotonic() - began


POST = HEAD.replace("GET", "POST")
SLOW = {  # how a request begins, and what follows, drop by drop
    "silent": ("", b""),
    "slow line": ("", b"G"),
    "half a head": (HEAD, b""),
    "slow head": (HEAD, b"X-More: and more\r\n"),
    "no body": (POST + "Content-Length: 5000\r\nContent-Type: application/json\r\n\r\n", b""),
    "slow body": (POST + "Content-Length: 5000\r\nContent-Type: application/json\r\n\r\n", b" "),
    "slow chunks": (POST + "Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "slow second request": (HEAD + "\r\n" + HEAD, b"X-More: and more\r\n"),
    "slow handshake": (HEAD + "Connection: Upgrade\r\nUpgrade: websocket\r\n", b"X-More: and more\r\n"),
}


def test_a_request_that_does_not_come_in_whole_is_given_up_in_seconds(server: ServerProcess) -> None:
    def ask(begin: str, drip: bytes) -> float:
        found = connect(server)
        found.sendall(begin.format(port=server.port).encode())
        return seconds_until_closed(found, drip)

    with ThreadPoolExecutor(len(SLOW)) as pool:
        asked = {name: pool.submit(ask, begin, drip) for name, (begin, drip) in SLOW.items()}
    waits = {name: done.result() for name, done in asked.items()}
    assert max(waits.values()) < REQUEST_SECONDS + SLACK, waits


def test_whoever_asks_at_leisure_is_not_cut_off(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as http:
        for _ in range(4):
            assert http.get("/api/games").status_code == 200
            time.sleep(0.8)


def test_whoever_asks_and_never_reads_is_cut_off(server: ServerProcess) -> None:
    found = connect(server, receive_buffer=4096)
    request = f"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    found.sendall(request * 200)
    assert is_cut_off(found, b"", UNREAD_SECONDS + SLACK + 6)


def is_cut_off(found: socket.socket, drip: bytes, seconds: float) -> bool:
    """Whether the server ends a connection that is never read from, as far as writing can tell."""
    began = time.monotonic()
    found.settimeout(0.2)
    while time.monotonic() < began + seconds:
        try:
            found.send(drip or b"\r\n")
        except TimeoutError:
            pass
        except OSError:
            found.close()
            return True
        time.sleep(0.1)
    found.close()
    return False


@pytest.mark.parametrize(
    "frame",
    [client_frame(b"x" * 125, PING), client_frame(b"x" * 125, PONG), bytes((0, 0x80)) + bytes(4)],
    ids=["ping", "pong", "empty fragment"],
)
def test_a_flood_of_frames_that_are_no_messages_ends_a_connection(server: ServerProcess, frame: bytes) -> None:
    found = open_table(server, listed_table(server))
    found.sendall(bytes((TEXT, 0x80)) + bytes(4) if frame[0] == 0 else b"")
    began = time.monotonic()
    while is_taken(found, frame * 500):
        assert time.monotonic() < began + 10


def test_an_address_has_only_so_many_connections_and_others_are_not_held_up(server: ServerProcess) -> None:
    crowd = [connect(server, "127.0.0.9") for _ in range(MOST)]
    more = connect(server, "127.0.0.9")
    assert seconds_until_closed(more) < 1
    assert httpx.get(f"{server.url}/api/games").status_code == 200
    for found in crowd:
        found.close()
    time.sleep(0.2)
    again = connect(server, "127.0.0.9")
    again.sendall(HEAD.format(port=server.port).encode() + b"\r\n")
    assert again.recv(100).startswith(b"HTTP/1.1 200")
    again.close()


@pytest.mark.parametrize("path", ["/api/me", "/api/records", "/api/games"])
def test_a_body_that_is_no_body_is_refused_and_stays_out_of_the_log(server: ServerProcess, path: str) -> None:
    found = connect(server)
    head = POST.format(port=server.port).replace("/api/games", path)
    found.sendall(f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n".encode())
    answer = b""
    while data := found.recv(65536):
        answer += data
    assert answer.startswith(b"HTTP/1.1 400")
    found.close()
    log = (server.folder / "server.log").read_text()
    assert "Traceback" not in log and "ERROR" not in log and "WARNING" not in log


def test_text_that_is_none_ends_a_connection_and_stays_out_of_the_log(server: ServerProcess) -> None:
    found = open_table(server, listed_table(server))
    found.sendall(client_frame(b"\xff\xfe\xfd"))
    frames, reader = [], FrameReader()
    while data := found.recv(65536):
        frames += reader.feed(data)
    assert int.from_bytes(frames[-1].payload[:2], "big") == 1007
    assert "Traceback" not in (server.folder / "server.log").read_text()
    found.close()


def test_a_burst_of_tiny_frames_holds_nobody_up(server: ServerProcess) -> None:
    id = listed_table(server)
    bystander = open_table(server, id, "127.0.0.2")
    burst = client_frame(b"") * 40_000
    stop = threading.Event()

    def attack() -> None:
        while not stop.is_set():
            with suppress(OSError), closing(open_table(server, id, "127.0.0.3")) as found:  # shown the door
                is_taken(found, burst)
            time.sleep(0.05)

    attacker = threading.Thread(target=attack)
    attacker.start()
    try:
        waits = [seconds_of_ping(bystander, pause=0.1) for _ in range(amount(20, 3, 200))]
    finally:
        stop.set()
        attacker.join()
    bystander.close()
    assert sorted(waits)[len(waits) // 2] < 0.25 and max(waits) < 1.5, waits


# Without a network


class Transport:
    """A transport that counts."""

    def __init__(self) -> None:
        self.is_aborted = False
        self.is_paused = False
        self.unread = 0

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_aborted = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False


class Held:
    """A connection as far as doors look at it."""

    def __init__(self) -> None:
        self.transport = Transport()


def test_whoever_reads_a_little_at_a_time_is_not_cut_off() -> None:
    doors, slow, still = Doors(ServerSettings.model_validate({"unread_seconds": 3})), Held(), Held()
    slow.transport.unread = still.transport.unread = 1000
    for look in range(20):
        slow.transport.unread -= 10 if look % 3 == 0 else 0
        doors.look([slow, still])
    assert still.transport.is_aborted and not slow.transport.is_aborted
    doors.look([])
    assert not doors.waits, "those who are gone are forgotten"


@pytest.mark.parametrize("frame", [client_frame(b""), client_frame(b"", PING)])
def test_of_what_a_socket_received_a_little_is_taken_in_at_a_time(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []

    async def test() -> None:
        connection: Any = object.__new__(SocketConnection)
        connection.transport, connection.loop = Transport(), asyncio.get_running_loop()
        connection.waiting, connection.has_turn = bytearray(), False
        connection.disconnected, connection.read_paused = False, False
        connection.data_received(frame * 2000)
        assert connection.transport.is_paused, "nothing more is read before that is taken in"
        for _ in range(len(frame) * 2000 // PIECE + 2):
            before = len(taken)
            await asyncio.sleep(0)
            assert len(taken) <= before + 1
        assert sum(taken) == len(frame) * 2000

    monkeypatch.setattr(SocketConnection.__bases__[0], "data_received", lambda self, data: taken.append(len(data)))
    asyncio.run(test())


class Notebook:
    """Takes messages down."""

    def __init__(self) -> None:
        self.taken: list[str | None] = []
        self.flushed, self.is_left = 0, False

    def arrive(self, text: str | None) -> None:
        self.taken.append(text)

    def flush(self) -> None:
        self.flushed += 1

    def leave(self) -> None:
        self.is_left = True


def test_messages_that_wait_are_handed_on_before_those_that_come() -> None:
    talker = Notebook()

    async def test() -> None:
        connection: Any = object.__new__(SocketConnection)
        connection.transport, connection.loop = Transport(), asyncio.get_running_loop()
        connection.waiting, connection.has_turn, connection.close_sent = bytearray(), False, False
        connection.queue, connection.read_paused, connection.disconnected = asyncio.Queue(), True, False
        connection.queue.put_nowait({"type": "websocket.receive", "text": "first"})
        connection.queue.put_nowait({"type": "websocket.receive", "bytes": b"second"})
        connection.talk_to(talker)
        connection.frames, connection.curr_msg_data_type = [b"thi", b"rd"], "text"
        connection.send_receive_event_to_app()
        assert talker.taken == ["first", None, "third"]
        assert not connection.read_paused and not connection.transport.is_paused
        assert not talker.is_left

    asyncio.run(test())


def test_who_is_gone_before_the_talk_begins_has_left() -> None:
    talker = Notebook()
    connection: Any = object.__new__(SocketConnection)
    connection.transport, connection.queue, connection.waiting = Transport(), asyncio.Queue(), bytearray()
    connection.disconnected = connection.close_sent = True
    connection.talk_to(talker)
    assert talker.is_left
