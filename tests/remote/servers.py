"""A real server with a registered bot, for those who play at it from outside."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.processes import ServerProcess, running_server

DOCUMENT = Path(__file__).parents[2] / "docs" / "bot-api.md"
EXAMPLE = re.compile(r"<!-- example: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


class Hall:
    """A server, a person who owns a bot, and the bot's token."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.url = server.url
        self.person = httpx.Client(base_url=server.url, timeout=30)
        self.person.post("/api/me", json={"name": "Ada"}).raise_for_status()
        made = self.person.post("/api/me/bots", json={"name": "Heron"}).raise_for_status().json()
        self.bot: str = made["bot"]["id"]
        self.token: str = made["token"]

    def ask_bot(self, game: str = "oregon") -> str:
        """A table at which the bot is asked to play against a bot of the house; Ada only looks on."""
        wish = {
            "game": game,
            "seats": [{"kind": "asked", "bot": self.bot}, {"kind": "bot", "level": "greenhorn"}],
            "listed": True,
        }
        made: dict[str, Any] = self.person.post("/api/tables", json=wish).raise_for_status().json()
        return str(made["id"])

    def table(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.person.get(f"/api/tables/{id}").raise_for_status().json()
        return found

    def finished(self, id: str) -> dict[str, Any]:
        """The record of a game that is over."""
        found: dict[str, Any] = self.person.get(f"/api/tables/{id}/record").raise_for_status().json()
        assert "seed" in found, "it is not over"
        return found


@contextmanager
def hall(folder: Path, **settings: object) -> Iterator[Hall]:
    with running_server(folder, **settings) as server:
        found = Hall(server)
        try:
            yield found
        finally:
            found.person.close()


def examples() -> dict[str, str]:
    """The example clients of the documentation, by file name."""
    return dict(EXAMPLE.findall(DOCUMENT.read_text(encoding="utf-8")))
