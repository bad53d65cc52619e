"""A local bot at a server: it takes the seats it is asked to take and plays, one game or several at a time.

Whatever happens to the connection, it comes back. A bot that fails gives that game up, as it would lose it in the
arena, and plays on at other tables.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from overland.arena.answers import BotFault, checked_answer, error_text
from overland.bots.catalogue import SeatedBot, bot_named
from overland.engine.errors import OverlandError
from overland.engine.game import Game
from overland.engine.record import Record
from overland.remote.api import BotApi
from overland.remote.errors import ServerRefused, Unreachable
from overland.remote.questions import Turn, game_at, turn_of

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a lost connection is tried again
PATIENCE = 600.0  # seconds a bot sits at a table that does not begin
PASSING = ("error.stale", "error.not_your_turn", "error.over")  # somebody else was quicker: the next line tells
HOPELESS = ("error.token",)


@dataclass
class Runner:
    """Plays with one kind of bot at one server."""

    api: BotApi
    bot: str  # as the arena names bots
    at_a_time: int = 1
    count: int | None = None  # games to play; none: until stopped
    say: Callable[[str], None] = print
    pause: float = FIRST_PAUSE
    patience: float = PATIENCE
    waiting: list[str] = field(default_factory=list)  # tables it is asked to play at, while it is busy
    playing: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    accepted: dict[str, float] = field(default_factory=dict)  # tables that have not begun, and since when it sits there
    begun: int = 0
    faults: int = 0

    async def run(self) -> None:
        """Listen and play until there were enough games, or for ever."""
        me = await self.api.get("/me")
        self.say(f"{me['name']} is at {self.api.server}, played by {self.bot}.")
        listening = asyncio.create_task(self.listen())
        try:
            while not self.is_done:
                done, _ = await asyncio.wait(
                    [listening, *self.playing.values()], return_when=asyncio.FIRST_COMPLETED, timeout=1
                )
                if listening in done:
                    listening.result()
                for table in [table for table, task in self.playing.items() if task.done()]:
                    self.playing.pop(table).result()
                await self.leave_stale()
                await self.take_waiting()
        finally:
            tasks = [listening, *self.playing.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_done(self) -> bool:
        return self.count is not None and self.begun >= self.count and not self.playing

    @property
    def has_room(self) -> bool:
        """Whether one more game may begin."""
        expected = len(self.playing) + len(self.accepted)
        return expected < self.at_a_time and (self.count is None or self.begun + len(self.accepted) < self.count)

    # What it is asked to

    async def challenge(self, game: str, levels: list[str]) -> None:
        """Set a table up against bots of the house, and play there."""
        seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in levels)]
        made = await self.api.post("/tables", {"game": game, "seats": seats})
        self.say(f"Table {made['id']}: {game} against {', '.join(levels)}.")

    async def listen(self) -> None:
        """Follow what the server tells the bot; when the connection is lost, come back."""
        async for event in self.again("/events"):
            table = event["table"]["id"] if "table" in event else event["id"]
            match event["type"]:
                case "invitation":
                    if table not in self.waiting:
                        self.waiting.append(table)
                    await self.take_waiting()
                case "started":
                    self.begin(table)
                case "gone":
                    self.accepted.pop(table, None)
                    self.waiting = [other for other in self.waiting if other != table]

    async def take_waiting(self) -> None:
        """Accept what it is asked to, as far as there is room."""
        while self.waiting and self.has_room:
            table = self.waiting.pop(0)
            try:
                await self.api.post(f"/tables/{table}/accept")
                self.accepted[table] = time.monotonic()
            except (ServerRefused, Unreachable) as error:  # it was withdrawn meanwhile; or it is told again
                self.say(f"Table {table}: {error}")

    async def leave_stale(self) -> None:
        """Get up from tables that do not begin: others wait for the bot."""
        for table in [table for table, since in self.accepted.items() if time.monotonic() - since > self.patience]:
            del self.accepted[table]
            self.say(f"Table {table} does not begin; the bot gets up.")
            try:
                await self.api.post(f"/tables/{table}/leave")
            except (ServerRefused, Unreachable) as error:  # it has just begun, or was closed
                self.say(f"Table {table}: {error}")

    def begin(self, table: str) -> None:
        """Play at a table, unless it does already."""
        self.accepted.pop(table, None)
        if table not in self.playing and not (self.count is not None and self.begun >= self.count):
            self.begun += 1
            self.playing[table] = asyncio.create_task(self.play(table))

    # Playing

    async def play(self, table: str) -> None:
        """Play a game to its end; what goes wrong with the bot or at this table ends this game only."""
        seated: tuple[Game, Record, SeatedBot] | None = None
        answered = -1
        try:
            async for line in self.again(f"/tables/{table}/stream", records="true"):
                if line["type"] == "table" and seated is None:
                    game, box = game_at(line["settings"])
                    seated = game, box, bot_named(self.bot, game, secrets.randbits(32))
                    self.say(f"Table {table}: {game.title} with {line['settings']['players']} players begins.")
                if line["type"] not in ("table", "state"):
                    continue
                now = line["now"]
                if now["status"] in ("over", "closed"):
                    self.say(f"Table {table}: {ending(now)}")
                    return
                if now.get("can_return"):
                    await self.wish(table, "return")
                elif line["type"] == "state" and seated is not None:
                    game, box, bot = seated
                    turn = turn_of(game, line)
                    if turn is not None and turn.version > answered:
                        choice = await asyncio.to_thread(answer, bot, box, turn)
                        answered = turn.version
                        await self.wish(table, "choose", {"version": turn.version, "choice": choice})
        except BotFault as fault:
            self.faults += 1
            self.say(f"Table {table}: the bot {self.bot} failed and gives up: {fault}")
            await self.wish(table, "resign")
        except (ServerRefused, OverlandError) as error:
            if isinstance(error, ServerRefused) and error.key in HOPELESS:
                raise
            self.faults += 1
            self.say(f"Table {table}: {error}")

    async def wish(self, table: str, what: str, body: Any = None) -> None:
        """Ask for something at a table, until it is answered; what came too late does no harm."""
        pause = self.pause
        while True:
            try:
                await self.api.post(f"/tables/{table}/{what}", body)
                return
            except ServerRefused as refusal:
                if refusal.key in PASSING:
                    return
                if refusal.status < 500:
                    raise
            except Unreachable as error:
                self.say(f"{error} Trying again.")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def again(self, path: str, **params: Any) -> AsyncIterator[dict[str, Any]]:
        """The lines of a stream; one that is lost or ends is opened again, later and later if nothing comes."""
        pause = self.pause
        while True:
            try:
                async for line in self.api.lines(path, **params):
                    pause = self.pause
                    yield line
            except Unreachable as error:
                self.say(f"{error} Trying again in {pause:g} s.")
            except ServerRefused as refusal:
                if refusal.status < 500 and refusal.status != 429:
                    raise
                self.say(f"{refusal} Trying again in {pause:g} s.")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def answer(bot: SeatedBot, box: Record, turn: Turn) -> int:
    """The number of the choice that a bot makes; whatever it does wrong is a fault."""
    try:
        found: object = bot.choose(box, turn.view, turn.actions.copy())
    except Exception as error:  # whatever a user's bot does
        raise BotFault("raised", f"{type(error).__name__}: {error_text(error)}") from error
    return turn.number_of(checked_answer(found, turn.actions))


def ending(now: dict[str, Any]) -> str:
    """How a game ended, in a few words."""
    result = now.get("result")
    if result is None:
        return "the table was closed."
    names = [seat.get("name") or f"seat {number + 1}" for number, seat in enumerate(now["seats"])]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, result["scores"], strict=True))
    winners = " and ".join(names[seat] for seat in result["winners"]) or "nobody"
    return f"over: {scores}; {winners} won."
