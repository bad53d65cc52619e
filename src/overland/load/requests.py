"""Requests to a server over HTTP, one after the other on one connection: enough to set tables up."""

import asyncio
import json
from types import TracebackType
from typing import Any, Self

from overland.load.errors import LoadError


class Requests:
    """A connection for requests; ``async with`` opens and closes it."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.writer.close()

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> Any:
        """The answer to a request with a body."""
        return (await self.ask("POST", path, json.dumps(body).encode(), cookie))[0]

    async def get(self, path: str, cookie: str = "") -> Any:
        """The answer to a request without one."""
        return (await self.ask("GET", path, b"", cookie))[0]

    async def introduce(self, name: str) -> str:
        """The cookie of a new person."""
        _, headers = await self.ask("POST", "/api/me", json.dumps({"name": name}).encode(), "")
        return headers["set-cookie"].partition(";")[0]

    async def ask(self, method: str, path: str, body: bytes, cookie: str) -> tuple[Any, dict[str, str]]:
        """An answer and its headers; whatever is not granted is an error."""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\n" if body else ""
        head += f"Cookie: {cookie}\r\n" if cookie else ""
        self.writer.write(head.encode() + b"\r\n" + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        fields = (line.partition(":") for line in lines[1:] if line)
        headers = {name.lower(): value.strip() for name, _, value in fields}
        answer = await self.reader.readexactly(int(headers.get("content-length", "0")))
        if not lines[0].split(" ")[1].startswith("2"):
            raise LoadError(f"{method} {path} was refused: {answer.decode()[:200]}")
        return json.loads(answer), headers
