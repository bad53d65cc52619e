"""A place outside that people are told at: takes what is sent there, and answers as the test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Received:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A small HTTP server on loopback."""

    statuses: list[int] = field(default_factory=list)  # of the next answers; 200 after that
    got: list[Received] = field(default_factory=list)
    url: str = ""
    is_silent: bool = False  # takes what is sent and never answers
    at_work: set[asyncio.Task[None]] = field(default_factory=set)

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self.answer(reader, writer))
        self.at_work.add(task)
        task.add_done_callback(self.at_work.discard)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.exchange(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the sender went away
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        request, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.got.append(Received(request.split(" ")[1], headers, body))
        if self.is_silent:
            await asyncio.sleep(60)
        status = self.statuses.pop(0) if self.statuses else 200
        where = f"Location: {self.url}/elsewhere\r\n" if 300 <= status < 400 else ""
        writer.write(f"HTTP/1.1 {status} So\r\n{where}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()


@asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    """A receiver that is there for a while."""
    found = Receiver()
    server = await asyncio.start_server(found.take, "127.0.0.1", 0)
    found.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield found
    finally:
        server.close()
        for task in found.at_work:
            task.cancel()
        await asyncio.gather(*found.at_work, return_exceptions=True)
