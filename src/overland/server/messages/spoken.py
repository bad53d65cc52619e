"""A table in words, as a seat may know it: the picture of its view, its question, its choices and the last lines."""

from collections.abc import Callable
from typing import Any

from overland.engine.game import SPECTATOR
from overland.engine.position import Position
from overland.server.bot_protocol import SpokenChoice, SpokenTable
from overland.server.encoding import decoded
from overland.server.messages.entries import choices, log_item
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.review import result
from overland.server.messages.seats import all_seats
from overland.server.table import Table
from overland.words import Speech
from overland.words.message import message

SPOKEN_LINES = 30  # of the log


def spoken(table: Table, receiver: Receiver, around: Surroundings, language: str = "en") -> SpokenTable:
    """A table in words; nothing is said that its messages do not say to the same receiver."""
    speech, seat = Speech(language, namer(table)), receiver.seat
    position = None if table.match is None else table.match.position
    is_asked = seat is not None and seat == table.to_act and table.seats[seat].level is None
    found = {
        "id": table.id,
        "version": table.version,
        "status": table.status,
        "seat": seat,
        "your_turn": is_asked,
        "seats": [said_seat(shown, number, speech) for number, shown in enumerate(all_seats(table, receiver, around))],
        "picture": None,
        "stage": None,
        "question": None,
        "choices": [],
        "log": said_log(table, receiver, around.now, speech),
        "result": said_result(table, speech),
    }
    if position is not None:
        view = position.view(SPECTATOR if seat is None else seat)
        stage = table.words.stage(view) if table.status == "playing" else None
        found["picture"] = position.game.picture(position.box, view)
        found["stage"] = None if stage is None else speech.say(stage)
        if is_asked:
            found["question"] = speech.say(table.words.question(position.box, view))
            found["choices"] = said_choices(table, position, speech)
    return SpokenTable.model_validate(found)


def namer(table: Table) -> Callable[[int], str]:
    """What the player in a seat is called."""

    def name(seat: int) -> str:
        who = table.seats[seat].who
        return (who and who.name) or Speech("en").say(message("player.seat", number=seat + 1))

    return name


def said_seat(shown: Any, number: int, speech: Speech) -> str:
    """A seat in words."""
    if shown["kind"] == "open":
        return f"{number}: free" + (f", kept for {shown['asked']}" if "asked" in shown else "")
    marks = [
        word
        for word, holds in (
            ("you", shown.get("you")),
            (f"bot {shown.get('level', '')}".strip(), shown["kind"] == "bot" or shown.get("bot")),
            ("a bot plays on", shown.get("stand_in")),
            (str(shown.get("gave_up")), shown.get("gave_up")),
        )
        if holds
    ]
    return f"{number}: {speech.name(number)}" + (f" ({', '.join(marks)})" if marks else "")


def said_choices(table: Table, position: Position, speech: Speech) -> list[SpokenChoice]:
    """What the seat to act may do, with what it brings at once and what it means."""
    view, found = position.view(position.to_act), []
    for number, choice in enumerate(decoded(choices(position))):
        note = table.words.note(position.box, view, int(position.legal.actions[number]))
        gains = [said_gain(gain, speech) for gain in choice.get("gains", ())]
        words = speech.say(table.words.action_message(choice["text"]))
        if note is not None:
            words = f"{words} ({speech.say(note)})"
        found.append(SpokenChoice(number=number, text=choice["text"], words=words, gains=gains))
    return found


def said_gain(gain: Any, speech: Speech) -> str:
    return f"{speech.name(gain['seat'])}: {speech.say(gain['words'])}"


def said_log(table: Table, receiver: Receiver, now: float, speech: Speech) -> list[str]:
    """The last lines of the log."""
    point_of_view = None if table.is_open(now) else receiver.point_of_view
    lines = []
    for applied in table.log[-SPOKEN_LINES:]:
        item = log_item(table, applied, point_of_view)
        if item is None:
            continue
        words = item.get("words")
        told = speech.say(table.words.action_message(item["text"]) if words is None else dict(words))
        lines.append(f"{speech.name(item['seat'])}: {told}" if "seat" in item else told)
    return lines


def said_result(table: Table, speech: Speech) -> str | None:
    """How the game ended."""
    found = result(table)
    if found is None:
        return None
    scores = ", ".join(f"{speech.name(seat)} {score}" for seat, score in enumerate(found["scores"]))
    winners = ", ".join(speech.name(seat) for seat in found["winners"]) or "nobody"
    return f"{speech.say(dict(found['reason']))} {scores}. Winner: {winners}."
