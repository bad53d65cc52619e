"""What the terminal client needs to know of a game, and which module knows it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from overland.cli import oregon_table
from overland.engine.picture import Line
from overland.engine.record import Record


class TableWords(Protocol):
    """A game at the terminal: a module with these names."""

    COLOURS: Mapping[str, str]  # for each tag of a picture
    SOURCE_NAMES: Mapping[str, str]  # what points come from, in words
    HELP: str

    def keywords(self, box: Record, action: int) -> Counter[str]:
        """The words a choice can be asked for by."""

    def cells_of(self, actions: Iterable[int]) -> set[int]:
        """The places on the board that choices are about."""

    def picture(self, box: Record, view: Record, marked: Collection[int]) -> list[Line]:
        """The board and the table as they are drawn, with marks."""

    def spoken(self, box: Record, view: Record) -> list[Line]:
        """The same in sentences, for a screen reader."""

    def question(self, view: Record) -> str:
        """What the seat to move is asked."""

    def sentence(self, gain: dict[str, Any], entry_text: str) -> str:
        """A gain in words."""


TABLES: Mapping[str, TableWords] = {"oregon": oregon_table}
