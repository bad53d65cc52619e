"""Attacks that once held everybody up, timed at a real server with the limits it has by default."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from overland.load.frames import TEXT, FrameReader, client_frame
from overland.load.merge_patch import merge
from overland.load.processes import processor_seconds
from overland.server.settings import ServerSettings
from tests.conftest import IS_SOAK, amount
from tests.server.processes import ServerProcess, running_server
from tests.server.raw_sockets import open_table, received, seconds_of_ping

#: What the server's defaults are, where tests with many players at one address have others.
DEFAULTS = {
    name: ServerSettings.model_fields[name].default
    for name in (
        "table_burst", "visitor_burst", "request_burst", "open_tables", "connections", "message_burst",
        "messages_per_second",
    )
}  # fmt: skip
HELLO = client_frame(b'{"type":"hello"}')
MOVES = amount(30, 6, 60)  # played at the table before
ATTACKER, BYSTANDER = "127.0.0.2", "127.0.0.3"
IDLE_SECONDS, BUSY_SECONDS = 1.0, 6.0  # for an answer, with the machine for ourselves and with two busy loops beside
STOP_SECONDS = 8.0  # five of them are the grace of connections


@contextmanager
def busy_machine(loops: int) -> Iterator[None]:
    """Other programs that take all they can get."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with running_server(tmp_path, **DEFAULTS) as found:
        yield found


def played_table(server: ServerProcess) -> str:
    """A listed table some way into the game: a person, who plays as limits allow, and a bot."""
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/me", json={}).raise_for_status()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "bot", "level": "trader"}], "listed": True}
        id: str = http.post("/api/tables", json=wish).raise_for_status().json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    player = open_table(server, id, "127.0.0.4", cookie=cookie)
    now: dict[str, Any] = {}
    reader, moves = FrameReader(), 0
    player.sendall(HELLO)
    while moves < MOVES and now.get("status") != "over":
        for frame in reader.feed(received(player)):
            message = json.loads(frame.payload) if frame.opcode == TEXT else {}
            if message.get("type") in ("table", "update"):
                merge(now, message["now"])
                if now.get("choices"):
                    moves += 1
                    move = {"type": "move", "id": f"m{moves}", "version": now["version"], "choice": 0}
                    time.sleep(0.12)  # ten a second are allowed
                    player.sendall(client_frame(json.dumps(move).encode()))
    player.close()
    return id


def slowest_answer(bystander: socket.socket, seconds: float) -> float:
    """How long somebody else waits for an answer, at worst."""
    until, worst = time.monotonic() + seconds, seconds_of_ping(bystander)
    while time.monotonic() < until:
        worst = max(worst, seconds_of_ping(bystander, pause=0.15))
    return worst


@dataclass(frozen=True)
class Attack:
    """So many sockets without an identity, each with so many hellos in one write."""

    sockets: int
    hellos: int
    lingers: bool  # or is gone at once

    def __call__(self, server: ServerProcess, id: str) -> list[socket.socket]:
        """Attack; the sockets that linger."""
        attackers = [open_table(server, id, ATTACKER) for _ in range(self.sockets)]
        for attacker in attackers:
            attacker.sendall(HELLO * self.hellos)
        if not self.lingers:
            for attacker in attackers:
                attacker.close()
        return attackers


ATTACKS = [
    Attack(1, 600, lingers=False),
    Attack(1, 600, lingers=True),
    Attack(5, 5500 // len(HELLO), lingers=False),
    Attack(5, 5500 // len(HELLO), lingers=True),
    Attack(24, 600, lingers=True),
]


@pytest.mark.parametrize("loops", [0, 2] if IS_SOAK else [0], ids=lambda loops: f"{loops} busy loops beside")
def test_bursts_of_hellos_hold_nobody_up(server: ServerProcess, loops: int) -> None:
    id = played_table(server)
    bystander = open_table(server, id, BYSTANDER)
    quiet = slowest_answer(bystander, 1)
    with busy_machine(loops):
        for attack in ATTACKS:
            attackers = attack(server, id)
            worst = slowest_answer(bystander, amount(1, 1, 2))
            print(f"{attack}, {loops} busy loops: {1000 * worst:.0f} ms, before {1000 * quiet:.0f} ms")
            assert worst < (BUSY_SECONDS if loops else IDLE_SECONDS)
            for attacker in attackers:
                attacker.close()
    bystander.close()


@pytest.mark.parametrize("loops", [0, 2] if IS_SOAK else [0], ids=lambda loops: f"{loops} busy loops beside")
def test_after_an_attack_the_server_is_quiet_and_stops_when_told(server: ServerProcess, loops: int) -> None:
    id = played_table(server)
    attackers = [open_table(server, id, ATTACKER) for _ in range(24)]
    with busy_machine(loops):
        for attacker in attackers:
            attacker.sendall(HELLO * 600)
        for attacker in attackers:
            attacker.close()
        assert server.process is not None
        time.sleep(1)
        used = processor_seconds(server.process.pid)
        time.sleep(1)
        used = processor_seconds(server.process.pid) - used
        began = time.monotonic()
        assert server.stop() in (0, -15)
        took = time.monotonic() - began
    print(f"24 sockets, {loops} busy loops: {used:.2f} s of processor time in a second, stopped after {took:.1f} s")
    assert took < STOP_SECONDS + (BUSY_SECONDS if loops else 0)
    assert used < 0.5, "nothing is left of it after a second"
