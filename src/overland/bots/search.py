"""Root search: the best-looking candidates are tried out in worlds that the seat thinks possible.

Every simulation plays in a world sampled from the view: the same worlds and the same luck for all candidates, so that
luck cancels out. Candidates are the moves that look best at once; after each round the worse half is dropped
(sequential halving). A rollout plays on by the network to the end of a turn, a few turns later, and there the position
is judged: where a turn ends, positions can be compared. Of many choices on the way the network is asked only about
those that the heuristic likes best. Candidates and leaves are judged by a value network, whose first opinion of a
candidate counts like some rollouts; or, without one, by the static heuristic, after greedy rollouts: that is flat Monte
Carlo.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from overland.bots.bot import Budget, Question
from overland.bots.games import KNOWLEDGE, heuristic
from overland.bots.greedy import PLIES, greedy_index, heuristic_after
from overland.bots.knowledge import Rollout
from overland.bots.net import (
    SEATS,
    Net,
    NetScratch,
    best_index,
    empty_net,
    forget_base,
    net_value,
    new_net_scratch,
    write_win_shares,
)
from overland.bots.nets import Loader, load_net
from overland.engine.dispatch import apply_action, chance_weights, legal_actions, sample_world, to_act, winners
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.jit import announce_compilation, compiled, confirm_compilation, part_of_callers
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import RNG, random_below, random_weighted

DEFAULT = 256  # simulations, if the budget does not say
SLICE = 0.02  # seconds between two looks at the clock
CANDIDATES = 16
TRUST = 4  # rollouts that the network's first opinion of a candidate counts like
ROUNDS = 4  # of a search among all candidates; a choice that needs fewer gets less time


class SearchScratch(NamedTuple):
    """Scratch memory of a search."""

    states: Array  # a world, a position to play on in, and scratch for looking ahead
    actions: Array
    weights: Array
    following: Array
    values: Array  # what each choice is expected to bring
    ranks: Array  # what the heuristic says of choices in a rollout
    rngs: Array  # the bot's stream, the stream of a world, the stream of a rollout
    net: NetScratch


def new_search_scratch(game: Game) -> SearchScratch:
    """Scratch memory for the positions and choices of a game."""
    return SearchScratch(
        states=np.zeros(2 + PLIES, game.state_type),
        actions=np.empty(game.max_legal, ACTION),
        weights=np.empty(game.max_legal, ACTION),
        following=np.empty(game.max_legal, ACTION),
        values=np.zeros(game.max_legal),
        ranks=np.zeros(game.max_legal),
        rngs=np.zeros(3, RNG),
        net=new_net_scratch(game),
    )


@part_of_callers
def leaf_value(box: Record, state: Record, seat: int, net: Net, prize: float, scratch: NetScratch) -> float:
    """What a position is worth to a seat, in points: by the network, or by the heuristic if there is none."""
    if net.first.shape[0] == 0:
        return heuristic(box, state, seat)
    value = net_value(box, state, seat, net, scratch)
    if prize > 0.0:
        value += prize * win_share(box, state, seat, scratch)
    return value


@compiled
def win_share(box: Record, state: Record, seat: int, scratch: NetScratch) -> float:
    """How likely ``seat`` is to win a position that its network was just asked about; at the end, its share."""
    players = int(state.players)
    if to_act(state) == OVER:
        won = np.zeros(SEATS, np.int64)
        winners(box, state, won)
        return float(won[seat] / won[:players].sum())
    shares = np.zeros(SEATS, np.float32)
    write_win_shares(players, scratch, shares)
    return float(shares[0])


@compiled
def rank_choices(
    box: Record, view: Record, choices: Array, most: int, net: Net, prize: float, scratch: SearchScratch
) -> None:
    """Reorder ``choices`` so that the ``most`` promising come first; writes the value of each."""
    seat = int(view.seat)
    count = len(choices)
    values = scratch.values
    forget_base(scratch.net)
    sample_world(box, view, scratch.rngs[0], scratch.states[0])
    for index in range(count):
        if net.first.shape[0] > 0:
            scratch.states[1] = scratch.states[0]
            apply_action(box, scratch.states[1], int(choices[index]))
            values[index] = leaf_value(box, scratch.states[1], seat, net, prize, scratch.net)
        else:
            values[index] = heuristic_after(
                box, scratch.states[0], seat, int(choices[index]), count, scratch.states[1:], scratch.following
            )
    bring_best_forward(choices, values, count, most)


@compiled
def bring_best_forward(choices: Array, values: Array, count: int, most: int) -> None:
    """Reorder the first ``count`` choices and their values so that the ``most`` of highest value come first."""
    for place in range(min(most, count)):
        best = place
        for index in range(place + 1, count):
            if values[index] > values[best]:
                best = index
        choice, value = choices[best], values[best]
        choices[best], values[best] = choices[place], values[place]
        choices[place], values[place] = choice, value


@compiled
def simulate(
    box: Record,
    view: Record,
    choices: Array,
    left: int,
    worlds: int,
    rollout: Rollout,
    net: Net,
    prize: float,
    scratch: SearchScratch,
) -> None:
    """Try the first ``left`` choices in ``worlds`` worlds; adds what each led to."""
    seat = int(view.seat)
    for _ in range(worlds):
        sample_world(box, view, scratch.rngs[0], scratch.states[0])
        scratch.rngs[1] = scratch.rngs[0]
        for index in range(left):
            scratch.rngs[2] = scratch.rngs[1]
            scratch.states[1] = scratch.states[0]
            apply_action(box, scratch.states[1], int(choices[index]))
            roll_out(box, rollout, net, scratch)
            scratch.values[index] += leaf_value(box, scratch.states[1], seat, net, prize, scratch.net)
        scratch.rngs[0] = scratch.rngs[2]


@compiled
def shorten(
    box: Record, state: Record, seat: int, most: int, actions: Array, count: int, scratch: SearchScratch
) -> None:
    """Bring the ``most`` of the choices forward after which ``seat`` stands best by the heuristic."""
    trial = scratch.states[2:]
    for index in range(count):
        trial[0] = state
        apply_action(box, trial[0], int(actions[index]))
        scratch.ranks[index] = heuristic(box, trial[0], seat)
    bring_best_forward(actions, scratch.ranks, count, most)


@part_of_callers
def roll_out(box: Record, rollout: Rollout, net: Net, scratch: SearchScratch) -> None:
    """Play ``states[1]``, which came from ``states[0]`` by one choice, on."""
    state = scratch.states[1]
    rng = scratch.rngs[2]
    decisions = 0
    mover = int(scratch.states[0].to_move)
    turns = 0
    if state.to_move != mover:
        mover = int(state.to_move)
        turns = 1
    actor = to_act(state)
    while actor != OVER and turns < rollout.turns and (decisions < rollout.depth or actor == CHANCE):
        count = legal_actions(box, state, scratch.actions)
        if actor == CHANCE:
            chance_weights(box, state, scratch.weights)
            pick = random_weighted(rng, scratch.weights, count)
        else:
            decisions += 1
            if rollout.slip > 0 and random_below(rng, rollout.slip) == 0:
                pick = random_below(rng, count)
            elif count == 1:
                pick = 0
            elif decisions <= rollout.net_depth:
                if count > rollout.shortlist:
                    shorten(box, state, actor, rollout.shortlist, scratch.actions, count, scratch)
                    count = rollout.shortlist
                pick = best_index(box, state, actor, net, scratch.actions, count, scratch.states[2:], scratch.net)
            else:
                pick = greedy_index(
                    box, state, actor, scratch.actions, count, scratch.states[2:], scratch.following, rng
                )
        apply_action(box, state, int(scratch.actions[pick]))
        if state.to_move != mover:
            mover = int(state.to_move)
            turns += 1
        actor = to_act(state)


class SearchBot:
    """Tries out its best-looking moves in worlds it thinks possible, and plays the one that did best."""

    def __init__(
        self,
        game: Game,
        candidates: int = CANDIDATES,
        rollout: Rollout | None = None,
        trust: float = TRUST,
        prize: float = 0.0,
        load: Loader | None = load_net,
    ) -> None:
        self.game = game
        self.candidates = candidates
        self.rollout = KNOWLEDGE[game.name].rollout if rollout is None else rollout
        self.trust = 0.0 if load is None else trust  # the first opinion of a candidate counts like so many rollouts
        self.prize = prize  # what winning counts for beside the margin, in points
        self.load = load
        self.scratch = new_search_scratch(game)
        announce_compilation(f"the search of {game.title}", "bots")

    def choose(self, question: Question) -> int:
        choices = question.actions.copy()
        if len(choices) == 1:
            return int(choices[0])
        rounds = (min(self.candidates, len(choices)) - 1).bit_length()
        shares = BudgetShares(budget_for(rounds, question.budget), max(1, rounds))
        net = empty_net() if self.load is None else self.load(self.game, question.players)
        self.scratch.rngs[0] = question.rng
        rank_choices(question.box, question.view, choices, self.candidates, net, self.prize, self.scratch)
        self.halve(question, choices, net, shares)
        question.rng.words[:] = self.scratch.rngs[0].words
        confirm_compilation(f"the search of {self.game.title}", "bots")
        return int(choices[0])

    def halve(self, question: Question, choices: Array, net: Net, shares: "BudgetShares") -> None:
        """Give every round an equal share of the budget; after each the better half stays."""
        left = min(self.candidates, len(choices))
        values = self.scratch.values
        values[:left] *= self.trust
        while left > 1:
            for worlds in shares.worlds(left):
                simulate(
                    question.box, question.view, choices, left, worlds, self.rollout, net, self.prize, self.scratch
                )
            half = (left + 1) // 2
            bring_best_forward(choices, values, left, half)
            left = half


def budget_for(rounds: int, budget: Budget) -> Budget:
    """A budget whose seconds are those that so many rounds deserve: a turn of many small choices does not take long."""
    if budget.seconds is None:
        return budget
    return replace(budget, seconds=budget.seconds * min(1.0, max(1, rounds) / ROUNDS))


class BudgetShares:
    """Divides a budget among rounds: simulations and seconds, whichever run out first."""

    def __init__(self, budget: Budget, rounds: int) -> None:
        self.rounds_left = rounds
        self.end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        simulations = DEFAULT if budget == Budget() else budget.simulations
        self.share = None if simulations is None else simulations // rounds

    def worlds(self, left: int) -> Iterator[int]:
        """How many worlds to try ``left`` candidates in, slice by slice, until this round's share is used up."""
        todo = sys.maxsize if self.share is None else max(1, self.share // left)
        now = time.perf_counter()
        end = None if self.end is None else now + (self.end - now) / self.rounds_left
        self.rounds_left -= 1
        step = todo if end is None else 1
        while todo > 0:
            yield min(step, todo)
            todo -= min(step, todo)
            if end is not None:
                before, now = now, time.perf_counter()
                seconds = (now - before) / step
                if end - now < seconds / 2:
                    break
                step = max(1, int(min(SLICE, end - now) / seconds))
