"""What happens at a table by itself: bots play when it is their turn, and the clock runs out."""

import asyncio
import logging
import weakref
from collections.abc import Callable, Coroutine
from typing import Protocol

from overland.bots.catalogue import SeatedBot, substitute_for
from overland.engine.rng import new_rng
from overland.server.bot_seats import BotFailure
from overland.server.deals import bot_luck
from overland.server.drafts import Draft, propose_giving_up, propose_move
from overland.server.errors import Overtaken, Refusal
from overland.server.log_lines import BotFailed, Ended
from overland.server.services import Services
from overland.server.table import Table
from overland.server.tasks import Tasks

log = logging.getLogger("overland.server")

RETRY_SECONDS = 1.0
LONGEST_RETRY = 60.0
PATIENCE = 6  # so many failures in a row that are not the storage's end the game


class Driven(Protocol):
    """The table that is driven."""

    table: Table
    lock: asyncio.Lock
    is_outdated: bool

    def write(self, draft: Draft, stored: Callable[[], None] = ...) -> Coroutine[None, None, None]:
        """Store a draft; the lock is held."""


class Driver:
    """Drives a table's bots and its timer."""

    def __init__(self, live: Driven, services: Services, tasks: Tasks) -> None:
        self.live: Driven = weakref.proxy(live)  # which holds us: a circle would stay in memory
        self.services = services
        self.tasks = tasks
        self.bots: dict[int, SeatedBot] = {}  # by seat
        self.retry_seconds = RETRY_SECONDS
        self.driving: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None

    def go_on(self) -> None:
        """Set the timer, and wake the bots if it is their turn."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        table = self.live.table
        seat = table.to_act
        if seat is None or not self.services.sharing.leases.holds(table.id):
            return
        if table.seats[seat].level is not None:
            if self.driving is None or self.driving.done():
                self.driving = self.tasks.start(self.drive())
            return
        left = table.clock.seconds_to_go(self.services.now())
        if left is not None:
            self.timer = asyncio.get_running_loop().call_later(left, self.time_is_up, seat, table.asked_at)

    def time_is_up(self, seat: int, asked_at: int) -> None:
        """The clock of a seat has run down."""

        async def end() -> None:
            async with self.live.lock:
                table = self.live.table
                if table.asked_at == asked_at and table.to_act == seat:
                    try:
                        await self.live.write(propose_giving_up(table, seat, "timeout", None, self.services.now()))
                    except Refusal:  # it could not be stored: try again
                        self.tasks.later(RETRY_SECONDS, self.go_on)

        self.tasks.start(end())

    async def drive(self) -> None:
        """Let bots play as long as it is their turn; what goes wrong is tried again, later and later.

        A storage that fails comes back some day. What else goes wrong again and again will not mend itself: then the
        game ends, and everybody at the table is told.
        """
        failures, wait = 0, self.retry_seconds
        while not self.live.is_outdated and self.services.sharing.leases.holds(self.live.table.id):
            try:
                while await self.drive_one():
                    failures, wait = 0, self.retry_seconds
                return
            except Overtaken:  # another process wrote to the table: look again
                await asyncio.sleep(0)
                continue
            except Refusal as refusal:
                log.debug("the bots of %s wait: %s", self.tasks.owner, refusal)
            except Exception as error:
                failures += 1
                if failures == 1:
                    log.exception("the bots of %s stumbled", self.tasks.owner)
                if failures >= PATIENCE and await self.give_up(error):
                    return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_RETRY)

    async def give_up(self, error: Exception) -> bool:
        """End a game that cannot go on; tells whether that could be stored."""
        log.error("%s ends: its bots cannot go on: %s", self.tasks.owner, error)
        async with self.live.lock:
            try:
                if self.live.table.status == "playing":
                    await self.live.write(Draft.of(self.live.table, self.services.now(), Ended(reason="broken")))
            except Refusal:
                return False
        return True

    async def drive_one(self) -> bool:
        """Let the bot whose turn it is decide once; tells whether it was a bot's turn."""
        if self.level_to_act() is None:
            return False
        if self.services.settings.bot_pause:
            await asyncio.sleep(self.services.settings.bot_pause)
        table, found = self.live.table, self.level_to_act()
        if found is None:  # it was taken back meanwhile
            return False
        seat, level = found
        try:
            choice = await self.ask(table, seat, level)
        except BotFailure as error:
            log.warning("%s: the bot %s failed: %s", self.tasks.owner, level, error)
            await self.replace(seat, level)
            return True
        async with self.live.lock:
            now = self.live.table
            if now.asked_at == table.asked_at and now.seats[seat].level == level and now.to_act == seat:
                await self.live.write(propose_move(now, seat, choice, None, self.services.now()))
        return True

    def level_to_act(self) -> tuple[int, str] | None:
        """The seat to act and its bot, if it is a bot's turn."""
        seat = self.live.table.to_act
        level = None if seat is None else self.live.table.seats[seat].level
        return None if seat is None or level is None else (seat, level)

    async def ask(self, table: Table, seat: int, level: str) -> int:
        """The number of the choice that a bot makes."""
        position = table.running().position
        legal = position.legal.actions
        if len(legal) == 1:
            return 0
        bot = self.bots.get(seat)
        if bot is None or bot.name != level:
            await self.services.preparation.settled(position.game.name, level)
            bot = self.bots[seat] = self.services.bots.seat(level, position.game)
        if table.settings.daily is not None:
            bot.rng = new_rng(bot_luck(table.seed, seat, len(table.running().entries)))
        return await self.services.bots.choose(bot, position.box, position.view(seat), legal)

    async def replace(self, seat: int, level: str) -> None:
        """Let a weaker bot play on for one that failed."""
        async with self.live.lock:
            table = self.live.table
            if table.seats[seat].level == level and table.status == "playing":
                body = BotFailed(seat=seat, was=level, now=substitute_for(level))
                await self.live.write(Draft.of(table, self.services.now(), body))

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
