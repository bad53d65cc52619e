"""Gradients of a value network over batches of kept views, and Adam's steps along them, in compiled code.

What a network is taught by one view touches only the rows of the first layer whose inputs are on, so that a processor
without a device beside it learns as fast as it plays.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.inputs import STEPS, Inputs
from overland.bots.learning import Batch
from overland.bots.net import (
    COLUMNS,
    DEPTH,
    HEADS,
    POINTS,
    WIDTH,
    WINS,
    Net,
    NetScratch,
    finish,
    sum_up,
    write_win_shares,
)
from overland.engine.jit import compiled
from overland.engine.record import Array

HUBER = 1.0  # errors beyond that count only linearly, in units of the network
WIN_WEIGHT, POINTS_WEIGHT = 0.3, 0.3  # of the errors in who wins and in points, against the error in the margin
MOMENTUM, STEADINESS = 0.9, 0.99  # of Adam's means of slopes and of their squares
TINY = 1e-8
INERTIA = 0.999  # of the running mean of the weights, per step


class Adam(NamedTuple):
    """What Adam remembers of one array of weights."""

    slopes: Array  # the running mean of the slopes
    squares: Array  # and of their squares
    mean: Array  # of the weights: what plays


def new_adam(weights: Array) -> Adam:
    """Nothing remembered yet."""
    return Adam(np.zeros_like(weights), np.zeros_like(weights), weights.copy())


@compiled
def clipped(off: float) -> float:
    """The slope of an error that counts only linearly beyond ``HUBER``."""
    return max(-HUBER, min(HUBER, off))


@compiled
def write_errors(batch: Batch, row: int, scratch: NetScratch, errors: Array) -> None:
    """How far each head should move for a view, weighed."""
    heads = scratch.heads
    players = int(batch.players[row])
    errors[:] = 0.0
    write_win_shares(players, scratch, errors[WINS:])
    errors[0] = clipped(batch.wanted[row] - heads[0])
    for distance in range(players):
        errors[WINS + distance] = WIN_WEIGHT * (batch.wins[row, distance] - errors[WINS + distance])
        off = clipped(batch.points[row, distance] - heads[POINTS + distance])
        errors[POINTS + distance] = POINTS_WEIGHT * off / players


@compiled
def add_gradients(net: Net, batch: Batch, rows: Array, scratch: NetScratch, out: Net) -> float:
    """Add to ``out`` where every weight should go for some views; returns the sum of the errors in the margin."""
    first, second, last = out
    sums, middle = scratch.sums, scratch.middle
    inputs = Inputs(scratch.inputs.indices, scratch.inputs.values)
    indices, values = inputs
    kept, steps = batch.indices, batch.steps
    bias = first[first.shape[0] - 1]
    errors = np.zeros(HEADS, np.float32)
    backward = np.zeros(COLUMNS, np.float32)
    slopes = np.zeros(WIDTH, np.float32)
    total = 0.0
    for place in range(len(rows)):
        row = int(rows[place])
        count = 0
        for i in range(steps.shape[1]):
            if steps[row, i] != 0:
                indices[count] = kept[row, i]
                values[count] = np.float32(steps[row, i]) / np.float32(STEPS)
                count += 1
        sum_up(net, inputs, count, sums)
        finish(net, scratch)
        write_errors(batch, row, scratch, errors)
        total += abs(batch.wanted[row] - scratch.heads[0])
        for unit in range(DEPTH):
            backward[unit] = np.float32(0.0)
            if middle[unit] > 0.0:
                for head in range(HEADS):
                    backward[unit] += errors[head] * net.last[unit, head]
                    last[unit, head] += errors[head] * middle[unit]
        for head in range(HEADS):
            backward[DEPTH + head] = errors[head]
        for unit in range(WIDTH):
            slopes[unit] = np.float32(0.0)
            if sums[unit] > 0.0:
                blame = np.float32(0.0)
                for column in range(COLUMNS):
                    blame += backward[column] * net.second[unit, column]
                    second[unit, column] += sums[unit] * backward[column]
                slopes[unit] = blame
        for column in range(COLUMNS):
            second[WIDTH, column] += backward[column]
        for unit in range(WIDTH):
            bias[unit] += slopes[unit]
        for i in range(count):
            index, value = indices[i], values[i]
            for unit in range(WIDTH):
                first[index, unit] += value * slopes[unit]
    return total


@compiled
def take_step(weights: Array, gradients: Array, adam: Adam, rate: float, steps: int, scale: float) -> None:
    """One of Adam's steps along the mean of the gradients, which are flat arrays; the running mean follows."""
    slopes, squares, mean = adam
    for i in range(len(weights)):
        slope = scale * gradients[i]
        slopes[i] += (1.0 - MOMENTUM) * (slope - slopes[i])
        squares[i] += (1.0 - STEADINESS) * (slope * slope - squares[i])
        ahead = slopes[i] / (1.0 - MOMENTUM**steps)
        spread = np.sqrt(squares[i] / (1.0 - STEADINESS**steps))
        weights[i] += rate * ahead / (spread + TINY)
        mean[i] += (1.0 - INERTIA) * (weights[i] - mean[i])
