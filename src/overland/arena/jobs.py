"""What is to be played, as values that can travel to another process or machine: an event, and its jobs."""

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from overland.arena.blocks import Block
from overland.arena.entrants import Entrant
from overland.arena.lineups import Lineup
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Options


@dataclass(frozen=True)
class Event:
    """What all blocks of a tournament share."""

    token: str  # a new one for each run: workers forget the bots of other runs
    game: str
    players: int
    options: Options
    data: Data
    entrants: Mapping[str, Entrant]
    range_name: str
    move_limit: float


@dataclass(frozen=True)
class Job:
    """A block to be played; without a deal the bots are only warmed up."""

    lineup: Lineup
    deal: int | None


#: A job and its block; the block is missing if it was abandoned, or if there was nothing to play.
Outcome = tuple[Job, Block | None]


class Executor(Protocol):
    """Plays jobs: here, in other processes, or on other machines."""

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """What became of each job, in any order: its block, or none if playing it killed the process repeatedly."""
        ...


def check_travel(event: Event) -> None:
    """Refuse bots that cannot be sent to another process."""
    try:
        pickle.dumps(event)
    except Exception as error:  # what pickle raises depends on what it meets
        raise SettingsError(f"A bot cannot be sent to other processes: {error}. Play in one process.") from None
