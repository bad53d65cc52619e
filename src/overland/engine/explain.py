"""What each choice in a position would gain now, all in one compiled call, for any game."""

from typing import Any

import numpy as np

from overland.engine.dispatch import play_action
from overland.engine.game import Game
from overland.engine.jit import compiled
from overland.engine.record import Array, plain_rows


@compiled
def explain_into(boxes: Array, states: Array, actions: Array, scratch: Array, gains: Array, ends: Array) -> int:
    """Play each of ``actions`` in ``scratch[0]`` and append its gains; ``ends`` says where each action's end."""
    total = 0
    for index in range(len(actions)):
        scratch[0] = states[0]
        total += play_action(boxes[0], scratch[0], int(actions[index]), gains[total:])
        ends[index] = total
    return total


def explain_actions(game: Game, boxes: Array, states: Array, actions: Array) -> tuple[Array, Array]:
    """The gains of all ``actions``, which must be legal, and where those of each end; nothing is masked."""
    gains = np.zeros(len(actions) * game.max_gains, game.gain_type)
    ends = np.zeros(len(actions), np.int64)
    total = explain_into(boxes, states, actions, np.empty(1, game.state_type), gains, ends)
    return gains[:total], ends


def gains_as_data(game: Game, gains: Array, seat: int | None) -> list[dict[str, Any]]:
    """Gains as named data, without those that ``seat`` may not know about; all of them if it is None."""
    named = (game.gain_data(gain, seat) for gain in plain_rows(gains))
    return [gain for gain in named if gain is not None]
