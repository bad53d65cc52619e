"""A table in memory: its connections, its chat, its bots and timer.

Whatever changes it here goes through ``write``; what other processes wrote is taken in by ``catch_up``, and everybody
is told of both in the same way.
"""

import asyncio
import logging
from collections.abc import Callable, Collection

from overland.review.decision import Judged
from overland.server import messages
from overland.server.drafts import Draft
from overland.server.driver import Driver
from overland.server.encoding import encoded
from overland.server.errors import Overtaken
from overland.server.log_lines import Moved
from overland.server.messages import Receiver, Surroundings, ToldTable
from overland.server.presence import Listener, Presence, WholeStates
from overland.server.protocol import Outgoing, TableInfo
from overland.server.services import Services
from overland.server.shared_presence import Here
from overland.server.socket_protocol import ChatLine, ChatMessage
from overland.server.store import Identity
from overland.server.table import Table
from overland.server.tasks import Tasks
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

CHAT_SHOWN = 200  # lines of chat that a visitor who comes is told


class LiveTable:
    """A table in memory."""

    def __init__(
        self,
        table: Table,
        services: Services,
        chat: list[ChatLine] | None = None,
        said: set[tuple[str, str]] | None = None,
    ) -> None:
        self.table = table  # replaced as a whole by what was drafted and stored
        self.services = services
        self.chat = chat or []
        self.said = said or set()  # lines of chat by identity and client id
        self.is_telling_presence = False
        self.is_awaiting_absence = False
        self.lock = asyncio.Lock()  # held by whatever writes
        self.presence = Presence(services)
        self.tasks = Tasks(f"table {table.id}")
        self.driver = Driver(self, services, self.tasks)
        self.told = ToldTable()
        self.used = services.now()  # when somebody last asked for it, came or went
        self.advice: tuple[int, Judged] | None = None  # what the coach thinks, at a version
        self.is_outdated = False  # the store has it otherwise
        self.is_catching_up = False
        self.heard_version = 0  # what other processes have written, as far as they told
        self.heard_chat = 0
        self.reminded = -1  # the turn that its player was told of from here

    # Who is here

    def receiver(self, identity: Identity | None) -> Receiver:
        """What a visitor is to this table."""
        known = None if identity is None else identity.id
        return Receiver(known, self.table.seat_of(known))

    def surroundings(self) -> Surroundings:
        """Who is here, and the time."""
        return Surroundings(self.presence.is_connected, self.presence.is_away, self.services.now())

    def connect(self, listener: Listener) -> None:
        """A visitor opened a socket."""
        self.used = self.services.now()
        self.presence.connect(listener)
        if listener.identity is not None and self.table.seat_of(listener.identity.id) is not None:
            self.services.sharing.come(self.table.id)
        self.tell_absence_later()
        self.tell_presence()

    def disconnect(self, listener: Listener) -> None:
        """A visitor's socket is closed."""
        if listener not in self.presence.listeners:
            return
        self.used = self.services.now()
        self.presence.disconnect(listener, self.table)
        self.tell_absence_later()
        self.tell_presence()

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has been here and nothing has happened for so long, and nothing will happen soon."""
        now, table = self.services.now(), self.table
        if self.presence.listeners or self.lock.locked() or now - max(self.used, table.changed) < seconds:
            return False
        seat = table.to_act
        if seat is None:
            return True
        if self.will_remind():
            return False
        left = table.clock.seconds_to_go(now)
        return table.seats[seat].level is None and (left is None or left > self.services.settings.idle_seconds)

    # Telling

    def tell_presence(self) -> None:
        """Tell everybody who is here, soon: many who come or go together are told of once."""
        pause = self.services.settings.presence_pause
        if pause == 0:
            self.tell_presence_now()
        elif not self.is_telling_presence:
            self.is_telling_presence = True
            self.tasks.later(pause, self.tell_presence_now)

    def tell_presence_now(self) -> None:
        self.is_telling_presence = False
        if not self.is_outdated:
            self.services.sharing.note_presence(self.table.id, self.presence.here(self.table))
        around, watchers = self.surroundings(), self.presence.count_watchers(self.table)
        made: dict[Receiver, str] = {}
        for listener in list(self.presence.listeners):
            receiver = self.receiver(listener.identity)
            if receiver.alike not in made:
                made[receiver.alike] = encoded(messages.presence(self.table, receiver, around, watchers))
            listener.send(made[receiver.alike])

    def tell_absence_later(self) -> None:
        """Tell it again when the next player who is gone will count as away."""
        seconds = self.presence.seconds_to_absence(self.table)
        if seconds is not None and not self.is_awaiting_absence:
            self.is_awaiting_absence = True
            self.tasks.later(seconds, self.tell_absence)

    def tell_absence(self) -> None:
        self.is_awaiting_absence = False
        self.tell_presence()
        self.tell_absence_later()
        self.remind()

    def tell_update(self, since: int) -> None:
        """Tell everybody who has asked what is new; a receiver whose seat has changed is told everything again."""
        around = self.surroundings()
        made: dict[Receiver, str | None] = {}
        for listener in [listener for listener in self.presence.listeners if listener.is_told]:
            receiver = self.receiver(listener.identity)
            if listener.whole is not None:
                self.tell_whole(listener, listener.whole, receiver, around, since)
                continue
            if receiver.alike not in made:
                made[receiver.alike] = self.told.update(self.table, receiver, around, since)
            news = made[receiver.alike]
            listener.send(self.whole_for(receiver, around, since) if news is None else news)

    def tell_whole(
        self, listener: Listener, whole: WholeStates, receiver: Receiver, around: Surroundings, since: int
    ) -> None:
        """Tell a listener that merges no patches how the table stands; everything again if its seat has changed."""
        if receiver.seat != whole.seat:
            whole.seat = receiver.seat
            listener.send(self.whole_for(receiver, around, since))
            if not whole.wants_records:
                return
            since = self.table.version
        listener.send(self.told.state(self.table, receiver, around, since, whole.wants_records))

    def tell_all(self, message: Outgoing) -> None:
        text = encoded(message)
        for listener in list(self.presence.listeners):
            listener.send(text)

    def whole(self, identity: Identity | None, since: int) -> str:
        """Everything, for a visitor who has just come."""
        return self.whole_for(self.receiver(identity), self.surroundings(), since)

    def whole_for(self, receiver: Receiver, around: Surroundings, since: int) -> str:
        return self.told.whole(self.table, receiver, around, self.chat[-CHAT_SHOWN:], since)

    def info(self, identity: Identity | None) -> TableInfo:
        """The table in short."""
        return messages.info(self.table, self.receiver(identity), self.surroundings())

    # Writing

    async def write(self, draft: Draft, stored: Callable[[], None] = lambda: None) -> None:
        """Store a draft, acknowledge it, tell everybody, and let the next to act begin. The lock is held.

        Once begun it is finished, even if the visitor who asked goes away meanwhile.
        """
        if not draft.lines:
            stored()
            return
        writing = self.services.store.append(draft)
        writing.add_done_callback(lambda written: self.take_over(draft, written.exception(), stored))
        try:
            await writing
        except Conflict:  # another process was quicker
            await self.catch_up()
            raise Overtaken from None

    def take_over(self, draft: Draft, error: BaseException | None, stored: Callable[[], None]) -> None:
        """A draft has been stored, and is the table from now on; or it has not been, and nothing has changed."""
        if error is None:
            self.count(draft)
            self.services.sharing.leases.follow(self.table, draft.table)
            self.become(draft.table, draft.is_about_seats, stored)

    def count(self, draft: Draft) -> None:
        """Count the decisions that were stored."""
        for line in draft.lines:
            if isinstance(line.body, Moved):
                self.services.metrics.moves.labels(self.table.settings.game, line.body.by).inc()

    def become(self, table: Table, is_about_seats: bool, stored: Callable[[], None] = lambda: None) -> None:
        """The table has gone on: whoever asked is told, then everybody, then the next to act may begin."""
        before, self.table = self.table, table
        self.services.callers.follow(before, table)
        if is_about_seats:
            self.presence.note_absence(table)
        stored()
        self.tell_update(before.version)
        self.drive()

    # What other processes do

    def people_here(self) -> Collection[str]:
        """The identities in the seats."""
        return self.table.people

    def hear_of(self, version: int, chat: int) -> None:
        """Other processes have written so many lines of log and chat."""
        self.heard_version, self.heard_chat = max(self.heard_version, version), max(self.heard_chat, chat)
        if self.is_behind and not self.is_catching_up:
            self.is_catching_up = True
            self.tasks.start(self.catch_up_soon())

    @property
    def is_behind(self) -> bool:
        return self.heard_version > self.table.version or self.heard_chat > len(self.chat)

    async def catch_up_soon(self) -> None:
        """Take in what others have written, once nobody here writes."""
        try:
            while self.is_behind and not self.is_outdated:
                async with self.lock:
                    if self.heard_version > self.table.version:
                        await self.catch_up()
                    if self.heard_chat > len(self.chat):
                        await self.catch_up_chat()
        finally:
            self.is_catching_up = False

    async def catch_up(self) -> None:
        """Take in what others have written to the log, as if it had been written here. The lock is held."""
        since = self.table.version
        lines = await self.services.store.lines_of(self.table.id, since)
        if not lines:
            self.heard_version = since  # it was taken in already, or the table is gone
            return
        draft = Draft(self.table.copy(), lines[-1].at, self.table, lines)
        for line in lines:
            draft.table.apply(line)
        if draft.table.status != "playing":
            self.services.sharing.leases.held.discard(self.table.id)
        self.become(draft.table, draft.is_about_seats)

    async def catch_up_chat(self) -> None:
        """Take in what was said by way of other processes. The lock is held."""
        lines, said = await self.services.store.chat_of(self.table.id, len(self.chat))
        if not lines:
            self.heard_chat = len(self.chat)
        self.said |= said
        for line in lines:
            self.chat.append(line)
            self.tell_all(ChatMessage(line=line))

    def others_here(self, here: Here) -> None:
        """Who is here by way of other processes."""
        if self.presence.others_here(here, self.table):
            self.tell_absence_later()
            self.tell_presence()

    def resume_at(self, at: float) -> None:
        """Nobody drove the table until then: that time is nobody's loss."""
        if at > self.table.clock.since:
            self.table.clock.resumed(at)

    def drive(self) -> None:
        """Let bots and clock go on and who is awaited be told, or leave that to another process."""
        self.driver.go_on()
        self.remind()

    def remind(self) -> None:
        """Let the player be told whose turn it is, once, if they want that and are away; or wait until they are."""
        table, services = self.table, self.services
        player = table.awaited
        if player not in services.reminders.wanted_by or table.turn_since == self.reminded:
            return
        if not services.sharing.leases.holds(table.id):
            return
        if self.presence.is_away(player):
            self.reminded = table.turn_since
            services.reminders.turn_came(table.id, player, table.turn_since)
        else:
            self.tell_absence_later()

    def will_remind(self) -> bool:
        """Whether the player whose turn it is will soon be away, and told."""
        player = self.table.awaited
        if player not in self.services.reminders.wanted_by or self.table.turn_since == self.reminded:
            return False
        return self.services.sharing.leases.holds(self.table.id)

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        self.driver.stop()
        self.tasks.stop()
