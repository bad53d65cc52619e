"""One step of a game in one compiled call, for any game: what Python asks about a position comes back together.

Box and positions are in arrays of one record each, which are passed to compiled code ten times faster than records are.
"""

from overland.engine.dispatch import chance_weights, legal_actions, play_action, to_act, view_for
from overland.engine.game import CHANCE, OVER, SPECTATOR
from overland.engine.jit import compiled
from overland.engine.record import Array

GAINED, ACTOR, LEGAL = 0, 1, 2  # where the counts of a step are
COUNTS = 3


@compiled
def play_step(
    boxes: Array, before: Array, action: int, after: Array, gains: Array, legal: Array, weights: Array, counts: Array
) -> None:
    """Play a legal action: what it gains, who is to act then, what is legal and, for chance, how likely."""
    box = boxes[0]
    after[0] = before[0]
    counts[GAINED] = play_action(box, after[0], action, gains)
    counts[ACTOR] = to_act(after[0])
    counts[LEGAL] = 0
    if counts[ACTOR] != OVER:
        counts[LEGAL] = legal_actions(box, after[0], legal)
    if counts[ACTOR] == CHANCE:
        chance_weights(box, after[0], weights)


@compiled
def view_step(boxes: Array, states: Array, seat: int, views: Array) -> None:
    """What a seat knows of a position, into an array of zeros."""
    view_for(boxes[0], states[0], seat, views[0])


@compiled
def all_views_step(boxes: Array, states: Array, views: Array) -> None:
    """What each seat knows of a position, and last a spectator, into an array of zeros."""
    players = len(views) - 1
    for seat in range(players):
        view_for(boxes[0], states[0], seat, views[seat])
    view_for(boxes[0], states[0], SPECTATOR, views[players])
