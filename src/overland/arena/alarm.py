"""How long a bot may take: an alarm that interrupts it, and a watchdog for bots that cannot be interrupted."""

import os
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Self

REPEAT = 1.0  # seconds until the alarm rings again, for a bot that caught the first
DEAD = 86  # the exit code of a process that the watchdog ended


class TimeIsUp(BaseException):
    """Raised inside a bot that thinks too long; not an Exception, so that the bot does not catch it with others."""


class Alarm:
    """Interrupts a bot that takes too long by a signal, on POSIX and in the main thread only; elsewhere it never rings.

    It takes over the signal SIGALRM while it is entered, and gives it back afterwards.
    """

    def __init__(self) -> None:
        self.deadline: float | None = None  # on the monotonic clock, while a bot thinks
        self.allowed = 0.0
        self.can_ring = False
        self.before: Any = None

    def __enter__(self) -> Self:
        self.can_ring = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        if self.can_ring:
            self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if self.can_ring:
            signal.signal(signal.SIGALRM, self.before)

    def start(self, seconds: float) -> None:
        """Begin to time a bot."""
        self.allowed = seconds
        self.deadline = time.monotonic() + seconds
        if self.can_ring:
            signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT)

    def stop(self) -> None:
        if self.deadline is None:
            return
        self.deadline = None  # first, so that a signal already on its way does nothing
        if self.can_ring:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, number: int, frame: FrameType | None) -> None:
        if self.deadline is not None:
            raise TimeIsUp


def start_watchdog(alarm: Alarm) -> None:
    """Start a thread that ends this process when the alarm did not help, as with compiled code that never returns."""

    def look() -> None:
        while True:
            time.sleep(REPEAT / 2)
            deadline = alarm.deadline
            if deadline is not None and time.monotonic() > deadline + alarm.allowed + REPEAT:
                os._exit(DEAD)

    threading.Thread(target=look, name="overland-watchdog", daemon=True).start()
