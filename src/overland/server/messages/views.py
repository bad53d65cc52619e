"""Positions and boxes as data: what a receiver is shown, and everything open once a table is over."""

from typing import Any

from overland.engine.position import Position
from overland.engine.record import Plain
from overland.server.table import Table
from overland.server.views import VIEWS, AnyBox, AnyView


def box_of(table: Table) -> AnyBox:
    """What was in the box."""
    match = table.match or table.new_match()
    box: AnyBox = VIEWS[table.settings.game].box_as_data(match.box)
    return box


def public_view(position: Position, view: Plain) -> Any:
    """What everybody sees of a position, without its seats, from the view of a spectator."""
    return VIEWS[position.game.name].public(position.box, view)


def seats_of_view(position: Position, view: Plain) -> Any:
    """What the owner of a view knows of every seat."""
    return VIEWS[position.game.name].seats(position.box, view)


def open_seats(position: Position) -> Any:
    """Every seat with everything open: what each knows of itself, put together."""
    known = [seats_of_view(position, view) for view in position.all_views()[:-1]]
    return {str(seat): seats[str(seat)] for seat, seats in enumerate(known)}


def points_now(position: Position) -> list[dict[str, int]] | None:
    """What each seat would have by source if the game ended here; none where points are counted as they come."""
    count = VIEWS[position.game.name].count
    return None if count is None else count(position.all_views()[-1], open_seats(position))


def open_view(position: Position) -> AnyView:
    """A position with everything open."""
    opened: Any = {**public_view(position, position.all_views()[-1]), "seats": open_seats(position)}
    found: AnyView = opened
    return found
