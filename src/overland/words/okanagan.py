"""What is said about Okanagan: questions, choices, entries and gains as messages."""

from collections.abc import Mapping
from typing import Any

from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.components import BACK_NAMES, PROMO_NAMES
from overland.engine.okanagan.state import Doing, Phase, back_of
from overland.engine.position import Position
from overland.engine.record import Plain, Record
from overland.words.message import Message, message
from overland.words.notation import named_message, read_notation

RANK_QUESTIONS = {Doing.ORDERING: "rank", Doing.NAMING: "name", Doing.BEGINNING: "begin"}
#: The paragraph of the rules that a question is about.
PARAGRAPHS: dict[int, str] = {
    Phase.KEEP: "2.1",
    Phase.LAY: "4.1",
    Phase.RETURN: "4.1",
    Phase.BUILD: "4.2",
    Phase.RESOLVE: "5.1",
    Phase.RANK: "5.4",
    Phase.CLAIM: "5.3",
    Phase.ACTION: "7",
    Phase.TAKE: "5.6",
    Phase.BONUS: "7",
    Phase.GIVE: "7",
    Phase.TRADE: "7",
    Phase.SWAP: "7",
    Phase.DROP: "7",
    Phase.CHOOSE: "4.4",
    Phase.DISCARD: "12.2",
    Phase.GIFT: "12.3",
}
#: What brings points at the end, if it brings any.
END_SOURCES = ("explorer", "singles", "pairs", "triples", "nuggets")
#: Choices that deserve thought even when there is only one, or that are secret.
THOUGHTFUL = (Kind.KEEP, Kind.LAY, Kind.FARM, Kind.WAREHOUSE, Kind.SILO, Kind.DISCARD, Kind.DROP, Kind.CLAIM)


def question(box: Record, view: Plain) -> Message:
    """What the seat to act is asked."""
    phase = Phase(view.phase)
    match phase:
        case Phase.RANK:
            return message(f"okanagan.ask.{RANK_QUESTIONS[Doing(view.doing)]}")
        case Phase.TAKE:
            return message("okanagan.ask.take", count=int(view.share[view.actor]))
        case _:
            return message(f"okanagan.ask.{phase.name.lower()}")


def paragraph(view: Plain) -> str:
    """The paragraph of the rules about what is asked now."""
    return PARAGRAPHS.get(int(view.phase), "4")


def stage(view: Plain) -> Message | None:
    """Which of the two rounds it is, and what is new when the second begins (6.1)."""
    number = int(view.round_number)
    if number == 2 and view.phase <= Phase.KEEP:
        return message("okanagan.stage.second")
    return message("okanagan.stage.round", round=number)


def ending(view: Plain) -> Message:
    """Why a game that has run its course is over (6.2)."""
    return message("okanagan.end.round")


def note(box: Record, view: Record, action: int) -> Message | None:
    """What a choice means, if its own text does not say."""
    move = decode(action)
    return special_action("okanagan.effect", box, view, move.first) if move.kind == Kind.ACTION else None


def entry_note(before: Position, action: int) -> Message | None:
    """Which special action an entry took, as its text names only the stack; or which promo tile was laid."""
    move = decode(action)
    if move.kind == Kind.LAY:
        return promo_name(before.box, int(before.plain.seats[before.plain.to_move]["tile"]))
    return special_action("okanagan.power", before.box, before.plain, move.first) if move.kind == Kind.ACTION else None


def promo_name(box: Record, tile: int) -> Message | None:
    """The name of a promo tile (12); any other has none."""
    promo = tile - int(box.tile_count)
    return message(f"okanagan.promo.{PROMO_NAMES[promo]}") if promo >= 0 else None


def special_action(prefix: str, box: Record, state: Plain, stack: int) -> Message:
    """The special action of a stack in a position or a view: backs are open to all (8)."""
    return named_message(prefix, BACK_NAMES[back_of(box, int(state.stacks[stack]["top"]))])


def action_message(text: str) -> Message:
    """A choice or an entry in notation, possibly with question marks, as a message."""
    return read_notation("okanagan", text)


def dealt_to(state: Plain, text: str) -> int | None:
    """The seat that an outcome of chance, about to come up in ``state``, goes to; None if it is laid open for all."""
    if text.startswith("=goal"):
        return int(state.actor)
    if text.startswith("=tile"):
        if state.doing == Doing.SETUP:
            return int(state.actor) if state.seats[state.actor]["tile"] == 0 else None
        if state.doing in (Doing.RETURNING, Doing.BLIND):
            return int(state.to_move)
    return None


def is_click_through(view: Record, action: int) -> bool:
    """Whether all players can see that this is the only choice, so that asking would be a mere formality."""
    return decode(action).kind not in THOUGHTFUL


def is_worth_telling(gain: Mapping[str, Any]) -> bool:
    """At the end, goals and sources that bring nothing are not worth mentioning."""
    return bool(gain["points"] != 0 or gain["source"] not in END_SOURCES)


def gain_context(text: str) -> str:
    """The words about a gain depend on nothing but the gain."""
    return ""


def gain_message(gain: Mapping[str, Any], context: str) -> Message:
    """A gain of an entry, given as data, as a message."""
    source, what, amount, other, points = (gain[key] for key in ("source", "what", "amount", "other", "points"))
    match source:
        case "closed":
            return message("okanagan.gain.closed", terrain=what, count=amount)
        case "influence":
            return message("okanagan.gain.influence", terrain=what, amount=amount)
        case "reward" | "tribute" | "trade":
            return message(f"okanagan.gain.{source}", reward=what, seat=other)
        case "shape" | "kind" | "dam":
            return message("okanagan.gain.bonus", reward=what, amount=amount)
        case "gold":
            return message("okanagan.gain.gold")
        case "swap":
            return message("okanagan.gain.swap_out" if amount < 0 else "okanagan.gain.swap_in", reward=what)
        case _:
            if what is None:
                return message("okanagan.gain.end", source=source, points=points)
            return message("okanagan.gain.goal", goal=what, points=points)
