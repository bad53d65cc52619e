"""Learning by self-play: temporal differences, TD(lambda), in compiled code.

A game is played by the network in every seat, or in one seat against greedy bots. After every real decision all seats'
views are kept. When the game is over it is known what the network should have said of each: of the margin, a mixture of
later predictions and the final one, in which lambda says how far ahead to look; of who wins and of points, what came.
"""

from typing import NamedTuple

import numpy as np

from overland.bots.games import known_margin, known_points, write_inputs
from overland.bots.greedy import greedy_index
from overland.bots.inputs import STEPS, Inputs
from overland.bots.knowledge import ENDLESS
from overland.bots.net import (
    COLUMNS,
    DEPTH,
    HEADS,
    POINTS,
    SCALE,
    SEATS,
    WIDTH,
    WINS,
    Net,
    NetScratch,
    best_index,
    finish,
    forget_base,
    net_value,
    respond,
    sum_up,
    write_win_shares,
)
from overland.bots.search import SearchScratch, new_search_scratch, shorten
from overland.engine.dispatch import (
    apply_action,
    chance_weights,
    legal_actions,
    scores,
    to_act,
    view_for,
    winners,
)
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import random_below, random_weighted

CHANCES = 1000  # slips are given in thousandths
MAX_SAMPLES = 4096
MAX_INPUTS = 1 << 20
STRANGERS = 4  # one in so many of a shortlist is there by chance
CLIP = 2.0  # no error counts for more than this, in units of the network
ACTIVE = 320  # inputs of a view that are kept for another device; there are hardly ever more


class History(NamedTuple):
    """The views of one game, all seats', as inputs."""

    seats: Array  # whose view
    starts: Array  # where its inputs begin; one more marks the end of the last
    known: Array  # margin known then
    predicted: Array  # margin expected then
    wanted: Array  # what the network should have said of the margin, in its own unit
    wins: Array  # and of who wins, by distance from the seat
    points: Array  # the points of each then, as far as they were known; and what it should have said of them
    inputs: Inputs


class Lesson(NamedTuple):
    """How games are played and learned from."""

    games: int
    slips: int  # moves in a thousand that are random
    sparring: int  # games in a thousand against greedy bots
    trace: float  # lambda
    rate: float
    shortlist: int = ENDLESS  # so many of the choices the network is asked about, most of them by the heuristic
    thorough: int = CHANCES  # but about all of them in so many games in a thousand


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
        np.zeros(MAX_SAMPLES, np.float32),
        np.zeros((MAX_SAMPLES, SEATS), np.float32),
        np.zeros((MAX_SAMPLES, SEATS), np.float32),
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
def self_play(box: Record, start: Record, net: Net, lesson: Lesson, scratch: LearningScratch) -> int:
    """Play a game with the network in every seat and keep its views; returns how many."""
    state = scratch.states[0]
    search = scratch.search
    forget_base(search.net)
    rng = search.rngs[0]
    scratch.states[0] = start
    samples = 0
    alone = -1  # the seat of the network in a game against greedy bots
    if lesson.sparring > 0 and random_below(rng, CHANCES) < lesson.sparring:
        alone = random_below(rng, int(state.players))
    shortlist = ENDLESS
    if lesson.thorough < CHANCES and random_below(rng, CHANCES) >= lesson.thorough:
        shortlist = lesson.shortlist
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
            asked = count
            if count > shortlist:
                narrow_down(box, state, actor, shortlist, count, scratch)
                asked = shortlist
            pick = best_index(box, state, actor, net, scratch.actions, asked, search.states, search.net)
        apply_action(box, state, int(scratch.actions[pick]))
        if actor != CHANCE and count > 1 and to_act(state) != OVER:
            for seat in range(state.players):
                samples = keep(box, state, seat, net, search.net, scratch.history, samples)
        actor = to_act(state)
    return samples


@compiled
def narrow_down(box: Record, state: Record, seat: int, most: int, count: int, scratch: LearningScratch) -> None:
    """Bring ``most`` of the choices forward: those that the heuristic likes best, and one in four of them by chance,
    so that the network also learns what comes of what the heuristic does not like.
    """
    liked = most - most // STRANGERS
    shorten(box, state, seat, liked, scratch.actions, count, scratch.search)
    for place in range(liked, most):
        other = place + random_below(scratch.search.rngs[0], count - place)
        action = scratch.actions[other]
        scratch.actions[other] = scratch.actions[place]
        scratch.actions[place] = action


@compiled
def keep(box: Record, state: Record, seat: int, net: Net, scratch: NetScratch, history: History, samples: int) -> int:
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
    for distance in range(state.players):
        history.points[samples, distance] = known_points(box, scratch.views[0], (seat + distance) % int(state.players))
    expected = respond(net, scratch.inputs, count, scratch)
    history.predicted[samples] = history.known[samples] + SCALE * expected
    return samples + 1


@compiled
def look_back(
    box: Record, state: Record, net: Net, trace: float, scratch: NetScratch, history: History, samples: int
) -> float:
    """The game is over: write what should have been said of every view; returns the mean squared error in points."""
    players = int(state.players)
    targets = np.zeros(players)
    following = np.zeros(players)
    won = np.zeros(SEATS, np.int64)
    winners(box, state, won)
    final = np.zeros(SEATS, np.int64)
    scores(box, state, final)
    share = np.float32(1.0 / won[:players].sum())
    for seat in range(players):
        targets[seat] = net_value(box, state, seat, net, scratch)  # the game is over: the final margin
        following[seat] = targets[seat]
    total = 0.0
    for back in range(samples):
        sample = samples - 1 - back
        seat = int(history.seats[sample])
        targets[seat] = trace * targets[seat] + (1.0 - trace) * following[seat]
        following[seat] = history.predicted[sample]
        total += (targets[seat] - history.predicted[sample]) ** 2
        history.wanted[sample] = (targets[seat] - history.known[sample]) / SCALE
        for distance in range(players):
            other = (seat + distance) % players
            history.wins[sample, distance] = share * won[other]
            history.points[sample, distance] = (final[other] - history.points[sample, distance]) / SCALE
    return total / max(1, samples)


@compiled
def learn(
    box: Record, state: Record, net: Net, lesson: Lesson, scratch: NetScratch, history: History, samples: int
) -> float:
    """Move the network towards what came of every kept view; returns the mean squared error in points."""
    error = look_back(box, state, net, lesson.trace, scratch, history, samples)
    slopes = np.zeros(WIDTH, np.float32)
    for back in range(samples):
        sample = samples - 1 - back
        start, end = history.starts[sample], history.starts[sample + 1]
        inputs = Inputs(history.inputs.indices[start:end], history.inputs.values[start:end])
        wins, points = history.wins[sample, : state.players], history.points[sample, : state.players]
        nudge(net, inputs, float(history.wanted[sample]), wins, points, lesson.rate, scratch, slopes)
    return error


@compiled
def nudge(
    net: Net,
    inputs: Inputs,
    wanted: float,
    wins: Array,
    points: Array,
    rate: float,
    scratch: NetScratch,
    slopes: Array,
) -> None:
    """One step of gradient descent that corrects about the fraction ``rate`` of the error in the margin.

    Dividing by the length of the gradient makes one rate serve any number and size of inputs.
    """
    indices, values = inputs
    sum_up(net, inputs, len(indices), scratch.sums)
    finish(net, scratch)
    sums, middle = scratch.sums, scratch.middle
    errors = np.zeros(HEADS, np.float32)
    write_win_shares(len(wins), scratch, errors[WINS:])
    for distance in range(len(wins)):
        errors[WINS + distance] = wins[distance] - errors[WINS + distance]
        off = points[distance] - scratch.heads[POINTS + distance]
        errors[POINTS + distance] = max(-CLIP, min(CLIP, float(off)))
    errors[0] = max(-CLIP, min(CLIP, wanted - float(scratch.heads[0])))
    backward = np.zeros(COLUMNS, np.float32)  # how much each column is to blame
    for unit in range(DEPTH):
        if middle[unit] > 0.0:
            for head in range(HEADS):
                backward[unit] += errors[head] * net.last[unit, head]
    for head in range(HEADS):
        backward[DEPTH + head] = errors[head]
    step = np.float32(rate / gradient_length(net, values, scratch))
    for unit in range(DEPTH):
        if middle[unit] > 0.0:
            for head in range(HEADS):
                net.last[unit, head] += step * errors[head] * middle[unit]
    for unit in range(WIDTH):
        slopes[unit] = np.float32(0.0)
        if sums[unit] > 0.0:
            weights = net.second[unit]
            blame = np.float32(0.0)
            for column in range(COLUMNS):
                blame += backward[column] * weights[column]
                weights[column] += step * sums[unit] * backward[column]
            slopes[unit] = step * blame
    for column in range(COLUMNS):
        net.second[WIDTH, column] += step * backward[column]
    net.first[net.first.shape[0] - 1] += slopes
    for i in range(len(indices)):
        weights = net.first[indices[i]]
        value = values[i]
        for unit in range(WIDTH):
            weights[unit] += value * slopes[unit]


@compiled
def gradient_length(net: Net, values: Array, scratch: NetScratch) -> float:
    """How far the first head would move if every weight moved along its slope by one, and one more."""
    sums, middle = scratch.sums, scratch.middle
    strength = 1.0
    for i in range(len(values)):
        strength += values[i] * values[i]
    reach = np.zeros(COLUMNS, np.float32)
    reach[DEPTH] = np.float32(1.0)
    length = 1.0
    behind = 1.0
    for unit in range(DEPTH):
        if middle[unit] > 0.0:
            reach[unit] = net.last[unit, 0]
            length += middle[unit] * middle[unit]
            behind += reach[unit] * reach[unit]
    strengths = 1.0
    for unit in range(WIDTH):
        if sums[unit] > 0.0:
            strengths += sums[unit] * sums[unit]
            slope = 0.0
            for column in range(DEPTH + 1):
                slope += reach[column] * net.second[unit, column]
            length += strength * slope * slope
    return length + behind * strengths


@compiled
def play_and_learn(box: Record, start: Record, net: Net, lesson: Lesson, scratch: LearningScratch) -> float:
    """Play the games of a lesson, learning after each; returns the mean error."""
    total = 0.0
    for _ in range(lesson.games):
        samples = self_play(box, start, net, lesson, scratch)
        total += learn(box, scratch.states[0], net, lesson, scratch.search.net, scratch.history, samples)
    return total / lesson.games


# For learning on another device


class Batch(NamedTuple):
    """Views and what should be said of them, as another device takes them; a row each."""

    indices: Array  # of inputs that are on; where there are fewer than ACTIVE, others with no strength
    steps: Array  # how strongly, in STEPS
    wanted: Array
    wins: Array
    points: Array
    players: Array


def new_batch(size: int) -> Batch:
    """Room for so many views."""
    return Batch(
        np.zeros((size, ACTIVE), np.int16),
        np.zeros((size, ACTIVE), np.int16),
        np.zeros(size, np.float32),
        np.zeros((size, SEATS), np.float32),
        np.zeros((size, SEATS), np.float32),
        np.zeros(size, np.int8),
    )


@compiled
def play_and_keep(
    box: Record, start: Record, net: Net, lesson: Lesson, scratch: LearningScratch, batch: Batch, kept: int
) -> tuple[int, float]:
    """Play the games of a lesson and add what is to be learned from them to the first ``kept`` rows of a batch.

    Of three and four views after a decision about two are kept, so that games of any number of players count alike.
    Returns how many rows there are now, and the mean error.
    """
    error = 0.0
    rng = scratch.search.rngs[0]
    for _ in range(lesson.games):
        samples = self_play(box, start, net, lesson, scratch)
        error += look_back(box, scratch.states[0], net, lesson.trace, scratch.search.net, scratch.history, samples)
        for sample in range(samples):
            if kept < len(batch.wanted) and random_below(rng, int(start.players)) < 2:
                copy_view(scratch.history, sample, batch, kept)
                batch.players[kept] = start.players
                kept += 1
    return kept, error


@compiled
def copy_view(history: History, sample: int, batch: Batch, row: int) -> None:
    """Copy a kept view into a batch; what is beyond ACTIVE inputs is left out."""
    start = int(history.starts[sample])
    count = min(ACTIVE, int(history.starts[sample + 1]) - start)
    for i in range(count):
        batch.indices[row, i] = history.inputs.indices[start + i]
        batch.steps[row, i] = int(history.inputs.values[start + i] * STEPS)
    for i in range(count, ACTIVE):
        batch.indices[row, i] = i  # not all the same one: a device adds to one place after another
        batch.steps[row, i] = 0
    batch.wanted[row] = history.wanted[sample]
    for distance in range(SEATS):
        batch.wins[row, distance] = history.wins[sample, distance]
        batch.points[row, distance] = history.points[sample, distance]
