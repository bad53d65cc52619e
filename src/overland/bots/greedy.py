"""A bot that takes what pays best at once."""

import numpy as np

from overland.bots.bot import Question
from overland.bots.games import heuristic
from overland.engine.dispatch import apply_action, legal_actions, to_act
from overland.engine.game import Game
from overland.engine.jit import compiled, part_of_callers
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import random_below

#: Scratch positions and rows of actions that ``greedy_index`` needs: the choice, and what follows it at once.
PLIES = 2


@compiled
def greedy_index(
    box: Record, state: Record, seat: int, actions: Array, count: int, scratch: Array, following: Array, rng: Record
) -> int:
    """The index of an action after which ``seat`` stands best; ties are broken at random."""
    best = -1e18
    chosen = 0
    equals = 0
    for index in range(count):
        value = heuristic_after(box, state, seat, int(actions[index]), count, scratch, following)
        if value > best:
            best = value
            chosen = index
            equals = 1
        elif value == best:
            equals += 1
            if random_below(rng, equals) == 0:
                chosen = index
    return chosen


@part_of_callers
def heuristic_after(
    box: Record, state: Record, seat: int, action: int, count: int, scratch: Array, following: Array
) -> float:
    """What the position is worth after an action and, if it gives the seat more choices at once, the best of those."""
    scratch[0] = state
    apply_action(box, scratch[0], action)
    value = heuristic(box, scratch[0], seat)
    if to_act(scratch[0]) != seat:
        return value
    more = legal_actions(box, scratch[0], following)
    if more <= count:
        return value
    best = -1e18
    for index in range(more):  # like an extra action: it costs a token and opens placements
        scratch[1] = scratch[0]
        apply_action(box, scratch[1], int(following[index]))
        best = max(best, heuristic(box, scratch[1], seat))
    return best


class GreedyBot:
    """Plays the move after which its seat stands best; ties are broken at random.

    It looks one move ahead, and a second if the same seat goes on at once with more choices. It plays in one world
    sampled from its view, so it cannot know more than its seat does.
    """

    def __init__(self, game: Game) -> None:
        self.scratch = np.zeros(PLIES, game.state_type)
        self.following = np.empty(game.max_legal, ACTION)

    def choose(self, question: Question) -> int:
        actions = question.actions
        index = greedy_index(
            question.box,
            question.sample_state(),
            question.seat,
            actions,
            len(actions),
            self.scratch,
            self.following,
            question.rng,
        )
        return int(actions[index])
