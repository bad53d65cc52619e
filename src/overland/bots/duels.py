"""Many quick games between two networks, or a network and greedy bots, in compiled code: for a look while training.

What counts is measured in the arena; here every game has its own luck, and the first network sits in one seat after the
other.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from overland.bots.greedy import greedy_index
from overland.bots.learning import LearningScratch, new_learning_scratch
from overland.bots.net import Net, NetScratch, best_index, empty_net, forget_base, net_value, new_net_scratch
from overland.engine.dispatch import apply_action, chance_weights, legal_actions, to_act, winners
from overland.engine.game import CHANCE, OVER, Data, Game
from overland.engine.jit import compiled
from overland.engine.record import Array, Record
from overland.engine.rng import new_rng, random_weighted

PART = 50  # games of a thread at a time


class Score(NamedTuple):
    """How a network did."""

    games: int
    share: float  # of wins
    margin: float  # points ahead of the best of the others, on average


@compiled
def duel(
    box: Record,
    start: Record,
    net: Net,
    rival: Net,
    games: int,
    scratch: LearningScratch,
    other: NetScratch,
    tally: Array,
) -> None:
    """Play games of a network in one seat against a rival in all others (greedy bots, if it is empty)."""
    search = scratch.search
    rng = search.rngs[0]
    state = scratch.states[0]
    forget_base(search.net)
    forget_base(other)
    won = np.zeros(8, np.int64)
    for game in range(games):
        scratch.states[0] = start
        players = int(state.players)
        mine = game % players
        actor = to_act(state)
        while actor != OVER:
            count = legal_actions(box, state, scratch.actions)
            if actor == CHANCE:
                chance_weights(box, state, scratch.weights)
                pick = random_weighted(rng, scratch.weights, count)
            elif count == 1:
                pick = 0
            elif actor == mine:
                pick = best_index(box, state, actor, net, scratch.actions, count, search.states, search.net)
            elif rival.first.shape[0] > 0:
                pick = best_index(box, state, actor, rival, scratch.actions, count, search.states, other)
            else:
                pick = greedy_index(box, state, actor, scratch.actions, count, search.states, search.following, rng)
            apply_action(box, state, int(scratch.actions[pick]))
            actor = to_act(state)
        winners(box, state, won)
        tally[0] += won[mine] / won[:players].sum()
        tally[1] += net_value(box, state, mine, net, search.net)


def score_against(
    game: Game, players: int, net: Net, rival: Net | None, games: int, seed: int, data: Data | None = None
) -> Score:
    """How a network does against a rival, or against greedy bots, on all cores."""
    box = game.make_box(data or game.load_data(None))
    start = game.setup(box, players, {})

    def play(part: int) -> Array:
        scratch, tally = new_learning_scratch(game), np.zeros(2)
        scratch.search.rngs[0] = new_rng(1_000_000 * seed + part)
        duel(box, start, net, rival or empty_net(), PART, scratch, new_net_scratch(game), tally)
        return tally

    parts = max(1, games // PART)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        tallies = sum(pool.map(play, range(parts)))
    played = parts * PART
    return Score(played, float(tallies[0]) / played, float(tallies[1]) / played)
