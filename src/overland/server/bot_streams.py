"""Streams for bots, a JSON object a line: what concerns a bot, and what happens at a table as its seat may know it."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator

from overland.server.bot_protocol import Concern, GoneEvent, TableEvent
from overland.server.live import LiveTable
from overland.server.presence import WholeStates
from overland.server.registered_bots import Session
from overland.server.store import Identity
from overland.server.tables import Tables

ALIVE_SECONDS = 15.0  # an empty line at least so often; a token that was revoked ends a stream as soon
LISTENING_SECONDS = 45.0  # a bot that listens is noted as online at least so often
OUTBOX_BYTES = 4 * 1024 * 1024  # a client that has more waiting is dropped
EMPTY = "\n"


async def events(tables: Tables, session: Session) -> AsyncIterator[str]:
    """What concerns a bot: first everything that is so now, then what changes."""
    services, bot = tables.services, session.identity
    told: dict[str, Concern] = {}  # tables and what was told of them
    noted: float | None = None
    with services.callers.listening(bot.id) as bell:
        while not services.callers.is_closed and await services.registered.is_valid(session):
            bell.clear()
            if noted is None or services.now() - noted >= LISTENING_SECONDS:
                noted = services.now()
                await services.registered.note_listening(bot.id)
            for line in await news(tables, bot, told):
                yield line
            try:
                async with asyncio.timeout(ALIVE_SECONDS):
                    await bell.wait()
            except TimeoutError:
                yield EMPTY


async def news(tables: Tables, bot: Identity, told: dict[str, Concern]) -> list[str]:
    """What has changed for a bot since it was told; notes what is told now."""
    registered = tables.services.registered
    now: dict[str, Concern] = dict.fromkeys(await registered.invitations_of(bot.id), "invitation")
    now |= {id: "seated" if at == "waiting" else "started" for id, at in (await registered.tables_of(bot.id)).items()}
    lines = []
    for id in [id for id in told if id not in now]:
        del told[id]
        lines.append(line_of(GoneEvent(id=id, status=await registered.status_of(id))))
    changed = [id for id, kind in now.items() if told.get(id) != kind]
    for info in await tables.infos(changed, bot) if changed else ():
        told[info.id] = now[info.id]
        lines.append(line_of(TableEvent(type=now[info.id], table=info)))
    return lines


def line_of(event: TableEvent | GoneEvent) -> str:
    return event.model_dump_json() + "\n"


class TableStream:
    """A table as a bot follows it: a listener like a socket, which only listens."""

    def __init__(self, tables: Tables, live: LiveTable, session: Session, wants_records: bool) -> None:
        self.services = tables.services
        self.live = live
        self.session = session
        self.identity: Identity | None = session.identity
        self.is_told = True
        self.whole: WholeStates | None = WholeStates(wants_records, -1)
        self.outbox: deque[str] = deque()
        self.waiting_bytes = 0
        self.has_mail = asyncio.Event()
        self.is_open = True

    def send(self, message: str) -> None:
        """Put the text of a message into the outbox; a client that takes none is dropped and can come back."""
        self.waiting_bytes += len(message)
        if len(self.outbox) >= self.services.settings.outbox_messages or self.waiting_bytes > OUTBOX_BYTES:
            self.drop()
        elif self.is_open:
            self.outbox.append(message)
            self.has_mail.set()

    def drop(self) -> None:
        """End the stream; the client comes back by itself."""
        self.is_open = False
        self.has_mail.set()

    def begin(self) -> None:
        """Everything, for a bot that has just come."""
        assert self.whole is not None
        receiver = self.live.receiver(self.identity)
        self.live.tell_whole(self, self.whole, receiver, self.live.surroundings(), 0)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen at the table."""
        return self.live.table.status in ("over", "closed")

    async def lines(self) -> AsyncIterator[str]:
        """The stream; it ends when the game does."""
        with self.services.callers.listening(self.session.identity.id) as bell:
            self.has_mail = bell  # also rings when the server stops
            self.begin()
            self.live.connect(self)
            checked = time.monotonic()
            try:
                while True:
                    bell.clear()
                    while self.outbox:
                        line = self.outbox.popleft()
                        self.waiting_bytes -= len(line)
                        yield line + "\n"
                    if self.is_over or not self.is_open or self.services.callers.is_closed:
                        return
                    try:
                        async with asyncio.timeout(ALIVE_SECONDS):
                            await bell.wait()
                    except TimeoutError:
                        yield EMPTY
                    if not self.outbox or time.monotonic() - checked >= ALIVE_SECONDS:
                        checked = time.monotonic()
                        if not await self.services.registered.is_valid(self.session):
                            return
            finally:
                self.live.disconnect(self)
