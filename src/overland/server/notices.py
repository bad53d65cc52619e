"""What processes that share a database tell each other: that something has changed, by ids and numbers and no more.

Whoever hears of it reads the rest from the database. A notice is sent with the commit it is about, so nobody hears of
what was not stored.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

CHANNEL = "overland"
MOST_BYTES = 7900  # of one message: PostgreSQL takes less than 8,000

Kind = Literal[
    "line",  # a table has so many lines now
    "chat",  # a table has so many lines of chat now
    "here",  # others are at a table now
    "lease",  # the sender drives a table from now on; if it stood still, since which millisecond its clock runs again
    "retired",  # a table is gone, or its log was written anew
    "forgotten",  # a visitor was deleted
    "renamed",  # a visitor has a new name, or is signed in otherwise
    "signed_out",  # a device of a visitor is not signed in any more
    "called",  # a registered bot is asked to play, or a game of it begins or ends
    "reminders",  # a visitor is told of their turns otherwise
    "verdict",  # the verdict on a table is not wanted any more
    "beat",  # the sender is there
    "ended",  # the sender is not there any more
]
KINDS = frozenset(get_args(Kind))


class Notice(NamedTuple):
    """One thing that has changed."""

    kind: Kind
    id: str  # of a table, an identity or a process
    number: int = 0

    @property
    def text(self) -> str:
        return f"{self.kind}:{self.id}:{self.number}"


def messages_of(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Notices as they are sent, as few messages as they fit into."""
    message = sender
    for notice in notices:
        if len(message) + 1 + len(notice.text) > MOST_BYTES:
            yield message
            message = sender
        message = f"{message} {notice.text}"
    if message != sender:
        yield message


def read_message(message: str) -> tuple[str, list[Notice]]:
    """Who sent a message, and its notices; what is not understood is left out: it may come from a newer version."""
    sender, *texts = message.split(" ")
    return sender, [notice for text in texts if (notice := read_notice(text)) is not None]


def read_notice(text: str) -> Notice | None:
    kind, _, rest = text.partition(":")
    id, _, number = rest.rpartition(":")
    if kind not in KINDS or not number.isdecimal():
        return None
    return Notice(kind, id, int(number))  # type: ignore[arg-type]  # it is one of the kinds
