"""People at tables of every kind, who keep journals: what was acknowledged, what was refused, and all that they saw.

They play with each other and with bots, take back, chat, go away and come back, ask for a stand-in for whoever is away,
think until their time is up, and resign. Whatever happens to the server, they connect again and go on; a table that is
over is followed by a new one.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import websockets

from overland.load.merge_patch import merge

PATIENCE = 8.0  # seconds without a message after which somebody connects again
NEXT_TABLE = 0.3  # seconds


@dataclass(frozen=True)
class Manners:
    """How somebody behaves."""

    undoes: float = 0.1  # how often a chance to take back is taken
    chats: float = 0.05  # how often something is said instead of moving
    leaves: float = 0.0  # how often somebody goes away instead of moving
    resigns: float = 0.0  # how often somebody gives up instead of moving
    thinks: bool = False  # until their time is up


@dataclass(frozen=True)
class Kind:
    """A kind of table: how its people behave, and its bots."""

    people: Sequence[Manners]
    bots: int = 0
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})


CLOCK = {"kind": "game", "seconds": 10, "increment": 1}
KINDS = (
    Kind([Manners(), Manners(leaves=0.06)], bots=2),
    Kind([Manners(), Manners(thinks=True), Manners()], clock=CLOCK),
    Kind([Manners(resigns=0.05), Manners(), Manners()], bots=1),
    Kind([Manners(undoes=0.4), Manners(undoes=0.4)]),
    Kind([Manners(leaves=0.04), Manners(leaves=0.04), Manners()], bots=1),
    Kind([Manners(resigns=0.02)], bots=1, clock=CLOCK),
)


QUICK_KINDS = [kind for kind in KINDS if not any(manners.thinks for manners in kind.people)]


class Acknowledged(NamedTuple):
    """Something the server promised never to lose."""

    table: str
    seat: int
    id: str
    kind: str  # as the client called it
    version: int


@dataclass
class Journal:
    """What one person was told."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[tuple[str, int, str]] = field(default_factory=list)  # table, seat and id
    seen: dict[tuple[str, int], str] = field(default_factory=dict)  # by table and version, the table as it was shown
    errors: Counter[str] = field(default_factory=Counter)  # the keys of refusals


class Person:
    """Somebody at a table."""

    def __init__(self, party: "Party", number: int, manners: Manners) -> None:
        self.party = party
        self.number = number
        self.manners = manners
        self.dice = random.Random(f"{party.number} {number}")
        self.journal = Journal()
        self.cookie = ""
        self.identity = ""
        self.requests = 0
        self.pending: dict[str, Any] | None = None
        self.now: dict[str, Any] = {}
        self.seat: int | None = None
        self.place = number  # which of the servers

    @property
    def state(self) -> dict[str, Any]:
        """Where this person stands, for whoever must find out why nothing goes on."""
        known = ("status", "version", "question", "can_return")
        about = {name: self.now[name] for name in known if name in self.now}
        return {"at": self.url, "seat": self.seat, "choices": len(self.now.get("choices", [])), **about} | {
            "pending": self.pending and (self.pending["table"], self.pending["wish"])
        }

    # Connections

    @property
    def url(self) -> str:
        """The server this person goes to; who cannot reach it goes to the next."""
        return self.party.urls[self.place % len(self.party.urls)]

    async def stay(self, stop: asyncio.Event) -> None:
        """Be at the table of the party until told to stop, whatever happens to the server."""
        while not stop.is_set():
            table = self.party.table
            if self.pending is not None and self.pending["table"] != table:
                self.pending = None  # the others saw that table end before the answer came: it never will
            try:
                async with self.connect(table) as socket:
                    await socket.send(json.dumps({"type": "hello"}))
                    if self.pending is not None and self.pending["table"] == table:
                        await socket.send(self.pending["text"])  # was it heard? sending it again does no harm
                    await self.talk(socket, table, stop)
            except (OSError, websockets.WebSocketException, TimeoutError):
                self.place += 1
                await asyncio.sleep(0.05)
            if self.party.table == table and self.now.get("status") == "over":
                await self.party.next_table(self, table)

    def connect(self, table: str) -> websockets.connect:
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"cookie": self.cookie}
        return websockets.connect(url, additional_headers=headers, max_size=None, open_timeout=10, close_timeout=1)

    async def talk(self, socket: websockets.ClientConnection, table: str, stop: asyncio.Event) -> None:
        """Take what comes in and answer it, until it is time to go."""
        while not stop.is_set() and self.party.table == table:
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            self.take(message, table)
            if self.now.get("status") == "over" and self.pending is None:
                return
            if self.pending is None and message["type"] in ("table", "update", "presence", "ack", "refused"):
                if self.dice.random() < self.manners.leaves and self.now.get("choices"):
                    await socket.close()
                    await asyncio.sleep(self.party.absence * (1 + self.dice.random()))
                    return
                if message["type"] == "refused":
                    await asyncio.sleep(0.2)
                if (wish := self.choose()) is not None:
                    self.requests += 1
                    wish["id"] = f"{self.identity}-{self.requests}"
                    self.pending = {"table": table, "wish": wish, "text": json.dumps(wish)}
                    await socket.send(self.pending["text"])

    # What is told

    def take(self, message: dict[str, Any], table: str) -> None:
        match message["type"]:
            case "table":
                self.seat, self.now = message.get("seat"), message["now"]
                self.note_seen(table)
            case "update":
                merge(self.now, message["now"])
                self.note_seen(table)
            case "presence" if self.now:
                self.now["seats"] = message["seats"]
            case "ack":
                self.note_acknowledged(message, table)
            case "refused":
                self.note_refused(message, table)

    def note_seen(self, table: str) -> None:
        text = comparable(self.now)
        before = self.journal.seen.setdefault((table, self.now["version"]), text)
        assert before == text, "one version of a table is the same whenever it is shown"

    def note_acknowledged(self, message: dict[str, Any], table: str) -> None:
        assert self.pending is not None and message["id"] == self.pending["wish"]["id"] and self.seat is not None
        kind = self.pending["wish"]["type"]
        self.journal.acknowledged.append(Acknowledged(table, self.seat, message["id"], kind, message["version"]))
        self.pending = None

    def note_refused(self, message: dict[str, Any], table: str) -> None:
        self.journal.errors[message["error"]["key"]] += 1
        if self.pending is not None and message.get("id") == self.pending["wish"]["id"]:
            assert self.seat is not None
            self.journal.refused.append((table, self.seat, message["id"]))
            self.pending = None

    # What is done

    def choose(self) -> dict[str, Any] | None:
        """What to ask for now, if anything."""
        now, dice, manners = self.now, self.dice, self.manners
        if now.get("status") != "playing" or self.seat is None:
            return None
        if now.get("can_return"):
            return {"type": "return"}
        if (away := self.somebody_away()) is not None:
            return {"type": "stand_in", "seat": away}
        if now.get("undo", {}).get("possible") and dice.random() < manners.undoes:
            return {"type": "undo", "version": now["version"]}
        if not now.get("choices") or manners.thinks:
            return None
        if dice.random() < manners.chats:
            return {"type": "chat", "text": f"hello {self.requests}"}
        if dice.random() < manners.resigns:
            return {"type": "resign"}
        return {"type": "move", "version": now["version"], "choice": dice.randrange(len(now["choices"]))}

    def somebody_away(self) -> int | None:
        """A seat whose player is away and has no stand-in yet."""
        for number, seat in enumerate(self.now["seats"]):
            if seat.get("away") and not seat.get("stand_in") and number != self.seat:
                return number
        return None


class Party:
    """People who play one table after the other."""

    def __init__(self, urls: Sequence[str], number: int, kind: Kind, absence: float) -> None:
        self.urls = urls
        self.number = number
        self.kind = kind
        self.absence = absence  # seconds that somebody who goes away is gone, at least
        self.people = [Person(self, place, manners) for place, manners in enumerate(self.kind.people)]
        self.table = ""
        self.tables: list[str] = []  # that the server said it had made
        self.sat: list[tuple[str, str]] = []  # tables and identities the server said it had seated
        self.making = asyncio.Lock()

    async def sit_down(self) -> None:
        """Everybody introduces themselves, and the first table is set up."""
        for person in self.people:
            async with httpx.AsyncClient(base_url=person.url, timeout=30) as http:
                answer = (
                    await http.post("/api/me", json={"name": f"P{self.number} {person.number}"})
                ).raise_for_status()
                person.identity = answer.json()["id"]
                person.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        await self.make_table()

    async def next_table(self, person: Person, over: str) -> None:
        """When a table is over there is another one; whoever notices first sets it up."""
        async with self.making:
            if self.table == over:
                try:
                    await self.make_table()
                except httpx.HTTPError:  # the server is down, or cannot store it
                    await asyncio.sleep(NEXT_TABLE)

    async def make_table(self) -> None:
        """A new table with everybody at it."""
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(self.people) - 1)]
        seats += [{"kind": "bot", "level": "trader"}] * self.kind.bots
        game = ("oregon", "okanagan")[(self.number + len(self.tables)) % 2]
        wish = {"game": game, "seats": seats, "clock": self.kind.clock, "listed": True}
        made = await self.post("/api/tables", wish, self.people[0])
        self.tables.append(made["id"])
        for person in self.people[1:]:
            await self.post(f"/api/tables/{made['id']}/join", {}, person)
            self.sat.append((made["id"], person.identity))
        self.table = made["id"]

    async def post(self, path: str, body: dict[str, Any], person: Person) -> Any:
        try:
            async with httpx.AsyncClient(base_url=person.url, timeout=10, headers={"cookie": person.cookie}) as http:
                return (await http.post(path, json=body)).raise_for_status().json()
        except httpx.TransportError:
            person.place += 1
            raise


class Parties:
    """All parties of a test."""

    def __init__(self, url: str | Sequence[str], count: int, kinds: Sequence[Kind], absence: float) -> None:
        urls = [url] if isinstance(url, str) else url
        self.all = [Party(urls, number, kinds[number % len(kinds)], absence) for number in range(count)]
        self.stop = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def people(self) -> list[Person]:
        return [person for party in self.all for person in party.people]

    async def begin(self) -> None:
        for party in self.all:
            await party.sit_down()
        self.tasks = [asyncio.create_task(person.stay(self.stop)) for person in self.people]

    async def end(self) -> None:
        """Everybody leaves."""
        self.stop.set()
        await asyncio.gather(*self.tasks)

    def count(self, kind: str | None = None) -> int:
        """How much was acknowledged."""
        return sum(kind in (None, each.kind) for person in self.people for each in person.journal.acknowledged)

    def refusals(self, key: str) -> int:
        return sum(person.journal.errors[key] for person in self.people)

    async def until_acknowledged(self, more: int, seconds: float = 60) -> None:
        """Wait until so much more is acknowledged; what went wrong with somebody goes wrong here."""
        enough, limit = self.count() + more, asyncio.get_running_loop().time() + seconds
        while self.count() < enough:
            await asyncio.sleep(0.02)
            for task in self.tasks:
                if task.done():
                    task.result()
            assert asyncio.get_running_loop().time() < limit, f"{self.count()} of {enough} after {seconds} s"

    async def until_everybody_goes_on(self, seconds: float = 60) -> None:
        """Wait until every party has got something acknowledged that was not before."""
        before = {party.number: acknowledged_by(party) for party in self.all}
        limit = asyncio.get_running_loop().time() + seconds
        while waiting := [party for party in self.all if acknowledged_by(party) <= before[party.number]]:
            await asyncio.sleep(0.05)
            for task in self.tasks:
                if task.done():
                    task.result()
            late = [(party.number, party.table, [person.state for person in party.people]) for party in waiting]
            assert asyncio.get_running_loop().time() < limit, f"they do not go on: {late}"


def acknowledged_by(party: Party) -> int:
    return sum(len(person.journal.acknowledged) for person in party.people)


def comparable(now: dict[str, Any]) -> str:
    """A table as it was shown, without what is not in its log: who is connected, and the time."""
    seats = [
        {name: value for name, value in seat.items() if name not in ("connected", "away")} for seat in now["seats"]
    ]
    shown = {name: value for name, value in now.items() if name != "clock"}
    return json.dumps({**shown, "seats": seats}, sort_keys=True)
