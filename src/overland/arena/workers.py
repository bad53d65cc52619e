"""Where blocks are played: in this process, in several, or on a Dask cluster. Each plays the same function.

An executor takes jobs and gives back what became of each, in any order: its block, or none if it was abandoned
because it killed whoever played it.
"""

import contextlib
import importlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from overland.arena.blocks import Block
from overland.arena.clock import Alarm, watch
from overland.arena.deals import deal_seed
from overland.arena.entrants import Entrant
from overland.arena.lineups import Lineup
from overland.arena.table import Table
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Options
from overland.engine.games import game_named

AHEAD = 2  # how many jobs a process has waiting or under way


@dataclass(frozen=True)
class Event:
    """What all blocks of a tournament share; it travels to the workers."""

    token: str  # another one for each run: workers forget the bots of other runs
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
    """Plays jobs somewhere."""

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """What became of each job, as it becomes known."""
        ...


kept = threading.local()  # the table of this thread: threads of a Dask worker must not share bots
watched_alarm: Alarm | None = None  # in a worker process of ours


def play_job(event: Event, job: Job) -> Block | None:
    """Play one block; the table and its bots are kept for the next one of the same run."""
    if getattr(kept, "token", None) != event.token:
        look_for_modules_here()
        game, alarm = game_named(event.game), watched_alarm or Alarm()
        kept.table = Table(game, event.players, event.options, event.data, event.entrants, event.move_limit, alarm)
        kept.token = event.token
    table: Table = kept.table
    if job.deal is None:
        with table.alarm:
            table.warm_up(job.lineup)
        return None
    return table.play_block(job.lineup, job.deal, deal_seed(event.range_name, job.deal))


def look_for_modules_here() -> None:
    """Let ``mymodule:MyBot`` be found in the folder where the command was given."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


class InThisProcess:
    """Plays one block after the other right here."""

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """What became of each job."""
        try:
            for job in jobs:
                yield job, play_job(event, job)
        finally:
            kept.token = kept.table = None  # bots may be large


class Processes:
    """Plays in processes of this machine. One that dies takes nobody along: its block is tried once more, alone."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """What became of each job."""
        check_travel(event)
        waiting = iter(jobs)
        has_warmed = False
        while True:
            suspects: dict[Future[Block | None], Job] = {}
            with pool_of(self.processes) as pool:
                try:
                    if not has_warmed:
                        has_warmed = True
                        warm_up(pool, event)
                    yield from play_on(pool, event, waiting, suspects, self.processes * AHEAD)
                    return
                except BrokenProcessPool:
                    pass
            yield from play_singly(event, suspects.values())


def check_travel(event: Event) -> None:
    """Refuse bots that cannot be sent to another process."""
    try:
        pickle.dumps(event)
    except Exception as error:  # what pickle raises depends on what it meets
        raise SettingsError(f"A bot cannot be sent to other processes: {error}. Play in one process.") from None


def warm_up(pool: ProcessPoolExecutor, event: Event) -> None:
    """Let one process compile what the bots need, so that the others find it done."""
    try:
        pool.submit(os.getpid).result()
    except BrokenProcessPool:
        raise SettingsError(
            "The worker processes do not start. In a script of your own, a tournament in several processes stands"
            " under: if __name__ == '__main__'."
        ) from None
    pool.submit(play_job, event, Job(tuple(event.entrants), None)).result()


def play_on(
    pool: ProcessPoolExecutor,
    event: Event,
    waiting: Iterator[Job],
    under_way: dict[Future[Block | None], Job],
    most: int,
) -> Iterator[Outcome]:
    """Play jobs in a pool; ``under_way`` holds those that were handed over and have not come back."""
    while True:
        while len(under_way) < most and (job := next(waiting, None)) is not None:
            under_way[submitted(pool, event, job)] = job
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        good = [future for future in done if future.exception() is None]
        for future in good:
            yield under_way.pop(future), future.result()
        for future in done.difference(good):
            future.result()  # raises: the pool is broken


def submitted(pool: ProcessPoolExecutor, event: Event, job: Job) -> Future[Block | None]:
    """A job handed over to a pool; one that broke meanwhile fails it like those it had before."""
    try:
        return pool.submit(play_job, event, job)
    except BrokenProcessPool as error:
        future: Future[Block | None] = Future()
        future.set_exception(error)
        return future


def play_singly(event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
    """Play one job at a time in a process that does nothing else; one that kills it is abandoned."""
    waiting = list(jobs)
    while waiting:
        with pool_of(1) as pool:
            while waiting:
                job = waiting.pop(0)
                try:
                    block = pool.submit(play_job, event, job).result()
                except BrokenProcessPool:
                    yield job, None
                    break
                yield job, block


@contextlib.contextmanager
def pool_of(processes: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, which are ended at once when something goes wrong here."""
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=become_worker)
    try:
        yield pool
    except BaseException:
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def become_worker() -> None:
    """What a worker process does first: leave interrupts to its parent, and watch its bots."""
    global watched_alarm
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watched_alarm = Alarm()
    watch(watched_alarm)


class Dask:
    """Plays on a Dask cluster; bots there are timed but not interrupted, for tasks do not run in the main thread."""

    def __init__(self, address: str) -> None:
        try:
            self.distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise SettingsError("A Dask cluster needs the package distributed: pip install 'overland[dask]'.") from None
        self.address = address

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """What became of each job."""
        check_travel(event)
        try:
            client = self.distributed.Client(self.address, timeout=10)
        except (OSError, ValueError) as error:
            raise SettingsError(f"The Dask cluster at {self.address} does not answer: {error}.") from None
        with client:
            shared = client.scatter(event, hash=False)
            futures = {client.submit(play_job, shared, job, pure=False): job for job in jobs}
            for future in self.distributed.as_completed(list(futures)):
                try:
                    block = future.result()
                except self.distributed.KilledWorker:
                    block = None
                yield futures.pop(future), block


def chosen_executor(processes: int, dask: str | None) -> Executor:
    """Where to play: on a cluster if one is named, else in so many processes."""
    if dask is not None:
        return Dask(dask)
    if processes < 1:
        raise SettingsError(f"Play in at least one process, not in {processes}.")
    return InThisProcess() if processes == 1 else Processes(processes)
