"""A server under attack from several addresses, with the limits it has by default, while two people play on it.

Attackers run in processes of their own, on the same machine: the processor time they take is missing to the server and
to the players, so the times measured here are worse than they would be elsewhere.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from overland.engine.match import Match
from overland.load.fast_loop import fast_loop
from overland.load.percentiles import percentile
from overland.load.players import Pace, SimulatedTable, Tally
from overland.load.processes import processor_seconds, resident_bytes
from overland.load.requests import Requests
from overland.load.rounds import WHOLE_GAME
from tests.conftest import IS_SOAK, amount
from tests.server.attackers import Plan
from tests.server.processes import ServerProcess, running_server
from tests.server.test_attacks import DEFAULTS

MESSAGES = amount(20_000, 2_000, 1_000_000)
SECONDS = amount(10, 5, 3600)  # at most
ATTACKERS = 4  # processes
ADDRESSES = [f"127.0.0.{number}" for number in range(10, 18)]
TABLES = 4  # of two people each
MOVE_SECONDS = 0.25
P99_SECONDS = 0.25
P90_BESIDE_OTHERS = 1.0  # seconds, while other tests run on the same cores: what froze the server took longer
MEBIBYTE = 1024 * 1024
SETTLED = 0.5  # of the attack, after which the memory must not grow: tables that attackers make are put away by then
MOST_GROWTH = amount(48, 48, 16) * MEBIBYTE
STOP_SECONDS = 10.0


@dataclass
class Watch:
    """What is seen of the server during the attack."""

    process: int
    began: float = field(default_factory=time.monotonic)
    sizes: list[tuple[float, int]] = field(default_factory=list)  # seconds, bytes

    async def look(self) -> None:
        while True:
            self.sizes.append((time.monotonic() - self.began, resident_bytes(self.process)))
            await asyncio.sleep(1)

    @property
    def growth(self) -> int:
        """From when it had settled until the end, at most."""
        settled = [size for _, size in self.sizes[int(SETTLED * len(self.sizes)) :]]
        return max(settled) - settled[0]


async def play_during(server: ServerProcess, stop: asyncio.Event, tally: Tally) -> int:
    """Two people at a few tables play at their pace until told to stop, one game after the other; how many games."""

    async def play_one(number: int) -> None:
        async with Requests(server.port) as requests:
            cookies = [await requests.introduce(f"Player {place}") for place in (1, 2)]
            settings = {"game": ("oregon", "okanagan")[number % 2], "seats": [{"kind": "me"}, {"kind": "open"}]}
            made = await requests.post("/api/tables", settings, cookies[0])
            await requests.post(f"/api/tables/{made['id']}/join", {"invite": made["invite"]}, cookies[1])
        table = SimulatedTable(made["id"], cookies, number)
        await table.connect(server.port)
        first = time.perf_counter() + random.random() * MOVE_SECONDS
        done = table.begin(tally, WHOLE_GAME, Pace(first, MOVE_SECONDS, first + 1e9))
        while not done.done() and not stop.is_set():
            await asyncio.wait([done], timeout=0.2)
        table.left = min(table.left, 1)  # the move that is due is the last one
        await asyncio.wait_for(done, 10)
        await table.leave()

    async def play_many(number: int) -> int:
        games = 0
        while not stop.is_set():
            await play_one(number + TABLES * games)
            games += 1
        return games

    return sum(await asyncio.gather(*(play_many(number) for number in range(TABLES))))


async def attacked(server: ServerProcess, plans: list[Plan]) -> tuple[Tally, Watch, list[dict[str, Any]]]:
    """Let people play while attackers strike."""
    assert server.process is not None
    tally, stop, watch = Tally(), asyncio.Event(), Watch(server.process.pid)
    playing = asyncio.create_task(play_during(server, stop, tally))
    looking = asyncio.create_task(watch.look())
    await asyncio.sleep(1)
    command = [sys.executable, "-m", "tests.server.attackers"]
    attackers = [
        await asyncio.create_subprocess_exec(*command, json.dumps(asdict(plan)), stdout=subprocess.PIPE)
        for plan in plans
    ]
    told = [(await attacker.communicate())[0] for attacker in attackers]
    stop.set()
    await playing
    looking.cancel()
    return tally, watch, [json.loads(text) for text in told]


def a_record() -> dict[str, Any]:
    """A game that began from a position and was played to its end."""
    match, dice = Match("oregon", 2, seed=3), random.Random(3)
    for _ in range(20):
        match.play(dice.choice(match.legal))
    match = Match("oregon", position=match.position.text, seed=4)
    while not match.is_over:
        match.play(dice.choice(match.legal))
    return match.record()


def listed_table(url: str) -> str:
    with httpx.Client(base_url=url) as http:
        http.post("/api/me", json={}).raise_for_status()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "bot", "level": "trader"}], "listed": True}
        id: str = http.post("/api/tables", json=wish).raise_for_status().json()["id"]
        return id


def test_a_server_under_attack_stays_quick_and_small_and_makes_no_mistake(tmp_path: Path) -> None:
    with running_server(tmp_path, **DEFAULTS) as server, asyncio.Runner(**fast_loop()) as runner:
        table, record = listed_table(server.url), a_record()
        plans = [
            Plan(server.port, MESSAGES // ATTACKERS, SECONDS, seed, ADDRESSES[seed::ATTACKERS], table, record)
            for seed in range(ATTACKERS)
        ]
        began = time.monotonic()
        tally, watch, told = runner.run(attacked(server, plans))
        seconds = time.monotonic() - began
        assert server.process is not None
        used = processor_seconds(server.process.pid)
        asked = time.monotonic()
        assert server.stop() in (0, -15)
        stopped = time.monotonic() - asked
    text = summary(tally, watch, told, seconds, used, stopped)
    print(text)
    log = (tmp_path / "server.log").read_text()
    assert not [failure for each in told for failure in each["failures"]], text
    assert "Traceback" not in log and " ERROR " not in log, log[-3000:]
    if IS_SOAK:  # which runs it alone
        assert percentile(tally.acknowledged, 99) < P99_SECONDS, text
    assert percentile(tally.acknowledged, 90) < P90_BESIDE_OTHERS, text
    assert watch.growth < MOST_GROWTH, text
    assert stopped < STOP_SECONDS, text


def summary(tally: Tally, watch: Watch, told: list[dict[str, Any]], seconds: float, used: float, stopped: float) -> str:
    """The figures of an attack."""
    sent, statuses, strikes = (total(told, name) for name in ("sent", "statuses", "strikes"))
    times = {f"p{percent}": round(1000 * percentile(tally.acknowledged, percent), 1) for percent in (50, 90, 99, 100)}
    sizes = [f"{at:.0f} s: {size / MEBIBYTE:.0f}" for at, size in watch.sizes[:: max(1, len(watch.sizes) // 20)]]
    return (
        f"{sent.total()} messages and requests in {seconds:.0f} s: {dict(sent)}\nstrikes: {dict(strikes)}\n"
        f"answers: {dict(statuses)}; failures: {[failure for each in told for failure in each['failures']][:5]}\n"
        f"{tally.moves} moves acknowledged after {times} ms; the server used {used:.0f} s of processor time\n"
        f"MiB after {', '.join(sizes)}; grown by {watch.growth / MEBIBYTE:.1f}; stopped after {stopped:.1f} s\n"
    )


def total(told: list[dict[str, Any]], name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in told:
        found.update(each[name])
    return found
