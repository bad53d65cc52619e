"""What a table has told already, kept as text: a line of the log is put into words once for all who see the same.

So ``hello`` costs little however long the log is, and an update is encoded once for all watchers.
"""

from collections.abc import Iterable

from overland.server.messages.entries import log_item
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.table_state import update, whole_table
from overland.server.protocol import ChatLine, TableMessage, UpdateMessage
from overland.server.table import Table
from overland.server.views import AnyBox

NO_LOG = '"log":[]'  # quotes are escaped inside texts, so this stands only where the log goes


class ToldTable:
    """The texts of one table; ask it about that table's versions only."""

    def __init__(self) -> None:
        self.box: AnyBox | None = None
        self.lines: dict[int | None, list[str]] = {}  # by point of view (none: all open), the text of each line

    def whole(
        self, table: Table, receiver: Receiver, around: Surroundings, chat: Iterable[ChatLine], since: int
    ) -> str:
        """A ``TableMessage``, as it is sent."""
        message = whole_table(table, receiver, around, chat, since, self.box)
        self.box = message.box
        return self.with_log(message, table, receiver)

    def update(self, table: Table, receiver: Receiver, around: Surroundings, since: int) -> str:
        """An ``UpdateMessage``, as it is sent."""
        return self.with_log(update(table, receiver, around, since), table, receiver)

    def with_log(self, message: TableMessage | UpdateMessage, table: Table, receiver: Receiver) -> str:
        """The message with the log after its ``since``."""
        lines = ",".join(text for text in self.texts(table, receiver)[message.since :] if text)
        return message.model_dump_json(exclude_none=True).replace(NO_LOG, f'"log":[{lines}]', 1)

    def texts(self, table: Table, receiver: Receiver) -> list[str]:
        """Every line as the receiver may know it; empty where there is nothing to tell."""
        known = self.lines.setdefault(None if table.status == "over" else receiver.point_of_view, [])
        for applied in table.log[len(known) :]:
            item = log_item(table, applied, receiver)
            known.append("" if item is None else item.model_dump_json(exclude_none=True))
        return known
