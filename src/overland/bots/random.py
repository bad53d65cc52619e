"""A bot that plays any legal move."""

from overland.bots.bot import Question
from overland.engine.game import Game
from overland.engine.rng import random_below


class RandomBot:
    """Every legal move is equally likely."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, question: Question) -> int:
        return int(question.actions[random_below(question.rng, len(question.actions))])
