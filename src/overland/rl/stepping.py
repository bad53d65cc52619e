"""Many games of one kind, side by side in arrays, stepped in compiled code: what the environments are made of.

Every game has its own generators, so it does not matter which thread steps it, or in which order.
"""

from typing import NamedTuple

from overland.bots.games import known_margin, write_inputs
from overland.bots.inputs import Inputs
from overland.engine.dispatch import (
    apply_action,
    chance_weights,
    legal_actions,
    scores,
    to_act,
    view_for,
    winners,
)
from overland.engine.game import CHANCE, OVER
from overland.engine.jit import compiled, part_of_callers
from overland.engine.record import Array, Record
from overland.engine.rng import next_bits, random_below, random_weighted

#: In place of an action: the game stays as it is, another one begins, or a position that was put there goes on.
WAIT, BEGIN, GO_ON = -1, -2, -3
FINAL, CHANGE, WIN = 0, 1, 2  # kinds of rewards
SEED_WORDS = 4  # of a generator


class Games(NamedTuple):
    """The arrays of all games; the first axis counts the games, unless it says otherwise."""

    boxes: Array  # what is in the box, alone
    starts: Array  # the position that games begin with, alone
    blanks: Array  # a view of zeros, alone
    states: Array
    rngs: Array  # the generator of the chance of the game being played
    streams: Array  # the generator that begins it anew for every game
    dice: Array  # the generator of ``sample``
    weights: Array  # scratch for the odds of chance, a row for each thread
    seats: Array  # the seat that is asked, or OVER
    views: Array  # what that seat knows
    counts: Array  # how many actions it may choose from
    legal: Array  # those actions, ascending; what is behind ``counts`` means nothing
    masks: Array  # the same as bits, the lowest first
    rewards: Array  # of every seat, for the last step
    known: Array  # what every seat has been paid in this game
    dones: Array  # 1: the last step ended a game
    lengths: Array  # decisions in the game being played
    numbers: Array  # how many games were begun here
    final_scores: Array  # of the last game that ended here: points, winners, views of all seats, decisions
    final_winners: Array
    final_views: Array
    final_lengths: Array


class Terms(NamedTuple):
    """How the games are played."""

    players: int
    decisions: int  # actions of seats are below this
    rewards: int  # FINAL, CHANGE or WIN
    is_endless: bool  # a new game begins where one has ended


# Playing


@compiled
def find_illegal(games: Games, terms: Terms, actions: Array) -> int:
    """The first game whose action cannot be played, or -1."""
    for index in range(len(actions)):
        action = int(actions[index])
        if action == WAIT:
            continue
        if action < 0 or action >= terms.decisions or not (games.masks[index, action >> 3] >> (action & 7)) & 1:
            return index
    return -1


@compiled
def step_games(games: Games, terms: Terms, actions: Array, first: int, last: int, thread: int) -> None:
    """Play an action, which must be legal, in each of the games from ``first`` to before ``last``.

    Then chance acts until a seat is to decide, and what it is asked is written down.
    """
    box, start, blank, weights = games.boxes[0], games.starts[0], games.blanks[0], games.weights[thread]
    states, rngs, streams, views = games.states, games.rngs, games.streams, games.views
    seats, counts, legal, masks = games.seats, games.counts, games.legal, games.masks
    rewards, known, dones = games.rewards, games.known, games.dones
    lengths, numbers = games.lengths, games.numbers
    for index in range(first, last):
        for seat in range(terms.players):
            rewards[index, seat] = 0.0
        dones[index] = 0
        action = int(actions[index])
        if action == WAIT:
            continue
        for choice in range(counts[index]):  # far fewer than there are bytes
            masks[index, legal[index, choice] >> 3] = 0
        state, rng, choices = states[index], rngs[index], legal[index]
        if action >= 0:
            apply_action(box, state, action)
            lengths[index] += 1
        elif action == BEGIN:
            states[index] = start
            begin(rng, streams[index], numbers, lengths, known, index, terms.players)
        count = deal(box, state, rng, choices, weights)
        if count == 0:
            end(games, terms, index)
            if terms.is_endless:
                states[index] = start
                begin(rng, streams[index], numbers, lengths, known, index, terms.players)
                count = deal(box, state, rng, choices, weights)
        counts[index] = count
        asked = to_act(state)
        seats[index] = asked
        views[index] = blank
        if asked == OVER:
            continue
        view_for(box, state, asked, views[index])
        for choice in range(count):
            bit = choices[choice]
            masks[index, bit >> 3] |= 1 << (bit & 7)
        if terms.rewards == CHANGE and action >= 0 and dones[index] == 0:
            margin = known_margin(box, views[index])
            rewards[index, asked] = margin - known[index, asked]
            known[index, asked] = margin


@part_of_callers
def begin(rng: Record, stream: Record, numbers: Array, lengths: Array, known: Array, index: int, players: int) -> None:
    """Begin to count a new game; its luck depends on the seed and on how many were begun here before, only."""
    for word in range(SEED_WORDS):
        rng.words[word] = next_bits(stream)
    rng.words[0] |= 1  # never all zero
    numbers[index] += 1
    lengths[index] = 0
    for seat in range(players):
        known[index, seat] = 0.0


@compiled
def deal(box: Record, state: Record, rng: Record, legal: Array, weights: Array) -> int:
    """Let chance act until a seat is to decide; writes what it may choose, and returns how many choices it has."""
    count = legal_actions(box, state, legal)
    while to_act(state) == CHANCE:
        chance_weights(box, state, weights)
        apply_action(box, state, int(legal[random_weighted(rng, weights, count)]))
        count = legal_actions(box, state, legal)
    return count


@compiled
def end(games: Games, terms: Terms, index: int) -> None:
    """Write down how a game ended, and pay the rest."""
    box, state, players = games.boxes[0], games.states[index], terms.players
    games.dones[index] = 1
    games.final_lengths[index] = games.lengths[index]
    scores(box, state, games.final_scores[index])
    winners(box, state, games.final_winners[index])
    won = 0
    for seat in range(players):
        won += games.final_winners[index, seat]
    for seat in range(players):
        games.final_views[index, seat] = games.blanks[0]
        view_for(box, state, seat, games.final_views[index, seat])
        if terms.rewards == WIN:  # 1 for a win alone, shared by several; all together nothing
            share = games.final_winners[index, seat] / won
            games.rewards[index, seat] = (players * share - 1.0) / (players - 1)
        else:
            margin = known_margin(box, games.final_views[index, seat])
            games.rewards[index, seat] = margin - games.known[index, seat]


# What is asked on demand


@compiled
def sample_actions(games: Games, actions: Array, first: int, last: int) -> None:
    """Write any legal action of each game; WAIT where it is over."""
    for index in range(first, last):
        count = games.counts[index]
        actions[index] = WAIT
        if count > 0:
            actions[index] = games.legal[index, random_below(games.dice[index], count)]


@compiled
def write_sparse(
    games: Games, terms: Terms, indices: Array, values: Array, counts: Array, first: int, last: int
) -> None:
    """Write what the seats to act know as inputs that are on, and how many there are."""
    for index in range(first, last):
        counts[index] = 0
        if games.seats[index] != OVER:
            inputs = Inputs(indices[index], values[index])
            counts[index] = write_inputs(games.boxes[0], games.views[index], inputs)


@compiled
def write_dense(games: Games, terms: Terms, views: Array, scratch: Inputs, out: Array, first: int, last: int) -> None:
    """Write views as inputs, those that are off as zeros; an input that is named twice counts twice."""
    for index in range(first, last):
        row = out[index]
        for place in range(len(row)):
            row[place] = 0.0
        if views[index].players > 0:
            for i in range(write_inputs(games.boxes[0], views[index], scratch)):
                row[scratch.indices[i]] += scratch.values[i]


@compiled
def write_masks(games: Games, out: Array, first: int, last: int) -> None:
    """Write the legal actions of each game as a row of 0 and 1."""
    for index in range(first, last):
        row, legal = out[index], games.legal[index]
        for place in range(len(row)):
            row[place] = 0
        for choice in range(games.counts[index]):
            row[legal[choice]] = 1


@compiled
def write_view(games: Games, index: int, seat: int, views: Array) -> None:
    """Write what any seat of a game knows."""
    views[0] = games.blanks[0]
    view_for(games.boxes[0], games.states[index], seat, views[0])
