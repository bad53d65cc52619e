"""Attackers in a process of their own: ``python -m tests.server.attackers PLAN`` strikes until it has sent enough.

They come from several addresses of loopback, with identities and without, and write prepared bytes to bare sockets.
What they count is what they sent; of what they are answered they look only for what must never come.
"""

import json
import os
import random
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from overland.data.templates import template
from overland.load.frames import PING, TEXT, client_frame

STATUS = re.compile(rb"HTTP/1\.1 (\d\d\d) ")
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
ANSWER_SECONDS = 0.05  # an attacker waits no longer for more of an answer
HALF_OPEN, UNREAD = 60, 8  # connections of these kinds that one attacker holds
PATHS = (
    "/", "/api/games", "/api/tables", "/api/me", "/api/openapi.json", "/api/preparation", "/api/nothing",
    "/api/tables/x", "/api/bots", "/api/bot/me", "/api/bot/events", "/api/bot/tables/x/stream", "/assets/x",
    "/..%2f..%2fetc",
)  # fmt: skip
REVIEWS = ("review", "review", "review", "review/7", "record")
BODIES = (
    b"[" * 50_000,
    b'{"a":' * 5000,
    b"null",
    b"\xff\xfe",
    b'{"name": "\\ud800"}',
    b'{"entry": 5, "seat": 0, "level": "x"}',
    b'{"game": "oregon", "seats": [{"kind": "me"}, {"kind": "me"}]}',
    b'{"fill": 7}',
)

#: Map and tile files: a good one, and such as take long, or much memory, to read.
FILES = (
    template("okanagan"),
    "a" + ".a" * 90_000 + " = 1",
    "\n".join(f"[a{number}{'.a' * 20}]" for number in range(3500)),
    "a = " + "[" * 100_000,
    "[[tile]]\n" * 20_000,
    "[[tile]]\nsides = [0x" + "f" * 150_000 + "]",
)


@dataclass(frozen=True)
class Plan:
    """What attackers are told."""

    port: int
    messages: int  # to send, at least
    seconds: float  # to attack, at most
    seed: int
    addresses: list[str]
    table: str  # one that everybody may watch
    record: dict[str, Any]  # of a finished game
    host: str = "127.0.0.1"


@dataclass
class Tally:
    """What attackers did and saw."""

    sent: Counter[str] = field(default_factory=Counter)  # messages and requests by kind of strike
    strikes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)  # of answers
    failures: list[str] = field(default_factory=list)  # answers that must never come
    bytes_sent: int = 0

    def look_at(self, answer: bytes, asked: bytes) -> None:
        """Count what came back."""
        for status in STATUS.findall(answer):
            self.statuses[status.decode()] += 1
            if status[:1] == b"5":
                self.failures.append(f"{asked[:300]!r}: {answer[:300]!r}")
        if b"error.internal" in answer:
            self.failures.append(f"{asked[:300]!r}: error.internal")


class Attacker:
    """Somebody with bad intentions, at one of the addresses."""

    def __init__(self, plan: Plan, address: str, dice: random.Random, tally: Tally) -> None:
        self.plan = plan
        self.address = address
        self.dice = dice
        self.tally = tally
        self.cookies = [""]
        self.tables: list[str] = []
        self.finished = ""
        self.held: list[socket.socket] = []  # half-open
        self.unread: list[socket.socket] = []
        self.record = json.dumps(plan.record).encode()

    # Bare connections

    def connect(self, receive_buffer: int | None = None) -> socket.socket:
        found = socket.socket()
        if receive_buffer is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        found.bind((self.address, 0))
        found.settimeout(1)
        found.connect(("127.0.0.1", self.plan.port))
        return found

    def read(self, found: socket.socket, asked: bytes, seconds: float = ANSWER_SECONDS) -> bytes:
        """What comes back until nothing more does."""
        found.settimeout(seconds)
        answer = b""
        try:
            while data := found.recv(65536):
                answer += data
                if len(answer) > 1_000_000:
                    break
        except OSError:
            pass
        self.tally.look_at(answer, asked)
        return answer

    def strike(self, found: socket.socket, data: bytes) -> None:
        """Send something, read what comes back, and go away."""
        try:
            found.sendall(data)
            self.tally.bytes_sent += len(data)
            self.read(found, data)
        except OSError:
            pass
        found.close()

    def head(self, method: str, path: str, more: str = "") -> bytes:
        cookie = self.dice.choice(self.cookies)
        if path.startswith("/api/bot/"):  # a guessed token
            more += f"Authorization: Bearer ovl_{self.dice.randbytes(16).hex()}\r\n"
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.plan.host}\r\n{more}"
            f"{f'Cookie: {cookie}' + chr(13) + chr(10) if cookie else ''}"
        ).encode()

    def request(self, method: str, path: str, body: bytes = b"", is_last: bool = True) -> bytes:
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        more += "Connection: close\r\n" if is_last else ""
        return self.head(method, path, more) + b"\r\n" + body

    def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """A request that wants its answer."""
        found = self.connect()
        asked = self.request(method, path, body)
        try:
            found.sendall(asked)
            return self.read(found, asked, 1)
        finally:
            found.close()

    def handshake(self, table: str, receive_buffer: int | None = None) -> socket.socket:
        found = self.connect(receive_buffer)
        asked = self.head("GET", f"/api/tables/{table}/socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n" + KEY)
        found.sendall(asked + b"Sec-WebSocket-Version: 13\r\n\r\n")
        return found

    # Before the attack

    def settle_in(self) -> None:
        """Get identities and tables, as anybody may."""
        for number in range(2):
            answer = self.ask("POST", "/api/me", b'{"name": "Mallory %d"}' % number)
            if cookie := re.search(rb"set-cookie: (overland=[^;]+)", answer):
                self.cookies.append(cookie[1].decode())
        self.cookies.remove("")
        self.finished = self.made_by(self.ask("POST", "/api/records", self.record)) or self.plan.table
        for seats in (["me", "trader"], ["me", "open"], ["me", "trailblazer", "trailblazer", "scout"]):
            self.make_table(seats)

    def make_table(self, seats: list[str]) -> None:
        wish = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        body = {"game": self.dice.choice(["oregon", "okanagan"]), "seats": wish, "listed": self.dice.random() < 0.5}
        if id := self.made_by(self.ask("POST", "/api/tables", json.dumps(body).encode())):
            self.tables.append(id)

    def made_by(self, answer: bytes) -> str:
        """The id of the table that was made, if one was."""
        made = re.search(rb'"id":"([^"]{12})"', answer)
        return made[1].decode() if made else ""

    # Strikes: each returns how many messages it sent

    def flood_with_messages(self) -> int:
        """Messages as the protocol has them, as fast as they go."""
        count = self.dice.choice([50, 300, 1000])
        table = self.dice.choice([self.plan.table, *self.tables])
        frames = b"".join(client_frame(self.message()) for _ in range(count))
        self.strike(self.handshake(table), frames)
        return count

    def message(self) -> bytes:
        dice = self.dice
        kind = dice.choice(["hello", "hint", "chat", "move", "undo", "resign", "stand_in", "return", "ping"])
        found: dict[str, Any] = {"type": kind}
        if kind not in ("hello", "ping"):
            found["id"] = f"x{dice.randrange(10**9)}"
        if kind in ("move", "undo"):
            found["version"] = dice.choice([0, 5, 13, 20, 10**9, -1])
        if kind == "move":
            found["choice"] = dice.choice([0, 1, 50, -1, 10**12])
        if kind == "chat":
            found["text"] = "spam " * dice.randrange(80)
        if kind == "stand_in":
            found["seat"] = dice.randrange(-1, 5)
        return json.dumps(found).encode()

    def flood_with_hellos(self) -> int:
        self.strike(self.handshake(self.plan.table), client_frame(b'{"type":"hello"}') * 600)
        return 600

    def flood_with_tiny_frames(self) -> int:
        count, opcode = 3000, self.dice.choice([TEXT, PING, 0x2, 0x0])
        self.strike(self.handshake(self.plan.table), client_frame(b"", opcode) * count)
        return count

    def send_broken_frames(self) -> int:
        """Frames with bits, lengths, masks and text as they must not be; each connection survives only a few."""
        sent = 0
        for _ in range(4):
            frames = [self.broken_frame() for _ in range(10)]
            self.strike(self.handshake(self.plan.table), b"".join(frames))
            sent += len(frames)
        return sent

    def broken_frame(self) -> bytes:
        dice = self.dice
        payload = dice.randbytes(dice.randrange(60))
        match dice.randrange(6):
            case 0:
                return dice.randbytes(dice.randrange(1, 200))
            case 1:
                return bytes((0x81, len(payload))) + payload  # not masked
            case 2:
                return bytes((0x81, 0xFF)) + (2**62).to_bytes(8, "big") + bytes(4)
            case 3:
                return client_frame(payload)  # hardly ever text
            case 4:
                return client_frame(b'{"type":"chat","id":"a","text":"' + b"x" * 9000 + b'"}')
            case _:
                return client_frame(mutated(self.message(), dice))

    def leave_half_open(self) -> int:
        """Requests and handshakes that are begun and never finished, some of them drop by drop."""
        sent = 0
        while len(self.held) < HALF_OPEN and sent < 10:
            found = self.connect()
            begin = self.dice.choice([b"", b"G", self.head("GET", "/api/games"), self.head("POST", "/api/records")])
            found.sendall(begin)
            self.held.append(found)
            sent += 1
        for found in self.dice.sample(self.held, min(10, len(self.held))):
            try:
                found.send(b"X: y\r\n")
                sent += 1
            except OSError:
                self.held.remove(found)
                found.close()
        return sent

    def read_nothing(self) -> int:
        """Sockets that ask and ask and never read."""
        sent = 0
        while len(self.unread) < UNREAD:
            found = self.handshake(self.plan.table, 4096)
            found.setblocking(False)
            self.unread.append(found)
        for found in list(self.unread):
            try:
                found.send(client_frame(b'{"type":"hello"}') * 20)
                sent += 20
            except BlockingIOError:
                pass
            except OSError:
                self.unread.remove(found)
                found.close()
        return sent

    def pipeline_requests(self) -> int:
        """Many requests in one write."""
        table = f"/api/tables/{self.plan.table}"
        paths = [*PATHS, table, f"{table}/record", *(f"/api/tables/{self.finished}/{what}" for what in REVIEWS)]
        count = self.dice.choice([5, 50, 200])
        requests = [
            self.request("GET", self.dice.choice(paths), is_last=number == count) for number in range(count + 1)
        ]
        self.strike(self.connect(), b"".join(requests))
        return len(requests)

    def bring_records(self) -> int:
        """Records that are mutated, or far too large; every third with a position to start from."""
        for _ in range(3):
            body = self.dice.choice([self.mutated_record, self.mutated_position, self.large_record])()
            self.strike(self.connect(), self.request("POST", "/api/records", body))
        return 3

    def mutated_record(self) -> bytes:
        return mutated(self.record, self.dice)

    def mutated_position(self) -> bytes:
        """A record that starts from a position with something wrong with it."""
        record = {**self.plan.record, "entries": self.plan.record["entries"][:0]}
        text = mutated(self.plan.record["start"].encode(), self.dice).decode("latin-1")
        return json.dumps({**record, "start": text, "entries": ["pass"]}).encode()

    def large_record(self) -> bytes:
        record = {**self.plan.record, "entries": self.plan.record["entries"] * self.dice.choice([30, 300])}
        return json.dumps(record).encode()[: self.dice.choice([200_000, 262_144, 400_000])]

    def bring_sets(self) -> int:
        """Map and tile files that are mutated, or made to hurt, checked or for a new table."""
        for _ in range(3):
            file = self.dice.choice([*FILES, mutated(FILES[0].encode(), self.dice).decode("latin-1")])
            path = "/api/sets"
            body: dict[str, Any] = {"file": file}
            if self.dice.random() < 0.3:
                path, body = "/api/tables", {**body, "game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}]}
            self.strike(self.connect(), self.request("POST", path, json.dumps(body).encode()))
        return 3

    def post_nonsense(self) -> int:
        """Bodies of the right kind with the wrong content, and of the wrong kind."""
        paths = ["/api/tables", "/api/me", f"/api/tables/{self.plan.table}/join", "/api/records", "/api/sets"]
        paths += [f"/api/tables/{table}/{what}" for table in self.tables for what in ("play-on", "rematch", "start")]
        for _ in range(5):
            asked = self.request("POST", self.dice.choice(paths), self.dice.choice(BODIES))
            self.strike(self.connect(), asked)
        return 5

    def send_garbage(self) -> int:
        """What is no request at all, or one with a monstrous head."""
        garbage = [
            self.dice.randbytes(500),
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET " + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
            self.head("GET", "/") + b"X-A: b\r\n" * 5000 + b"\r\n",
            self.head("POST", "/api/me", "Content-Length: 99999999999999999999\r\n") + b"\r\n",
            self.head("POST", "/api/me", "Transfer-Encoding: chunked\r\n") + b"\r\nzzzz\r\n",
            self.head("GET", "/api/games").replace(b"Host", b"Hots") + b"\r\n",
            self.head("GET", "/api/tables/x/socket", "Connection: Upgrade\r\nUpgrade: websocket\r\n") + b"\r\n",
            mutated(self.request("GET", "/api/games"), self.dice),
        ]
        self.strike(self.connect(), self.dice.choice(garbage))
        return 1

    def come_and_go(self) -> int:
        for _ in range(40):
            self.connect().close()
        return 40

    def make_more_tables(self) -> int:
        self.make_table(["me", *self.dice.choices(["trailblazer", "scout", "trader"], k=3)])
        return 1

    def strikes(self) -> dict[str, tuple[int, Callable[[], int]]]:
        """Everything an attacker does, and how often."""
        return {
            "messages": (6, self.flood_with_messages),
            "hellos": (4, self.flood_with_hellos),
            "tiny frames": (2, self.flood_with_tiny_frames),
            "broken frames": (4, self.send_broken_frames),
            "half-open": (3, self.leave_half_open),
            "unread": (3, self.read_nothing),
            "pipelined requests": (12, self.pipeline_requests),
            "records": (8, self.bring_records),
            "sets": (6, self.bring_sets),
            "nonsense": (3, self.post_nonsense),
            "garbage": (3, self.send_garbage),
            "connections": (1, self.come_and_go),
            "tables": (1, self.make_more_tables),
        }

    def close(self) -> None:
        for found in (*self.held, *self.unread):
            found.close()


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The same with a few bytes changed, taken out, doubled or put in."""
    found = bytearray(data)
    for _ in range(dice.randrange(1, 6)):
        place = dice.randrange(len(found) + 1)
        match dice.randrange(4):
            case 0:
                found[place : place + 1] = bytes([dice.randrange(256)])
            case 1:
                del found[place : place + dice.randrange(20)]
            case 2:
                found[place:place] = found[place : place + dice.randrange(40)]
            case _:
                found[place:place] = str(dice.choice([-1, 0, 7, 255, 10**20])).encode()
    return bytes(found)


def attack(plan: Plan) -> Tally:
    """Strike until enough was sent."""
    dice, tally = random.Random(plan.seed), Tally()
    attackers = [Attacker(plan, address, dice, tally) for address in plan.addresses]
    for attacker in attackers:
        attacker.settle_in()
    until = time.monotonic() + plan.seconds
    while tally.sent.total() < plan.messages and time.monotonic() < until:
        attacker = dice.choice(attackers)
        strikes = attacker.strikes()
        name = dice.choices(list(strikes), [weight for weight, _ in strikes.values()])[0]
        try:
            tally.sent[name] += strikes[name][1]()
            tally.strikes[name] += 1
        except OSError:  # refused, cut off, or too slow
            tally.strikes[f"{name}, cut short"] += 1
    for attacker in attackers:
        attacker.close()
    return tally


def main() -> None:
    os.nice(5)  # attackers have machines of their own; here they share one with whom they attack
    print(json.dumps(vars(attack(Plan(**json.loads(sys.argv[1]))))))


if __name__ == "__main__":
    main()
