"""Random play in compiled code, for any game: for benchmarks, tests and rollouts."""

from overland.engine.dispatch import apply_action, chance_weights, legal_actions, to_act
from overland.engine.game import CHANCE, OVER
from overland.engine.jit import compiled
from overland.engine.record import Array, Record
from overland.engine.rng import random_below, random_weighted


@compiled
def play_randomly(box: Record, state: Record, rng: Record, actions: Array, weights: Array) -> int:
    """Play ``state`` to its end, every choice and outcome at random; returns the number of seat decisions.

    ``actions`` and ``weights`` are scratch arrays of the game's ``max_legal``.
    """
    decisions = 0
    actor = to_act(state)
    while actor != OVER:
        count = legal_actions(box, state, actions)
        if actor == CHANCE:
            chance_weights(box, state, weights)
            pick = random_weighted(rng, weights, count)
        else:
            pick = random_below(rng, count)
            decisions += 1
        apply_action(box, state, int(actions[pick]))
        actor = to_act(state)
    return decisions


@compiled
def play_many(
    box: Record, start: Record, states: Array, rng: Record, actions: Array, weights: Array, games: int
) -> int:
    """Play ``games`` random games from ``start``, all in ``states[0]``; returns the number of seat decisions."""
    decisions = 0
    for _ in range(games):
        states[0] = start
        decisions += play_randomly(box, states[0], rng, actions, weights)
    return decisions
