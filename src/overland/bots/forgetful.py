"""A bot that does not notice everything: it plays well among the choices it sees. That is how people play badly."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from overland.bots.bot import Bot, Question
from overland.bots.games import KNOWLEDGE
from overland.engine.game import Game
from overland.engine.record import Array, Record
from overland.engine.rng import random_below

SMALL = 2  # none is overlooked if there are no more than this


class ForgetfulBot:
    """Overlooks some of the choices, different ones each time, and asks another bot about the rest.

    How large a share of them a level overlooks in a game, the game's knowledge says: none, if it does not.
    """

    def __init__(self, game: Game, make: Callable[[Game], Bot], level: str) -> None:
        self.inner = make(game)
        self.overlooked = KNOWLEDGE[game.name].overlooked.get(level, 0.0)

    def choose(self, question: Question) -> int:
        noticed = notice(question.actions, self.overlooked, question.rng)
        return self.inner.choose(replace(question, actions=noticed))


def notice(actions: Array, overlooked: float, rng: Record) -> Array:
    """The actions without those that are overlooked; at least one is noticed."""
    if len(actions) <= SMALL or overlooked == 0.0:
        return actions
    seen = np.array([random_below(rng, 1000) >= 1000 * overlooked for _ in actions])
    seen[random_below(rng, len(actions))] = True
    return actions[seen]
