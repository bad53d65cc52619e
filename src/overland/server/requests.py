"""What visitors ask of a table over its socket: each request is granted, stored and acknowledged, or refused."""

import asyncio
import logging
from collections.abc import Callable

from overland.bots.catalogue import STAND_IN
from overland.server.attempts import ATTEMPTS
from overland.server.drafts import Draft, propose_giving_up, propose_move, propose_undo
from overland.server.errors import Overtaken, Refusal
from overland.server.live import LiveTable
from overland.server.log_lines import Back, StoodIn
from overland.server.socket_protocol import AckMessage, Chat, ChatLine, ChatMessage, Move, Resign, Return, StandIn, Undo
from overland.server.store import Identity
from overland.server.table import Table
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

MAX_UNDOS_AT = 5000  # a log that has grown so long takes no undo any more

Acknowledge = Callable[[AckMessage], None]  # tells the visitor who asked that it is stored


def no_answer(message: AckMessage) -> None:
    """Nobody waits for an answer."""


def seat_for(live: LiveTable, identity: Identity | None) -> int:
    """Where the visitor sits; refused without a seat."""
    seat = live.table.seat_of(None if identity is None else identity.id)
    if seat is None:
        raise Refusal("error.not_seated", 403)
    return seat


async def grant(
    live: LiveTable,
    identity: Identity | None,
    id: str,
    propose: Callable[[Table, int, float], Draft],
    acknowledge: Acknowledge,
) -> None:
    """Write what a seat asks for and acknowledge it; what was granted before is only acknowledged again."""
    async with live.lock:
        seat = seat_for(live, identity)

        def stored() -> None:
            acknowledge({"type": "ack", "id": id, "version": live.table.granted.get((seat, id), live.table.version)})

        for _ in range(ATTEMPTS):
            if (seat, id) in live.table.granted:
                stored()
                return
            try:
                await live.write(propose(live.table, seat, live.services.now()), stored)
                return
            except Overtaken:  # by another process: what still makes sense is proposed again, what does not is refused
                continue
        raise Overtaken


def check_version(table: Table, version: int) -> None:
    """Refuse what was meant for an earlier question."""
    if not table.asked_at <= version <= table.version:
        raise Refusal("error.stale")


async def move(live: LiveTable, identity: Identity | None, request: Move, acknowledge: Acknowledge = no_answer) -> None:
    """A player chooses."""

    def propose(table: Table, seat: int, now: float) -> Draft:
        table.running()
        check_version(table, request.version)
        if table.seats[seat].level is not None:
            raise Refusal("error.not_your_turn")
        return propose_move(table, seat, request.choice, request.id, now)

    await grant(live, identity, request.id, propose, acknowledge)


async def undo(live: LiveTable, identity: Identity | None, request: Undo, acknowledge: Acknowledge = no_answer) -> None:
    """A player takes a step back."""

    def propose(table: Table, seat: int, now: float) -> Draft:
        table.running()
        check_version(table, request.version)
        if table.version > MAX_UNDOS_AT:
            raise Refusal("undo.limit")
        return propose_undo(table, seat, request.id, now)

    await grant(live, identity, request.id, propose, acknowledge)


async def resign(
    live: LiveTable, identity: Identity | None, request: Resign, acknowledge: Acknowledge = no_answer
) -> None:
    """A player gives up; saying it twice does no harm."""

    def propose(table: Table, seat: int, now: float) -> Draft:
        if table.seats[seat].gave_up is not None:
            return Draft.of(table, now)
        return propose_giving_up(table, seat, "resign", request.id, now)

    await grant(live, identity, request.id, propose, acknowledge)


async def stand_in(
    live: LiveTable, identity: Identity | None, request: StandIn, acknowledge: Acknowledge = no_answer
) -> None:
    """A player wants a bot to play for another who is away."""

    def propose(table: Table, seat: int, now: float) -> Draft:
        table.running()
        absent = request.seat
        person = table.seats[absent].person if absent < len(table.seats) else None
        if person is None or absent == seat or table.seats[absent].level or not live.presence.is_away(person.identity):
            raise Refusal("error.not_away")
        return Draft.of(table, now, StoodIn(seat=absent, wish=seat, level=STAND_IN, id=request.id))

    await grant(live, identity, request.id, propose, acknowledge)


async def come_back(
    live: LiveTable, identity: Identity | None, request: Return, acknowledge: Acknowledge = no_answer
) -> None:
    """A player takes the seat back from a bot."""

    def propose(table: Table, seat: int, now: float) -> Draft:
        table.running()
        if not table.seats[seat].can_return:
            raise Refusal("error.not_absent")
        return Draft.of(table, now, Back(seat=seat, id=request.id))

    await grant(live, identity, request.id, propose, acknowledge)


async def chat(live: LiveTable, identity: Identity | None, request: Chat, acknowledge: Acknowledge = no_answer) -> None:
    """A player says something to everybody at the table."""
    if identity is None or live.table.seat_of(identity.id) is None:
        raise Refusal("error.chat_watchers", 403)
    speaker = identity
    async with live.lock:
        seat = seat_for(live, speaker)
        acknowledged: AckMessage = {"type": "ack", "id": request.id, "version": live.table.version}
        person = live.table.seats[seat].person
        name = speaker.name if person is None else person.name  # a name may have changed since the socket opened
        for _ in range(ATTEMPTS):
            if (speaker.id, request.id) in live.said:
                acknowledge(acknowledged)
                return
            line = ChatLine(n=len(live.chat), seat=seat, name=name, text=request.text)
            try:
                await finished(asyncio.ensure_future(keep_chat(live, line, speaker, request.id)))
            except Conflict:  # somebody else said something, by way of another process
                await live.catch_up_chat()
                continue
            acknowledge(acknowledged)
            live.tell_all(ChatMessage(line=line))
            return
        raise Overtaken


async def keep_chat(live: LiveTable, line: ChatLine, speaker: Identity, id: str) -> None:
    """Store a line of chat."""
    await live.services.store.add_chat(live.table, line, speaker.id, id, live.services.now())
    live.chat.append(line)
    live.said.add((speaker.id, id))


async def finished(work: asyncio.Future[None]) -> None:
    """Wait for the end of something, which comes whatever happens to the visitor who waits for it."""
    try:
        await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise
