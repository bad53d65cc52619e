"""A bot that takes what pays best at once."""

from collections.abc import Callable, Mapping

import numpy as np

from overland.bots import okanagan, oregon
from overland.engine.game import Game
from overland.engine.record import ACTION, Array, Record, new_record
from overland.engine.rng import new_rng, random_below

#: For each game, what a position is worth to a seat.
WORTH: Mapping[str, Callable[[Record, Record, int], float]] = {"oregon": oregon.worth, "okanagan": okanagan.worth}


class GreedyBot:
    """Plays the move after which its seat stands best; among equals any.

    It looks one move ahead, and a second where the same seat goes on at once. It plays in one world sampled
    from its view, so it cannot know more than its seat does.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = new_rng(seed)
        self.worth = WORTH[game.name]

    def choose(self, box: Record, view: Record, actions: Array) -> int:
        """One of ``actions`` with the highest worth afterwards."""
        world = new_record(self.game.state_type)
        self.game.sample_world(box, view, self.rng, world)
        seat = int(view.seat)
        worths = self.worths(box, world, seat, actions, look_on=True)
        best = np.flatnonzero(worths == worths.max())
        return int(actions[best[random_below(self.rng, len(best))]])

    def worths(self, box: Record, state: Record, seat: int, actions: Array, look_on: bool) -> Array:
        """What the position is worth after each of ``actions``."""
        after = np.empty(1, self.game.state_type)
        found = np.empty(len(actions))
        for index, action in enumerate(actions):
            after[0] = state
            self.game.apply_action(box, after[0], int(action))
            found[index] = self.worth(box, after[0], seat)
            if look_on and self.game.to_act(after[0]) == seat:
                following = np.empty(self.game.max_legal, ACTION)
                count = self.game.legal_actions(box, after[0], following)
                if count > len(actions):  # a choice that opens choices, like an extra action
                    found[index] = self.worths(box, after[0], seat, following[:count], look_on=False).max()
        return found
