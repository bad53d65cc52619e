"""What is said about Oregon: questions, choices, entries and gains as messages."""

from collections.abc import Mapping
from typing import Any

from overland.engine.oregon.actions import Kind, decode
from overland.engine.oregon.components import FIRST_BUILDING
from overland.engine.oregon.notation import BUILDING_NAMES
from overland.engine.oregon.state import Phase, owed_seat
from overland.engine.position import Position
from overland.engine.record import Plain, Record
from overland.words.message import Message, message
from overland.words.notation import read_notation

QUESTIONS: dict[int, str] = {
    Phase.PLACE: "oregon.ask.place",
    Phase.EXTRA: "oregon.ask.extra",
    Phase.DRAW: "oregon.ask.draw",
}
#: The paragraph of the rules that a question is about.
PARAGRAPHS: dict[int, str] = {Phase.OPENING: "3.1", Phase.PLACE: "4.2", Phase.EXTRA: "4.8", Phase.DRAW: "4.9"}


def question(box: Record, view: Plain) -> Message:
    """What the seat to act is asked."""
    if view.phase == Phase.OPENING:
        piece = int(view.seats[view.to_move]["start_tile"])
        return message("oregon.ask.opening", building=BUILDING_NAMES[piece - FIRST_BUILDING])
    return message(QUESTIONS[int(view.phase)])


def paragraph(view: Plain) -> str:
    """The paragraph of the rules about what is asked now."""
    return PARAGRAPHS.get(int(view.phase), "4")


def stage(view: Plain) -> Message | None:
    """The last round, and why it is the last (8.1)."""
    return last_round("oregon.stage", view) if view.last_round else None


def ending(view: Plain) -> Message:
    """Why a game that has run its course is over."""
    return last_round("oregon.end", view)


def last_round(family: str, view: Plain) -> Message:
    """Why the last round is, or was, the last: as a message of a family."""
    for seat in range(view.players):
        if view.seats[seat]["farmers"] == 0:
            return message(f"{family}.farmers", seat=seat)
    empty = [name for name, count in zip(BUILDING_NAMES, view.stacks, strict=True) if count == 0]
    return message(f"{family}.stacks", buildings=empty)


def note(box: Record, view: Record, action: int) -> Message | None:
    """What a choice means, if its own text does not say."""
    return message("oregon.note.extra") if decode(action).kind == Kind.EXTRA else None


def entry_note(before: Position, action: int) -> Message | None:
    """Every entry says itself what it meant."""
    return None


def action_message(text: str) -> Message:
    """A choice or an entry in notation, possibly with question marks, as a message."""
    return read_notation("oregon", text)


def dealt_to(state: Plain, text: str) -> int | None:
    """The seat that an outcome of chance, about to come up in ``state``, goes to."""
    if state.phase == Phase.MINE:
        return owed_seat(int(state.owed[0]))
    return int(state.to_move)


def is_click_through(view: Record, action: int) -> bool:
    """Whether all players can see that this is the only choice, so that asking would be a mere formality.

    The only possible draw is; but when a stack of buildings has run out, a hidden card might be thrown away instead,
    and only the seat itself knows whether it could.
    """
    return bool(decode(action).kind == Kind.DRAW and view.stacks.all())


def is_worth_telling(gain: Mapping[str, Any]) -> bool:
    """Every gain of Oregon brings something, or says that it did not."""
    return True


def gain_context(text: str) -> str:
    """Where a new building stands: what it brings comes from itself, or from a farmer beside it."""
    return text.split()[2] if text.startswith("build") else ""


def gain_message(gain: Mapping[str, Any], context: str) -> Message:
    """A gain of an entry, given as data, as a message: what it came from and what it brought."""
    source, cell, points = gain["source"], gain["cell"], gain["points"]
    if gain["at_end"]:
        if points is None:
            return message("oregon.gain.tile_hidden", mine=source)
        return message("oregon.gain.tile_end", mine=source, points=points)
    brought: list[Message] = []
    if points:
        brought.append(message("gain.points", points=points))
    if gain["tile"]:
        brought.append(message("oregon.gain.tile", mine=gain["tile"]))
    elif source in ("coal", "gold"):
        brought.append(message("oregon.gain.no_tile"))
    if gain["token"]:
        brought.append(message("oregon.gain.token", token=gain["token"]))
    if source == "group":
        return message("oregon.gain.group", cell=cell, brought=brought)
    where = "near" if not context else "placed" if cell == context else "beside"  # option mines=placer: without farmer
    return message(f"oregon.gain.{where}", building=source, cell=cell, brought=brought)
