"""From notation to words: which message a choice or an entry in notation stands for, by the table ``notation.json``.

The browser reads the same table, so that only notation has to travel. A pattern is a text in notation with places:

* ``{cell}``: a word, or the part of one up to what follows in the pattern;
* ``{stack:int}``: a number; ``{mine:coal|gold}``: one of these words;
* ``{cards...}``: all further words, as a list;
* ``{effect@okanagan.effect}``: ``shape:hide`` becomes the message ``okanagan.effect.shape`` with ``what`` ``hide``.

The first pattern that fits is the right one.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from overland.words.message import Message, Value, message

TABLE: Mapping[str, Mapping[str, str]] = json.loads(
    Path(__file__).with_name("notation.json").read_text(encoding="utf-8")
)
PLACE = re.compile(r"( ?)\{(\w+)(\.\.\.|:[^}]+|@[^}]+)?\}")


class Pattern(NamedTuple):
    """A pattern ready for use: its texts, its message, and what each place becomes."""

    fits: re.Pattern[str]
    key: str
    readers: Mapping[str, Callable[[str], Value]]


@lru_cache(maxsize=8192)
def read_notation(game: str, text: str) -> Message:
    """A choice or an entry in notation, possibly with question marks, as a message; an unknown text is its own key."""
    for pattern in patterns(game):
        if found := pattern.fits.fullmatch(text):
            return Message(pattern.key, {name: pattern.readers[name](part) for name, part in found.groupdict().items()})
    return message(text)


@cache
def patterns(game: str) -> list[Pattern]:
    """The patterns of a game."""
    return [compiled(text, key) for text, key in TABLE[game].items()]


def compiled(text: str, key: str) -> Pattern:
    """A pattern made ready."""
    made, at, readers = "", 0, {}
    for place in PLACE.finditer(text):
        blank, name, how = place.groups()
        form, readers[name] = reader(how or "")
        made += re.escape(text[at : place.start()]) + ("" if how == "..." else blank) + f"(?P<{name}>{form})"
        at = place.end()
    return Pattern(re.compile(made + re.escape(text[at:])), key, readers)


def reader(how: str) -> tuple[str, Callable[[str], Value]]:
    """What fits a place, and what it becomes."""
    if how == "...":
        return r"(?: \S+)*", lambda part: part.split()
    if how == ":int":
        return r"-?\d+", int
    if how.startswith("@"):
        return r"\S+", lambda part: named_message(how[1:], part)
    return (how[1:] or r"\S+?"), str


def named_message(prefix: str, part: str) -> Message:
    """``kind:what`` as a message of its own."""
    kind, _, what = part.partition(":")
    return message(f"{prefix}.{kind}", what=what or None)
