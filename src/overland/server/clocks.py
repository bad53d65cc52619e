"""Thinking time: how much each seat has left, and when it runs out.

``none``: no limit. ``move``: so many seconds for each turn. ``game``: so many for the whole game, and an increment for
each turn. Time in which the server is not running costs nobody anything, and bots have no clock.
"""

from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

MILLI = 1000


class ClockSettings(BaseModel):
    """The clock of a table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(default=0, ge=0, le=30 * 24 * 3600)  #: for a turn, or for the game
    increment: int = Field(default=0, ge=0, le=3600)  #: for each turn, with ``game``


@dataclass
class Clock:
    """A running clock. Times are seconds, left is in milliseconds."""

    settings: ClockSettings = field(default_factory=lambda: ClockSettings())
    players: int = 0
    milliseconds: list[int] = field(default_factory=list)
    running: int | None = None  # the seat whose time runs
    since: float = 0.0  # since when

    def __post_init__(self) -> None:
        if not self.milliseconds:
            self.milliseconds = [self.settings.seconds * MILLI] * self.players

    @property
    def is_on(self) -> bool:
        """Whether there is a limit at all."""
        return self.settings.kind != "none"

    def copy(self) -> Self:
        """A clock that can be tried out."""
        return type(self)(self.settings, self.players, list(self.milliseconds), self.running, self.since)

    def started(self, at: float) -> None:
        """The game begins."""
        self.since = at

    def turn_of(self, to_act: int, at: float) -> None:
        """Whose time runs from now on; steps of the same turn do not start it anew."""
        seat = to_act if to_act >= 0 else None
        if seat != self.running:
            self.running = seat
            if seat is not None and self.settings.kind == "move":
                self.milliseconds[seat] = self.settings.seconds * MILLI
        self.since = at

    def moved(self, seat: int, to_act: int, now: float, ticks: bool) -> None:
        """A seat has decided: take what it used, add what it earns when its turn ends."""
        if not self.is_on:
            return
        if ticks and seat == self.running:
            self.milliseconds[seat] = max(0, self.milliseconds[seat] - round((now - self.since) * MILLI))
        self.since = now
        if to_act != seat and self.settings.kind == "game":
            self.milliseconds[seat] += self.settings.increment * MILLI

    def taken_back(self, seat: int, now: float, ticks: bool) -> None:
        """A seat takes its decision back: what was used since is used, what was earned by it is not."""
        if not self.is_on:
            return
        running = self.running
        if running is not None and ticks:
            self.milliseconds[running] = max(0, self.milliseconds[running] - round((now - self.since) * MILLI))
        if running != seat and self.settings.kind == "game":
            self.milliseconds[seat] = max(0, self.milliseconds[seat] - self.settings.increment * MILLI)

    def turn_back(self, to_act: int, at: float) -> None:
        """After an undo: the clock of the seat that decides again goes on where it was."""
        self.running = to_act if to_act >= 0 else None
        self.since = at

    def left(self) -> list[int] | None:
        """What each seat has left, if there is a limit."""
        return list(self.milliseconds) if self.is_on else None

    def set(self, left: list[int]) -> None:
        """What a line of the log says is left."""
        self.milliseconds = list(left)

    def resumed(self, now: float) -> None:
        """The server was away: what went by since the last line is nobody's loss."""
        self.since = now

    def left_now(self, now: float) -> list[int] | None:
        """What each seat has left at this moment."""
        left = self.left()
        if left is not None and self.running is not None:
            left[self.running] = max(0, left[self.running] - round((now - self.since) * MILLI))
        return left

    def seconds_to_go(self, now: float) -> float | None:
        """When the running seat's time will be up."""
        left = self.left_now(now)
        return None if left is None or self.running is None else left[self.running] / MILLI
