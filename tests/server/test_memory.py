"""What a server keeps in memory: however many games were played and connections closed, it does not grow."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from overland.engine.games import GAMES
from overland.load.fast_loop import fast_loop
from overland.load.players import Move, Player, SimulatedTable, Tally
from overland.load.processes import resident_bytes
from overland.load.requests import Requests
from overland.load.rounds import WHOLE_GAME
from overland.load.table_socket import open_socket
from tests.conftest import amount
from tests.server.processes import ServerProcess, running_server

GAMES_PLAYED = amount(160, 20, 20_000)
AT_ONCE = 8
PEOPLE = 2 * AT_ONCE
WHOLE = 0.02  # of the games are played to their end
WITH_BOT = 0.2  # of the others have a bot in the second seat
MOVES = 4  # of the others, before somebody resigns
SAMPLES = 40  # of the resident set, in all
MEBIBYTE = 1024 * 1024
MOST_GROWTH = amount(16, 16, 8) * MEBIBYTE  # from the second quarter of the games to the last one; caches fill first
CONNECTIONS = amount(500, 50, 20_000)
MOST_LEFT = 6 * MEBIBYTE  # by all connections together, once closed
SETTINGS = {
    "idle_seconds": 2, "requests_per_second": 1_000_000, "request_burst": 1_000_000, "tables_per_minute": 1_000_000,
    "table_burst": 1_000_000, "message_burst": 1_000_000, "messages_per_second": 1_000_000,
}  # fmt: skip


@dataclass
class Curve:
    """The resident set of a server as it plays."""

    process: int
    began: float = field(default_factory=time.perf_counter)
    samples: list[tuple[int, float, int]] = field(default_factory=list)  # games, seconds, bytes

    def note(self, games: int) -> None:
        self.samples.append((games, time.perf_counter() - self.began, resident_bytes(self.process)))

    def level(self, first: float, last: float) -> float:
        """The usual size between two shares of the run."""
        part = self.samples[int(first * len(self.samples)) : max(1, int(last * len(self.samples)))]
        return median(size for _, _, size in part)

    def text(self) -> str:
        lines = [
            f"{games:6} games {seconds:7.1f} s {size / MEBIBYTE:7.1f} MiB" for games, seconds, size in self.samples
        ]
        return "\n".join(lines) + "\n"


def test_the_memory_of_a_server_is_flat_however_many_games_are_played(tmp_path: Path) -> None:
    with running_server(tmp_path, **SETTINGS) as server, asyncio.Runner(**fast_loop()) as runner:
        curve = runner.run(play_many(server))
        (tmp_path / "memory.txt").write_text(curve.text())
    print(curve.text())
    grown = curve.level(0.75, 1.0) - curve.level(0.25, 0.5)
    assert grown < MOST_GROWTH, curve.text()


async def play_many(server: ServerProcess) -> Curve:
    """Play all games, a few at a time, and look at the memory now and then."""
    assert server.process is not None
    curve, numbers, done = Curve(server.process.pid), iter(range(GAMES_PLAYED)), 0
    async with Requests(server.port) as requests:
        people = [await requests.introduce(f"Player {number}") for number in range(PEOPLE)]

    async def work(worker: int) -> None:
        nonlocal done
        for number in numbers:
            await play_one(server.port, people[2 * worker : 2 * worker + 2], random.Random(number))
            done += 1
            if done % (GAMES_PLAYED // SAMPLES or 1) == 0:
                curve.note(done)

    await asyncio.gather(*(work(worker) for worker in range(AT_ONCE)))
    return curve


async def play_one(port: int, people: list[str], dice: random.Random) -> None:
    """One game: to its end, or a few moves until somebody resigns; some of them with a bot."""
    is_whole = dice.random() < WHOLE
    has_bot = not is_whole and dice.random() < WITH_BOT
    other = {"kind": "bot", "level": "trader"} if has_bot else {"kind": "open"}
    settings = {"game": dice.choice(list(GAMES)), "seats": [{"kind": "me"}, other], "shuffled": False}
    async with Requests(port) as requests:
        made = await requests.post("/api/tables", settings, people[0])
        if not has_bot:
            await requests.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]}, people[1])
    table = SimulatedTable(made["id"], people[:1] if has_bot else people, dice.randrange(1000))
    await table.connect(port)
    await asyncio.wait_for(table.begin(Tally(), WHOLE_GAME if is_whole else MOVES), 120)
    if not table.is_over:
        await resign(table.players[0])
    await table.leave()


async def resign(player: Player) -> None:
    """Give up, and wait until the game is over."""
    assert player.socket is not None
    player.outstanding = Move("resign", player.now["version"], time.perf_counter())
    player.socket.send(b'{"type":"resign","id":"resign"}')
    while not player.table.is_over:
        await asyncio.sleep(0.002)


def test_connections_leave_nothing_behind(tmp_path: Path) -> None:
    with running_server(tmp_path, **SETTINGS) as server, asyncio.Runner(**fast_loop()) as runner:
        runner.run(come_and_go(server, CONNECTIONS // 4))
        before = settled(server)
        runner.run(come_and_go(server, CONNECTIONS))
        left = settled(server) - before
    print(f"{CONNECTIONS} connections left {left / MEBIBYTE:.1f} MiB, {left / CONNECTIONS:.0f} bytes each")
    assert left < MOST_LEFT


def settled(server: ServerProcess) -> int:
    assert server.process is not None
    time.sleep(1)
    return resident_bytes(server.process.pid)


async def come_and_go(server: ServerProcess, connections: int) -> None:
    """Many visitors look at a table, a hundred at a time, and all of them leave."""
    async with Requests(server.port) as requests:
        cookie = await requests.introduce("Ada")
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await requests.post("/api/tables", {"game": "oregon", "seats": seats, "listed": True}, cookie)
    path = f"/api/tables/{made['id']}/socket"
    for _ in range(0, connections, 100):
        sockets = [await open_socket(path, server.port, "", lambda text, at: None, lambda: None) for _ in range(100)]
        for socket in sockets:
            socket.send(b'{"type":"hello"}')
        await asyncio.gather(*(socket.leave() for socket in sockets))
