"""What the views of all games have in common."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from overland.engine.record import Array, Record


class Shown(BaseModel):
    """Part of a view: frozen, and complete by construction."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class GameViews:
    """What a game adds for the server: the models of a view and of the box, and how records become those.

    Both models have a field ``game`` with the game's name.
    """

    view: type[Shown]
    box: type[Shown]
    as_data: Callable[[Record, Record], Any]  # a box and a view, as the view model
    box_as_data: Callable[[Record], Any]


def rows(records: Array, *fields: str) -> Iterator[tuple[Any, ...]]:
    """Some fields of many records as plain numbers and lists: column by column, because a field of a single record
    costs as much as a whole column.
    """
    return zip(*(records[field].tolist() for field in fields), strict=True)
