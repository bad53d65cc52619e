"""A small random generator for playouts and training, the same interpreted and compiled.

The algorithm is xoshiro128** on four 32-bit words, kept in 64-bit integers and masked, so that no
step can overflow either way. It is not for matches: those draw from ``chance.py``.
"""

import hashlib

import numpy as np

from overland.engine.jit import compiled
from overland.engine.record import Array, Record, new_record, record

RNG = record(
    ("words", np.int64, 4),  # 32 bits each, not all zero
)

MASK = 0xFFFFFFFF


def new_rng(seed: int) -> Record:
    """A generator whose stream is fixed by ``seed``, any integer."""
    rng = new_record(RNG)
    reseed(rng, seed)
    return rng


def reseed(rng: Record, seed: int) -> None:
    """Put ``rng`` at the start of the stream of ``seed``."""
    digest = hashlib.sha256(f"overland rng {seed}".encode()).digest()
    rng.words[:] = np.frombuffer(digest, np.uint32, 4).astype(np.int64)


@compiled
def next_bits(rng: Record) -> int:
    """The next 32 random bits, as an integer from 0 to 2**32 - 1."""
    words = rng.words
    spread = (words[1] * 5) & MASK
    result = ((((spread << 7) | (spread >> 25)) & MASK) * 9) & MASK
    shifted = (words[1] << 9) & MASK
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = ((words[3] << 11) | (words[3] >> 21)) & MASK
    return int(result)


@compiled
def random_below(rng: Record, limit: int) -> int:
    """A random integer from 0 to ``limit`` - 1; ``limit`` is below 2**31."""
    return (next_bits(rng) * limit) >> 32


@compiled
def random_weighted(rng: Record, weights: Array, count: int) -> int:
    """An index below ``count``, drawn in proportion to ``weights``; -1 if they are all zero."""
    total = 0
    for index in range(count):
        total += int(weights[index])
    if total == 0:
        return -1
    pick = random_below(rng, total)
    index = 0
    while pick >= int(weights[index]):
        pick -= int(weights[index])
        index += 1
    return index
