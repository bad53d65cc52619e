"""Two clients a table who send in turn to the echo server: what bare sockets cost."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from overland.load.echo_server import ACKNOWLEDGEMENT
from overland.load.errors import LoadError
from overland.load.percentiles import milliseconds
from overland.load.processes import processor_seconds
from overland.load.table_socket import TableSocket, open_socket

MOVE = b'{"type":"move","id":"m100","version":100,"choice":10}'  # a frame as long as a move is
ACKNOWLEDGEMENT_BYTES = len('{"type":"ack","id":"m100","version":101}')
FIRST_LETTER = ACKNOWLEDGEMENT.encode()[0]
STOP_SECONDS = 20


class EchoTable:
    """Two sockets that send in turn: whoever has the other's update sends next."""

    def __init__(self, number: int, moves: int, size: int, took: list[float]) -> None:
        self.path = f"/{number}/{ACKNOWLEDGEMENT_BYTES}/{size}"
        self.left = moves
        self.took = took  # seconds from send to acknowledgement
        self.turn = 0
        self.sent = 0.0
        self.sockets: list[TableSocket] = []
        self.unseen = 0  # updates of the last move that have not come
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int) -> None:
        """Open both sockets."""
        for _ in range(2):
            self.sockets.append(await open_socket(self.path, port, "", self.take, self.lose))

    def lose(self) -> None:
        if not self.done.done():
            self.done.set_exception(LoadError("The echo server closed a socket."))

    def take(self, text: bytes, at: float) -> None:
        if text[0] == FIRST_LETTER:
            self.took.append(at - self.sent)
            return
        self.unseen -= 1
        if self.unseen == 0:
            self.move()

    def move(self) -> None:
        """The next frame, unless it was the last."""
        if self.left == 0:
            self.done.set_result(None)
            return
        self.left -= 1
        self.turn = 1 - self.turn
        self.unseen = 2
        self.sent = time.perf_counter()
        self.sockets[self.turn].send(MOVE)


@contextmanager
def echo_server() -> Iterator[tuple[int, int]]:
    """The echo server, in a process of its own: the number of the process, and its port."""
    process = subprocess.Popen([sys.executable, "-m", "overland.load.echo_server"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise LoadError("The echo server did not start.")
        yield process.pid, int(line)
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)
        if process.stdout is not None:
            process.stdout.close()


async def measure(tables: int, moves: int, size: int) -> dict[str, Any]:
    """What so many moves cost, with updates of so many bytes."""
    took: list[float] = []
    with echo_server() as (process, port):
        seated = [EchoTable(number, moves // tables, size, took) for number in range(tables)]
        for table in seated:
            await table.connect(port)
        began, used = time.perf_counter(), processor_seconds(process)
        for table in seated:
            table.move()
        await asyncio.gather(*(table.done for table in seated))
        seconds, used = time.perf_counter() - began, processor_seconds(process) - used
        await asyncio.gather(*(each.leave() for table in seated for each in table.sockets))
    return {
        "moves": len(took),
        "moves_per_cpu_second": round(len(took) / max(used, 0.01), 1),
        "cpu_ms_per_move": round(1000 * used / len(took), 4),
        "moves_per_second": round(len(took) / seconds, 1),
        "answered_ms": milliseconds(took),
    }
