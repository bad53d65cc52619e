"""How much anybody may ask for: buckets that fill up again, by connection, identity and address."""

import math
from collections import OrderedDict
from collections.abc import Callable

from overland.server.errors import Refusal

MAX_BUCKETS = 50_000  # beyond that, those that were not used for longest are forgotten
FORGOTTEN_AT_ONCE = 2  # at most, for every new one


class Bucket:
    """Holds ``burst`` tokens at most, and gains ``rate`` of them a second."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = float(burst)
        self.at = now

    def wait(self, now: float, cost: int = 1) -> float:
        """Take tokens; otherwise say how many seconds it takes until there are as many."""
        self.tokens = min(self.burst, self.tokens + max(0.0, now - self.at) * self.rate)
        self.at = now
        if self.tokens >= cost:
            self.tokens -= cost
            return 0.0
        return (cost - self.tokens) / self.rate

    def is_full(self, now: float) -> bool:
        """Whether it is as good as new."""
        return self.tokens + (now - self.at) * self.rate >= self.burst

    def owe(self, tokens: int) -> None:
        """Take tokens that may not be there yet."""
        self.tokens -= tokens


class Limit:
    """A limit by name, with a bucket for everybody who meets it."""

    def __init__(self, name: str, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self.name = name
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def spend(self, key: str, cost: int = 1) -> None:
        """Count something; refuse it with the name of the limit and the seconds to wait."""
        if wait := self.wait(key, cost):
            seconds = max(1, math.ceil(wait))
            raise Refusal(f"limit.{self.name}", 429, wait=seconds, seconds=seconds)

    def has_room(self, key: str) -> bool:
        """Count something, if it may be."""
        return not self.wait(key, 1)

    def wait(self, key: str, cost: int) -> float:
        """Count something; otherwise the seconds to wait."""
        now = self.clock()
        bucket = self.buckets.get(key)
        if bucket is None:
            self.forget(now)
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, now)
        self.buckets.move_to_end(key)
        return bucket.wait(now, cost)

    def forget(self, now: float) -> None:
        """Make room for a bucket: those that are full again need not be kept, nor too many others."""
        for _ in range(FORGOTTEN_AT_ONCE):
            oldest = next(iter(self.buckets.values()), None)
            if oldest is None or (len(self.buckets) < MAX_BUCKETS and not oldest.is_full(now)):
                return
            self.buckets.popitem(last=False)
