"""The luck a game is played with: deals by number, in ranges that never overlap, and the bots' own random streams.

A bot that was trained or chosen on some deals has, in a sense, seen them; measured on the same ones it looks better
than it is. So the deals for training, for selection (tuning, choosing a checkpoint) and for the test that is published
have separate ranges, and small numbers, which people type at a terminal, belong to none of them.

A bot's stream follows from the deal, the rotation and the seat alone. So a game is the same whichever process plays it
and whatever was played before it.
"""

import hashlib
from enum import StrEnum

from overland.engine.errors import SettingsError

RANGE_SIZE = 2**40  # deals in each range


class DealRange(StrEnum):
    """What deals are for; no deal is in two ranges."""

    TRAINING = "training"
    SELECTION = "selection"
    TEST = "test"


FIRST_SEED = {use: (place + 1) * RANGE_SIZE for place, use in enumerate(DealRange)}


def checked_range(name: str) -> DealRange:
    try:
        return DealRange(name)
    except ValueError:
        raise SettingsError(f"There is no range of deals {name!r}; there are {', '.join(DealRange)}.") from None


def deal_seed(range_name: str, number: int) -> int:
    """The seed of a deal; a ``Match`` with this seed has the same luck."""
    if not 0 <= number < RANGE_SIZE:
        raise SettingsError(f"Deals are numbered from 0 to {RANGE_SIZE - 1}, not {number}.")
    return FIRST_SEED[checked_range(range_name)] + number


def bot_seed(seed: int, rotation: int, seat: int, purpose: str = "bot") -> int:
    """The seed of the random stream that the bot in a seat has in one game of a deal's block."""
    digest = hashlib.sha256(f"overland arena {purpose} {seed} {rotation} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
