"""Who sits where, as every receiver sees it."""

from overland.server.log_lines import Guest, HouseBot, Person
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.protocol import Seated
from overland.server.table import Table


def seated(table: Table, number: int, receiver: Receiver, around: Surroundings) -> Seated:
    """A seat."""
    seat = table.seats[number]
    match seat.who:
        case Person(identity=identity, name=name):
            return Seated(
                kind="person",
                name=name,
                level=seat.stand_in,
                you=identity == receiver.identity,
                connected=around.connected(identity),
                away=around.away(identity),
                stand_in=seat.stand_in is not None,
                gave_up=seat.gave_up,
            )
        case HouseBot(level=level):
            return Seated(kind="bot", level=level, connected=True)
        case Guest(name=name):
            return Seated(kind="person", name=name)
        case None:
            return Seated(kind="open")
