"""To whom something is told, and what is not in the log."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from overland.engine.game import SPECTATOR


class Receiver(NamedTuple):
    """A visitor that something is told to: a player, or a watcher without a seat."""

    identity: str | None
    seat: int | None

    @property
    def point_of_view(self) -> int:
        """The seat whose eyes they see with."""
        return SPECTATOR if self.seat is None else self.seat

    @property
    def alike(self) -> "Receiver":
        """Whoever stands for all who are told the same: all watchers are."""
        return WATCHER if self.seat is None else self


WATCHER = Receiver(None, None)


@dataclass(frozen=True)
class Surroundings:
    """What is not in the log: who is here, and what time it is."""

    connected: Callable[[str], bool] = lambda identity: False
    away: Callable[[str], bool] = lambda identity: False
    now: float = 0.0
