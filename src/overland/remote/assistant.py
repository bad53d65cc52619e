"""What an assistant may do at a table, each as a text: the tools of ``overland mcp``, by way of the bot API."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from overland.remote.api import BotApi

LONGEST_WAIT = 120.0
SHOWN_CHOICES = 60  # at a time
POLL_SECONDS = 1.0

INSTRUCTIONS = """\
You sit at a table of Overland, a server for the board games Oregon and Okanagan, as a registered bot.
Begin with `tables` (accept an invitation) or `new_game`. Then, until the game is over: `wait` for your turn, `look` at
the table, read `choices` (with what each brings at once), and `choose` one by its number together with the version you
looked at. You are told what your seat may know, and nothing more. `rules` explains a game.
"""


class Assistant:
    """The seat of an assistant."""

    def __init__(
        self, api: BotApi, rules: Callable[[str], str], language: str = "en", poll: float = POLL_SECONDS
    ) -> None:
        """``rules`` gives the rules of a game as a text."""
        self.api = api
        self.rules_of = rules
        self.language = language
        self.poll = poll

    async def spoken(self, table: str) -> Any:
        return await self.api.get(f"/tables/{checked_id(table)}/text", language=self.language)

    async def tables(self) -> str:
        """Where you are asked to play, and where you sit."""
        found = await self.api.get("/tables")
        asked = [f"asked to play: {in_short(info)}" for info in found["invitations"]]
        sits = [f"your table: {in_short(info)}" for info in found["tables"]]
        return "\n".join([*asked, *sits]) or "You are not asked to play, and sit at no table."

    async def accept(self, table: str) -> str:
        """Take the seat that you are asked to take at a table."""
        return in_short(await self.api.post(f"/tables/{checked_id(table)}/accept"))

    async def decline(self, table: str) -> str:
        """Say that you do not want to play at a table."""
        await self.api.post(f"/tables/{checked_id(table)}/decline")
        return "Declined."

    async def new_game(self, game: str, opponents: list[str]) -> str:
        """Begin a game (oregon or okanagan) against one to three bots of the house.

        Levels, from gentle to strongest: greenhorn, homesteader, trader, drover, scout, guide, tracker, trailblazer.
        """
        seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for level in opponents)]
        made = await self.api.post("/tables", {"game": game, "seats": seats})
        return f"Table {made['id']}. Look at it next."

    async def look(self, table: str) -> str:
        """See a table as text: who sits where, the board, your cards, the last things that happened, your question."""
        return table_text(await self.spoken(table))

    async def choices(self, table: str, first: int = 0) -> str:
        """What you may do now, each with its number and what it brings at once; ``first`` shows a long list on."""
        found = await self.spoken(table)
        if not found["choices"]:
            return f"Version {found['version']}: it is not your turn." + (
                (found["result"] and f" {found['result']}") or ""
            )
        shown = found["choices"][first : first + SHOWN_CHOICES]
        lines = [f"Version {found['version']}. {found['question']}", *map(choice_text, shown)]
        left = len(found["choices"]) - first - len(shown)
        return "\n".join([*lines, *([f"{left} more: first={first + len(shown)}"] if left > 0 else [])])

    async def choose(self, table: str, number: int, version: int) -> str:
        """Make the choice with a number, at the version at which you read the choices."""
        body = {"choice": number, "version": version}
        made = await self.api.post(f"/tables/{checked_id(table)}/choose", body)
        return f"Done; the table is at version {made['version']} now."

    async def wait(self, table: str, seconds: float = 30.0) -> str:
        """Wait until it is your turn or the game is over, at most so many seconds."""
        limit = time.monotonic() + min(max(seconds, 0.0), LONGEST_WAIT)
        while True:
            found = await self.spoken(table)
            if found["your_turn"] or found["status"] in ("over", "closed"):
                return table_text(found)
            if time.monotonic() + self.poll > limit:
                return f"Version {found['version']}: it is still not your turn."
            await asyncio.sleep(self.poll)

    async def say(self, table: str, text: str) -> str:
        """Say something to everybody at a table."""
        await self.api.post(f"/tables/{checked_id(table)}/chat", {"text": text})
        return "Said."

    async def resign(self, table: str) -> str:
        """Give a game up."""
        await self.api.post(f"/tables/{checked_id(table)}/resign")
        return "You have given up."

    async def rules(self, game: str) -> str:
        """The rules of a game: oregon or okanagan."""
        return self.rules_of(game)

    @property
    def tools(self) -> list[Callable[..., Any]]:
        """Everything an assistant can do."""
        return [
            self.tables, self.accept, self.decline, self.new_game, self.look, self.choices, self.choose, self.wait,
            self.say, self.resign, self.rules,
        ]  # fmt: skip


def checked_id(table: str) -> str:
    """The id of a table, as it may stand in an address."""
    return "".join(sign for sign in table if sign.isascii() and (sign.isalnum() or sign in "_-"))[:40] or "-"


def in_short(info: Any) -> str:
    """A table in a line."""
    names = [seat.get("name") or seat.get("level") or "free" for seat in info["seats"]]
    turn = ", your turn" if info["your_turn"] else ""
    return f"{info['id']}: {info['game']}, {info['status']}{turn}, {' / '.join(names)}"


def choice_text(choice: Any) -> str:
    gains = f" [{'; '.join(choice['gains'])}]" if choice["gains"] else ""
    return f"{choice['number']}: {choice['words']} ({choice['text']}){gains}"


def table_text(found: Any) -> str:
    """A table as an assistant reads it."""
    parts = [f"Table {found['id']}, version {found['version']}, {found['status']}."]
    parts += ["Seats: " + " | ".join(found["seats"])]
    if found["picture"]:
        parts += ["", found["picture"], ""]
    parts += [part for part in (found["stage"], found["result"]) if part]
    parts += ["Last:", *(f"- {line}" for line in found["log"][-12:])]
    if found["question"]:
        count = len(found["choices"])
        parts += ["", f"Your turn: {found['question']} There are {count} choices; `choices` lists them."]
    return "\n".join(parts)
