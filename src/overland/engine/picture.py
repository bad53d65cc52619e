"""Pictures in text: lines made of tagged spans, so that one drawing serves plain text and a coloured terminal."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of text and what it shows, e.g. ``water`` or ``seat-1``; the tag decides its colour, if any."""

    text: str
    tag: str = ""


SpanRow = list[Span]


def plain(lines: Iterable[SpanRow]) -> str:
    """The picture without colours."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def counted(names: Iterable[str], counts: Iterable[int]) -> str:
    """``wagon x2, church``: the names with a count above zero, and the count if it is above one."""
    words = [name if count == 1 else f"{name} x{count}" for name, count in zip(names, counts, strict=True) if count]
    return ", ".join(words) or "none"
