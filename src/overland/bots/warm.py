"""Compiling every kernel of the rules and the bots once: ``python -m overland.bots.warm``."""

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from overland.bots.catalogue import BOTS, LEVELS, bot_named
from overland.bots.training import Course, Training
from overland.engine import jit
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.engine.warm import warm_up


def warm_up_all(name: str) -> str:
    """Warm up a game and its bots, and say how long it took."""
    began = time.perf_counter()
    warm_up(GAMES[name])
    match = Match(name, seed=0)
    for bot in (*BOTS, *LEVELS):
        seat = match.to_act
        bot_named(f"{bot}@16", match.game, 0).choose(match.box, match.view(seat), match.legal.actions)
    for _ in Training(Course(name, match.players, games=1, streams=1)).run():
        pass
    return f"{match.game.title}: every kernel {jit.MODE} in {time.perf_counter() - began:.1f} s"


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for line in pool.map(warm_up_all, GAMES):
            print(line)
