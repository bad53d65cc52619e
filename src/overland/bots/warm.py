"""Compiling every kernel of the rules and the bots once: ``python -m overland.bots.warm``.

With ``--times 10`` it names the ten kernels that took longest to compile, of those that were not in the cache.
"""

import argparse
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from overland.bots.catalogue import BOTS, LEVELS, bot_named
from overland.bots.judge import evaluate, likeliest, weigh
from overland.bots.training import Course, Training
from overland.engine import jit
from overland.engine.compile_times import slowest, watch_compilation
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.engine.warm import warm_up


def warm_up_bots(game: Game, names: Iterable[str]) -> None:
    """Let the named bots make the first decision of a match, so that what they need is compiled."""
    match = Match(game, seed=0)
    match.explain()
    for name in names:
        bot_named(f"{name}@16", game, 0).choose(match.box, match.view(match.to_act), match.legal.actions)


def warm_up_judge(game: Game) -> None:
    """The same with the judge."""
    match = Match(game, seed=0)
    view = match.view(match.to_act)
    evaluate(view)
    weigh(view, likeliest(view, match.legal.actions, 2), 1)


def warm_up_all(name: str, listed: int = 0) -> str:
    """Warm up a game, its bots and their training; says how long it took, and which kernels took longest."""
    began = time.perf_counter()
    game = GAMES[name]
    found = watch_compilation()
    warm_up(game)
    warm_up_bots(game, (*BOTS, *LEVELS))
    warm_up_judge(game)
    for _ in Training(Course(name, games=1, players=(game.min_players,), streams=1)).run():
        pass
    first = f"{game.title}: every kernel {jit.MODE} in {time.perf_counter() - began:.1f} s"
    return "\n".join([first, *slowest(found, listed)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=0, metavar="COUNT", help="name the kernels that took longest")
    listed = parser.parse_args().times
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for text in pool.map(partial(warm_up_all, listed=listed), GAMES):
            print(text)


if __name__ == "__main__":
    main()
