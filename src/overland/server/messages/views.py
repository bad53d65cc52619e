"""Positions and boxes as data: what a receiver is shown, and everything open once a table is over."""

from typing import Any

from overland.engine.position import Position
from overland.engine.record import Plain
from overland.server.table import Table
from overland.server.views import VIEWS, AnyBox, AnyView
from overland.server.views.base import UnseenGroup

Points = list[dict[str, int]]  # of each seat, by source


def box_of(table: Table) -> AnyBox:
    """What was in the box."""
    return told_box((table.match or table.new_match()).position)


def told_box(position: Position) -> AnyBox:
    """What is in the box that a position is played with."""
    box: AnyBox = VIEWS[position.game.name].box_as_data(position.box)
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


def points_now(position: Position, eyes: int | None = None) -> Points | None:
    """What each seat would have by source if the game ended here; none where points are counted as they come.

    With the eyes of a seat, what it does not know of the others is not counted.
    """
    count = VIEWS[position.game.name].count
    if count is None:
        return None
    views = position.all_views()
    return count(views[-1], open_seats(position) if eyes is None else seats_of_view(position, views[eyes]))


def unseen_by(position: Position, seat: int) -> list[UnseenGroup]:
    """What a seat has not seen yet."""
    found: list[UnseenGroup] = VIEWS[position.game.name].unseen(position.box, position.all_views()[seat])
    return found


def view_of(position: Position, seat: int) -> AnyView:
    """A position as a seat sees it."""
    views = position.all_views()
    seen: Any = {**public_view(position, views[-1]), "seats": seats_of_view(position, views[seat])}
    found: AnyView = seen
    return found


def open_view(position: Position) -> AnyView:
    """A position with everything open."""
    opened: Any = {**public_view(position, position.all_views()[-1]), "seats": open_seats(position)}
    found: AnyView = opened
    return found
