"""House bots: they think in worker threads, with a deadline, and never in the server's loop."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from overland.bots.catalogue import SeatedBot, bot_named
from overland.engine.game import Game
from overland.engine.record import Array, Record
from overland.server.metrics import Metrics

Thought = TypeVar("Thought")


class BotFailure(Exception):
    """A bot raised, took too long, or answered with something that is not a choice."""


class BotSeats:
    """Asks bots."""

    def __init__(self, threads: int, deadline: float, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self.threads = threads
        self.deadline = deadline
        self.pool = self.new_pool()
        self.stuck = 0  # threads that still think about a question nobody waits for

    def new_pool(self) -> ThreadPoolExecutor:
        """Threads that are all free."""
        self.stuck = 0
        return ThreadPoolExecutor(self.threads, thread_name_prefix="bot")

    def seat(self, level: str, game: Game) -> SeatedBot:
        """A bot of a level with luck of its own."""
        try:
            return bot_named(level, game, secrets.randbits(32))
        except Exception as error:  # a network file that is gone, say
            raise BotFailure(f"{type(error).__name__}: {error}") from error

    async def choose(self, bot: SeatedBot, box: Record, view: Record, actions: Array) -> int:
        """The number of the choice a bot makes, from 0."""
        try:
            with self.metrics.timed(self.metrics.bots.labels(bot.name)):
                answer = await self.think(lambda: bot.choose(box, view, actions.copy()))
        except BotFailure:
            self.metrics.bot_failures.labels(bot.name).inc()
            raise
        found = [number for number, action in enumerate(actions) if action == answer]
        if not found:
            self.metrics.bot_failures.labels(bot.name).inc()
            raise BotFailure(f"its answer {answer!r} is not a choice")
        return found[0]

    async def think(self, work: Callable[[], Thought]) -> Thought:
        """What comes of some thinking, in a thread."""
        loop = asyncio.get_running_loop()
        begun = asyncio.Event()

        def think() -> Thought:
            loop.call_soon_threadsafe(begun.set)
            return work()

        try:
            asked = self.pool.submit(think)
        except RuntimeError as error:  # the server is going down
            raise BotFailure(str(error)) from None
        await begun.wait()  # waiting for a free thread is not the bot's fault
        try:
            async with asyncio.timeout(self.deadline):  # unlike wait_for it never takes an answer for a cancellation
                return await asyncio.wrap_future(asked, loop=loop)
        except TimeoutError:
            if not asked.cancel():  # it runs and cannot be stopped: when no thread is left, get new ones
                self.stuck += 1
                if self.stuck >= self.threads:
                    self.pool = self.new_pool()
            raise BotFailure(f"no answer after {self.deadline:g} seconds") from None
        except Exception as error:  # whatever a bot does
            raise BotFailure(f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Wait for nobody."""
        self.pool.shutdown(wait=False, cancel_futures=True)
