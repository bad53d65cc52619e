"""What the terminal client needs to know about a game, and which module knows it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from overland.cli.terminal_games import okanagan, oregon
from overland.engine.picture import SpanRow
from overland.engine.record import Record


class TerminalGame(Protocol):
    """A game at the terminal: a module with these names."""

    COLOURS: Mapping[str, str]  # for each tag of a picture
    HELP: str
    HINT: str  # how to narrow down many choices

    def keywords(self, box: Record, action: int) -> Counter[str]:
        """The words by which a choice can be asked for."""

    def cells_of(self, actions: Iterable[int]) -> set[Any]:
        """The places on the board that choices are about."""

    def picture(self, box: Record, view: Record, marked: Collection[Any], screen: int) -> list[SpanRow]:
        """The board and what lies beside it, with marks, for a screen of ``screen`` columns."""

    def spoken(self, box: Record, view: Record) -> list[SpanRow]:
        """The same in sentences, for a screen reader."""

    def reminder(self, box: Record, view: Record) -> str:
        """What the seat to act has to choose with, or empty."""

    def note(self, box: Record, view: Record, action: int) -> str:
        """What a choice looks like, if its text does not say, or empty."""


#: Another game adds itself here.
TERMINAL_GAMES: dict[str, TerminalGame] = {"oregon": oregon, "okanagan": okanagan}
