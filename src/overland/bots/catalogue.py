"""The bots by name, and how a name, a user's class or a level becomes a seated bot."""

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np

from overland.bots.bot import Bot, Budget, Question
from overland.bots.forgetful import ForgetfulBot
from overland.bots.greedy import GreedyBot
from overland.bots.knowledge import Rollout
from overland.bots.net_bot import NetBot, loader_of
from overland.bots.nets import NET_ENDING, load_first_net
from overland.bots.random import RandomBot
from overland.bots.search import SearchBot
from overland.engine.errors import OverlandError, SettingsError
from overland.engine.game import Game
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import new_rng


@dataclass(frozen=True)
class BotSpec:
    make: Callable[[Game], Bot]
    budget: Budget
    description: str


GREEDILY = Rollout(depth=12, slip=20, net_depth=0)

BOTS: Mapping[str, BotSpec] = {
    "random": BotSpec(RandomBot, Budget(), "any legal move"),
    "greedy": BotSpec(GreedyBot, Budget(), "what pays best at once"),
    "planner": BotSpec(
        partial(SearchBot, candidates=8, rollout=GREEDILY, load=None),
        Budget(128),
        "flat Monte Carlo: 8 candidates, greedy rollouts of 12 decisions",
    ),
    "planner24": BotSpec(
        partial(SearchBot, rollout=GREEDILY._replace(depth=24), load=None),
        Budget(1024),
        "flat Monte Carlo: 16 candidates, greedy rollouts of 24 decisions",
    ),
    "net": BotSpec(NetBot, Budget(), "what a trained value network likes best, without looking ahead"),
    "search": BotSpec(SearchBot, Budget(512), "root search: candidates and leaves judged by the network"),
    "first-net": BotSpec(partial(NetBot, load=load_first_net), Budget(), "the network of version 0.1"),
    "first-search": BotSpec(
        partial(SearchBot, rollout=GREEDILY, trust=12, load=load_first_net), Budget(256), "the strongest of version 0.1"
    ),
}


#: The levels people choose from, from gentle to strongest. The same names hold for every game.
LEVELS: Mapping[str, BotSpec] = {
    "greenhorn": BotSpec(
        partial(ForgetfulBot, make=GreedyBot, level="greenhorn"),
        Budget(),
        "new to the game: takes the best it notices, and notices little",
    ),
    "homesteader": BotSpec(
        partial(ForgetfulBot, make=GreedyBot, level="homesteader"),
        Budget(),
        "plays for the next points and misses some of them",
    ),
    "trader": BotSpec(GreedyBot, Budget(), "takes what pays best at once, and misses nothing of it"),
    "drover": BotSpec(
        partial(ForgetfulBot, make=NetBot, level="drover"),
        Budget(),
        "knows where a game is going, but overlooks half of the ways there",
    ),
    "scout": BotSpec(
        partial(ForgetfulBot, make=NetBot, level="scout"),
        Budget(),
        "has seen many games and feels what a position will come to",
    ),
    "guide": BotSpec(
        partial(ForgetfulBot, make=partial(SearchBot, candidates=8), level="guide"),
        Budget(64, 0.5),
        "tries its best ideas out a few turns ahead",
    ),
    "tracker": BotSpec(
        SearchBot,
        Budget(256, 0.5),
        "follows more of its ideas, and further",
    ),
    "trailblazer": BotSpec(
        SearchBot,
        Budget(2048, 0.5),
        "thinks hard: the strongest there is",
    ),
}


#: A newcomer sees what pays at once and overlooks about half of it: that is how this level plays.
DEFAULT_LEVEL = "homesteader"
STAND_IN = "scout"  # plays for a person who gave up or is away
#: Which bot takes over from one that failed: first what pays best at once, then any legal move.
SUBSTITUTES = ("trader", "random")


def substitute_for(name: str) -> str:
    """The bot that takes over when ``name`` has failed."""
    return SUBSTITUTES[1] if name in SUBSTITUTES else SUBSTITUTES[0]


class SeatedBot:
    """A bot at a table, with its name, its budget and its random stream."""

    def __init__(self, name: str, bot: Bot, game: Game, budget: Budget, seed: int) -> None:
        self.name = name
        self.bot = bot
        self.game = game
        self.budget = budget
        self.rng = new_rng(seed)

    def choose(self, box: Record, view: Record, actions: Array) -> int:
        """The bot's answer, unchecked: the caller checks it."""
        return self.bot.choose(Question(self.game, box, view, np.asarray(actions, ACTION), self.budget, self.rng))


def bot_named(text: str, game: Game, seed: int) -> SeatedBot:
    """A new bot with its own random stream: a level, a bot, a network file or ``module:Class``, perhaps ``@budget``.

    ``greedy``, ``planner@1024``, ``trailblazer@0.5s``, ``runs/best.npz`` and ``mymodule:MyBot@200`` are such texts.
    """
    return made_bot(text, lambda: new_bot(text, game, seed))


def new_bot(text: str, game: Game, seed: int) -> SeatedBot:
    name, sign, wanted = (text, "", "") if text.endswith(NET_ENDING) else split_budget(text)
    budget = Budget.parse(wanted) if sign else None
    if name.endswith(NET_ENDING):
        return SeatedBot(text, NetBot(game, loader_of(Path(name), game)), game, budget or Budget(), seed)
    if ":" in name:
        return SeatedBot(text, foreign_bot(name)(game), game, budget or Budget(), seed)
    spec = LEVELS.get(name) or BOTS.get(name)
    if spec is None:
        raise SettingsError(
            f"There is no bot {name!r}; there are the levels {', '.join(LEVELS)}, the bots {', '.join(BOTS)},"
            f" a network as FILE{NET_ENDING}, and your own as module:Class."
        )
    return SeatedBot(text, spec.make(game), game, budget or spec.budget, seed)


def made_bot(name: str, make: Callable[[], SeatedBot]) -> SeatedBot:
    """The bot that ``make`` makes; anything that goes wrong becomes a ``SettingsError``."""
    try:
        return make()
    except OverlandError:
        raise
    except (Exception, SystemExit) as error:  # a user's bot may raise anything when it is made
        raise SettingsError(f"The bot {name} cannot be made: {type(error).__name__}: {error}.") from error


def look_for_modules_here() -> None:
    """Let ``mymodule:MyBot`` be found in the current folder."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def split_budget(text: str) -> tuple[str, str, str]:
    """A bot's name, the sign ``@`` if there is one, and the budget after it."""
    name, sign, budget = text.rpartition("@")
    return (name, sign, budget) if sign else (text, "", "")


def foreign_bot(place: str) -> Callable[[Game], Bot]:
    """The class that ``module:Class`` names."""
    module, _, name = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:  # a user's module may raise anything while it is imported
        raise SettingsError(f"The bot {place} cannot be loaded: {type(error).__name__}: {error}.") from error
    if not callable(getattr(found, "choose", None)):
        raise SettingsError(f"The bot {place} cannot be loaded: it has no method choose.")
    return cast(Callable[[Game], Bot], found)
