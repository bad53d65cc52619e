"""Who sits where, as every receiver sees it."""

from overland.server.log_lines import Guest, HouseBot, RegisteredBot, Visitor
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.protocol import Seated
from overland.server.summaries import Summary
from overland.server.table import Seat, Table


def all_seats(table: Table | Summary, receiver: Receiver, around: Surroundings) -> list[Seated]:
    """The seats of a table."""
    return [seated(seat, receiver, around) for seat in table.seats]


def seated(seat: Seat, receiver: Receiver, around: Surroundings) -> Seated:
    """A seat."""
    match seat.who:
        case Visitor() as visitor:
            return seated_visitor(seat, visitor, receiver, around)
        case HouseBot(level=level, name=name):
            bot: Seated = {"kind": "bot", "level": level, "connected": True}
            return bot if name is None else {**bot, "name": name}
        case Guest(name=name):
            return {"kind": "person", "name": name}
        case None:
            return {"kind": "open"} if seat.asked is None else {"kind": "open", "asked": seat.asked.name}


def seated_visitor(seat: Seat, person: Visitor, receiver: Receiver, around: Surroundings) -> Seated:
    """A seat with somebody from outside; a bot of the house may play for them."""
    shown: Seated = {"kind": "person", "name": person.name}
    if isinstance(person, RegisteredBot):
        shown["bot"] = True
    if person.identity == receiver.identity:
        shown["you"] = True
    if around.connected(person.identity):
        shown["connected"] = True
    if around.away(person.identity):
        shown["away"] = True
    if seat.stand_in is not None:
        shown["stand_in"] = True
        shown["level"] = seat.stand_in
    if seat.gave_up is not None:
        shown["gave_up"] = seat.gave_up
    return shown
