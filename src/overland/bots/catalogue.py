"""The bots there are by name, and how a name, a class of somebody else's or a level becomes a seated bot."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from overland.bots.bot import Bot, Budget, Question
from overland.bots.greedy import GreedyBot
from overland.bots.planner import DeepPlannerBot, PlannerBot
from overland.bots.random import RandomBot
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import new_rng


@dataclass(frozen=True)
class Entry:
    """A bot in the catalogue."""

    make: Callable[[Game], Bot]
    budget: Budget
    description: str


BOTS: Mapping[str, Entry] = {
    "random": Entry(RandomBot, Budget(), "any legal move"),
    "greedy": Entry(GreedyBot, Budget(), "what pays best at once"),
    "planner": Entry(PlannerBot, Budget(128), "flat Monte Carlo: 8 candidates, greedy rollouts of 12 decisions"),
    "planner24": Entry(
        DeepPlannerBot, Budget(1024), "flat Monte Carlo: 16 candidates, greedy rollouts of 24 decisions"
    ),
}


class SeatedBot:
    """A bot at a table: its name, its budget and its random stream come with it."""

    def __init__(self, name: str, bot: Bot, game: Game, budget: Budget, seed: int) -> None:
        self.name = name
        self.bot = bot
        self.game = game
        self.budget = budget
        self.rng = new_rng(seed)

    def choose(self, box: Record, view: Record, actions: Array) -> int:
        """The bot's answer, as it comes: whoever asks checks it."""
        return self.bot.choose(Question(self.game, box, view, np.asarray(actions, ACTION), self.budget, self.rng))


def bot_named(text: str, game: Game, seed: int) -> SeatedBot:
    """A new bot with a random stream of its own: a name of the catalogue or ``module:Class``, then maybe ``@budget``.

    ``greedy``, ``planner@1024``, ``trailblazer@0.5s`` and ``mymodule:MyBot@200`` are such texts.
    """
    name, sign, wanted = text.partition("@")
    budget = Budget.parse(wanted) if sign else None
    if ":" in name:
        return SeatedBot(text, foreign_bot(name)(game), game, budget or Budget(), seed)
    if name not in BOTS:
        raise SettingsError(f"There is no bot {name!r}; there is {', '.join(BOTS)}, and your own as module:Class.")
    entry = BOTS[name]
    return SeatedBot(text, entry.make(game), game, budget or entry.budget, seed)


def foreign_bot(place: str) -> Callable[[Game], Bot]:
    """The class that ``module:Class`` names."""
    module, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever somebody's module does while it is imported
        raise SettingsError(f"The bot {place} cannot be loaded: {type(error).__name__}: {error}.") from error
    if not callable(getattr(found, "choose", None)):
        raise SettingsError(f"The bot {place} cannot be loaded: it has no method choose.")
    return found  # type: ignore[no-any-return]
