"""Chance in a match: every outcome follows from a secret seed, and anyone can check it afterwards.

Outcome number *n* is taken from HMAC-SHA-256(seed, n) by rejection sampling, so each unit of weight is
exactly equally likely. The seed's hash can be shown before the first card, the seed after the last.
"""

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

SEED_BYTES = 32
WORD = 1 << 64


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from(number: int) -> bytes:
    """The seed that a number stands for: for tests, examples and duplicate deals."""
    return hashlib.sha256(f"overland seed {number}".encode()).digest()


def commitment(seed: bytes) -> str:
    """The seed's hash, shown before the game; the seed itself is shown after it."""
    return hashlib.sha256(seed).hexdigest()


def pick_outcome(seed: bytes, number: int, weights: Sequence[int]) -> int:
    """The index of outcome ``number``, drawn in proportion to ``weights``."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random_value(seed, number, sums[-1]))


def random_value(seed: bytes, number: int, total: int) -> int:
    """A number from 0 to ``total`` - 1: the first 64-bit word of the seed's stream that has no bias."""
    fair = WORD - WORD % total
    attempt = 0
    while True:
        message = number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        value = int.from_bytes(hmac.digest(seed, message, "sha256")[:8], "big")
        if value < fair:
            return value % total
        attempt += 1
