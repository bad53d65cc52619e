"""What decisions are called, by what they cost."""

from typing import Literal

Quality = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
BEST: Quality = "best"
#: From so much of the win on, a decision that was not the best is called so; below the first, it is called best, too.
NAMES: tuple[tuple[float, Quality], ...] = ((0.005, "good"), (0.02, "inaccuracy"), (0.05, "mistake"), (0.10, "blunder"))
COSTLY = ("inaccuracy", "mistake", "blunder")


def name_of(loss: float, error: float) -> Quality:
    """What a decision is called that cost ``loss`` of the win.

    What may be chance is not held against anybody: one standard error is taken off first.
    """
    certain = loss - error
    found = BEST
    for least, name in NAMES:
        if certain >= least:
            found = name
    return found
