"""A value network: what a position will come to for a seat, guessed from what the seat knows.

The network has one hidden layer and few active inputs, so a plain loop over those is all it needs. It predicts the
final margin (own points less the best of the others') beyond the margin that is known already: an untrained one says
nothing, and then the known margin decides. It looks at a view and at nothing else.
"""

from typing import NamedTuple

import numpy as np

from overland.engine.dispatch import apply_action, features, known_margin, to_act, view_for
from overland.engine.game import OVER, Game
from overland.engine.jit import compiled
from overland.engine.record import Array, Record

HIDDEN = 64
SCALE = 10.0  # points in one unit of the output

#: A network is one array of float32 with HIDDEN columns: a row of weights for each input, then these.
BIAS, OUTPUT, OFFSET = 0, 1, 2
EXTRA_ROWS = 3


class Desk(NamedTuple):
    """Room to work in for ``value_for``."""

    views: Array  # a view to write into, and one of zeros
    indices: Array
    values: Array
    hidden: Array


def new_desk(game: Game) -> Desk:
    """Room for the views and inputs of a game."""
    return Desk(
        np.zeros(2, game.view_type),
        np.zeros(game.max_active, np.int64),
        np.zeros(game.max_active, np.float32),
        np.zeros(HIDDEN, np.float32),
    )


def empty_net() -> Array:
    """No network at all."""
    return np.zeros((0, HIDDEN), np.float32)


def new_net(game: Game, seed: int) -> Array:
    """A network that has learned nothing: random inside, silent outside."""
    net = np.zeros((game.feature_count + EXTRA_ROWS, HIDDEN), np.float32)
    net[: game.feature_count + 1] = np.random.default_rng(seed).normal(0.0, 0.08, (game.feature_count + 1, HIDDEN))
    return net


@compiled
def respond(net: Array, indices: Array, values: Array, count: int, hidden: Array) -> float:
    """The network's output in its own unit; leaves the sums of the hidden layer in ``hidden``."""
    inputs = net.shape[0] - EXTRA_ROWS
    hidden[:] = net[inputs + BIAS]
    for i in range(count):
        weights = net[indices[i]]
        value = values[i]
        for unit in range(HIDDEN):
            hidden[unit] += value * weights[unit]
    output = float(net[inputs + OFFSET, 0])
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            output += hidden[unit] * net[inputs + OUTPUT, unit]
    return output


@compiled
def value_for(box: Record, state: Record, seat: int, net: Array, desk: Desk) -> float:
    """The margin that ``seat`` may expect at the end, from what it knows now; at the end the margin itself."""
    desk.views[0] = desk.views[1]
    view = desk.views[0]
    view_for(box, state, seat, view)
    margin = known_margin(box, view)
    if to_act(state) == OVER:
        return float(margin)
    count = features(box, view, desk.indices, desk.values)
    return margin + SCALE * respond(net, desk.indices, desk.values, count, desk.hidden)


@compiled
def value_after(box: Record, state: Record, seat: int, action: int, net: Array, trial: Array, desk: Desk) -> float:
    """What ``seat`` may expect after an action; ``trial`` is a position to try it in."""
    trial[0] = state
    apply_action(box, trial[0], action)
    return value_for(box, trial[0], seat, net, desk)


@compiled
def best_index(
    box: Record,
    state: Record,
    seat: int,
    net: Array,
    actions: Array,
    count: int,
    trial: Array,
    desk: Desk,
) -> int:
    """The index of the action after which ``seat`` may expect most; the first of equals."""
    best = -1e18
    chosen = 0
    for index in range(count):
        value = value_after(box, state, seat, int(actions[index]), net, trial, desk)
        if value > best:
            best = value
            chosen = index
    return chosen
