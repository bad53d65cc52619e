"""Compiling the kernels of the environments once: ``python -m overland.rl.warm``."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from overland.engine.games import GAMES
from overland.rl.opponents import Opponents
from overland.rl.vector import VectorEnv


def warm_up(name: str) -> None:
    """Call every kernel once, the way the environments call it."""
    env = VectorEnv(name, 2, seed=0)
    env.step(env.sample())
    env.sparse_inputs()
    env.dense_inputs()
    env.dense_masks()
    env.view(0, 0)
    Opponents(env, "greedy").play(np.zeros(2, np.int64))


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(warm_up, GAMES))
