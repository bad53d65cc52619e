"""A bot that plays any legal move."""

from overland.engine.game import Game
from overland.engine.record import Array, Record
from overland.engine.rng import new_rng, random_below


class RandomBot:
    """Every legal move is as likely as the next."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = new_rng(seed)

    def choose(self, box: Record, view: Record, actions: Array) -> int:
        """Any of ``actions``."""
        return int(actions[random_below(self.rng, len(actions))])
