"""Playing in several processes of this machine."""

import contextlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from overland.arena.blocks import Block
from overland.arena.jobs import Event, Job, Outcome, check_travel
from overland.arena.worker import become_worker, play_job
from overland.engine.errors import SettingsError

AHEAD = 2  # how many jobs a process has waiting or under way


class Processes:
    """An executor in processes. When one dies, the jobs that may have killed it are tried once more, one at a time."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
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
                    yield from run_jobs(pool, event, waiting, suspects, self.processes * AHEAD)
                    return
                except BrokenProcessPool:
                    pass
            yield from run_singly(event, suspects.values())


def warm_up(pool: ProcessPoolExecutor, event: Event) -> None:
    """Let one process compile what the bots need, so that the others find it compiled."""
    try:
        pool.submit(os.getpid).result()
    except BrokenProcessPool:
        raise SettingsError(
            "The worker processes did not start. A script that plays a tournament in several processes must start it"
            " under: if __name__ == '__main__'."
        ) from None
    pool.submit(play_job, event, Job(tuple(event.entrants), None)).result()


def run_jobs(
    pool: ProcessPoolExecutor,
    event: Event,
    waiting: Iterator[Job],
    under_way: dict[Future[Block | None], Job],
    most: int,
) -> Iterator[Outcome]:
    """Play jobs in a pool; ``under_way`` holds those not yet finished, at most ``most`` at a time."""
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
    """A job handed to a pool; if the pool has broken meanwhile, the job fails like those already in it."""
    try:
        return pool.submit(play_job, event, job)
    except BrokenProcessPool as error:
        future: Future[Block | None] = Future()
        future.set_exception(error)
        return future


def run_singly(event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
    """Play one job at a time in a process that does nothing else; a job that kills it is abandoned."""
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
