"""What every process that plays blocks runs, wherever it is: one function that plays a job."""

import signal
import threading

from overland.arena.alarm import Alarm, start_watchdog
from overland.arena.blocks import Block
from overland.arena.jobs import Event, Job
from overland.arena.seating import Seating
from overland.bots.catalogue import look_for_modules_here

kept = threading.local()  # the seating of this thread: threads of a Dask worker must not share bots
watched_alarm: Alarm | None = None  # in a worker process of our own


def play_job(event: Event, job: Job) -> Block | None:
    """Play one block; the bots are kept for the next one of the same run."""
    if getattr(kept, "token", None) != event.token:
        look_for_modules_here()
        kept.seating = Seating(event, watched_alarm or Alarm())
        kept.token = event.token
    seating: Seating = kept.seating
    if job.deal is None:
        with seating.alarm:
            seating.warm_up(job.lineup)
        return None
    return seating.play_block(job.lineup, job.deal)


def forget_bots() -> None:
    """Release the bots of the last run: they may be large."""
    kept.token = kept.seating = None


def become_worker() -> None:
    """What a worker process of our own does first: leave interrupts to its parent, and watch its bots."""
    global watched_alarm
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watched_alarm = Alarm()
    start_watchdog(watched_alarm)
