"""A table that somebody is at: its connections, its bots, its timer. Whatever changes it goes through ``write``."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from overland.bots.catalogue import SeatedBot
from overland.server import show
from overland.server.bot_seats import HINTS, BotFailure, BotSeats, weaker_than
from overland.server.errors import Refusal
from overland.server.lines import Back, Body, BotFailed, Line, Owned, Person, Sat, Started, StoodIn
from overland.server.protocol import (
    AckMessage,
    ChatLine,
    ChatMessage,
    HintMessage,
    Outgoing,
    PresenceMessage,
    Seated,
    TableMessage,
)
from overland.server.settings import ServerSettings
from overland.server.store import Conflict, Identity, Store
from overland.server.table import STAND_IN, Table

log = logging.getLogger("overland.server")

RETRY_SECONDS = 1.0
CHAT_SHOWN = 200  # lines of chat that somebody who comes is told
MAX_UNDOS_AT = 5000  # a log that has grown so long takes no undo any more


Acknowledge = Callable[[AckMessage], None]  # how whoever asked is told that it is stored


def nobody(message: AckMessage) -> None:
    """Nobody waits for an answer."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    identity: Identity | None

    def send(self, message: Outgoing) -> None:
        """Put a message into the outbox; never waits."""

    def drop(self) -> None:
        """End the connection; the client comes back by itself."""


@dataclass(eq=False)
class Services:
    """What all tables share."""

    settings: ServerSettings
    store: Store
    bots: BotSeats
    clock: Callable[[], float]


@dataclass(eq=False)
class LiveTable:
    """A table in memory."""

    table: Table
    services: Services
    chat: list[ChatLine] = field(default_factory=list)
    said: set[tuple[str, str]] = field(default_factory=set)  # lines of chat by identity and client id
    listeners: list[Listener] = field(default_factory=list)
    gone_since: dict[str, float] = field(default_factory=dict)  # identities that are not connected, and since when
    seated_bots: dict[int, SeatedBot] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    driver: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None
    is_outdated: bool = False  # the store knows more than we do
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    # Who is here

    def receiver(self, identity: Identity | None) -> show.Receiver:
        """What somebody is to this table."""
        known = None if identity is None else identity.id
        return show.Receiver(known, self.table.seat_of(known))

    def surroundings(self) -> show.Surroundings:
        """Who is here, and the time."""
        return show.Surroundings(self.is_connected, self.is_away, self.services.clock())

    def is_connected(self, identity: str) -> bool:
        """Whether somebody has a socket open."""
        return any(listener.identity is not None and listener.identity.id == identity for listener in self.listeners)

    def is_away(self, identity: str) -> bool:
        """Whether somebody has been gone so long that a bot may play on."""
        since = self.gone_since.get(identity)
        if since is None or self.is_connected(identity):
            return False
        return self.services.clock() - since >= self.services.settings.away_seconds

    def connect(self, listener: Listener) -> None:
        """Somebody opened a socket."""
        self.listeners.append(listener)
        if listener.identity is not None:
            self.gone_since.pop(listener.identity.id, None)
        if any(not self.is_connected(identity) for identity in self.table.people):
            self.later(self.services.settings.away_seconds, self.tell_presence)
        self.tell_presence()

    def disconnect(self, listener: Listener) -> None:
        """Somebody's socket is closed."""
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        identity = listener.identity
        is_player = identity is not None and self.table.seat_of(identity.id) is not None
        if identity is not None and is_player and not self.is_connected(identity.id):
            self.gone_since[identity.id] = self.services.clock()
            if self.table.status == "playing":
                self.later(self.services.settings.away_seconds, self.tell_presence)
        self.tell_presence()

    def note_absence(self) -> None:
        """Whoever sits here and is not connected is gone from now on, unless it is known since when."""
        now = self.services.clock()
        for identity in self.table.people:
            if not self.is_connected(identity):
                self.gone_since.setdefault(identity, now)

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something in a while."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            what()

        self.keep(asyncio.create_task(wait()))

    def keep(self, task: asyncio.Task[None]) -> None:
        """Hold a task until it is done, and report what went wrong in it."""
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[None]) -> None:
        """A task is done."""
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of table %s failed", self.table.id, exc_info=task.exception())

    # Telling

    def tell_presence(self) -> None:
        """Tell everybody who is here."""
        watchers = sum(self.receiver(listener.identity).seat is None for listener in self.listeners)
        for listener in list(self.listeners):
            receiver = self.receiver(listener.identity)
            listener.send(PresenceMessage(seats=self.seated(receiver), watchers=watchers))

    def seated(self, receiver: show.Receiver) -> list[Seated]:
        """The seats as somebody sees them."""
        around = self.surroundings()
        return [show.seated(self.table, number, receiver, around) for number in range(len(self.table.seats))]

    def whole(self, identity: Identity | None, since: int) -> TableMessage:
        """Everything, for somebody who has just come."""
        return show.whole_table(
            self.table, self.receiver(identity), self.surroundings(), self.chat[-CHAT_SHOWN:], since
        )

    def tell_update(self, since: int) -> None:
        """Tell everybody what is new; those who see the same are sent the same."""
        around = self.surroundings()
        made: dict[show.Receiver, Outgoing] = {}
        for listener in list(self.listeners):
            receiver = self.receiver(listener.identity)
            seen = receiver if receiver.seat is not None else show.Receiver(None, None)
            if seen not in made:
                made[seen] = show.update(self.table, seen, around, since)
            listener.send(made[seen])

    # Writing

    async def write(self, bodies: Sequence[Body], stored: Callable[[], None] = lambda: None) -> None:
        """Store lines, say so to whoever asked, tell everybody, and let whoever comes next begin. The lock is held.

        Once begun it is finished, even if whoever asked goes away meanwhile.
        """
        await self.finish(self.write_all(bodies, stored))

    async def finish(self, work: Coroutine[None, None, None]) -> None:
        """Do something to its end, whatever happens to whoever waits for it."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.gather(task, return_exceptions=True)
            raise

    async def write_all(self, bodies: Sequence[Body], stored: Callable[[], None]) -> None:
        """What ``write`` promises."""
        if not bodies:
            stored()
            return
        table, now = self.table, self.services.clock()
        since = table.version
        lines = [Line(n=since + number, at=now, body=body) for number, body in enumerate(bodies)]
        before = set(table.people)
        sits, leaves = changes_of(bodies, before, table)
        try:
            await self.services.store.append(table, lines, table.status_after(bodies), sits, leaves)
        except Conflict:  # somebody else wrote to this table: what we have in memory is old
            self.is_outdated = True
            for listener in list(self.listeners):
                listener.drop()
            raise Refusal("error.stale") from None
        for line in lines:
            table.apply(line)
        self.note_absence()
        stored()
        self.tell_update(since)
        self.go_on()

    def go_on(self) -> None:
        """Set the timer, and wake the bots if it is their turn."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        seat = self.table.to_act
        if seat is None:
            return
        if self.table.seats[seat].level is not None:
            if self.driver is None or self.driver.done():
                self.driver = asyncio.create_task(self.drive())
                self.keep(self.driver)
            return
        left = self.table.clock.seconds_to_go(self.services.clock())
        if left is not None:
            asked_at = self.table.asked_at
            self.timer = asyncio.get_running_loop().call_later(left, self.time_is_up, seat, asked_at)

    def time_is_up(self, seat: int, asked_at: int) -> None:
        """The clock of a seat has run down."""

        async def end() -> None:
            async with self.lock:
                if self.table.asked_at == asked_at and self.table.to_act == seat:
                    try:
                        await self.write(self.table.propose_giving_up(seat, "timeout"))
                    except Refusal:  # it could not be stored: try again
                        self.later(RETRY_SECONDS, self.go_on)

        self.keep(asyncio.create_task(end()))

    async def drive(self) -> None:
        """Let bots play as long as it is their turn; what goes wrong is tried again."""
        while not self.is_outdated:
            try:
                await self.drive_on()
                return
            except Exception:
                log.exception("the bots of table %s stumbled", self.table.id)
                await asyncio.sleep(RETRY_SECONDS)

    async def drive_on(self) -> None:
        """Let bots play as long as it is their turn."""
        while (seat := self.table.to_act) is not None and (level := self.table.seats[seat].level) is not None:
            if self.services.settings.bot_pause:
                await asyncio.sleep(self.services.settings.bot_pause)
            match, asked_at = self.table.match, self.table.asked_at
            if match is None or self.table.to_act != seat:
                continue
            legal = match.legal.actions
            try:
                choice = 0
                if len(legal) > 1:
                    bot = self.seated_bots.get(seat)
                    if bot is None or bot.name != level:
                        bot = self.seated_bots[seat] = self.services.bots.seat(level, match.game)
                    choice = await self.services.bots.choose(bot, match.box, match.view(seat), legal)
            except BotFailure as error:
                log.warning("table %s: the bot %s failed: %s", self.table.id, level, error)
                async with self.lock:
                    if self.table.seats[seat].level == level and self.table.status == "playing":
                        await self.write([BotFailed(seat=seat, was=level, now=weaker_than(level))])
                continue
            async with self.lock:
                if self.table.asked_at == asked_at and self.table.seats[seat].level == level:
                    await self.write(self.table.propose_move(seat, choice, now=self.services.clock()))

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        if self.timer is not None:
            self.timer.cancel()
        for task in list(self.tasks):
            task.cancel()

    # What people ask for

    def seat_for(self, identity: Identity | None) -> int:
        """Where the asker sits; refused without a seat."""
        seat = self.table.seat_of(None if identity is None else identity.id)
        if seat is None:
            raise Refusal("error.not_seated", 403)
        return seat

    async def move(
        self, identity: Identity | None, id: str, version: int, choice: int, acknowledge: Acknowledge = nobody
    ) -> None:
        """A person chooses."""
        async with self.lock:
            seat = self.seat_for(identity)
            if self.is_done(seat, id, acknowledge):
                return
            self.table.running()
            self.check_version(version)
            if self.table.seats[seat].level is not None:
                raise Refusal("error.not_your_turn")
            lines = self.table.propose_move(seat, choice, id, self.services.clock())
            await self.write(lines, lambda: self.acknowledge(seat, id, acknowledge))

    async def undo(self, identity: Identity | None, id: str, version: int, acknowledge: Acknowledge = nobody) -> None:
        """A person takes a step back."""
        async with self.lock:
            seat = self.seat_for(identity)
            if self.is_done(seat, id, acknowledge):
                return
            self.table.running()
            self.check_version(version)
            if self.table.version > MAX_UNDOS_AT:
                raise Refusal("undo.limit")
            lines = self.table.propose_undo(seat, id, self.services.clock())
            await self.write(lines, lambda: self.acknowledge(seat, id, acknowledge))

    def is_done(self, seat: int, id: str, acknowledge: Acknowledge) -> bool:
        """Whether a wish was granted before; then that is said again, and nothing is done."""
        if (seat, id) not in self.table.done:
            return False
        self.acknowledge(seat, id, acknowledge)
        return True

    def acknowledge(self, seat: int, id: str, acknowledge: Acknowledge) -> None:
        """Say that a wish is stored, and which version it led to."""
        acknowledge(AckMessage(id=id, version=self.table.done.get((seat, id), self.table.version)))

    def check_version(self, version: int) -> None:
        """Refuse what was meant for an earlier question."""
        if not self.table.asked_at <= version <= self.table.version:
            raise Refusal("error.stale")

    async def resign(self, identity: Identity | None, id: str, acknowledge: Acknowledge = nobody) -> None:
        """A person gives up; saying it twice does no harm."""
        async with self.lock:
            seat = self.seat_for(identity)
            lines = [] if self.table.seats[seat].gave_up else self.table.propose_giving_up(seat, "resign", id)
            await self.write(lines, lambda: self.acknowledge(seat, id, acknowledge))

    async def stand_in(self, identity: Identity | None, id: str, seat: int, acknowledge: Acknowledge = nobody) -> None:
        """Somebody wants a bot to play for a player who is away."""
        async with self.lock:
            wish = self.seat_for(identity)
            if self.is_done(wish, id, acknowledge):
                return
            self.table.running()
            person = self.table.seats[seat].person if seat < len(self.table.seats) else None
            if person is None or seat == wish or self.table.seats[seat].level or not self.is_away(person.identity):
                raise Refusal("error.not_away")
            line = StoodIn(seat=seat, wish=wish, level=STAND_IN, id=id)
            await self.write([line], lambda: self.acknowledge(wish, id, acknowledge))

    async def come_back(self, identity: Identity | None, id: str, acknowledge: Acknowledge = nobody) -> None:
        """A player takes the seat back."""
        async with self.lock:
            seat = self.seat_for(identity)
            if self.is_done(seat, id, acknowledge):
                return
            self.table.running()
            if self.table.seats[seat].stand_in is None or self.table.seats[seat].gave_up is not None:
                raise Refusal("error.not_absent")
            await self.write([Back(seat=seat, id=id)], lambda: self.acknowledge(seat, id, acknowledge))

    async def hint(self, identity: Identity | None, id: str) -> HintMessage:
        """What a bot would do in the asker's place, from what the asker knows."""
        seat = self.seat_for(identity)
        if not self.table.settings.aids:
            raise Refusal("error.hints_off")
        match = self.table.running()
        if match.to_act != seat:
            raise Refusal("error.not_your_turn")
        version = self.table.version
        bot = self.services.bots.seat(HINTS, match.game)
        try:
            choice = await self.services.bots.choose(bot, match.box, match.view(seat), match.legal.actions)
        except BotFailure as error:
            log.warning("table %s: no hint: %s", self.table.id, error)
            raise Refusal("error.no_hint", 503) from None
        return HintMessage(id=id, version=version, choice=choice)

    async def say(self, identity: Identity | None, id: str, text: str, acknowledge: Acknowledge = nobody) -> None:
        """A line of chat of a player."""
        if identity is None or self.table.seat_of(identity.id) is None:
            raise Refusal("error.chat_watchers", 403)
        async with self.lock:
            seat = self.seat_for(identity)
            if (identity.id, id) in self.said:
                self.acknowledge(seat, id, acknowledge)
                return
            person = self.table.seats[seat].person
            name = identity.name if person is None else person.name  # a name may have changed since the socket opened
            line = ChatLine(n=len(self.chat), seat=seat, name=name, text=text)
            await self.finish(self.keep_chat(line, identity, id))
            self.acknowledge(seat, id, acknowledge)
            for listener in list(self.listeners):
                listener.send(ChatMessage(line=line))

    async def keep_chat(self, line: ChatLine, identity: Identity, id: str) -> None:
        """Store a line of chat."""
        await self.services.store.add_chat(self.table, line, identity.id, id, self.services.clock())
        self.chat.append(line)
        self.said.add((identity.id, id))


def changes_of(bodies: Iterable[Body], before: set[str], table: Table) -> tuple[list[str], list[str]]:
    """Who sits down and who gets up by some lines."""
    sits: list[str] = []
    leaves: list[str] = []
    for body in bodies:
        if isinstance(body, Sat):
            if isinstance(body.who, Person):
                sits.append(body.who.identity)
            elif (person := table.seats[body.seat].person) is not None:
                leaves.append(person.identity)
        elif isinstance(body, Owned):
            leaves.append(table.owner)
        elif isinstance(body, Started):
            sits += [who.identity for who in body.seats if isinstance(who, Person) and who.identity not in before]
    return sits, leaves
