"""Who is at a table, and a table in short for lists."""

from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.seats import all_seats
from overland.server.protocol import TableInfo
from overland.server.socket_protocol import PresenceMessage
from overland.server.summaries import Summary
from overland.server.table import Table


def presence(table: Table, receiver: Receiver, around: Surroundings, watchers: int) -> PresenceMessage:
    """Who is here."""
    return PresenceMessage(seats=all_seats(table, receiver, around), watchers=watchers)


def info(table: Table | Summary, receiver: Receiver, around: Surroundings) -> TableInfo:
    """A table in a list."""
    return TableInfo(
        id=table.id,
        game=table.settings.game,
        status=table.status,
        settings=table.settings,
        seats=all_seats(table, receiver, around),
        version=table.version,
        your_seat=receiver.seat,
        your_turn=receiver.seat is not None and table.to_act == receiver.seat,
        owner=is_owner(table, receiver),
        created=table.created,
        changed=table.changed,
    )


def is_owner(table: Table | Summary, receiver: Receiver) -> bool:
    return receiver.identity is not None and receiver.identity == table.owner
