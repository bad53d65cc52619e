"""Playing on a Dask cluster."""

import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from overland.arena.jobs import Event, Job, Outcome, check_travel
from overland.arena.worker import play_job
from overland.engine.errors import SettingsError

ANSWER_SECONDS = 10  # how long a cluster may take to answer the first time


class DaskCluster:
    """An executor on a cluster; bots there are timed but not interrupted, because tasks do not run in the main thread.

    If a worker dies, Dask plays its blocks elsewhere; a block that has killed several workers is abandoned.
    """

    def __init__(self, address: str) -> None:
        try:
            self.distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise SettingsError("A Dask cluster needs the package distributed: pip install 'overland[dask]'.") from None
        self.address = address

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        check_travel(event)
        try:
            client = self.distributed.Client(self.address, timeout=ANSWER_SECONDS)
        except (OSError, ValueError) as error:
            raise SettingsError(f"The Dask cluster at {self.address} does not answer: {error}.") from None
        with client:
            # a task, not scattered data: if the only worker that holds it dies, the scheduler makes it again
            shared = client.submit(unchanged, event, pure=False)
            futures = {client.submit(play_job, shared, job, pure=False): job for job in jobs}
            for future in self.distributed.as_completed(list(futures)):
                try:
                    block = future.result()
                except self.distributed.KilledWorker:
                    block = None
                yield futures.pop(future), block


def unchanged(event: Event) -> Event:
    return event
