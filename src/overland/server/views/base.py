"""What the views of all games have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from overland.engine.record import Record


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
