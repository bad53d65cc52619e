"""Where blocks are played: in this process, in several, or on a Dask cluster."""

from collections.abc import Iterable, Iterator

from overland.arena.dask_cluster import DaskCluster
from overland.arena.jobs import Event, Executor, Job, Outcome
from overland.arena.processes import Processes
from overland.arena.worker import forget_bots, play_job
from overland.engine.errors import SettingsError


class InThisProcess:
    """An executor that plays one block after another in this process."""

    def run(self, event: Event, jobs: Iterable[Job]) -> Iterator[Outcome]:
        try:
            for job in jobs:
                yield job, play_job(event, job)
        finally:
            forget_bots()


def chosen_executor(processes: int, dask: str | None) -> Executor:
    """A cluster if one is named, else ``processes`` processes."""
    if dask is not None:
        return DaskCluster(dask)
    if processes < 1:
        raise SettingsError(f"Play in at least one process, not {processes}.")
    return InThisProcess() if processes == 1 else Processes(processes)
