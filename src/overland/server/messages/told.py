"""What a table has told already: lines of the log as text, and what each receiver was told last.

A line is put into words once for all who see the same, so ``hello`` costs little however long the log is; and a
receiver who has the last version is told only what has changed since.
"""

import base64
from collections.abc import Iterable
from typing import Any

from overland.engine.layouts import layout_name
from overland.server.bot_protocol import StateMessage, ViewRecord
from overland.server.encoding import Encoded, encoded, encoded_part
from overland.server.messages.entries import log_item
from overland.server.messages.moment import Moment, together
from overland.server.messages.patches import merge_patch
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.table_state import is_owner
from overland.server.messages.views import box_of
from overland.server.protocol import PROTOCOL
from overland.server.socket_protocol import ChatLine, TableMessage, UpdateMessage
from overland.server.table import Table

Line = Encoded | None  # none where there is nothing to tell


class ToldTable:
    """What was told about one table; ask it about that table's versions only."""

    def __init__(self) -> None:
        self.box: Encoded | None = None
        self.moment: Moment | None = None
        self.lines: dict[int | None, dict[int, Line]] = {}  # by point of view (none: all open), lines that were told
        self.known: dict[Receiver, tuple[Moment, dict[str, Any]]] = {}  # what a receiver was told last

    def whole(
        self, table: Table, receiver: Receiver, around: Surroundings, chat: Iterable[ChatLine], since: int
    ) -> str:
        """A ``TableMessage`` with the log after version ``since``, as it is sent."""
        first = since if since <= table.version else 0
        if self.box is None:
            self.box = encoded_part(box_of(table))
        moment = self.at(table, around.now)
        own = moment.own(receiver, around)
        self.known[receiver.alike] = moment, own
        message: TableMessage = {
            "type": "table",
            "protocol": PROTOCOL,
            "id": table.id,
            "settings": table.settings,
            "box": self.box,  # type: ignore[typeddict-item]  # as text
            "owner": is_owner(table, receiver),
            "commitment": table.commitment,
            "since": first,
            "log": self.log(table, receiver, moment.is_open, first),  # type: ignore[typeddict-item]  # as texts
            "chat": list(chat),
            "now": together(moment.common, own),
        }
        if receiver.seat is not None:
            message["seat"] = receiver.seat
        if receiver.seat is not None or message["owner"]:
            message["invite"] = table.invite
        return encoded(message)

    def update(self, table: Table, receiver: Receiver, around: Surroundings, since: int) -> str | None:
        """An ``UpdateMessage``, as it is sent; none for a receiver who was not told version ``since``."""
        known = self.known.get(receiver.alike)
        if known is None or known[0].table.version != since:
            return None
        before, own_before = known
        moment = self.at(table, around.now)
        seats = own_before["seats"] if table.seats == before.table.seats else None  # who is here is told by presence
        own = moment.own(receiver, around, seats)
        self.known[receiver.alike] = moment, own
        message: UpdateMessage = {
            "type": "update",
            "since": since,
            "log": self.log(table, receiver, moment.is_open, since),  # type: ignore[typeddict-item]  # as texts
            "now": together(moment.news_since(before), merge_patch(own_before, own)),
        }
        return encoded(message)

    def state(
        self, table: Table, receiver: Receiver, around: Surroundings, since: int, with_record: bool = False
    ) -> str:
        """A ``StateMessage``, as it is sent: all of how the table stands, for those who merge no patches."""
        moment = self.at(table, around.now)
        message: StateMessage = {
            "type": "state",
            "since": since,
            "log": self.log(table, receiver, moment.is_open, since),  # type: ignore[typeddict-item]  # as texts
            "now": together(moment.common, moment.own(receiver, around)),
        }
        if with_record and receiver.seat is not None and receiver.seat == moment.to_act:
            message["record"] = view_record(moment, receiver.seat)
        return encoded(message)

    def at(self, table: Table, now: float) -> Moment:
        """The table as it stands now."""
        is_open = table.is_open(now)
        if self.moment is None or self.moment.table is not table or self.moment.is_open != is_open:
            self.moment = Moment(table, is_open)
        return self.moment

    def log(self, table: Table, receiver: Receiver, is_open: bool, since: int) -> list[Encoded]:
        """The lines after a version, as the receiver may know them."""
        point_of_view = None if is_open else receiver.point_of_view
        told = self.lines.setdefault(point_of_view, {})
        for number in range(since, table.version):
            if number not in told:
                item = log_item(table, table.log[number], point_of_view)
                told[number] = None if item is None else encoded_part(item)
        return [line for number in range(since, table.version) if (line := told[number]) is not None]


def view_record(moment: Moment, seat: int) -> ViewRecord:
    """What a seat knows, as the record that a bot of this package is asked with, and how its bytes are to be read."""
    position = moment.position
    assert position is not None
    game = position.game
    return {
        "rules": game.rules_version,
        "layout": layout_name(game.view_type),
        "view": base64.b64encode(position.view(seat).tobytes()).decode(),
    }
