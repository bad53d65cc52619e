"""Views as data: what a seat, or a watcher, is shown of a position and of the box, in names."""

from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field

from overland.server.views import okanagan, oregon
from overland.server.views.base import GameViews
from overland.server.views.okanagan import OkanaganBox, OkanaganView
from overland.server.views.oregon import OregonBox, OregonView

#: The views of each game. Another game adds itself here before the protocol is imported, which is made of them.
VIEWS: dict[str, GameViews] = {"oregon": oregon.VIEWS, "okanagan": okanagan.VIEWS}

if TYPE_CHECKING:
    AnyView = OregonView | OkanaganView
    AnyBox = OregonBox | OkanaganBox


def any_of(*models: type) -> Any:
    """The type of what any game may send, told apart by the field ``game``."""
    return Annotated[Union[models], Field(discriminator="game")]  # noqa: UP007  # made at run time


def __getattr__(name: str) -> Any:
    """``AnyView`` and ``AnyBox``, made of the games there are when they are first asked for."""
    match name:
        case "AnyView":
            return any_of(*(views.view for views in VIEWS.values()))
        case "AnyBox":
            return any_of(*(views.box for views in VIEWS.values()))
    raise AttributeError(name)
