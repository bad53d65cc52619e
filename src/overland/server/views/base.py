"""What the views of all games have in common.

Views are plain dictionaries, typed: nothing is copied or checked on the way from a record to the wire. What changes
little by little is an object with a key for each piece, tile or seat, and not a list, so that an update can say what
is new in it; what is absent is not known, not there or nothing. Parts are made once and shared, so nobody may change
one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from overland.engine.record import Array, Plain, Record


class UnseenGroup(TypedDict):
    """Things that a player has not seen: how many in all, and how many of each, if that is worth saying."""

    name: str
    kind: str  #: the catalogue's kind of word for what is counted
    total: int
    counts: dict[str, int]


@dataclass(frozen=True)
class GameViews:
    """What a game adds for the server: the types of a view and of the box, and how records become those.

    Both types have a field ``game`` with the game's name. A view has an object ``seats`` with what its owner knows of
    each seat; everything else in it is the same for everybody.
    """

    view: type
    box: type
    public: Callable[[Record, Plain], Any]  # of a box and a view: the view type, without its seats
    seats: Callable[[Record, Plain], Any]  # and its seats
    box_as_data: Callable[[Record], Any]
    #: What the owner of a view has not seen yet: cards, tiles, goals.
    unseen: Callable[[Record, Plain], list[UnseenGroup]]
    #: Where points are counted only at the end: of a spectator's view and all seats as they are shown, what each seat
    #: would have by source if it were now.
    count: Callable[[Plain, Any], list[dict[str, int]]] | None = None


def chunks(records: Array, count: int) -> list[bytes]:
    """The bytes of each of the first records: what they are made into can be kept by them."""
    size, whole = records.dtype.itemsize, records[:count].tobytes()
    return [whole[start : start + size] for start in range(0, size * count, size)]
