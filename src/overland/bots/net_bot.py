"""A bot that plays what its value network likes best, without looking ahead."""

from pathlib import Path

import numpy as np

from overland.bots.bot import Question
from overland.bots.net import Net, best_index, forget_base, new_net_scratch
from overland.bots.nets import Loader, load_net, read_net
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.jit import announce_compilation, confirm_compilation


class NetBot:
    """Plays the move after which its network expects the best result, in a world sampled from its view."""

    def __init__(self, game: Game, load: Loader = load_net) -> None:
        self.game = game
        self.load = load
        self.trial = np.zeros(1, game.state_type)
        self.scratch = new_net_scratch(game)
        announce_compilation(f"the network of {game.title}", "bots")

    def choose(self, question: Question) -> int:
        net = self.load(self.game, question.players)
        actions = question.actions
        world = question.sample_state()
        forget_base(self.scratch)
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


def loader_of(file: Path, game: Game) -> Loader:
    """Finds the network of a file, which is read now; it is refused if it was trained for other numbers of players."""
    net, about = read_net(file, game)
    trained = about.get("players", [])
    counts = trained if isinstance(trained, list) else [trained]

    def load(game: Game, players: int) -> Net:
        if players not in counts:
            names = " or ".join(str(count) for count in counts)
            raise SettingsError(f"This network is for {names} players, not for {players}.")
        return net

    return load
