"""Learning by self-play: temporal differences, TD(lambda), in compiled code.

A game is played by the network in every seat, or in one seat against greedy bots. After
every real decision all seats' views are kept. When the game is over each kept view is moved towards what came of it:
a mixture of later predictions and the final margin, in which lambda says how far one looks ahead.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.greedy import greedy_index
from overland.bots.net import (
    BIAS,
    EXTRA_ROWS,
    HIDDEN,
    OFFSET,
    OUTPUT,
    SCALE,
    Desk,
    best_index,
    respond,
    value_for,
)
from overland.bots.search import Room
from overland.engine.dispatch import (
    apply_action,
    chance_weights,
    features,
    known_margin,
    legal_actions,
    to_act,
    view_for,
)
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import random_below, random_weighted

CHANCES = 1000  # slips are told in thousandths
MAX_SAMPLES = 4096
MAX_INPUTS = 1 << 20
CLIP = 2.0  # no error counts for more, in units of the network


class History(NamedTuple):
    """The views of one game, all seats', as inputs."""

    seats: Array  # whose view
    starts: Array  # where its inputs begin; one more marks the end of the last
    known: Array  # margin known then
    predicted: Array  # margin expected then
    indices: Array
    values: Array


class Board(NamedTuple):
    """Room to play in."""

    states: Array  # the position
    actions: Array
    weights: Array


def new_history() -> History:
    """Room for one game."""
    return History(
        np.zeros(MAX_SAMPLES, np.int64),
        np.zeros(MAX_SAMPLES + 1, np.int64),
        np.zeros(MAX_SAMPLES, np.float32),
        np.zeros(MAX_SAMPLES, np.float32),
        np.zeros(MAX_INPUTS, np.int32),
        np.zeros(MAX_INPUTS, np.float32),
    )


def new_board(game: Game) -> Board:
    """Room for positions and choices of a game."""
    return Board(
        np.zeros(1, game.state_type),
        np.zeros(game.max_legal, ACTION),
        np.zeros(game.max_legal, ACTION),
    )


@compiled
def self_play(
    box: Record,
    start: Record,
    net: Array,
    slips: int,
    sparring: int,
    board: Board,
    room: Room,
    history: History,
) -> int:
    """Play a game with the network in every seat and keep its views; returns how many."""
    state = board.states[0]
    rng = room.rngs[0]
    board.states[0] = start
    samples = 0
    alone = -1  # the seat of the network in a game against greedy bots
    if sparring > 0 and random_below(rng, CHANCES) < sparring:
        alone = random_below(rng, int(state.players))
    actor = to_act(state)
    while actor != OVER:
        count = legal_actions(box, state, board.actions)
        if actor == CHANCE:
            chance_weights(box, state, board.weights)
            pick = random_weighted(rng, board.weights, count)
        elif count == 1:
            pick = 0
        elif random_below(rng, CHANCES) < slips:
            pick = random_below(rng, count)
        elif alone >= 0 and alone != actor:
            pick = greedy_index(box, state, actor, board.actions, count, room.states, room.following, rng)
        else:
            pick = best_index(box, state, actor, net, board.actions, count, room.states, room.desk)
        apply_action(box, state, int(board.actions[pick]))
        if actor != CHANCE and count > 1 and to_act(state) != OVER:
            for seat in range(state.players):
                samples = keep(box, state, seat, net, room.desk, history, samples)
        actor = to_act(state)
    return samples


@compiled
def keep(box: Record, state: Record, seat: int, net: Array, desk: Desk, history: History, samples: int) -> int:
    """Keep what a seat sees, with what it expects; returns how many are kept now."""
    desk.views[0] = desk.views[1]
    view_for(box, state, seat, desk.views[0])
    start = history.starts[samples]
    if samples == MAX_SAMPLES or start + len(desk.indices) > MAX_INPUTS:
        return samples
    count = features(box, desk.views[0], desk.indices, desk.values)
    for i in range(count):
        history.indices[start + i] = desk.indices[i]
        history.values[start + i] = desk.values[i]
    history.starts[samples + 1] = start + count
    history.seats[samples] = seat
    history.known[samples] = known_margin(box, desk.views[0])
    expected = respond(net, desk.indices, desk.values, count, desk.hidden)
    history.predicted[samples] = history.known[samples] + SCALE * expected
    return samples + 1


@compiled
def learn(
    box: Record, state: Record, net: Array, trace: float, rate: float, desk: Desk, history: History, samples: int
) -> float:
    """Move the network towards what came of every kept view; returns the mean squared error in points."""
    targets = np.zeros(state.players)
    following = np.zeros(state.players)
    for seat in range(state.players):
        targets[seat] = value_for(box, state, seat, net, desk)  # the game is over: the final margin
        following[seat] = targets[seat]
    total = 0.0
    for back in range(samples):
        sample = samples - 1 - back
        seat = history.seats[sample]
        targets[seat] = trace * targets[seat] + (1.0 - trace) * following[seat]
        following[seat] = history.predicted[sample]
        total += (targets[seat] - history.predicted[sample]) ** 2
        wanted = (targets[seat] - history.known[sample]) / SCALE
        start, end = history.starts[sample], history.starts[sample + 1]
        nudge(net, history.indices[start:end], history.values[start:end], wanted, rate, desk.hidden)
    return total / max(1, samples)


@compiled
def nudge(net: Array, indices: Array, values: Array, wanted: float, rate: float, hidden: Array) -> None:
    """One step of gradient descent that takes away about the part ``rate`` of the error.

    Dividing by the length of the gradient makes one rate serve any number and size of inputs.
    """
    inputs = net.shape[0] - EXTRA_ROWS
    error = wanted - respond(net, indices, values, len(indices), hidden)
    strength = 1.0
    for i in range(len(indices)):
        strength += values[i] * values[i]
    length = 1.0
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            length += hidden[unit] * hidden[unit] + strength * net[inputs + OUTPUT, unit] ** 2
    step = np.float32(rate * max(-CLIP, min(CLIP, error)) / length)
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            slope = step * net[inputs + OUTPUT, unit]
            net[inputs + OUTPUT, unit] += step * hidden[unit]
            hidden[unit] = slope
        else:
            hidden[unit] = np.float32(0.0)
    net[inputs + OFFSET, 0] += step
    net[inputs + BIAS] += hidden
    for i in range(len(indices)):
        weights = net[indices[i]]
        value = values[i]
        for unit in range(HIDDEN):
            weights[unit] += value * hidden[unit]


@compiled
def play_and_learn(
    box: Record,
    start: Record,
    net: Array,
    games: int,
    slips: int,
    sparring: int,
    trace: float,
    rate: float,
    board: Board,
    room: Room,
    history: History,
) -> float:
    """Play so many games, learning after each; returns the mean error."""
    total = 0.0
    for _ in range(games):
        samples = self_play(box, start, net, slips, sparring, board, room, history)
        total += learn(box, board.states[0], net, trace, rate, room.desk, history, samples)
    return total / games
