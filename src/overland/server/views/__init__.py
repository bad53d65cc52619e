"""Views as data: what a seat, or a watcher, is shown of a position and of the box, in names."""

from collections.abc import Mapping
from typing import Annotated, Protocol

from pydantic import Field

from overland.engine.record import Record
from overland.server.views import okanagan, oregon
from overland.server.views.okanagan import OkanaganBox, OkanaganView
from overland.server.views.oregon import OregonBox, OregonView

AnyView = Annotated[OregonView | OkanaganView, Field(discriminator="game")]
AnyBox = Annotated[OregonBox | OkanaganBox, Field(discriminator="game")]


class GameViews(Protocol):
    """What a module of views offers."""

    def as_data(self, box: Record, view: Record) -> OregonView | OkanaganView:
        """A view as data."""

    def box_as_data(self, box: Record) -> OregonBox | OkanaganBox:
        """What was in the box, as data."""


VIEWS: Mapping[str, GameViews] = {"oregon": oregon, "okanagan": okanagan}

__all__ = ["VIEWS", "AnyBox", "AnyView", "OkanaganBox", "OkanaganView", "OregonBox", "OregonView"]
