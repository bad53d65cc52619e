"""Who waits for news about a registered bot: it is asked to play, or a game of it begins or ends."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from overland.server.table import Table


class Callers:
    """The open event streams of this process, by bot."""

    def __init__(self) -> None:
        self.bells: dict[str, set[asyncio.Event]] = {}
        self.is_closed = False  # the server stops: streams end

    @contextmanager
    def listening(self, bot: str) -> Iterator[asyncio.Event]:
        """A bell that rings when there is news for a bot."""
        bell = asyncio.Event()
        self.bells.setdefault(bot, set()).add(bell)
        try:
            yield bell
        finally:
            self.bells[bot].discard(bell)
            if not self.bells[bot]:
                del self.bells[bot]

    def call(self, bot: str) -> None:
        """There is news for a bot."""
        for bell in self.bells.get(bot, ()):
            bell.set()

    def follow(self, before: Table | None, table: Table) -> None:
        """A table has gone on here: tell the bots that it concerns, unless nothing has changed for them."""
        if not self.bells or (before is not None and (before.status, before.seats) == (table.status, table.seats)):
            return
        was = frozenset() if before is None else before.bots
        for bot in was | table.bots:
            self.call(bot)

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        for bells in self.bells.values():
            for bell in bells:
                bell.set()
