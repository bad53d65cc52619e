"""A bot that tries its best candidates out: flat Monte Carlo with greedy rollouts that are cut short.

Every simulation plays in a world sampled from the view, the same worlds for all candidates, so that luck cancels out.
Candidates are the moves that look best at once; after each round the worse half is dropped (sequential halving). A
rollout plays greedily for everybody, with a random move now and then, for a number of decisions, and is judged by what
the position is worth then.
"""

import numpy as np

from overland.bots.bot import Question
from overland.bots.greedy import PLIES, greedy_index, worth_after
from overland.bots.worth import worth
from overland.engine.dispatch import apply_action, chance_weights, legal_actions, sample_world, to_act
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.jit import announce_compilation, compiled, confirm_compilation
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import random_below, random_weighted

SLIP = 20  # one move in so many of a rollout is random


@compiled
def bring_best_forward(actions: Array, values: Array, count: int, most: int) -> None:
    """Reorder the first ``count`` actions and their values so that the ``most`` of highest value stand first."""
    for place in range(min(most, count)):
        best = place
        for index in range(place + 1, count):
            if values[index] > values[best]:
                best = index
        action, value = actions[best], values[best]
        actions[best], values[best] = actions[place], values[place]
        actions[place], values[place] = action, value


@compiled
def rollout(
    box: Record, states: Array, seat: int, depth: int, rng: Record, actions: Array, weights: Array, following: Array
) -> float:
    """Play ``states[0]`` on for ``depth`` decisions, greedily but for slips; returns its worth to ``seat`` then."""
    state = states[0]
    decisions = 0
    actor = to_act(state)
    while actor != OVER and (decisions < depth or actor == CHANCE):
        count = legal_actions(box, state, actions)
        if actor == CHANCE:
            chance_weights(box, state, weights)
            pick = random_weighted(rng, weights, count)
        else:
            decisions += 1
            if random_below(rng, SLIP) == 0:
                pick = random_below(rng, count)
            else:
                pick = greedy_index(box, state, actor, actions, count, states[1:], following, rng)
        apply_action(box, state, int(actions[pick]))
        actor = to_act(state)
    return worth(box, state, seat)


@compiled
def plan(
    box: Record,
    view: Record,
    choices: Array,
    candidates: int,
    simulations: int,
    depth: int,
    rng: Record,
    states: Array,
    actions: Array,
    weights: Array,
    following: Array,
    values: Array,
) -> int:
    """The action out of ``choices``, which is reordered, that does best in about so many simulations."""
    seat = int(view.seat)
    count = len(choices)
    sample_world(box, view, rng, states[0])
    for index in range(count):
        values[index] = worth_after(box, states[0], seat, int(choices[index]), count, states[1:], following)
    bring_best_forward(choices, values, count, candidates)
    left = min(candidates, count)
    rounds = 1
    while 1 << rounds < left:
        rounds += 1
    for index in range(left):
        values[index] = 0.0
    while left > 1:
        for _ in range(max(1, simulations // (rounds * left))):
            sample_world(box, view, rng, states[0])
            for index in range(left):
                states[1] = states[0]
                apply_action(box, states[1], int(choices[index]))
                values[index] += rollout(box, states[1:], seat, depth, rng, actions, weights, following)
        half = (left + 1) // 2
        bring_best_forward(choices, values, left, half)
        left = half
    return int(choices[0])


class PlannerBot:
    """Tries its best-looking moves out in worlds it thinks possible, and plays the one that did best."""

    candidates = 8
    depth = 12

    def __init__(self, game: Game) -> None:
        announce_compilation(f"the planner of {game.title}", "bots")
        self.game = game
        self.states = np.zeros(2 + PLIES, game.state_type)
        self.actions, self.weights, self.following = (np.empty(game.max_legal, ACTION) for _ in range(3))
        self.values = np.zeros(game.max_legal)

    def choose(self, question: Question) -> int:
        """The action that did best."""
        choice = int(
            plan(
                question.box,
                question.view,
                question.actions.copy(),
                self.candidates,
                question.budget.simulations or 128,
                self.depth,
                question.rng,
                self.states,
                self.actions,
                self.weights,
                self.following,
                self.values,
            )
        )
        confirm_compilation(f"the planner of {self.game.title}", "bots")
        return choice


class DeepPlannerBot(PlannerBot):
    """The same with more candidates and longer rollouts."""

    candidates = 16
    depth = 24
