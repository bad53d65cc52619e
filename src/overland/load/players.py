"""Simulated people: two at a table, over real sockets, who take every choice by a seeded dice.

They speak protocol 1, where an ``update`` brings a whole ``now``, and protocol 2, where it brings a merge patch of the
one before.
"""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from overland.load.errors import LoadError
from overland.load.merge_patch import merge
from overland.load.parsing import parse
from overland.load.table_socket import TableSocket, open_socket

PATCHES_SINCE = 2  # the protocol whose updates are patches
HELLO = b'{"type":"hello"}'


@dataclass
class Tally:
    """What players measured together; times are in seconds."""

    moves: int = 0  # acknowledged
    lines: int = 0  # of the log that the moves led to
    received: int = 0  # bytes of acknowledgements and updates, to all players
    asked_again: int = 0  # times that a player had missed something and asked for the whole table
    acknowledged: list[float] = field(default_factory=list)  # from send to acknowledgement
    seen: list[float] = field(default_factory=list)  # from send until everybody has the update

    def __add__(self, other: "Tally") -> "Tally":
        """Both tallies as one."""
        return Tally(
            self.moves + other.moves,
            self.lines + other.lines,
            self.received + other.received,
            self.asked_again + other.asked_again,
            self.acknowledged + other.acknowledged,
            self.seen + other.seen,
        )


@dataclass
class Move:
    """A move on its way."""

    id: str
    version: int  # of the table when it was chosen
    sent: float
    seen_by: int = 0


@dataclass(frozen=True)
class Pace:
    """When a table moves: at ``first``, then every so many seconds, until ``end``."""

    first: float
    every: float
    end: float


class Player:
    """A person with a socket."""

    def __init__(self, table: "SimulatedTable", cookie: str) -> None:
        self.table = table
        self.cookie = cookie
        self.now: dict[str, Any] = {}  # the table as this player sees it
        self.protocol = 0
        self.is_lost = True  # waits for the whole table
        self.told: asyncio.Future[None] | None = None  # done once the whole table has come
        self.outstanding: Move | None = None  # sent and not acknowledged
        self.unseen: deque[Move] = deque()  # moves of anybody whose update has not come
        self.socket: TableSocket | None = None

    async def connect(self, port: int) -> None:
        """Open a socket and wait for the table."""
        self.told = asyncio.get_running_loop().create_future()
        path = f"/api/tables/{self.table.id}/socket"
        self.socket = await open_socket(path, port, self.cookie, self.take, self.lose)
        self.say_hello()
        await self.told

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.leave()
            self.socket = None

    def lose(self) -> None:
        """The server has closed the socket."""
        self.table.fail("The server closed a socket.")

    def say_hello(self) -> None:
        self.is_lost = True
        assert self.socket is not None
        self.socket.send(HELLO)

    def take(self, text: bytes, at: float) -> None:
        """Take a message in."""
        message = parse(text)
        match message["type"]:
            case "update":
                self.table.tally.received += len(text)
                self.take_update(message, at)
            case "ack":
                self.table.tally.received += len(text)
                self.take_acknowledgement(message, at)
            case "table":
                self.take_table(message)
            case "presence" if self.now:
                self.now["seats"] = message["seats"]
            case "refused":
                self.table.fail(f"The server refused something: {text.decode()[:300]}")

    def take_table(self, message: dict[str, Any]) -> None:
        self.protocol = message["protocol"]
        self.now = message["now"]
        self.is_lost = False
        if self.told is not None and not self.told.done():
            self.told.set_result(None)
        self.table.look(self, time.perf_counter())

    def take_update(self, message: dict[str, Any], at: float) -> None:
        """What is new; a player who has missed something asks for everything."""
        if self.is_lost:
            return
        if message["since"] != self.now["version"]:
            self.table.tally.asked_again += 1
            self.say_hello()
            return
        if self.protocol >= PATCHES_SINCE:
            merge(self.now, message["now"])
        else:
            self.now = message["now"]
        self.table.look(self, at)

    def take_acknowledgement(self, message: dict[str, Any], at: float) -> None:
        move = self.outstanding
        if move is None or message["id"] != move.id:
            self.table.fail("The server acknowledged what was not asked for.")
            return
        self.outstanding = None
        self.table.tally.moves += 1
        self.table.tally.acknowledged.append(at - move.sent)

    def send(self, move: Move, choice: int) -> None:
        """Send a move."""
        self.outstanding = move
        text = f'{{"type":"move","id":"{move.id}","version":{move.version},"choice":{choice}}}'
        assert self.socket is not None
        self.socket.send(text.encode())


class SimulatedTable:
    """Two people at a table of the server."""

    def __init__(self, id: str, cookies: list[str], seed: int) -> None:
        self.id = id
        self.players = [Player(self, cookie) for cookie in cookies]
        self.dice = random.Random(seed)
        self.tally = Tally()
        self.sent = 0  # moves in the whole life of the table
        self.left = 0  # moves to be sent in this round
        self.pace: Pace | None = None
        self.done: asyncio.Future[None] | None = None  # of this round

    async def connect(self, port: int) -> None:
        """Open both sockets."""
        for player in self.players:
            await player.connect(port)

    async def leave(self) -> None:
        """Close both sockets."""
        for player in self.players:
            await player.leave()

    @property
    def is_over(self) -> bool:
        return all(player.now["status"] == "over" for player in self.players)

    def begin(self, tally: Tally, moves: int, pace: Pace | None = None) -> asyncio.Future[None]:
        """Play so many moves, or to the end of the game; at a pace, or as fast as it goes."""
        self.tally, self.left, self.pace = tally, moves, pace
        self.done = asyncio.get_running_loop().create_future()
        for player in self.players:
            self.look(player, time.perf_counter())
        self.finish_if_done()
        return self.done

    def fail(self, reason: str) -> None:
        """Nothing can be measured here any more: whoever waits for something is told."""
        for waited in (self.done, *(player.told for player in self.players)):
            if waited is not None and not waited.done():
                waited.set_exception(LoadError(reason))

    # A round

    def look(self, player: Player, at: float) -> None:
        """A player has a new view of the table: moves may be seen now, and it may be the player's turn."""
        self.count_seen(player, at)
        if self.done is None or self.done.done():
            return
        if self.left > 0 and player.now.get("choices") and player.outstanding is None:
            self.move_soon(player, at)
        else:
            self.finish_if_done()

    def count_seen(self, player: Player, at: float) -> None:
        """Note which moves the player has the update of."""
        version = player.now["version"]
        while player.unseen and player.unseen[0].version < version:
            move = player.unseen.popleft()
            move.seen_by += 1
            if move.seen_by == len(self.players):
                self.tally.seen.append(at - move.sent)
                self.tally.lines += version - move.version

    def move_soon(self, player: Player, at: float) -> None:
        """Move now or when it is due; one that is late because the server was is counted from when it was due."""
        if self.pace is None:
            self.move(player, None)
            return
        due = self.pace.first
        self.pace = Pace(due + self.pace.every, self.pace.every, self.pace.end)
        if due > self.pace.end:
            self.left = 0
            self.finish_if_done()
        elif due <= at:
            self.move(player, due)
        else:
            asyncio.get_running_loop().call_later(due - at, self.move, player, None)

    def move(self, player: Player, due: float | None) -> None:
        """Let the player choose."""
        self.sent += 1
        self.left -= 1
        move = Move(f"m{self.sent}", player.now["version"], time.perf_counter() if due is None else due)
        for each in self.players:
            each.unseen.append(move)
        player.send(move, self.dice.randrange(len(player.now["choices"])))

    def finish_if_done(self) -> None:
        """End the round once everybody has seen the last move."""
        if self.done is None or self.done.done() or any(player.unseen for player in self.players):
            return
        if self.left <= 0 or self.is_over:
            self.done.set_result(None)
