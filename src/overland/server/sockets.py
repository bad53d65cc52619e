"""The socket of a table: what comes in is checked and counted, what goes out waits in one outbox a connection."""

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from overland.server.errors import Refusal
from overland.server.limits import Bucket
from overland.server.live import LiveTable
from overland.server.protocol import (
    CLIENT_MESSAGES,
    Chat,
    Hello,
    Hint,
    Move,
    Outgoing,
    Ping,
    PongMessage,
    RefusedMessage,
    Resign,
    Return,
    Said,
    StandIn,
    Undo,
)
from overland.server.rooms import Rooms
from overland.server.store import Identity

log = logging.getLogger("overland.server")

GOING_AWAY = 1001
POLICY = 1008
TOO_BIG = 1009
TRY_AGAIN = 1013
NOT_FOUND = 4404
TOO_SLOW = 4408
OUTBOX_BYTES = 4 * 1024 * 1024  # a client that has more waiting is dropped
CLOSE_SECONDS = 1.0
FLOOD = 100  # so many messages in a row that came too soon end the connection


class Connection:
    """One open socket."""

    def __init__(self, socket: WebSocket, rooms: Rooms, live: LiveTable, identity: Identity | None) -> None:
        self.socket = socket
        self.rooms = rooms
        self.live = live
        self.identity = identity
        self.outbox: asyncio.Queue[str] = asyncio.Queue(rooms.settings.outbox_messages)
        self.close_code = GOING_AWAY
        self.is_open = True
        self.flood = 0
        self.waiting_bytes = 0
        self.dropped = asyncio.Event()
        settings = rooms.settings
        self.bucket = Bucket(settings.messages_per_second, settings.message_burst, rooms.clock())

    async def run(self) -> None:
        """Send and receive until either side has had enough."""
        tasks: set[asyncio.Task[Any]] = {
            asyncio.create_task(self.send_all()),
            asyncio.create_task(self.receive_all()),
            asyncio.create_task(self.dropped.wait()),
        }
        self.live.connect(self)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                    log.error("a socket failed", exc_info=error)
        finally:
            self.is_open = False
            self.live.disconnect(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(self.close_code), CLOSE_SECONDS)

    # Out

    def send(self, message: Outgoing) -> None:
        """Put a message into the outbox; a client that does not take them is dropped and can come back."""
        if not self.is_open:
            return
        text = message.model_dump_json(exclude_none=True)
        self.waiting_bytes += len(text)
        if self.outbox.full() or self.waiting_bytes > OUTBOX_BYTES:
            self.close_code = TOO_SLOW
            self.drop()
        else:
            self.outbox.put_nowait(text)

    def drop(self) -> None:
        """End the connection."""
        self.is_open = False
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.dropped.set()

    async def send_all(self) -> None:
        """Send what is in the outbox, in order."""
        while True:
            text = await self.outbox.get()
            await self.socket.send_text(text)
            self.waiting_bytes -= len(text)

    # In

    async def receive_all(self) -> None:
        """Take messages in, one after the other."""
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            wait = self.bucket.wait(self.rooms.clock())
            self.flood = self.flood + 1 if wait else 0
            if self.flood > FLOOD:
                self.close_code = POLICY
                return
            if wait:
                seconds = max(1, round(wait + 0.5))
                self.refuse(None, Refusal("limit.messages", 429, wait=seconds, seconds=seconds))
                await asyncio.sleep(wait)  # whoever floods is read more slowly
                continue
            if text is None:
                self.refuse(None, Refusal("error.bad_message", 422, detail="messages are text"))
                continue
            if len(text.encode()) > self.rooms.settings.frame_bytes:
                self.refuse(None, Refusal("error.too_large", 413, limit=self.rooms.settings.frame_bytes))
                continue
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
            await self.answer(message)
        except Refusal as refusal:
            self.refuse(id, refusal)
        except Exception:
            log.exception("a message failed")
            self.refuse(id, Refusal("error.internal", 500))

    async def answer(self, message: Hello | Move | Undo | Resign | StandIn | Return | Chat | Hint | Ping) -> None:
        """Do what a message asks for, and answer."""
        live, who = self.live, self.identity
        match message:
            case Hello(version=version):
                self.send(live.whole(who, version))
            case Move(id=id, version=version, choice=choice):
                await live.move(who, id, version, choice, self.send)
            case Undo(id=id, version=version):
                await live.undo(who, id, version, self.send)
            case Resign(id=id):
                await live.resign(who, id, self.send)
            case StandIn(id=id, seat=seat):
                await live.stand_in(who, id, seat, self.send)
            case Return(id=id):
                await live.come_back(who, id, self.send)
            case Chat(id=id, text=text):
                self.check_chat(text)
                await live.say(who, id, text, self.send)
            case Hint(id=id):
                self.rooms.hints.spend("" if who is None else who.id)
                self.send(await live.hint(who, id))
            case Ping():
                self.send(PongMessage())

    def check_chat(self, text: str) -> None:
        """Refuse a line of chat that is too long or too soon."""
        limit = self.rooms.settings.chat_length
        if len(text) > limit:
            raise Refusal("limit.chat_length", 422, limit=limit)
        if self.identity is not None:
            self.rooms.chats.spend(self.identity.id)

    def refuse(self, id: str | None, refusal: Refusal) -> None:
        """Say that something was not done, and why."""
        wait = None if refusal.wait is None else int(refusal.wait)
        error = Said(**refusal.message.as_data())
        self.send(RefusedMessage(id=id, error=error, wait=wait, version=self.live.table.version))


def first_problem(error: ValidationError) -> str:
    """What is wrong first, in a few words, without repeating what was sent."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}"[:200] if place else str(problem["msg"])[:200]
