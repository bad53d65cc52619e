"""Driving positions from Python through arrays: one cheap call per move, for any game.

Passing a record costs several times as much as passing an array and an index, so positions live in an array and
every call names one by its index.
"""

from overland.engine.dispatch import apply_action, chance_weights, legal_actions, to_act
from overland.engine.game import CHANCE
from overland.engine.jit import compiled
from overland.engine.record import Array
from overland.engine.rng import random_weighted


@compiled
def advance(boxes: Array, states: Array, index: int, rngs: Array, actions: Array, weights: Array) -> int:
    """Let chance act in ``states[index]`` until a seat must decide; write its legal actions.

    Returns how many there are; 0 when the game is over.
    """
    box = boxes[0]
    state = states[index]
    count = legal_actions(box, state, actions)
    while to_act(state) == CHANCE:
        chance_weights(box, state, weights)
        apply_action(box, state, int(actions[random_weighted(rngs[0], weights, count)]))
        count = legal_actions(box, state, actions)
    return count


@compiled
def step(boxes: Array, states: Array, index: int, action: int, rngs: Array, actions: Array, weights: Array) -> int:
    """Play a seat's action in ``states[index]``, then ``advance``."""
    apply_action(boxes[0], states[index], action)
    return advance(boxes, states, index, rngs, actions, weights)
