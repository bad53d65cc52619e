"""Tasks that run beside everything else: held until they are done, and what goes wrong in them is reported."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

log = logging.getLogger("overland.server")


class Tasks:
    """The background tasks of one owner."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.finished)
        return task

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something in a while."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            what()

        self.start(wait())

    def finished(self, task: asyncio.Task[None]) -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of %s failed", self.owner, exc_info=task.exception())

    def stop(self) -> None:
        for task in list(self.running):
            task.cancel()
