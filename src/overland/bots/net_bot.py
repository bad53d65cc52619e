"""A bot that plays what its value network likes best, without looking ahead."""

from pathlib import Path

import numpy as np

from overland.bots.bot import Question
from overland.bots.net import best_index, new_net_scratch
from overland.bots.nets import load_net, read_net
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.jit import announce_compilation, confirm_compilation


class NetBot:
    """Plays the move after which its network expects the best result, in a world sampled from its view."""

    def __init__(self, game: Game, file: Path | None = None) -> None:
        self.game = game
        self.net, self.players = None, 0
        if file is not None:
            self.net, about = read_net(file, game)
            self.players = about.get("players", 0)
        self.trial = np.zeros(1, game.state_type)
        self.scratch = new_net_scratch(game)
        announce_compilation(f"the network of {game.title}", "bots")

    def choose(self, question: Question) -> int:
        if self.net is not None and self.players != question.players:
            raise SettingsError(f"This network is for {self.players} players, not for {question.players}.")
        net = load_net(self.game, question.players) if self.net is None else self.net
        actions = question.actions
        world = question.sample_state()
        index = best_index(
            question.box,
            world,
            question.seat,
            net,
            actions,
            len(actions),
            self.trial,
            self.scratch,
        )
        confirm_compilation(f"the network of {self.game.title}", "bots")
        return int(actions[index])
