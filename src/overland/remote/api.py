"""A server's bot API as Python calls it: requests that wait where a limit says so, and streams of lines."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from overland.engine.errors import SettingsError
from overland.remote.errors import ServerRefused, Unreachable
from overland.words import Speech

TIMEOUT = httpx.Timeout(30.0)
SILENCE_SECONDS = 45.0  # a stream shows every 15 seconds that it is alive
ATTEMPTS = 5  # at a request that a limit holds up
LONGEST_WAIT = 120.0  # seconds; whoever has to wait longer is told instead
TOO_MANY = 429
ENGLISH = Speech("en")


class BotApi:
    """A server, as one bot sees it; ``async with`` closes its connections."""

    def __init__(self, server: str, token: str, client: httpx.AsyncClient | None = None) -> None:
        """``server`` is an address like ``https://play.example.org``; tests give a client of their own."""
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise SettingsError(f"A server's address is written like https://play.example.org, not {server!r}.")
        if not token.isascii() or not token.isprintable() or not token:
            raise SettingsError("A token is what the server's settings show when a bot is registered: ovl_…")
        self.server = server.rstrip("/")
        self.client = client or httpx.AsyncClient(base_url=self.server, timeout=TIMEOUT)
        self.client.headers["authorization"] = f"Bearer {token}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.client.aclose()

    # Requests

    async def get(self, path: str, **params: Any) -> Any:
        """The answer to a question."""
        return await self.ask("GET", path, params=params)

    async def post(self, path: str, body: Any = None) -> Any:
        """The answer to a wish."""
        return await self.ask("POST", path, json={} if body is None else body)

    async def ask(self, method: str, path: str, **how: Any) -> Any:
        """An answer; a limit is waited for, and any other refusal raised."""
        for attempt in range(ATTEMPTS):
            try:
                answer = await self.client.request(method, f"/api/bot{path}", **how)
            except httpx.HTTPError as error:
                raise self.unreachable(error) from None
            wait = seconds_to_wait(answer)
            if answer.status_code != TOO_MANY or wait is None or wait > LONGEST_WAIT or attempt == ATTEMPTS - 1:
                return self.checked(answer)
            await asyncio.sleep(wait)
        raise AssertionError("not reached")

    def checked(self, answer: httpx.Response) -> Any:
        """What an answer says; a refusal or something that is no answer of a server is raised."""
        try:
            found = answer.json()
        except ValueError:
            raise Unreachable(f"{self.server} does not answer like an Overland server.") from None
        if answer.is_success:
            return found
        raise refusal_of(found, answer.status_code)

    def unreachable(self, error: Exception) -> Unreachable:
        return Unreachable(f"{self.server} cannot be reached: {str(error) or type(error).__name__}.")

    # Streams

    async def lines(self, path: str, **params: Any) -> AsyncIterator[dict[str, Any]]:
        """What a stream says, line by line; it ends when the server ends it."""
        timeout = httpx.Timeout(TIMEOUT.connect, read=SILENCE_SECONDS)
        try:
            async with self.client.stream("GET", f"/api/bot{path}", params=params, timeout=timeout) as answer:
                if not answer.is_success:
                    await answer.aread()
                    self.checked(answer)
                async for line in answer.aiter_lines():
                    if line:
                        yield json.loads(line)
        except httpx.HTTPError as error:
            raise self.unreachable(error) from None
        except ValueError:
            raise Unreachable(f"{self.server} does not speak like an Overland server.") from None


def seconds_to_wait(answer: httpx.Response) -> float | None:
    """When to come back, if the answer says so."""
    said = answer.headers.get("retry-after", "")
    return float(said) if said.isdecimal() else None


def refusal_of(found: Any, status: int) -> ServerRefused:
    """A refusal as an error with a sentence."""
    said = found.get("error") if isinstance(found, dict) else None
    if not isinstance(said, dict) or not isinstance(said.get("key"), str):
        return ServerRefused("error.internal", status, f"The server refused with status {status}.")
    return ServerRefused(said["key"], status, ENGLISH.say(said))
