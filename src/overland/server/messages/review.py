"""A finished game: how it ended, and its entries and positions, open or with the eyes of a seat."""

from collections import Counter
from collections.abc import Iterator

from overland.engine.explain import gains_as_data
from overland.engine.match import Match
from overland.server.encoding import Encoded, decoded
from overland.server.messages.entries import choices, sent, told_gains
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.seats import all_seats
from overland.server.messages.table_state import is_owner
from overland.server.messages.views import Points, box_of, open_view, points_now, view_of
from overland.server.review_protocol import Past, Review, ReviewItem, ReviewPosition
from overland.server.socket_protocol import Result
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


def review(table: Table, receiver: Receiver, around: Surroundings, eyes: int | None = None) -> Review:
    """A finished game, entry by entry: as a seat read it then, or everything open."""
    match = table.match
    assert match is not None
    items: list[ReviewItem] = []
    before: Points = [{} for _ in range(match.players)]
    for number, after in enumerate(points_after_entries(match, eyes)):
        items.append(review_item(table, match, number, eyes, None if after == before else after))
        before = after
    may_invite = not table.settings.listed and (receiver.seat is not None or is_owner(table, receiver))
    return Review(
        id=table.id,
        settings=table.settings,
        box=box_of(table),
        seats=all_seats(table, receiver, around),
        items=items,
        result=result(table),
        seat=receiver.seat,
        invite=table.invite if may_invite else None,
    )


def review_item(table: Table, match: Match, number: int, eyes: int | None, points: Points | None) -> ReviewItem:
    """An entry as a seat read it, or open."""
    before, entry, words = match.at(number), match.entries[number], table.words
    gains = told_gains(match.game, entry.gains.tobytes(), eyes, words.gain_context(entry.text))
    note = words.entry_note(before, entry.action)
    return ReviewItem(
        entry=number,
        seat=entry.seat if entry.seat >= 0 else words.dealt_to(before.plain, entry.text),
        text=entry.text if eyes is None else before.entry_for(entry.action, eyes),
        note=None if note is None else sent(note),
        gains=[] if gains is None else decoded(Encoded(gains)),
        points=points,
    )


def points_after_entries(match: Match, eyes: int | None) -> list[Points]:
    """The points by source after each entry, as far as a seat could count them then; without a seat, all of them."""
    gained = gained_after_entries(match, eyes)
    found = [points_now(match.at(number), eyes) or points for number, points in enumerate(gained, start=1)]
    if match.is_over:
        found[-1] = match.points_by_source()  # everything is open now
    return [shortened(points) for points in found]


def gained_after_entries(match: Match, eyes: int | None) -> Iterator[Points]:
    """The points that entries have brought so far, as far as a seat may know."""
    sums: list[Counter[str]] = [Counter() for _ in range(match.players)]
    for entry in match.entries:
        for gain in gains_as_data(match.game, entry.gains, eyes):
            if gain["points"]:
                sums[gain["seat"]][gain["source"]] += gain["points"]
        yield [dict(sources) for sources in sums]


def shortened(points: Points) -> Points:
    """Without the sources that have brought nothing."""
    return [{source: count for source, count in sources.items() if count} for sources in points]


def past(table: Table, seat: int, back: int) -> Past:
    """What a seat saw before each of the last ``back`` entries of a running game."""
    match = table.running()
    last = len(match.entries)
    return Past(
        version=table.version, views=[view_of(match.at(number), seat) for number in range(max(0, last - back), last)]
    )


def review_position(table: Table, entry: int, eyes: int | None = None) -> ReviewPosition:
    """The position before an entry of a finished game: what a seat saw of it and was asked, or everything open."""
    match, words = table.match, table.words
    assert match is not None
    position = match.at(entry)
    seat = position.to_act
    is_asked = seat >= 0 and eyes in (None, seat)
    return ReviewPosition(
        entry=entry,
        view=open_view(position) if eyes is None else view_of(position, eyes),
        to_act=seat if seat >= 0 else None,
        question=sent(words.question(position.box, position.all_views()[seat])) if is_asked else None,
        choices=decoded(choices(position)) if is_asked else [],
    )
