"""The time of a running server: seconds since 1970 that never jump.

The wall clock is read once, at the start; from then on the monotonic clock goes on from there. Whatever happens to the
wall clock, nobody is locked out by a limit that seems to lie in the future, and no player loses thinking time.
"""

import time
from collections.abc import Callable


class SteadyTime:
    """Time that passes as it passes."""

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.offset = wall() - monotonic()

    def __call__(self) -> float:
        return self.monotonic() + self.offset
