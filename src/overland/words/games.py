"""Which module knows the words of which game."""

from collections.abc import Mapping
from typing import Any, Protocol

from overland.engine.record import Record
from overland.words import okanagan, oregon
from overland.words.message import Message


class GameWords(Protocol):
    """What a module of words offers."""

    def question(self, box: Record, view: Record) -> Message:
        """What the seat to act is asked."""

    def paragraph(self, view: Record) -> str:
        """Where the rules speak about what is asked now."""

    def stage(self, view: Record) -> Message | None:
        """Which part of the game this is, as far as it is worth telling when it begins."""

    def choice_parts(self, box: Record, view: Record, action: int) -> dict[str, Any]:
        """A choice taken apart."""

    def note(self, box: Record, view: Record, action: int) -> Message | None:
        """What a choice means, where it does not say."""

    def action_message(self, text: str) -> Message:
        """A choice or an entry in notation as a message."""

    def dealt_to(self, state: Record, text: str) -> int | None:
        """Whom an outcome of chance, about to come up in ``state``, goes to."""

    def is_click_through(self, view: Record, action: int) -> bool:
        """Whether everybody can see that this is the only choice, and a person would only click it away."""

    def is_worth_telling(self, gain: Mapping[str, Any]) -> bool:
        """Whether a gain, given as data, says anything: at the end, sources may bring nothing."""

    def gain_message(self, gain: Mapping[str, Any], text: str) -> Message:
        """A gain of an entry, given as data, as a message."""


#: The words of each game. Another game adds itself here.
WORDS: dict[str, GameWords] = {"oregon": oregon, "okanagan": okanagan}
