"""A value network: how a position will turn out for a seat, predicted from what the seat knows.

The first layer is wide and has few active inputs; behind it are a small second layer and a way past it. One head
predicts the final margin (own points less the best of the others') beyond the margin that is already known: an
untrained network adds nothing, and then the known margin decides. The other heads say how likely each seat is to win,
and how many points it will gain beyond those that are known. A network looks at a view and nothing else.

Positions that are asked about one after the other share nearly all their inputs, so the sums of the first layer are
kept for one of them, the *base*, and only what differs is added and taken away. Weights and strengths lie on grids that
single precision adds up without rounding: the sums are the same whichever way they were found.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.games import KNOWLEDGE, known_margin, write_inputs
from overland.bots.inputs import Inputs
from overland.engine.dispatch import apply_action, to_act, view_for
from overland.engine.game import OVER, Game
from overland.engine.jit import compiled, part_of_callers
from overland.engine.record import Array, Record, copy_array

WIDTH = 192  # units of the first layer
DEPTH = 23  # units of the second
SEATS = 4  # seats that can win, counted from the viewer on
WINS, POINTS = 1, 1 + SEATS  # where the heads for each of them begin, after the one for the margin
HEADS = 1 + 2 * SEATS
COLUMNS = DEPTH + HEADS  # what the first layer leads to: the second, and straight to the heads
SCALE = 10.0  # points in one unit of a head
GRID = 4096  # weights of the first layer are whole numbers of this part
SPREAD = 0.08  # of random weights
REBASE = 6  # a position of which more than one input in this many differs becomes the base


class Net(NamedTuple):
    """A network: three arrays of float32."""

    first: Array  # a row of WIDTH weights for each input; the last is the bias
    second: Array  # a row of COLUMNS weights for each unit of the first layer; the last is the bias
    last: Array  # a row of HEADS weights for each unit of the second layer


class Base(NamedTuple):
    """The position that the next one is compared with."""

    indices: Array  # of the inputs that are on
    count: Array  # how many of them; 0 if there is no base
    sums: Array  # of the first layer
    strengths: Array  # of every input in the base
    seen: Array  # of every input, when it was last seen
    clock: Array  # counts the positions that were compared


class NetScratch(NamedTuple):
    """Scratch memory of ``net_value``."""

    views: Array  # a view to write into, and one of zeros
    inputs: Inputs
    sums: Array  # of the first layer
    middle: Array  # of the second, and what goes past it
    heads: Array
    base: Base


def new_net_scratch(game: Game) -> NetScratch:
    """Scratch memory for the views and inputs of a game."""
    knowledge = KNOWLEDGE[game.name]
    return NetScratch(
        np.zeros(2, game.view_type),
        new_inputs(knowledge.max_active),
        np.zeros(WIDTH, np.float32),
        np.zeros(COLUMNS, np.float32),
        np.zeros(HEADS, np.float32),
        Base(
            np.zeros(knowledge.max_active, np.int64),
            np.zeros(1, np.int64),
            np.zeros(WIDTH, np.float32),
            np.zeros(knowledge.input_count, np.float32),
            np.zeros(knowledge.input_count, np.int64),
            np.zeros(1, np.int64),
        ),
    )


def new_inputs(size: int) -> Inputs:
    """Room for so many inputs."""
    return Inputs(np.zeros(size, np.int64), np.zeros(size, np.float32))


def empty_net() -> Net:
    """Stands for no network."""
    return Net(np.zeros((0, WIDTH), np.float32), np.zeros((0, COLUMNS), np.float32), np.zeros((0, HEADS), np.float32))


def new_net(game: Game, seed: int) -> Net:
    """An untrained network: random inside, with outputs of zero."""
    dice = np.random.default_rng(seed)
    inputs = KNOWLEDGE[game.name].input_count
    second = np.zeros((WIDTH + 1, COLUMNS), np.float32)
    second[:WIDTH, :DEPTH] = dice.normal(0.0, SPREAD, (WIDTH, DEPTH))
    first = dice.normal(0.0, SPREAD, (inputs + 1, WIDTH)).astype(np.float32)
    return Net(on_grid(first), second, np.zeros((DEPTH, HEADS), np.float32))


def on_grid(weights: Array) -> Array:
    """Weights of the first layer as they are used: sums of them are exact, and half precision holds them."""
    return (np.rint(weights.astype(np.float16).astype(np.float32) * GRID) / GRID).astype(np.float32)


# Responding


@compiled
def add_inputs(first: Array, inputs: Inputs, count: int, sums: Array) -> None:
    """Add the weights of the inputs that are on."""
    indices, values = inputs
    for i in range(count):
        index, value = indices[i], values[i]
        for unit in range(WIDTH):
            sums[unit] += value * first[index, unit]


@compiled
def sum_up(net: Net, inputs: Inputs, count: int, sums: Array) -> None:
    """The sums of the first layer, found from nothing."""
    copy_array(net.first[net.first.shape[0] - 1], sums)
    add_inputs(net.first, inputs, count, sums)


@compiled
def sum_up_from_base(net: Net, inputs: Inputs, count: int, sums: Array, base: Base) -> int:
    """The same sums, found from those of the base; returns how many inputs differ from it.

    An input that is written twice counts with both strengths; what it has in the base is taken off the first time.
    """
    first, strengths, seen = net.first, base.strengths, base.seen
    indices, values = inputs
    before = base.indices
    base.clock[0] += 1
    now = base.clock[0]
    copy_array(base.sums, sums)
    differing = 0
    for i in range(count):
        index, value = indices[i], values[i]
        if seen[index] != now:
            seen[index] = now
            value -= strengths[index]
        if value != 0.0:
            differing += 1
            for unit in range(WIDTH):
                sums[unit] += value * first[index, unit]
    for i in range(base.count[0]):
        index = before[i]
        if seen[index] != now:
            seen[index] = now
            value = strengths[index]
            differing += 1
            for unit in range(WIDTH):
                sums[unit] -= value * first[index, unit]
    return differing


@compiled
def make_base(inputs: Inputs, count: int, sums: Array, base: Base) -> None:
    """What comes next is compared with this position."""
    indices, values = inputs
    kept, strengths = base.indices, base.strengths
    for i in range(base.count[0]):
        strengths[kept[i]] = np.float32(0.0)
    for i in range(count):
        kept[i] = indices[i]
        strengths[indices[i]] += values[i]
    base.count[0] = count
    copy_array(sums, base.sums)


@compiled
def finish(net: Net, scratch: NetScratch) -> float:
    """From the sums of the first layer to the heads; returns the first."""
    sums, middle, heads, second, last = scratch.sums, scratch.middle, scratch.heads, net.second, net.last
    copy_array(second[WIDTH], middle)
    for unit in range(WIDTH):
        strength = sums[unit]
        if strength > 0.0:
            for column in range(COLUMNS):
                middle[column] += strength * second[unit, column]
    for head in range(HEADS):
        heads[head] = middle[DEPTH + head]
    for unit in range(DEPTH):
        strength = middle[unit]
        if strength > 0.0:
            for head in range(HEADS):
                heads[head] += strength * last[unit, head]
    return float(heads[0])


@compiled
def sum_up_near(net: Net, inputs: Inputs, count: int, scratch: NetScratch) -> None:
    """The sums of the first layer, found from those of the base if there is one near enough; else this is the base."""
    base = scratch.base
    if base.count[0] == 0:
        sum_up(net, inputs, count, scratch.sums)
        make_base(inputs, count, scratch.sums, base)
    elif REBASE * sum_up_from_base(net, inputs, count, scratch.sums, base) > count:
        make_base(inputs, count, scratch.sums, base)


@compiled
def respond(net: Net, inputs: Inputs, count: int, scratch: NetScratch) -> float:
    """The network's first head in its own unit; leaves all sums and heads in ``scratch``."""
    sum_up_near(net, inputs, count, scratch)
    return finish(net, scratch)


@compiled
def forget_base(scratch: NetScratch) -> None:
    """The network is another one from now on."""
    base = scratch.base
    for i in range(base.count[0]):
        base.strengths[base.indices[i]] = np.float32(0.0)
    base.count[0] = 0


@compiled
def write_win_shares(players: int, scratch: NetScratch, out: Array) -> None:
    """How likely each seat is to win by the heads found last, counted from the viewer on: they add up to one."""
    most = scratch.heads[WINS]
    for distance in range(1, players):
        most = max(most, scratch.heads[WINS + distance])
    total = 0.0
    for distance in range(players):
        out[distance] = np.exp(scratch.heads[WINS + distance] - most)
        total += out[distance]
    for distance in range(players):
        out[distance] /= total


# Positions


@compiled
def net_value(box: Record, state: Record, seat: int, net: Net, scratch: NetScratch) -> float:
    """The margin that ``seat`` may expect at the end, from what it knows now; at the end the margin itself."""
    scratch.views[0] = scratch.views[1]
    view = scratch.views[0]
    view_for(box, state, seat, view)
    margin = known_margin(box, view)
    if to_act(state) == OVER:
        return float(margin)
    count = write_inputs(box, view, scratch.inputs)
    return margin + SCALE * respond(net, scratch.inputs, count, scratch)


@part_of_callers
def net_value_after(
    box: Record, state: Record, seat: int, action: int, net: Net, trial: Array, scratch: NetScratch
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
    net: Net,
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
