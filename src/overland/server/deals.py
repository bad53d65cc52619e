"""The deal of a day: the same luck, the same seats and the same bots for everybody who plays it.

All of it follows from one seed, and that from a secret of the server. The bots' own luck follows from it as well:
whoever plays the same gets the same answers.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from overland.engine import chance
from overland.server.bot_names import bot_name
from overland.server.log_lines import HouseBot, Sitter

#: Levels that have no clock of their own: a machine that is busy makes them no weaker.
BOTS = ("trader", "scout")
STRONGEST = "trailblazer"  # whose game on the same deal is shown afterwards
PLAYERS = 1 + len(BOTS)


@dataclass(frozen=True)
class Deal:
    """What everybody plays on a day."""

    day: str
    game: str
    seed: bytes

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return chance.commitment(self.seed)

    @property
    def levels(self) -> list[str | None]:
        """Who sits where: the levels of the bots, and nobody in the seat of whoever plays."""
        digest = hmac.digest(self.seed, b"overland daily seats", "sha256")
        bots: list[str | None] = list(BOTS)
        if digest[0] % 2:
            bots.reverse()
        bots.insert(digest[1] % PLAYERS, None)
        return bots

    def sitters(self, who: Sitter) -> Sequence[Sitter]:
        """Everybody at the table; the bots are called the same at every one."""
        taken: list[str] = []
        found: list[Sitter] = []
        for seat, level in enumerate(self.levels):
            if level is None:
                found.append(who)
                continue
            taken.append(bot_name(f"{self.day} {self.game}", seat, taken))
            found.append(HouseBot(level=level, name=taken[-1]))
        return found


def deal_of(secret: bytes, day: str, game: str) -> Deal:
    """The deal that a server's secret makes for a day."""
    return Deal(day, game, hmac.digest(secret, f"overland daily {day} {game}".encode(), "sha256"))


def bot_luck(seed: bytes, seat: int, entries: int) -> int:
    """What a bot's decision after so many entries begins its random numbers with."""
    return int.from_bytes(hmac.digest(seed, f"overland daily bot {seat} {entries}".encode(), "sha256")[:4])
