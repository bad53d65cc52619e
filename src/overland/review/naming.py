"""What decisions are called, by what they cost."""

from typing import Literal

Quality = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
BEST: Quality = "best"
#: From so much of the win on, or from so many points of the lead, a decision that was not the best is called so; below
#: the first, it is called best, too. Points count where the game is decided and little of the win is left to lose.
NAMES: tuple[tuple[float, float, Quality], ...] = (
    (0.005, 1.5, "good"),
    (0.02, 4.0, "inaccuracy"),
    (0.05, 7.0, "mistake"),
    (0.10, 12.0, "blunder"),
)
COSTLY = ("inaccuracy", "mistake", "blunder")


def name_of(loss: float, error: float, lead: float = 0.0, lead_error: float = 0.0) -> Quality:
    """What a decision is called that cost ``loss`` of the win, and ``lead`` points of the lead.

    What may be chance is not held against anybody: one standard error is taken off first.
    """
    found = BEST
    for least, least_points, name in NAMES:
        if loss - error >= least or lead - lead_error >= least_points:
            found = name
    return found
