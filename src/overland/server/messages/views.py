"""Positions and boxes as data: what a receiver is shown, and everything open once a table is over."""

from typing import Any

from overland.engine.position import Position
from overland.server.messages.receivers import Receiver
from overland.server.table import Table
from overland.server.views import VIEWS, AnyBox, AnyView


def box_of(table: Table) -> AnyBox:
    """What was in the box."""
    match = table.match or table.new_match()
    box: AnyBox = VIEWS[table.settings.game].box_as_data(match.box)
    return box


def shown_view(table: Table, position: Position, receiver: Receiver) -> AnyView:
    """The position as the receiver sees it; everything when the table is over."""
    if table.status == "over":
        return open_view(position)
    shown: AnyView = VIEWS[table.settings.game].as_data(position.box, position.view(receiver.point_of_view))
    return shown


def open_view(position: Position) -> AnyView:
    """A position with everything open: what each seat knows of itself, put together."""
    as_data = VIEWS[position.game.name].as_data
    shown: list[Any] = [as_data(position.box, position.view(seat)) for seat in range(position.players)]
    opened: AnyView = shown[-1].model_copy(update={"seats": [view.seats[seat] for seat, view in enumerate(shown)]})
    return opened
