"""A table at a version: what all receivers are told alike is found once."""

from functools import cached_property, lru_cache
from typing import Any

from overland.engine.position import Position
from overland.engine.record import Plain
from overland.server.messages.entries import choices, sent
from overland.server.messages.patches import merge_patch
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.review import result
from overland.server.messages.seats import all_seats
from overland.server.messages.views import open_seats, public_view, seats_of_view
from overland.server.protocol import Said
from overland.server.socket_protocol import Result, UndoState
from overland.server.table import Table
from overland.words.message import message


class Moment:
    """A table that does not change any more, as it is told to its receivers: what is common to all, and each one's own.

    A ``Now`` is both together. Of a view, everything but its ``seats`` is common.
    """

    def __init__(self, table: Table, is_open: bool) -> None:
        self.table = table
        self.is_open = is_open  # it is over, and nobody plays the same deal any more
        self.status, self.to_act = table.status, table.to_act
        self.position: Position | None = None if table.match is None else table.match.position
        self.news: tuple[int, dict[str, Any]] | None = None  # what is new since a version before

    @cached_property
    def common(self) -> dict[str, Any]:
        """What everybody is told."""
        table, position = self.table, self.position
        found: dict[str, Any] = {
            "version": table.version,
            "status": self.status,
            "to_act": self.to_act,
            "result": result(table) if self.is_open else sealed(result(table)),
            "rematch": table.rematch,
        }
        if position is not None:
            view = self.views[-1]
            found["view"] = public_view(position, view)
            if self.status == "playing":
                stage = table.words.stage(view)
                found["stage"] = None if stage is None else sent(stage)
                found["paragraph"] = table.words.paragraph(view)
        return without_nothing(found)

    @cached_property
    def views(self) -> list[Plain]:
        """What each seat knows, and last a watcher."""
        assert self.position is not None
        return self.position.all_views()

    @cached_property
    def opened(self) -> Any:
        """What everybody sees of the seats, once the table is over."""
        return None if self.position is None or not self.is_open else open_seats(self.position)

    def own(self, receiver: Receiver, around: Surroundings, seats: Any = None) -> dict[str, Any]:
        """What only this receiver is told, or is told in another way; ``seats``, if nothing has happened to them."""
        table, seat, position = self.table, receiver.seat, self.position
        found: dict[str, Any] = {
            "seats": seats or all_seats(table, receiver, around),
            "undo": undo_state(table, receiver),
            "clock": clock_of(table, around),
        }
        if seat is not None and table.seats[seat].can_return:
            found["can_return"] = True
        if position is not None:
            view = self.views[-1 if seat is None else seat]
            found["view"] = {"seats": self.opened or seats_of_view(position, view)}
            if seat is not None and seat == self.to_act and table.seats[seat].level is None:
                found["question"] = sent(table.words.question(position.box, view))
                found["choices"] = choices(position)
        return without_nothing(found)

    def news_since(self, before: "Moment") -> dict[str, Any]:
        """What is new since a moment before, of what is common to all; usually everybody was told the same one."""
        if self.news is None or self.news[0] != before.table.version:  # a moment that held another would hold them all
            self.news = before.table.version, merge_patch(before.common, self.common)
        return self.news[1]


def together(common: dict[str, Any], own: dict[str, Any]) -> Any:
    """What is common and what is a receiver's own, or what is new of both."""
    both = {**common, **own}
    if "view" in common and "view" in own:
        both["view"] = {**common["view"], **own["view"]}
    return both


def without_nothing(found: dict[str, Any]) -> dict[str, Any]:
    """What is nothing is left out."""
    return {name: value for name, value in found.items() if value is not None}


def sealed(result: Result | None) -> Result | None:
    """How a game ended whose luck others may still meet."""
    if result is None:
        return None
    return {
        "reason": result["reason"],
        "winners": result["winners"],
        "places": result["places"],
        "scores": result["scores"],
        "points": result["points"],
    }


def clock_of(table: Table, around: Surroundings) -> list[int] | None:
    """What each seat has left; the time of bots does not run."""
    if not table.clock.is_on:
        return None
    seat = table.to_act
    if seat is None or table.seats[seat].level is not None:
        return table.clock.left()
    return table.clock.left_now(around.now)


def undo_state(table: Table, receiver: Receiver) -> UndoState:
    """Whether a receiver can take a step back."""
    if receiver.seat is None:
        return {"possible": False, "reason": undo_reason("watching", None)}
    obstacle, _ = table.undo_to(receiver.seat)
    if obstacle is None:
        return {"possible": True}
    return {"possible": False, "reason": undo_reason(obstacle, table.last_mover(obstacle))}


@lru_cache(maxsize=64)
def undo_reason(obstacle: str, mover: int | None) -> Said:
    """What stands in the way of an undo, and whose decision it is, if that matters."""
    return sent(message(f"undo.{obstacle}") if mover is None else message(f"undo.{obstacle}", seat=mover))
