"""Which module knows the words of which game."""

from collections.abc import Mapping
from typing import Any, Protocol

from overland.engine.position import Position
from overland.engine.record import Plain, Record
from overland.words import okanagan, oregon
from overland.words.message import Message


class GameWords(Protocol):
    """What a game's module in this package provides; where it takes plain numbers, a record will do as well."""

    def question(self, box: Record, view: Plain) -> Message:
        """What the seat to act is asked."""

    def paragraph(self, view: Plain) -> str:
        """The paragraph of the rules about what is asked now."""

    def stage(self, view: Plain) -> Message | None:
        """Which part of the game this is, if that is worth announcing when it begins."""

    def ending(self, view: Plain) -> Message:
        """Why a game that has run its course is over."""

    def note(self, box: Record, view: Record, action: int) -> Message | None:
        """What a choice means, if its own text does not say."""

    def entry_note(self, before: Position, action: int) -> Message | None:
        """What an entry played in a position meant, if its text does not say; only of what everybody saw there."""

    def action_message(self, text: str) -> Message:
        """A choice or an entry in notation as a message."""

    def dealt_to(self, state: Plain, text: str) -> int | None:
        """The seat that an outcome of chance, about to come up in ``state``, goes to."""

    def is_click_through(self, view: Record, action: int) -> bool:
        """Whether all players can see that this is the only choice, so that asking would be a mere formality."""

    def is_worth_telling(self, gain: Mapping[str, Any]) -> bool:
        """Whether a gain, given as data, is worth mentioning: at the end, some sources bring nothing."""

    def gain_context(self, text: str) -> str:
        """What of an entry, given in notation, the words about its gains depend on."""

    def gain_message(self, gain: Mapping[str, Any], context: str) -> Message:
        """A gain of an entry, given as data, as a message; ``context`` is what ``gain_context`` says of the entry."""


#: The words of each game. Another game adds itself here.
WORDS: dict[str, GameWords] = {"oregon": oregon, "okanagan": okanagan}
