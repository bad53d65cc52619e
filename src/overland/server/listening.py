"""Hearing what other processes tell: one connection to PostgreSQL that only listens, and comes back when it is lost."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from overland.server.databases import PostgresDatabase, connect_args
from overland.server.notices import CHANNEL, Notice, read_message

log = logging.getLogger("overland.server")

SILENCE_SECONDS = 5.0  # without a beat of one's own the connection is dead, whatever the system says
PAUSE_SECONDS = 0.2


class Listening:
    """Listens to the notices of all processes, its own included."""

    def __init__(
        self, database: PostgresDatabase, hear: Callable[[str, Notice], None], back: Callable[[], Awaitable[None]]
    ) -> None:
        self.database = database
        self.hear = hear
        self.back = back  # something may have been missed: reread what is in memory
        self.is_on = False
        self.heard_at = 0.0

    async def run(self) -> None:
        """Listen for ever."""
        while True:
            try:
                await self.listen()
            except Exception as error:  # the database is away: it comes back some day
                if self.is_on:
                    log.warning("other processes are not heard for the moment: %s", type(error).__name__)
            self.is_on = False
            await asyncio.sleep(PAUSE_SECONDS)

    async def listen(self) -> None:
        """Listen until the connection is lost."""
        from psycopg import AsyncConnection

        args: dict[str, Any] = connect_args()
        async with await AsyncConnection.connect(self.database.address, autocommit=True, **args) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.heard_at = time.monotonic()
            self.is_on = True
            await self.back()
            while time.monotonic() - self.heard_at < SILENCE_SECONDS:
                async for message in connection.notifies(timeout=SILENCE_SECONDS / 2):
                    self.heard_at = time.monotonic()
                    self.take(message.payload)

    def take(self, payload: str) -> None:
        """Pass a message on; what goes wrong with one notice is no other's trouble."""
        sender, notices = read_message(payload)
        for notice in notices:
            try:
                self.hear(sender, notice)
            except Exception:
                log.exception("a notice could not be followed: %s", notice.text)
