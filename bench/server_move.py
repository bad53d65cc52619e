"""What a move costs the server, side by side with another revision: ``python bench/server_move.py --base CHECKOUT``.

Two people play whole games over real sockets, with the same choices on both servers; what is counted is the server's
processor time for each acknowledged move, and the bytes that each of the two is sent. Rounds alternate, so that a busy
machine slows both down. ``git worktree add ../base REVISION`` makes a checkout to compare with.
"""

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
LIMITS = {
    "MESSAGES_PER_SECOND": "1000000",
    "MESSAGE_BURST": "1000000",
    "TABLE_BURST": "1000",
    "REQUEST_BURST": "100000",
}
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Server:
    """A server of one revision, in a process of its own, and what was measured of it."""

    name: str
    source: Path
    folder: Path
    milliseconds: list[float] = field(default_factory=list)  # of processor time for a move, by game
    sent: list[float] = field(default_factory=list)  # bytes to each player for a move, by game

    @property
    def database(self) -> Path:
        return self.folder / f"{self.name}.sqlite"

    def start(self) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        environment = {f"OVERLAND_SERVER_{name}": value for name, value in LIMITS.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "overland", "serve", "--port", str(self.port), "--database", str(self.database)],
            env={**os.environ, **environment, "PYTHONPATH": str(self.source)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "Ctrl-C stops it" in line:
                return
        raise SystemExit(f"The server of {self.name} did not start.")

    @property
    def processor_seconds(self) -> float:
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICKS

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Player:
    """A person with a socket."""

    def __init__(self, server: Server, name: str) -> None:
        self.address = f"127.0.0.1:{server.port}"
        self.http = httpx.Client(base_url=f"http://{self.address}")
        self.http.post("/api/me", json={"name": name}).raise_for_status()
        self.received = 0
        self.stack = ExitStack()

    def sit(self, table: str) -> dict[str, Any]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://{self.address}/api/tables/{table}/socket"
        self.socket: ClientConnection = self.stack.enter_context(
            connect(address, additional_headers={"cookie": cookies}, max_size=None)
        )
        self.socket.send(json.dumps({"type": "hello"}))
        return self.until("table")

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            text = self.socket.recv(60)
            self.received += len(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == kind:
                return message
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message}")


def play(server: Server, game: str, seed: int) -> None:
    """Play one game to its end and note what it cost."""
    dice = random.Random(seed)
    one, two = Player(server, "One"), Player(server, "Two")
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "shuffled": False}
    made = one.http.post("/api/tables", json=wish).raise_for_status().json()
    two.http.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"]}).raise_for_status()
    players = [one, two]
    now = [player.sit(made["id"])["now"] for player in players]
    moves = 0
    before = server.processor_seconds
    for player in players:
        player.received = 0
    while (seat := now[0].get("to_act")) is not None:
        choice = dice.randrange(len(now[seat]["choices"]))
        move = {"type": "move", "id": f"m{moves}", "version": now[seat]["version"], "choice": choice}
        players[seat].socket.send(json.dumps(move))
        players[seat].until("ack")
        now = [player.until("update")["now"] for player in players]
        moves += 1
    server.milliseconds.append(1000 * (server.processor_seconds - before) / moves)
    server.sent.append(statistics.mean(player.received for player in players) / moves)
    for player in players:
        player.stack.close()
        player.http.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="a checkout of the revision to compare with")
    parser.add_argument("--games", type=int, default=4, help="games of each kind on each server")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server("now", ROOT / "src", Path(folder))]
        if given.base is not None:
            servers.append(Server("base", given.base.resolve() / "src", Path(folder)))
        try:
            for server in servers:
                server.start()
            for game in ("oregon", "okanagan"):
                for number in range(given.games + 1):  # the first game warms both up and does not count
                    for server in servers:
                        play(server, game, number)
                for server in servers:
                    cost, sent = statistics.median(server.milliseconds[1:]), statistics.median(server.sent[1:])
                    print(
                        f"{game:9} {server.name:5} {cost:6.2f} ms of processor time a move, {sent:7.0f} bytes a player"
                    )
                if len(servers) > 1:
                    costs = [statistics.median(server.milliseconds[1:]) for server in servers]
                    print(f"{game:9} ratio {costs[1] / costs[0]:6.2f} (base / now)")
                for server in servers:
                    server.milliseconds.clear()
                    server.sent.clear()
                time.sleep(0.1)
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
