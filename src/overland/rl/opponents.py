"""Bots in the other seats of a vector environment: random and greedy in compiled code, all others one by one."""

from collections.abc import Sequence

import numpy as np

from overland.bots.catalogue import SeatedBot, bot_named
from overland.bots.greedy import PLIES, greedy_index
from overland.engine.dispatch import sample_world
from overland.engine.errors import SettingsError
from overland.engine.game import OVER
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array
from overland.engine.rng import RNG, random_below, reseed
from overland.rl.stepping import WAIT, Games
from overland.rl.vector import VectorEnv

RANDOM, GREEDY, ELSEWHERE = 0, 1, 2  # who answers: these two kernels, or a bot in Python
KINDS = {"random": RANDOM, "greedy": GREEDY, "trader": GREEDY}


class Opponents:
    """The bots in all seats but the learner's, in the order in which they sit behind it."""

    def __init__(self, env: VectorEnv, bots: str | Sequence[str]) -> None:
        names = [bots] * (env.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != env.players - 1:
            raise SettingsError(f"With {env.players} players there are {env.players - 1} bots, not {len(names)}.")
        for name in names:
            bot_named(name, env.game, 0)  # an unknown one is refused here
        self.env = env
        self.names = names
        self.kinds = np.array([ELSEWHERE, *(KINDS.get(name, ELSEWHERE) for name in names)], ACTION)
        self.rngs = np.zeros(env.count, RNG)
        self.actions = np.full(env.count, WAIT, ACTION)
        self.worlds = np.zeros(1, env.game.state_type)
        self.scratch = np.zeros(PLIES, env.game.state_type)
        self.following = np.empty(env.game.max_legal, ACTION)
        self.seated: dict[tuple[int, int], SeatedBot] = {}
        self.seed = 0

    def reset(self, seed: int) -> None:
        """Begin all bots' luck anew."""
        self.seed = seed
        self.seated.clear()
        for index in range(self.env.count):
            reseed(self.rngs[index], (seed << 32) + index)

    def play(self, learners: Array) -> bool:
        """Let the bots play one step in every game that does not wait for its learner; False if all do."""
        env, actions = self.env, self.actions
        waiting = answer(
            env._games, learners, self.kinds, self.rngs, actions, self.worlds, self.scratch, self.following
        )
        if waiting == env.count:
            return False
        for index in np.flatnonzero(actions == ELSEWHERE_ASKED).tolist():
            actions[index] = self.ask(index, int((env.seats[index] - learners[index]) % env.players))
        env.step(actions)
        return True

    def ask(self, index: int, distance: int) -> int:
        """The answer of a bot in Python."""
        env = self.env
        if (index, distance) not in self.seated:
            seed = (self.seed << 32) + index * env.game.max_players + distance
            self.seated[index, distance] = bot_named(self.names[distance - 1], env.game, seed)
        view, legal = env._games.views[index], env.legal[index, : env.counts[index]].copy()
        return int(self.seated[index, distance].choose(env.box, view, legal))


ELSEWHERE_ASKED = -4  # in place of an action: a bot in Python is to be asked


@compiled
def answer(
    games: Games,
    learners: Array,
    kinds: Array,
    rngs: Array,
    actions: Array,
    worlds: Array,
    scratch: Array,
    following: Array,
) -> int:
    """Write what bots choose, WAIT where the learner is asked or the game is over; returns how many wait."""
    players, box = games.rewards.shape[1], games.boxes[0]
    waiting = 0
    for index in range(len(learners)):
        seat = int(games.seats[index])
        actions[index] = WAIT
        if seat == OVER or seat == learners[index]:
            waiting += 1
            continue
        kind = kinds[(seat - int(learners[index])) % players]
        count, legal = games.counts[index], games.legal[index]
        if kind == ELSEWHERE:
            actions[index] = ELSEWHERE_ASKED
        elif kind == RANDOM or not sample_world(box, games.views[index], rngs[index], worlds[0]):
            actions[index] = legal[random_below(rngs[index], count)]
        else:
            best = greedy_index(box, worlds[0], seat, legal, count, scratch, following, rngs[index])
            actions[index] = legal[best]
    return waiting
