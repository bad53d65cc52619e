"""A value network: how a position will turn out for a seat, predicted from what the seat knows.

The network has one hidden layer and few active inputs, so a plain loop over those is all it needs. It predicts the
final margin (own points less the best of the others') beyond the margin that is already known: an untrained one adds
nothing, and then the known margin decides. It looks at a view and nothing else.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.games import KNOWLEDGE, known_margin, write_inputs
from overland.bots.inputs import Inputs
from overland.engine.dispatch import apply_action, to_act, view_for
from overland.engine.game import OVER, Game
from overland.engine.jit import compiled, part_of_callers
from overland.engine.record import Array, Record, copy_array

HIDDEN = 64
SCALE = 10.0  # points in one unit of the output

#: A network is one array of float32 with HIDDEN columns: a row of weights for each input, then these.
BIAS, OUTPUT, OFFSET = 0, 1, 2
EXTRA_ROWS = 3


class NetScratch(NamedTuple):
    """Scratch memory of ``net_value``."""

    views: Array  # a view to write into, and one of zeros
    inputs: Inputs
    hidden: Array


def new_net_scratch(game: Game) -> NetScratch:
    """Scratch memory for the views and inputs of a game."""
    size = KNOWLEDGE[game.name].max_active
    inputs = Inputs(np.zeros(size, np.int64), np.zeros(size, np.float32))
    return NetScratch(np.zeros(2, game.view_type), inputs, np.zeros(HIDDEN, np.float32))


def empty_net() -> Array:
    """Stands for no network."""
    return np.zeros((0, HIDDEN), np.float32)


def new_net(game: Game, seed: int) -> Array:
    """An untrained network: random inside, with an output of zero."""
    inputs = KNOWLEDGE[game.name].input_count
    net = np.zeros((inputs + EXTRA_ROWS, HIDDEN), np.float32)
    net[: inputs + 1] = np.random.default_rng(seed).normal(0.0, 0.08, (inputs + 1, HIDDEN))
    return net


@compiled
def respond(net: Array, inputs: Inputs, count: int, hidden: Array) -> float:
    """The network's output in its own unit; leaves the sums of the hidden layer in ``hidden``."""
    last = net.shape[0] - EXTRA_ROWS
    copy_array(net[last + BIAS], hidden)
    for i in range(count):
        weights = net[inputs.indices[i]]
        value = inputs.values[i]
        for unit in range(HIDDEN):
            hidden[unit] += value * weights[unit]
    output = float(net[last + OFFSET, 0])
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            output += hidden[unit] * net[last + OUTPUT, unit]
    return output


@compiled
def net_value(box: Record, state: Record, seat: int, net: Array, scratch: NetScratch) -> float:
    """The margin that ``seat`` may expect at the end, from what it knows now; at the end the margin itself."""
    scratch.views[0] = scratch.views[1]
    view = scratch.views[0]
    view_for(box, state, seat, view)
    margin = known_margin(box, view)
    if to_act(state) == OVER:
        return float(margin)
    count = write_inputs(box, view, scratch.inputs)
    return margin + SCALE * respond(net, scratch.inputs, count, scratch.hidden)


@part_of_callers
def net_value_after(
    box: Record, state: Record, seat: int, action: int, net: Array, trial: Array, scratch: NetScratch
) -> float:
    """What ``seat`` may expect after an action; ``trial`` is a position to try it in."""
    trial[0] = state
    apply_action(box, trial[0], action)
    return net_value(box, trial[0], seat, net, scratch)


@compiled
def best_index(
    box: Record,
    state: Record,
    seat: int,
    net: Array,
    actions: Array,
    count: int,
    trial: Array,
    scratch: NetScratch,
) -> int:
    """The index of the action after which ``seat`` may expect most; the first if several are equal."""
    best = -1e18
    chosen = 0
    for index in range(count):
        value = net_value_after(box, state, seat, int(actions[index]), net, trial, scratch)
        if value > best:
            best = value
            chosen = index
    return chosen
