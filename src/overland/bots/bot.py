"""What a bot is, and the bots there are by name."""

from collections.abc import Callable, Mapping
from typing import Protocol

from overland.bots.greedy import GreedyBot
from overland.bots.planner import PlannerBot
from overland.bots.random import RandomBot
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.record import Array, Record


class Bot(Protocol):
    """Anything that can take a seat."""

    def choose(self, box: Record, view: Record, actions: Array) -> int:
        """One of ``actions``, the legal ones, given what the seat knows."""
        ...


BOTS: Mapping[str, Callable[[Game, int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
}


def bot_named(name: str, game: Game, seed: int) -> Bot:
    """A new bot of that name, with a random stream of its own."""
    if name not in BOTS:
        raise SettingsError(f"There is no bot {name!r}; there is {' and '.join(BOTS)}.")
    return BOTS[name](game, seed)
