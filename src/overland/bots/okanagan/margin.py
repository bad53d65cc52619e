"""By how many points a seat of Okanagan leads, as far as it knows."""

from overland.engine.jit import compiled
from overland.engine.okanagan.scoring import total_points
from overland.engine.record import Record


@compiled
def known_margin(box: Record, view: Record) -> float:
    """How far the viewer is ahead of the strongest rival if the game ended now; others' goals count once open."""
    strongest = -1e9
    for seat in range(view.players):
        if seat != view.seat:
            strongest = max(strongest, known_points(box, view, seat))
    return known_points(box, view, int(view.seat)) - strongest


@compiled
def known_points(box: Record, view: Record, seat: int) -> float:
    """What a seat would have if the game ended now, as far as the viewer knows."""
    return float(total_points(box, view, seat))
