"""What a game adds for the bots: the contract of ``bots/<game>/``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from overland.bots.inputs import Inputs
from overland.engine.record import Record

ENDLESS = 1 << 30  # more decisions, turns or choices than there are


class Rollout(NamedTuple):
    """How a search plays a position on before it judges it."""

    depth: int  # decisions, at most
    slip: int  # one move in this many is random; none, if it is 0
    net_depth: int  # so many of the first decisions are the network's, the others greedy
    turns: int = ENDLESS  # it ends with so many turns, the one it begins in included
    shortlist: int = ENDLESS  # so many of the choices the network is asked about: those that the heuristic likes best


@dataclass(frozen=True)
class GameKnowledge:
    """What bots know of a game beyond its rules. All of it looks only at what the seat may know.

    * ``heuristic(box, state, seat)``: roughly what a position is worth to a seat, in points: its own standing less its
      rivals'. Worlds that differ only in what the seat cannot know are worth the same to it.
    * ``write_inputs(box, view, inputs)`` writes a view as inputs of a value network; returns how many are on.
    * ``known_points(box, view, seat)``: the points of a seat, as far as the viewer knows; at the end, its points.
    * ``known_margin(box, view)``: by how many of them the viewer leads; at the end, the margin.
    """

    heuristic: Callable[[Record, Record, int], float]
    input_count: int
    first_inputs: int  # so many of them networks of the first edition had
    earlier_inputs: tuple[int, ...]  # and so many those after it; inputs are only ever added at the end
    max_active: int  # the most inputs that are on at a time
    write_inputs: Callable[[Record, Record, Inputs], int]
    known_points: Callable[[Record, Record, int], float]
    known_margin: Callable[[Record, Record], float]
    rollout: Rollout  # what measured best
    overlooked: Mapping[str, float]  # what share of its choices a level does not see, so that steps feel even
