"""A bot that plays what its value network likes best, without looking further."""

from pathlib import Path

import numpy as np

from overland.bots.bot import Question
from overland.bots.net import best_index, new_desk
from overland.bots.nets import load_net, read_net
from overland.engine.game import Game
from overland.engine.jit import announce_compilation, confirm_compilation


class NetBot:
    """Plays the move after which its network expects the best end, in a world sampled from its view."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        self.game = game
        self.net = None if file is None else read_net(file, game)[0]
        self.trial = np.zeros(1, game.state_type)
        self.desk = new_desk(game)
        announce_compilation(f"the network of {game.title}", "bots")

    def choose(self, question: Question) -> int:
        """The choice with the highest value afterwards."""
        net = load_net(self.game, question.players) if self.net is None else self.net
        actions = question.actions
        world = question.sample_world()
        index = best_index(
            question.box,
            world,
            question.seat,
            net,
            actions,
            len(actions),
            self.trial,
            self.desk,
        )
        confirm_compilation(f"the network of {self.game.title}", "bots")
        return int(actions[index])
