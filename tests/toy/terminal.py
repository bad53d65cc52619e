"""The race at the terminal."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from overland.engine.picture import Span, SpanRow
from overland.engine.record import Record
from tests.toy.race import LAST, TEXTS, Phase, draw

COLOURS: Mapping[str, str] = {}
HELP = "walk, or roll"
HINT = "walk or roll"


def keywords(box: Record, action: int) -> Counter[str]:
    return Counter([TEXTS[action]])


def cells_of(actions: Iterable[int]) -> set[Any]:
    return set()


def picture(box: Record, view: Record, marked: Collection[Any], screen: int) -> list[SpanRow]:
    return [[Span(line)] for line in draw(box, view).splitlines()]


def spoken(box: Record, view: Record) -> list[SpanRow]:
    return picture(box, view, (), 80)


def reminder(box: Record, view: Record) -> str:
    return "" if view.phase == Phase.OVER else f"{LAST} cells."


def note(box: Record, view: Record, action: int) -> str:
    return ""
