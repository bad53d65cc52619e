"""The contract of a game: what every game's folder offers, and the promises that one test module checks.

Kernels (compiled or interpreted) and Python functions of a game are gathered in one ``Game``. Promises:

* ``to_act(state)`` is a seat, ``CHANCE`` or ``OVER``.
* ``legal_actions(box, state, out)`` writes every legal action, ascending and without repeats, and returns how
  many there are: at least one unless the game is over. At a chance event they are its possible outcomes.
* ``chance_weights(box, state, out)`` writes the weight of each outcome, in the same order.
* ``apply_action(box, state, action)`` plays a legal action in place. It trusts its caller.
* ``play_action(box, state, action, gains)`` is the same and also writes what the action gained; returns how many.
* ``scores(box, state, out)`` writes the points on the table; when the game is over, the final points.
* ``winners(box, state, out)`` writes 1 for each winning seat and 0 for the others; only when the game is over.
* ``view_for(box, state, seat, view)`` writes what a seat (or a ``SPECTATOR``) knows, from zeros.
* ``sample_world(box, view, rng, state)`` writes a full position consistent with the view and with the question
  being asked now; False if the view cannot come from any position.
* ``entry_for(box, state, action, seat)``: the text of an entry, about to be played, as a seat may read it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from overland.engine.record import Array, Record

CHANCE = -1  # to_act: an outcome is to be picked
OVER = -2  # to_act: nothing more to do
SPECTATOR = -3  # a point of view: a watcher without a seat

Options = Mapping[str, str]
Data = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its records, its kernels, and its texts."""

    name: str
    title: str
    rules_version: int  # raised whenever behaviour changes, and only then
    min_players: int
    max_players: int
    options: Mapping[str, tuple[str, ...]]  # name to values, the default first
    presets: Mapping[str, Options]

    box_type: np.dtype[Any]
    state_type: np.dtype[Any]
    view_type: np.dtype[Any]
    gain_type: np.dtype[Any]
    action_count: int  # actions are numbers below this
    decision_count: int  # those of seats are below this, outcomes of chance above
    max_legal: int  # an array of this length holds any position's legal actions
    max_gains: int  # likewise the gains of any action
    sources: tuple[str, ...]  # what gains come from, in the order of a gain's ``source``; those that bring points first
    point_sources: int  # how many of them do

    load_data: Callable[[Path | None], Data]  # the data in a file, or the default; raises DataError
    check_data: Callable[[Data, str], Data]  # the same for data from a trace or record
    make_box: Callable[[Data], Record]
    setup: Callable[[Record, int, Options], Record]
    options_of: Callable[[Record], Options]

    to_act: Callable[[Record], int]
    legal_actions: Callable[[Record, Record, Array], int]
    chance_weights: Callable[[Record, Record, Array], int]
    apply_action: Callable[[Record, Record, int], None]
    play_action: Callable[[Record, Record, int, Array], int]
    scores: Callable[[Record, Record, Array], None]
    winners: Callable[[Record, Record, Array], None]
    view_for: Callable[[Record, Record, int, Record], None]
    sample_world: Callable[[Record, Record, Record, Record], bool]
    reveals: Callable[
        [Record, Record, int], bool
    ]  # whether a seat's own decision between two positions told it a secret

    action_text: Callable[[int], str]
    parse_action: Callable[[str], int]  # raises NotationError
    entry_for: Callable[[Record, Record, int, int], str]
    position_text: Callable[[Record], str]
    parse_position: Callable[[Record, str], Record]  # raises PositionError
    gain_data: Callable[[Record, int | None], dict[str, Any] | None]  # a gain as a seat (None: all open) may know it
    picture: Callable[[Record, Record], str]  # the board and the table of a view, as plain text
    #: Options that came after 0.1: at their default they are not written, so that all texts are as they were.
    quiet_options: frozenset[str] = frozenset()
