"""Names: friendly ones for visitors who have not given one, and texts without signs that nobody sees."""

import secrets
import unicodedata
from collections.abc import Collection

FIRST = (
    "Amber", "Brisk", "Calm", "Clever", "Dusty", "Early", "Gentle", "Happy", "Honest", "Jolly", "Keen", "Lucky",
    "Merry", "Nimble", "Patient", "Quiet", "Sunny", "Steady", "Swift", "Wandering",
)  # fmt: skip
SECOND = (
    "Badger", "Beaver", "Bison", "Condor", "Coyote", "Crane", "Eagle", "Elk", "Falcon", "Fox", "Hare", "Heron", "Lynx",
    "Marten", "Moose", "Otter", "Owl", "Raven", "Salmon", "Wolf",
)  # fmt: skip


def friendly_name() -> str:
    """A name such as ``Lucky Otter``."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


#: Categories of signs that are not seen but change how a text reads: control, format (bidirectional overrides, zero
#: width), halves of pairs, private use. Blanks of any kind become plain ones.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")


def visible(text: str) -> str:
    """A text of a visitor as others may be shown it."""
    kept = (
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace() or unicodedata.category(sign) not in UNSEEN
    )
    return " ".join("".join(kept).split())


def distinct(name: str, taken: Collection[str], longest: int) -> str:
    """A name, with a number behind it if another player at the table is called so already."""
    used = {other.casefold() for other in taken}
    found, number = name, 1
    while found.casefold() in used:
        number += 1
        found = f"{name[: longest - len(str(number)) - 1]} {number}"
    return found
