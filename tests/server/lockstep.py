"""Two servers that play in lockstep: whatever a receiver cannot know is different in them wherever the rules allow.

Whatever it can observe is the same: the same people and bots sit there, the same things happen at the same time, and of
everything that is decided or drawn the receiver sees the same.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from overland.engine.game import SPECTATOR
from overland.engine.match import Match
from overland.engine.record import new_record
from overland.engine.rng import new_rng
from overland.remote.api import BotApi
from overland.remote.assistant import Assistant
from overland.server import daily, lobby, new_tables, reminder_sending, requests, schema
from overland.server.bot_seats import BotFailure
from overland.server.bot_streams import TableStream
from overland.server.days import day_at
from overland.server.drafts import Draft, propose_start
from overland.server.driver import Driver
from overland.server.live import LiveTable
from overland.server.log_lines import Sitter
from overland.server.reminder_forms import Address, Kind, Letter, letter, new_secret
from overland.server.socket_protocol import Return, StandIn
from overland.server.sockets import Connection
from overland.server.table import Table
from tests.server.bot_players import BotPlayer, register
from tests.server.local_servers import (
    ORIGIN,
    LocalServer,
    Person,
    choose,
    fix_ids,
    give_up,
    invite_of,
    local_server,
    new_table,
    received,
    take_back,
)

CLOCK = {"kind": "game", "seconds": 36_000, "increment": 3}
AWAY_SECONDS = 61
TOLD_AT = Address("address", "somebody", "webhook", "https://example.org/", {}, new_secret(), "en", 0.0)
TOLD_BY: tuple[Kind, ...] = ("webhook", "ntfy")


class Diverged(Exception):
    """What the receiver sees in one server cannot happen in the other."""


class Lockstep:
    """Two matches whose differences one seat cannot see: picks what happens next in both."""

    def __init__(self, seat: int, dice: random.Random) -> None:
        self.seat = seat
        self.dice = dice
        self.planned: list[str] = []  # what the other server's chance has to look like
        self.differences = 0
        self.has_parted = False  # maybe while a bot was playing

    def first_outcome(self, draft: Match) -> int:
        """Chance in the first server: whatever comes; the second server has to follow."""
        actions, weights = draft.legal.actions.tolist(), draft.weights
        action: int = self.dice.choices(actions, weights)[0]
        self.planned.append(shown(draft, action, self.seat))
        return action

    def second_outcome(self, draft: Match) -> int:
        """Chance in the second server: something else that looks the same to the receiver, if there is anything."""
        wanted = self.planned.pop(0)
        found = [
            int(action)
            for action, weight in zip(draft.legal.actions, draft.weights, strict=True)
            if weight and shown(draft, int(action), self.seat) == wanted
        ]
        if not found:
            self.has_parted = True
            raise Diverged
        self.differences += len(found) > 1
        unpromised = [action for action in found if draft.game.action_text(action) not in self.planned]
        return self.dice.choice(unpromised or found)  # what will be seen openly must not be given away here

    def decision(self, first: Match, second: Match) -> tuple[int, int] | None:
        """Choices, as numbers, that look the same; none if there are none left."""
        ours, theirs = (
            {shown(match, int(action), self.seat): number for number, action in enumerate(match.legal.actions)}
            for match in (first, second)
        )
        common = sorted(ours.keys() & theirs.keys())
        self.dice.shuffle(common)
        for text in common:
            pair = ours[text], theirs[text]
            if self.looks_after(first, pair[0]) == self.looks_after(second, pair[1]):
                return pair
        return None

    def looks_after(self, match: Match, choice: int) -> bytes:
        """What the receiver sees once something is played: a tile that is laid, say, is open."""
        draft = match.copy()
        draft.play(int(match.legal.actions[choice]))
        return bytes(draft.view(self.seat).tobytes())


def shown(match: Match, action: int, seat: int) -> str:
    """How an entry would read."""
    return match.position.entry_for(action, seat)


def twin_positions(game: str, players: int, seat: int, dice: random.Random) -> tuple[str, str]:
    """Two different positions of the middle of a game that look the same to a seat."""
    match = Match(game, players, seed=dice.randrange(1000))
    for _ in range(dice.randrange(20, 45)):
        match.play(dice.choice(list(match.legal)))
    view = match.view(seat)
    world = new_record(match.game.state_type)
    assert match.game.sample_world(match.box, view, new_rng(dice.randrange(1000)), world)
    return match.position.text, match.game.position_text(world)


# The two servers


@dataclass
class Puppet:
    """The bots of a server: they decide what the test says."""

    asked: list[tuple[int, asyncio.Future[int]]] = field(default_factory=list)  # at which version, and the answer

    async def ask(self, table: Table) -> int:
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.asked.append((table.asked_at, answer))
        return await answer

    async def question_at(self, asked_at: int) -> asyncio.Future[int]:
        """The question of the present moment; those that nobody waits for any more are let go."""
        for _ in range(1000):
            for version, answer in self.asked:
                if version != asked_at and not answer.done():
                    answer.set_result(0)
            self.asked = [(version, answer) for version, answer in self.asked if not answer.done()]
            if self.asked:
                return self.asked[-1][1]
            await asyncio.sleep(0)
        raise AssertionError("no bot was asked")


class Twin:
    """One of the two servers, with its table."""

    def __init__(self, server: LocalServer, id: str, people: list[Person]) -> None:
        self.server = server
        self.id = id
        self.people = people
        self.live: LiveTable = server.tables.live[id]
        self.puppet = Puppet()
        self.ear: Connection | None = None
        self.lockstep: Lockstep | None = None
        self.stream: TableStream | None = None  # of a registered bot
        self.assistant: Assistant | None = None

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def listen(self, seat: int) -> None:
        self.ear = self.server.socket(self.live, None if seat == SPECTATOR else self.people[seat].identity)

    async def listen_as_bot(self, bot: BotPlayer) -> None:
        """Follow the table by a bot's stream, too, and let an assistant sit there."""
        self.stream = TableStream(self.server.tables, self.live, await bot.session(), wants_records=True)
        self.stream.begin()
        self.live.connect(self.stream)
        self.assistant = Assistant(BotApi(ORIGIN, bot.token, bot.http), lambda game: game, poll=0)

    async def spoken(self) -> list[str]:
        """What an assistant is told."""
        assistant = self.assistant
        if assistant is None:
            return []
        self.forget_limits()
        return [
            await assistant.look(self.id), await assistant.choices(self.id), await assistant.wait(self.id, 0),
            await assistant.tables(),
        ]  # fmt: skip

    def reminded(self) -> list[Letter]:
        """What a player is sent who is away, wherever they want to be told."""
        reminder = reminder_sending.reminder_of(self.live, "reminder")
        return [letter(replace(TOLD_AT, kind=kind), reminder, "") for kind in TOLD_BY]

    def forget_limits(self) -> None:
        self.server.services.own_data.buckets.clear()
        self.server.services.requests.buckets.clear()
        self.server.services.address_requests.buckets.clear()

    async def start(self, position: str | None) -> None:
        """Begin the match, from a position if there is one."""
        self.table.start = position
        who = [seat.who for seat in self.table.seats if seat.who is not None]
        async with self.live.lock:
            await self.live.write(propose_start(self.table, who, self.server.services.now()))

    async def decide(self, seat: int, choice: int, id: str) -> None:
        """A seat decides, whether a person or a bot does it."""
        if self.table.seats[seat].level is None:
            await choose(self.live, self.people[seat].identity, id, self.table.version, choice)
            return
        version = self.table.version
        (await self.puppet.question_at(self.table.asked_at)).set_result(choice)
        await self.until(lambda: self.table.version > version)

    async def fail_bot(self) -> None:
        """The bot to act fails, and another one takes its place."""
        version = self.table.version
        (await self.puppet.question_at(self.table.asked_at)).set_exception(BotFailure("no idea"))
        await self.until(lambda: self.table.version > version)

    async def time_out(self, seat: int) -> None:
        version = self.table.version
        self.live.driver.time_is_up(seat, self.table.asked_at)
        await self.until(lambda: self.table.version > version)

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(10_000):
            if condition():
                return
            if self.lockstep is not None and self.lockstep.has_parted:
                raise Diverged
            await asyncio.sleep(0.0005)
        raise AssertionError("it did not happen")

    async def make_daily(self) -> None:
        """Let the table be somebody's deal of the day."""
        day, owner = day_at(self.server.clock()), self.people[0].identity
        assert owner is not None
        self.table.settings = self.table.settings.model_copy(update={"daily": day, "listed": False})
        tried = {"day": day, "game": self.table.settings.game, "identity": owner.id, "table_id": self.id}
        await self.server.services.store.write(insert(schema.tries).values(**tried, outcome="playing"))

    async def fetch(self, seat: int, path: str) -> tuple[int, bytes, Any]:
        """What a receiver is answered by HTTP."""
        self.forget_limits()
        http = self.people[seat].http if seat != SPECTATOR else Person(self.server, "stranger").http
        answer = await http.get(f"/api/{path}".replace("ID", self.id))
        return answer.status_code, answer.content, sorted(answer.headers.multi_items())


def do_nothing(draft: Draft, seats: Sequence[Sitter]) -> None:
    """Instead of beginning by itself."""


async def seated(
    server: LocalServer,
    game: str,
    people: int,
    bots: int,
    clock: dict[str, Any],
    registered: int | None,
    file: str | None,
) -> Twin:
    """A table with everybody at it, not begun: people in the first seats, then bots; one may be a registered bot."""
    visitors = [await server.person(f"Person {number}") for number in range(people)]
    if registered is not None:
        visitors[registered] = await register(visitors[registered], "Heron")
    seats = ["me", *["open"] * (people - 1), *["trader"] * bots]
    id = await new_table(visitors[0], game, *seats, listed=True, clock=clock, aids=True, file=file)
    invite = await invite_of(visitors[0], id)
    for person in visitors[1:]:
        place = "bot/tables" if isinstance(person, BotPlayer) else "tables"
        answer = await person.http.post(f"/api/{place}/{id}/join", json={"invite": invite})
        assert answer.status_code == 200, answer.text
    return Twin(server, id, visitors)


@asynccontextmanager
async def twin_tables(
    folder: Path,
    game: str,
    people: int,
    bots: int,
    clock: dict[str, Any],
    patch: pytest.MonkeyPatch,
    registered: int | None = None,
    file: str | None = None,
) -> AsyncIterator[list[Twin]]:
    """The same table in two servers, with the same ids, everybody seated but not begun."""
    twins: dict[int, Twin] = {}

    async def ask(driver: Driver, table: Table, seat: int, level: str) -> int:
        return await twins[id(driver.services)].puppet.ask(table)

    patch.setattr(Driver, "ask", ask)
    patch.setattr(lobby, "add_start", do_nothing)
    patch.setattr(new_tables, "add_start", do_nothing)
    async with local_server(folder / "one") as one, local_server(folder / "two") as two:
        for server in (one, two):
            fix_ids(patch)
            await server.services.store.write(insert(schema.secrets).values(name=daily.SECRET, value="00" * 32))
            twins[id(server.services)] = await seated(server, game, people, bots, clock, registered, file)
        yield list(twins.values())


# What happens

#: What can be asked for by HTTP.
PATHS = (
    "tables/ID", "tables/ID/record", "tables/ID/review", "tables/ID/review/3", "tables/ID/verdict",
    "tables/ID/unseen", "tables/ID/past/6", "tables",
    "me/games", "me/results", "me/data", "daily", "sets/oregon/frontier", "sets/okanagan/valley",
)  # fmt: skip
#: And by a registered bot.
BOT_PATHS = (
    "bot/tables/ID",
    "bot/tables/ID/text",
    "bot/tables/ID/text?language=de",
    "bot/tables",
    "bot/me",
    "bot/bots",
)


@dataclass
class Game:
    """A game in both servers, as one receiver follows it."""

    twins: list[Twin]
    seat: int  # of the receiver
    lockstep: Lockstep
    dice: random.Random
    number: int = 0
    happened: set[str] = field(default_factory=set)

    async def begin(self, positions: tuple[str | None, str | None]) -> None:
        outcomes = (self.lockstep.first_outcome, self.lockstep.second_outcome)
        for twin, outcome in zip(self.twins, outcomes, strict=True):
            twin.table.outcome = outcome
            twin.lockstep = self.lockstep
            twin.listen(self.seat)
            assert twin.ear is not None
            await twin.ear.take('{"type": "hello"}')
            if self.seat >= 0 and isinstance(bot := twin.people[self.seat], BotPlayer):
                await twin.listen_as_bot(bot)
        for twin, position in zip(self.twins, positions, strict=True):
            await twin.start(position)

    @property
    def first(self) -> Table:
        return self.twins[0].table

    @property
    def is_over(self) -> bool:
        return any(twin.table.status == "over" for twin in self.twins)

    async def both(self, name: str, work: Callable[[Twin], Awaitable[None]]) -> None:
        """Let the same happen in both servers, one after the other."""
        self.number += 1
        self.happened.add(name)
        for twin in self.twins:
            await work(twin)

    def pass_time(self, seconds: float) -> None:
        for twin in self.twins:
            clock: Any = twin.server.clock
            clock.now += seconds

    async def move(self) -> bool:
        """Whoever is to act decides, in a way that looks the same; tells whether there is one."""
        chosen = self.lockstep.decision(self.twins[0].match, self.twins[1].match)
        if chosen is None:
            return False
        actor, choices = self.twins[0].match.to_act, iter(chosen)
        name = "move" if self.first.seats[actor].level is None else "bot"
        await self.both(name, lambda twin: twin.decide(actor, next(choices), f"r{self.number}"))
        if self.dice.random() < 0.1 and all(twin.table.undo_to(actor)[0] is None for twin in self.twins):
            await self.both("undo", lambda twin: self.undo(twin, actor))
        return True

    async def undo(self, twin: Twin, seat: int) -> None:
        await take_back(twin.live, twin.people[seat].identity, f"r{self.number}", twin.table.version)

    async def something(self) -> None:
        """Something else than a move may happen; with two players whoever gives up ends the game."""
        self.pass_time(self.dice.randrange(5))
        people = range(len(self.twins[0].people))
        seat = self.dice.choice(people)
        place, to_act = self.first.seats[seat], self.first.to_act
        match self.dice.randrange(40):
            case 0 if place.gave_up is None:
                await self.both("resign", lambda twin: self.resign(twin, seat))
            case 1 if to_act is not None and self.first.clock.is_on and self.first.seats[to_act].level is None:
                await self.both("timeout", lambda twin: twin.time_out(to_act))
            case 2 | 3 | 4 | 5 if seat != self.seat and place.level is None and len(people) > 1:
                self.pass_time(AWAY_SECONDS)
                asker = next(other for other in people if other != seat)
                await self.both("stand_in", lambda twin: self.stand_in(twin, asker, seat))
            case 6 | 7 | 8 | 9 if any(self.first.seats[other].can_return for other in people):
                back = next(other for other in people if self.first.seats[other].can_return)
                await self.both("return", lambda twin: self.come_back(twin, back))
            case 10 if to_act is not None and self.first.seats[to_act].level is not None:
                await self.both("bot_failed", lambda twin: twin.fail_bot())

    async def resign(self, twin: Twin, seat: int) -> None:
        await give_up(twin.live, twin.people[seat].identity, f"r{self.number}")

    async def stand_in(self, twin: Twin, asker: int, seat: int) -> None:
        wish = StandIn(type="stand_in", id=f"r{self.number}", seat=seat)
        await requests.stand_in(twin.live, twin.people[asker].identity, wish)

    async def come_back(self, twin: Twin, seat: int) -> None:
        wish = Return(type="return", id=f"r{self.number}")
        await requests.come_back(twin.live, twin.people[seat].identity, wish)

    # What the receiver is told

    async def same_on_every_channel(self, is_thorough: bool) -> None:
        """Everything the receiver got since last time, and everything it can ask for."""
        ears = [twin.ear for twin in self.twins if twin.ear is not None]
        first, second = (received(ear) for ear in ears)
        assert first == second, "what was told is not the same"
        streams = [twin.stream for twin in self.twins if twin.stream is not None]
        if streams:
            ours, theirs = (list(stream.outbox) for stream in streams)
            assert ours == theirs, "what was streamed is not the same"
            for stream in streams:
                stream.outbox.clear()
                stream.waiting_bytes = 0
        if not is_thorough:
            return
        for message in (
            {"type": "hello"},
            {"type": "hello", "version": 3},
            {"type": "move", "id": "bad", "version": 0, "choice": 0},
            {"type": "move", "id": "far", "version": self.first.version, "choice": 99_999},
            {"type": "stand_in", "id": "away", "seat": self.seat if self.seat >= 0 else 1},
            {"type": "hint", "id": "hint"},
            {"type": "check", "id": "check", "version": self.first.version, "choice": 1},
            {"type": "nonsense"},
        ):
            answers = []
            for ear in ears:
                ear.bucket.tokens = 100
                ear.services.messages.buckets.clear()
                ear.services.address_messages.buckets.clear()
                ear.services.hints.buckets.clear()
                ear.services.checks.buckets.clear()
                await ear.take(json.dumps(message))
                answers.append(received(ear))
            assert answers[0] == answers[1], f"what was answered is not the same: {message}"
        said = [await twin.spoken() for twin in self.twins]
        assert said[0] == said[1], "what an assistant was told is not the same"
        letters = [twin.reminded() for twin in self.twins]
        assert letters[0] == letters[1], "what players are sent is not the same"
        for path in BOT_PATHS if streams else PATHS:
            replies = [await twin.fetch(self.seat, path) for twin in self.twins]
            assert replies[0] == replies[1], f"what was answered is not the same: {path}"
