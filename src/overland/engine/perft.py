"""Perft: how many sequences of entries of a given length follow a position. A changed count means a changed rule."""

from collections.abc import Iterator

import numpy as np

from overland.engine.dispatch import apply_action, legal_actions
from overland.engine.game import Game
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array, Record


@compiled
def count_leaves(box: Record, states: Array, actions: Array, counts: Array, nexts: Array, depth: int) -> int:
    """Leaves ``depth`` entries below ``states[0]``; a line that ends earlier counts as one leaf."""
    leaves = 0
    level = 0
    counts[0] = legal_actions(box, states[0], actions[0])
    nexts[0] = 0
    while level >= 0:
        if counts[level] == 0:  # the game is over here
            leaves += 1
            level -= 1
        elif level == depth - 1:  # the last entries only need counting
            leaves += counts[level]
            level -= 1
        elif nexts[level] == counts[level]:
            level -= 1
        else:
            states[level + 1] = states[level]
            apply_action(box, states[level + 1], int(actions[level, nexts[level]]))
            nexts[level] += 1
            level += 1
            counts[level] = legal_actions(box, states[level], actions[level])
            nexts[level] = 0
    return leaves


def perft(game: Game, box: Record, state: Record, depth: int) -> int:
    """The number of sequences of ``depth`` entries that start in ``state``."""
    if depth == 0:
        return 1
    states = np.empty(depth, game.state_type)
    states[0] = state
    actions = np.empty((depth, game.max_legal), ACTION)
    counts, nexts = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    return int(count_leaves(box, states, actions, counts, nexts, depth))


def divide(game: Game, box: Record, state: Record, depth: int) -> Iterator[tuple[str, int]]:
    """Perft below each entry, one after another: where two implementations differ, this shows the branch."""
    actions = np.empty(game.max_legal, ACTION)
    count = game.legal_actions(box, state, actions)
    after = np.empty(1, game.state_type)
    for action in actions[:count]:
        after[0] = state
        game.apply_action(box, after[0], int(action))
        yield game.action_text(int(action)), perft(game, box, after[0], depth - 1)
