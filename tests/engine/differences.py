"""Where two traces of a game part, in a sentence: which legal move appeared or vanished, at which step."""

import itertools
from collections.abc import Sequence
from typing import Any

from overland.engine.game import CHANCE

TraceLine = dict[str, Any]
SHOWN_MOVES = 8  # of each kind; more are counted


def first_difference(kept: Sequence[TraceLine], told: Sequence[TraceLine]) -> str:
    """The first thing in which ``told`` is not ``kept``, as a sentence; empty if there is none."""
    for old, new in itertools.zip_longest(kept, told):
        if old is None or new is None:
            place = place_of(new or old)
            return f"{place}: the game goes on, where it was over." if old is None else f"{place}: nothing is told."
        if old != new:
            return f"{place_of(old)}: {difference_of(old, new)}."
    return ""


def place_of(line: TraceLine) -> str:
    """Where a line stands: its step and who acts there."""
    if "step" not in line:
        return "At the end" if "final" in line else "In the header"
    return f"Step {line['step']}, {name_of(line['seat'])}"


def name_of(seat: int) -> str:
    return "chance" if seat == CHANCE else f"seat {seat}"


def difference_of(old: TraceLine, new: TraceLine) -> str:
    """What is not the same in two lines that should be."""
    if ("step" in old) != ("step" in new):
        return "the game is over" if "final" in new else "the game goes on"
    if old.get("seat") != new.get("seat"):
        return f"{name_of(new['seat'])} acts instead"
    if old.get("legal") != new.get("legal"):
        return difference_of_moves(old["legal"], new["legal"])
    if old.get("weights") != new.get("weights"):
        texts = zip(old["legal"], old["weights"], new["weights"], strict=True)
        text, before, now = next(each for each in texts if each[1] != each[2])
        return f"the weight of {text!r} is {now} instead of {before}"
    name = next(name for name in (*old, *new) if old.get(name) != new.get(name))
    return f"{name} is {new.get(name)!r} instead of {old.get(name)!r}"


def difference_of_moves(old: Sequence[str], new: Sequence[str]) -> str:
    """Which moves one can no longer play, and which are new."""
    changes = {
        "appeared": [move for move in new if move not in old],
        "vanished": [move for move in old if move not in new],
    }
    parts = [f"{listed(moves)} {verb}" for verb, moves in changes.items() if moves]
    return " and ".join(parts) or "the legal moves are told in another order, or some twice"


def listed(moves: Sequence[str]) -> str:
    names = ", ".join(repr(move) for move in moves[:SHOWN_MOVES])
    return names + (f" and {len(moves) - SHOWN_MOVES} more" if len(moves) > SHOWN_MOVES else "")
