"""What ``tests.forked`` forks from imports this: what commands and servers import, and the kernels of both games."""

import gc

import overland.cli.app
import overland.cli.serving
import overland.server.app
import tests.cli.commands
from overland.engine import jit
from overland.engine.games import GAMES
from overland.server.preparation_steps import STEPS, is_cached, take_step

__all__ = ["overland", "tests"]

if jit.MODE == "compiled":
    for game in GAMES.values():
        for step in STEPS:
            if is_cached(game, step):
                take_step(game, step)
gc.collect()
gc.freeze()  # what is there stays, and is not looked through in every fork
