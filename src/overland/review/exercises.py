"""Exercises: the worked examples of the rules as positions in which a player shows what the example says."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from overland.engine.errors import RecordError
from overland.engine.games import game_named
from overland.engine.position import Position

FORMAT = "overland-exercises/1"
FOLDER = "exercises"


@dataclass(frozen=True)
class Exercise:
    """A position, the seat that is asked, and which choices are what the example says."""

    game: str
    name: str
    paragraph: str  # of the rules
    position: str  # its text
    seat: int
    wanted: tuple[str, ...]  # in notation

    def open(self) -> Position:
        """The position."""
        return Position.parse(self.game, self.position)


@cache
def load_exercises(game: str) -> tuple[Exercise, ...]:
    """The exercises that come with a game, in the order of the rules."""
    file = files("overland.data") / FOLDER / f"{game_named(game).name}.json"
    return read_exercises(file.read_text("utf-8"))


def read_exercises(text: str) -> tuple[Exercise, ...]:
    """Exercises that were written by ``write_exercises``."""
    try:
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise RecordError(f"These are no exercises of the format {FORMAT}.")
        return tuple(Exercise(**{**one, "wanted": tuple(one["wanted"])}) for one in found["exercises"])
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"These are no exercises: {error!r}.") from None


def write_exercises(exercises: Sequence[Exercise]) -> str:
    """Exercises as text."""
    return json.dumps({"format": FORMAT, "exercises": [asdict(one) for one in exercises]}, indent=1) + "\n"
