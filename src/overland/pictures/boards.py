"""Which module draws the board of which game."""

from collections.abc import Callable, Sequence

from overland.engine.game import SPECTATOR
from overland.engine.position import Position
from overland.engine.record import Plain, Record
from overland.pictures import okanagan, oregon
from overland.pictures.svg import Mark

#: Draws a board from what is in the box, a view, marks and a title. Another game adds itself here.
BOARDS: dict[str, Callable[[Record, Plain, Sequence[Mark], str], str]] = {
    "oregon": oregon.board,
    "okanagan": okanagan.board,
}


def board_svg(position: Position, marks: Sequence[Mark] = (), title: str = "", seat: int = SPECTATOR) -> str:
    """The board as a seat, or a spectator, sees it."""
    view = position.all_views()[seat]
    return BOARDS[position.game.name](position.box, view, marks, title or position.game.title)
