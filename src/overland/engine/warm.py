"""Compiling every kernel of the rules ahead of time: ``python -m overland.engine.warm``."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from overland.engine import jit
from overland.engine.game import OVER, Game
from overland.engine.games import GAMES
from overland.engine.perft import perft
from overland.engine.playout import play_many, play_randomly
from overland.engine.position import Position
from overland.engine.record import ACTION, new_record
from overland.engine.rng import new_rng


def warm_up(game: Game) -> None:
    """Call each kernel of a game once, the way Python calls it."""
    box = game.make_box(game.load_data(None))
    start = game.setup(box, game.min_players, {})
    states = np.zeros(1, game.state_type)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    rng = new_rng(0)
    play_many(box, start, states, rng, actions, weights, 1)
    game.legal_actions(box, start, actions)
    game.chance_weights(box, start, weights)
    perft(game, box, start, 2)
    first = Position(game, box, start)
    first.gains_together(actions[:1])
    first.play(int(actions[0]))
    first.view()
    view, world = new_record(game.view_type), new_record(game.state_type)
    game.view_for(box, start, 0, view)
    game.sample_world(box, view, rng, world)
    game.play_action(box, world, int(actions[0]), np.zeros(game.max_gains, game.gain_type))
    game.apply_action(box, start, int(actions[0]))
    play_randomly(box, start, rng, actions, weights)
    assert game.to_act(start) == OVER
    points = np.zeros(game.max_players, np.int64)
    jit.confirm_compilation(f"the rules of {game.title}")
    game.scores(box, start, points)
    game.winners(box, start, points)


def warm_up_named(name: str) -> None:
    """Warm up the game of that name; unlike ``warm_up``, this can be sent to another process."""
    warm_up(GAMES[name])


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(warm_up_named, GAMES))
