"""A finished game: how it ended, and its entries and positions with everything open."""

from overland.engine.match import Match
from overland.engine.position import Position
from overland.server.encoding import Encoded, decoded
from overland.server.messages.entries import choices, sent, told_gains
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.seats import all_seats
from overland.server.messages.views import box_of, open_view, points_now
from overland.server.protocol import Result, Review, ReviewItem, ReviewPosition
from overland.server.table import Table
from overland.words.message import Message, message

ENDINGS = {
    "finished": "end.finished",
    "stopped": "end.stopped",
    "broken": "end.broken",
    "resign": "end.resigned",
    "timeout": "end.timeout",
}


def result(table: Table) -> Result | None:
    """How it ended."""
    match = table.match
    if match is None or table.status != "over":
        return None
    points = (None if match.is_over else points_now(match.position)) or match.points_by_source()
    return {
        "reason": sent(reason(table, match)),
        "winners": table.winners,
        "places": table.places,
        "scores": match.scores if match.is_over else [sum(sources.values()) for sources in points],
        "points": points,
        "seed": table.seed.hex(),
    }


def reason(table: Table, match: Match) -> Message:
    """Why it ended: what the rules say, or what happened at the table."""
    if table.ended in (None, "finished") and match.is_over:
        return table.words.ending(match.position.all_views()[-1])
    return message(ENDINGS[table.ended or "finished"])


def scores_at(position: Position) -> list[int]:
    """The points of each seat: those on the table, or as they would be counted if the game ended here."""
    points = points_now(position)
    return position.scores if points is None else [sum(sources.values()) for sources in points]


def review(table: Table, receiver: Receiver, around: Surroundings) -> Review:
    """A finished game, entry by entry."""
    match, words = table.match, table.words
    assert match is not None
    items = []
    for number, entry in enumerate(match.entries):
        before = match.at(number)
        gains = told_gains(match.game, entry.gains.tobytes(), None, words.gain_context(entry.text))
        note = words.entry_note(before, entry.action)
        items.append(
            ReviewItem(
                entry=number,
                seat=entry.seat if entry.seat >= 0 else words.dealt_to(before.plain, entry.text),
                text=entry.text,
                note=None if note is None else sent(note),
                gains=[] if gains is None else decoded(Encoded(gains)),
                scores=scores_at(match.at(number + 1)),
            )
        )
    return Review(
        id=table.id,
        settings=table.settings,
        box=box_of(table),
        seats=all_seats(table, receiver, around),
        items=items,
        result=result(table),
        seat=receiver.seat,
    )


def review_position(table: Table, entry: int) -> ReviewPosition:
    """The position before an entry of a finished game, everything open."""
    match, words = table.match, table.words
    assert match is not None
    position = match.at(entry)
    seat = position.to_act
    is_decision = seat >= 0
    return ReviewPosition(
        entry=entry,
        view=open_view(position),
        to_act=seat if is_decision else None,
        question=sent(words.question(position.box, position.all_views()[seat])) if is_decision else None,
        choices=decoded(choices(position)) if is_decision else [],
    )
