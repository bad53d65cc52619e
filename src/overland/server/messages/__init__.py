"""What leaves the server about a table, and to whom: the one place where positions become messages.

Nothing is shown but what ``view_for``, ``entry_for`` and ``gain_data`` give for the receiver; once a table is over,
everything is open. An import contract keeps the views out of all other modules.
"""

from overland.server.messages.exercises import exercise_position, view_after
from overland.server.messages.receivers import Receiver, Surroundings
from overland.server.messages.record import record
from overland.server.messages.review import past, review, review_position
from overland.server.messages.spoken import spoken
from overland.server.messages.table_state import info, presence
from overland.server.messages.told import ToldTable
from overland.server.messages.views import unseen_by

__all__ = [
    "Receiver",
    "Surroundings",
    "ToldTable",
    "exercise_position",
    "info",
    "past",
    "presence",
    "record",
    "review",
    "review_position",
    "spoken",
    "unseen_by",
    "view_after",
]
