"""The socket of a table: what comes in is checked and counted, what goes out waits in one outbox a connection."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from overland.server import coach, requests
from overland.server.doors import DIRECT, SocketConnection
from overland.server.encoding import encoded
from overland.server.errors import Refusal
from overland.server.limits import Bucket
from overland.server.live import LiveTable
from overland.server.presence import WholeStates
from overland.server.protocol import Outgoing
from overland.server.refusals import refused_message
from overland.server.services import Services
from overland.server.socket_protocol import (
    CLIENT_MESSAGES,
    AckMessage,
    Chat,
    Check,
    ClientMessage,
    Hello,
    Hint,
    Move,
    Ping,
    PongMessage,
    Resign,
    Return,
    StandIn,
    Undo,
)
from overland.server.store import Identity

log = logging.getLogger("overland.server")

GOING_AWAY = 1001
POLICY = 1008
TRY_AGAIN = 1013
NOT_FOUND = 4404
TOO_SLOW = 4408
OUTBOX_BYTES = 4 * 1024 * 1024  # a client that has more waiting is dropped
CLOSE_SECONDS = 1.0
FLOOD = 100  # so many messages in a row that came too soon end the connection
BACKLOG = 256  # so many that wait to be read do so, too
#: What some messages cost more than others: ``hello`` puts everything together, for a ``hint`` the judge thinks.
COSTS = {"hello": 4, "hint": 4, "check": 4}


class Running:
    """What the tasks of a connection without a direct line wait for."""

    def __init__(self) -> None:
        self.has_mail, self.arrived, self.dropped = asyncio.Event(), asyncio.Event(), asyncio.Event()


class Connection:
    """One open socket.

    Under our own web server it hangs on a direct line and nothing else: no task waits for it, and nothing of the
    request that opened it is kept. Otherwise ``run`` does the same with tasks.
    """

    def __init__(
        self, socket: WebSocket, services: Services, live: LiveTable, identity: Identity | None, address: str
    ) -> None:
        self.socket: WebSocket | None = socket
        self.services = services
        self.live = live
        self.identity = identity
        self.address = address
        self.line: SocketConnection | None = None  # straight to the peer, under our own web server
        self.outbox: list[str] = []
        self.inbox: list[str | None] = []  # what came and was not read yet; none for a frame without text
        self.tasks: Running | None = None  # without a direct line
        self.taking: asyncio.Task[None] | None = None  # of what is in the inbox
        self.ended: Callable[[], None] | None = None  # is told once that the connection is over
        self.is_flushing = False
        self.close_code = GOING_AWAY
        self.is_open = True
        self.is_dropped = False
        self.is_gone = False  # the peer is
        self.is_told = False
        self.whole: WholeStates | None = None  # clients merge patches
        self.flood = 0
        self.waiting_bytes = 0
        settings = services.settings
        self.bucket = Bucket(settings.messages_per_second, settings.message_burst, services.now())

    # With a direct line

    def begin(self, ended: Callable[[], None]) -> bool:
        """Send and receive by a direct line from now on; False if there is none. ``ended`` is called at the end."""
        assert self.socket is not None
        direct = self.socket.scope.get("extensions", {}).get(DIRECT)
        if direct is None:
            return False
        self.line, self.socket, self.ended = direct["line"](), None, ended
        self.live.connect(self)
        if self.line is None:
            self.leave()
        else:
            self.line.talk_to(self)
        return True

    def finish(self) -> None:
        """The connection is over, whoever ended it; told the peer, if it is still there."""
        if self.ended is None:
            return
        ended, self.ended = self.ended, None
        self.is_open = False
        self.live.disconnect(self)
        if self.taking is not None:
            self.taking.cancel()
        if self.line is not None and not self.is_gone:
            self.line.close(self.close_code)
        self.line = None
        ended()

    # Without one

    async def run(self) -> None:
        """Send and receive until either side has had enough."""
        assert self.socket is not None
        running = self.tasks = Running()
        tasks = [asyncio.create_task(work) for work in (self.take_all(), self.send_all(), self.receive_all())]
        for task in tasks:
            task.add_done_callback(self.end)
        self.live.connect(self)
        try:
            await running.dropped.wait()
        finally:
            self.is_open = False
            self.live.disconnect(self)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            if not self.is_gone:
                with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await self.socket.close(self.close_code)

    def end(self, task: asyncio.Task[None]) -> None:
        """One of the tasks has ended, and with it the connection."""
        self.over()
        if not task.cancelled() and task.exception() is not None:
            log.error("a socket failed", exc_info=task.exception())

    def over(self) -> None:
        """It is time to end the connection."""
        self.is_dropped = True
        if self.tasks is not None:
            self.tasks.dropped.set()
        elif self.ended is not None:
            asyncio.get_running_loop().call_soon(self.finish)

    # Out

    def send(self, message: Outgoing | AckMessage | str) -> None:
        """Put a message, or its text, into the outbox; a client that takes none is dropped and can come back."""
        if not self.is_open:
            return
        text = message if isinstance(message, str) else encoded(message)
        self.waiting_bytes += len(text)
        if len(self.outbox) >= self.services.settings.outbox_messages or self.waiting_bytes > OUTBOX_BYTES:
            self.close_code = TOO_SLOW
            self.drop()
        else:
            self.outbox.append(text)
            self.tell()

    def tell(self) -> None:
        """There is something to send: what is put into the outbox before it is sent goes together."""
        if self.tasks is not None:
            self.tasks.has_mail.set()
        elif self.line is not None and not self.is_flushing:
            self.is_flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send what is in the outbox straight to the peer, if it takes any."""
        self.is_flushing = False
        if self.line is not None and self.outbox and self.line.is_writable:
            self.line.write_texts(self.outbox)
            self.outbox.clear()
            self.waiting_bytes = 0

    def drop(self) -> None:
        """End the connection."""
        self.is_open = False
        self.outbox.clear()
        self.over()

    async def send_all(self) -> None:
        """Send what is in the outbox, in order."""
        assert self.tasks is not None and self.socket is not None
        while True:
            await self.tasks.has_mail.wait()
            self.tasks.has_mail.clear()
            while self.outbox:
                text = self.outbox.pop(0)
                try:
                    await self.socket.send({"type": "websocket.send", "text": text})
                except (WebSocketDisconnect, RuntimeError):
                    self.is_gone = True
                    return
                self.waiting_bytes -= len(text)

    # In

    async def receive_all(self) -> None:
        """Take frames in as they come."""
        assert self.socket is not None
        while (received := await self.socket.receive())["type"] != "websocket.disconnect":
            self.arrive(received.get("text"))
        self.leave()

    def leave(self) -> None:
        """The peer is gone; what it left behind is forgotten."""
        self.is_gone = True
        self.inbox.clear()
        self.over()

    def arrive(self, text: str | None) -> None:
        """A frame has come; more than anybody needs end the connection."""
        if len(self.inbox) >= BACKLOG:
            self.close_code = POLICY
            self.drop()
        else:
            self.inbox.append(text)
            if self.tasks is not None:
                self.tasks.arrived.set()
            else:
                self.take_soon()

    def take_soon(self) -> None:
        """Take what is in the inbox, unless that is being done."""
        if self.taking is None and self.ended is not None:
            self.taking = asyncio.create_task(self.take_waiting())
            self.taking.add_done_callback(self.taken)

    def taken(self, task: asyncio.Task[None]) -> None:
        """What was in the inbox is done, or something went wrong with it."""
        self.taking = None
        if task.cancelled() or task.exception() is not None or self.flood > FLOOD:
            self.end(task)
        elif self.inbox:  # it came when the task had ended and this was not known yet
            self.take_soon()

    async def take_all(self) -> None:
        """Do what messages ask for as they come, until there is a flood of them."""
        assert self.tasks is not None
        while self.flood <= FLOOD:
            await self.tasks.arrived.wait()
            self.tasks.arrived.clear()
            await self.take_waiting()

    async def take_waiting(self) -> None:
        """Do what messages ask for, one after the other, and let others in between."""
        while self.inbox:
            text = self.inbox.pop(0)
            wait = self.bucket.wait(self.services.now())
            self.flood = self.flood + 1 if wait else 0
            if self.flood > FLOOD:
                self.close_code = POLICY
                return
            if wait:
                seconds = max(1, round(wait + 0.5))
                self.refuse(None, Refusal("limit.messages", 429, wait=seconds, seconds=seconds))
                await asyncio.sleep(wait)  # a client that floods is read more slowly
                continue
            await self.take_frame(text)
            if self.inbox:
                await asyncio.sleep(0)

    async def take_frame(self, text: str | None) -> None:
        """A frame whose turn it is."""
        if text is None:
            self.refuse(None, Refusal("error.bad_message", 422, detail="messages are text"))
        elif len(text.encode()) > self.services.settings.frame_bytes:
            self.refuse(None, Refusal("error.too_large", 413, limit=self.services.settings.frame_bytes))
        else:
            await self.take(text)

    async def take(self, text: str) -> None:
        """Do what a message asks for, or say why not."""
        try:
            message = CLIENT_MESSAGES.validate_json(text)
        except ValidationError as error:
            self.refuse(None, Refusal("error.bad_message", 422, detail=first_problem(error)))
            return
        id = getattr(message, "id", None)
        try:
            self.charge(COSTS.get(message.type, 1))
            with self.services.metrics.timed(self.services.metrics.messages.labels(message.type)):
                await self.answer(message)
        except Refusal as refusal:
            self.refuse(id, refusal)
        except Exception:
            log.exception("a message failed")
            self.refuse(id, Refusal("error.internal", 500))

    def charge(self, cost: int) -> None:
        """Count a message by what it costs: to this connection, and to all of its identity and address together."""
        self.bucket.owe(cost - 1)
        self.services.address_messages.spend(self.address, cost)
        if self.identity is not None:
            self.services.messages.spend(self.identity.id, cost)

    async def answer(self, message: ClientMessage) -> None:
        """Do what a message asks for, and answer."""
        live, who = self.live, self.identity
        match message:
            case Hello(version=version):
                self.send(live.whole(who, version))
                self.is_told = True
            case Move():
                await requests.move(live, who, message, self.send)
            case Undo():
                await requests.undo(live, who, message, self.send)
            case Resign():
                await requests.resign(live, who, message, self.send)
            case StandIn():
                await requests.stand_in(live, who, message, self.send)
            case Return():
                await requests.come_back(live, who, message, self.send)
            case Chat():
                self.check_chat(message.text)
                await requests.chat(live, who, message, self.send)
            case Hint():
                self.services.hints.spend("" if who is None else who.id)
                self.send(await coach.hint(live, who, message))
            case Check():
                self.services.checks.spend("" if who is None else who.id)
                self.send(await coach.check(live, who, message))
            case Ping():
                self.send(PongMessage())

    def check_chat(self, text: str) -> None:
        """Refuse a line of chat that is too long or too soon."""
        limit = self.services.settings.chat_length
        if len(text) > limit:
            raise Refusal("limit.chat_length", 422, limit=limit)
        if self.identity is not None:
            self.services.chats.spend(self.identity.id)

    def refuse(self, id: str | None, refusal: Refusal) -> None:
        """Say that something was not done, and why."""
        self.send(refused_message(refusal, id, self.live.table.version))


def first_problem(error: ValidationError) -> str:
    """What is wrong first, in a few words, without repeating what was sent."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}"[:200] if place else str(problem["msg"])[:200]
