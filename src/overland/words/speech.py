"""Messages in a language.

A text has places in braces: ``{cell}`` takes the argument as it is (a message or a list is put into words in turn),
``{building|building}`` says the catalogue's word ``building.<argument>``, ``{building|building.a}`` one of its forms
(each language has the forms it needs), ``{seat|player}`` the name of the player in that seat, and
``{points|plural|one=# point|other=# points}`` picks by number. That is all there is, so that the browser's counterpart
of this file stays as short.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from overland.words.message import Message

LANGUAGES = ("en", "fr", "nl", "de")
PLACE = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language, by key."""
    found: dict[str, str] = json.loads((files(__package__) / "catalogue" / f"{language}.json").read_text("utf-8"))
    return found


def is_one(language: str, number: float) -> bool:
    """Whether a number takes the singular."""
    return number < 2 if language == "fr" else number == 1


def figure(language: str, number: str) -> str:
    """A number as a language writes it."""
    return number if language == "en" else number.replace(".", ",")


class Speech:
    """Says messages in one language.

    >>> Speech("en").say(Message("gain.points", {"points": 3}))
    '3 points'
    """

    def __init__(self, language: str = "en", name: Callable[[int], str] | None = None) -> None:
        """``name`` gives the name of the player in a seat."""
        self.language = language
        self.texts = catalogue(language)
        self.name = name or (lambda seat: self.say(Message("player.seat", {"number": seat + 1})))

    def say(self, message: Message | Mapping[str, Any]) -> str:
        """A message as text; it may also be given as JSON data."""
        if isinstance(message, Message):
            message = message.as_data()
        text = self.texts.get(message["key"])
        if text is None:
            return str(message["key"])
        args: Mapping[str, Any] = message.get("args") or {}
        return PLACE.sub(lambda place: self.fill(place[1], place[2].split("|")[1:], args), text)

    def fill(self, name: str, how: Sequence[str], args: Mapping[str, Any]) -> str:
        """The text for one place."""
        value = args.get(name)
        if isinstance(value, list):
            return ", ".join(self.fill(name, how, {name: part}) for part in value)
        if isinstance(value, Mapping):
            return self.say(value)
        if not how:
            return "" if value is None else str(value)
        if how[0] == "player":
            return self.name(int(value or 0))
        if how[0] == "plural":
            forms = dict(part.split("=", 1) for part in how[1:])
            form = "one" if "one" in forms and is_one(self.language, abs(float(value or 0))) else "other"
            return forms[form].replace("#", figure(self.language, str(value)))
        kind, _, form = how[0].partition(".")
        return self.word(kind, str(value), form)

    def word(self, kind: str, name: str, form: str = "") -> str:
        """The catalogue's word for a thing of a kind, in a form if one is named."""
        key = f"{kind}.{name}"
        return self.texts.get(f"{key}#{form}" if form else key, self.texts.get(key, name))
