"""Learning by self-play: temporal differences, TD(lambda), in compiled code.

A game is played by the network in every seat, or in one seat against greedy bots. After
every real decision all seats' views are kept. When the game is over, the prediction for each kept view is moved towards
what came of it: a mixture of later predictions and the final margin, in which lambda says how far ahead to look.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.games import known_margin, write_inputs
from overland.bots.greedy import greedy_index
from overland.bots.inputs import Inputs
from overland.bots.net import (
    BIAS,
    EXTRA_ROWS,
    HIDDEN,
    OFFSET,
    OUTPUT,
    SCALE,
    NetScratch,
    best_index,
    net_value,
    respond,
)
from overland.bots.search import SearchScratch, new_search_scratch
from overland.engine.dispatch import (
    apply_action,
    chance_weights,
    legal_actions,
    to_act,
    view_for,
)
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import random_below, random_weighted

CHANCES = 1000  # slips are given in thousandths
MAX_SAMPLES = 4096
MAX_INPUTS = 1 << 20
CLIP = 2.0  # no error counts for more than this, in units of the network


class History(NamedTuple):
    """The views of one game, all seats', as inputs."""

    seats: Array  # whose view
    starts: Array  # where its inputs begin; one more marks the end of the last
    known: Array  # margin known then
    predicted: Array  # margin expected then
    inputs: Inputs


class Lesson(NamedTuple):
    """How games are played and learned from."""

    games: int
    slips: int  # moves in a thousand that are random
    sparring: int  # games in a thousand against greedy bots
    trace: float  # lambda
    rate: float


class LearningScratch(NamedTuple):
    """Scratch memory of self-play."""

    states: Array  # the position
    actions: Array
    weights: Array
    search: SearchScratch
    history: History


def new_history() -> History:
    """An empty history, large enough for one game."""
    return History(
        np.zeros(MAX_SAMPLES, np.int64),
        np.zeros(MAX_SAMPLES + 1, np.int64),
        np.zeros(MAX_SAMPLES, np.float32),
        np.zeros(MAX_SAMPLES, np.float32),
        Inputs(np.zeros(MAX_INPUTS, np.int32), np.zeros(MAX_INPUTS, np.float32)),
    )


def new_learning_scratch(game: Game) -> LearningScratch:
    """Scratch memory for the games of one stream."""
    return LearningScratch(
        states=np.zeros(1, game.state_type),
        actions=np.zeros(game.max_legal, ACTION),
        weights=np.zeros(game.max_legal, ACTION),
        search=new_search_scratch(game),
        history=new_history(),
    )


@compiled
def self_play(box: Record, start: Record, net: Array, lesson: Lesson, scratch: LearningScratch) -> int:
    """Play a game with the network in every seat and keep its views; returns how many."""
    state = scratch.states[0]
    search = scratch.search
    rng = search.rngs[0]
    scratch.states[0] = start
    samples = 0
    alone = -1  # the seat of the network in a game against greedy bots
    if lesson.sparring > 0 and random_below(rng, CHANCES) < lesson.sparring:
        alone = random_below(rng, int(state.players))
    actor = to_act(state)
    while actor != OVER:
        count = legal_actions(box, state, scratch.actions)
        if actor == CHANCE:
            chance_weights(box, state, scratch.weights)
            pick = random_weighted(rng, scratch.weights, count)
        elif count == 1:
            pick = 0
        elif random_below(rng, CHANCES) < lesson.slips:
            pick = random_below(rng, count)
        elif alone >= 0 and alone != actor:
            pick = greedy_index(box, state, actor, scratch.actions, count, search.states, search.following, rng)
        else:
            pick = best_index(box, state, actor, net, scratch.actions, count, search.states, search.net)
        apply_action(box, state, int(scratch.actions[pick]))
        if actor != CHANCE and count > 1 and to_act(state) != OVER:
            for seat in range(state.players):
                samples = keep(box, state, seat, net, search.net, scratch.history, samples)
        actor = to_act(state)
    return samples


@compiled
def keep(box: Record, state: Record, seat: int, net: Array, scratch: NetScratch, history: History, samples: int) -> int:
    """Keep what a seat sees and what it expects; returns how many views are kept now."""
    scratch.views[0] = scratch.views[1]
    view_for(box, state, seat, scratch.views[0])
    start = history.starts[samples]
    if samples == MAX_SAMPLES or start + len(scratch.inputs.indices) > MAX_INPUTS:
        return samples
    count = write_inputs(box, scratch.views[0], scratch.inputs)
    for i in range(count):
        history.inputs.indices[start + i] = scratch.inputs.indices[i]
        history.inputs.values[start + i] = scratch.inputs.values[i]
    history.starts[samples + 1] = start + count
    history.seats[samples] = seat
    history.known[samples] = known_margin(box, scratch.views[0])
    expected = respond(net, scratch.inputs, count, scratch.hidden)
    history.predicted[samples] = history.known[samples] + SCALE * expected
    return samples + 1


@compiled
def learn(
    box: Record, state: Record, net: Array, lesson: Lesson, scratch: NetScratch, history: History, samples: int
) -> float:
    """Move the network towards what came of every kept view; returns the mean squared error in points."""
    targets = np.zeros(state.players)
    following = np.zeros(state.players)
    for seat in range(state.players):
        targets[seat] = net_value(box, state, seat, net, scratch)  # the game is over: the final margin
        following[seat] = targets[seat]
    total = 0.0
    for back in range(samples):
        sample = samples - 1 - back
        seat = history.seats[sample]
        targets[seat] = lesson.trace * targets[seat] + (1.0 - lesson.trace) * following[seat]
        following[seat] = history.predicted[sample]
        total += (targets[seat] - history.predicted[sample]) ** 2
        wanted = (targets[seat] - history.known[sample]) / SCALE
        start, end = history.starts[sample], history.starts[sample + 1]
        inputs = Inputs(history.inputs.indices[start:end], history.inputs.values[start:end])
        nudge(net, inputs, wanted, lesson.rate, scratch.hidden)
    return total / max(1, samples)


@compiled
def nudge(net: Array, inputs: Inputs, wanted: float, rate: float, hidden: Array) -> None:
    """One step of gradient descent that corrects about the fraction ``rate`` of the error.

    Dividing by the length of the gradient makes one rate serve any number and size of inputs.
    """
    indices, values = inputs
    last = net.shape[0] - EXTRA_ROWS
    error = wanted - respond(net, inputs, len(indices), hidden)
    strength = 1.0
    for i in range(len(indices)):
        strength += values[i] * values[i]
    length = 1.0
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            length += hidden[unit] * hidden[unit] + strength * net[last + OUTPUT, unit] ** 2
    step = np.float32(rate * max(-CLIP, min(CLIP, error)) / length)
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            slope = step * net[last + OUTPUT, unit]
            net[last + OUTPUT, unit] += step * hidden[unit]
            hidden[unit] = slope
        else:
            hidden[unit] = np.float32(0.0)
    net[last + OFFSET, 0] += step
    net[last + BIAS] += hidden
    for i in range(len(indices)):
        weights = net[indices[i]]
        value = values[i]
        for unit in range(HIDDEN):
            weights[unit] += value * hidden[unit]


@compiled
def play_and_learn(box: Record, start: Record, net: Array, lesson: Lesson, scratch: LearningScratch) -> float:
    """Play the games of a lesson, learning after each; returns the mean error."""
    total = 0.0
    for _ in range(lesson.games):
        samples = self_play(box, start, net, lesson, scratch)
        total += learn(box, scratch.states[0], net, lesson, scratch.search.net, scratch.history, samples)
    return total / lesson.games
