"""Tournaments on a Dask cluster: a real scheduler and two real workers on this machine, some of which get killed."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from overland.arena import Progress, Report, Terms, Tournament, dask_cluster, ladder
from overland.engine.errors import SettingsError

PATIENCE = 60.0  # seconds for the cluster to be there, on a machine that does other things as well


class Cluster:
    """Processes of Dask, each of which is ended by its number, whatever happens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, kind: str, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(self.file)]
        with (self.folder / f"{kind}-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--no-dashboard", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **variables},
            )  # fmt: skip
        self.processes.append(process)
        return process

    def start_scheduler(self, allowed_failures: int) -> str:
        """Start the scheduler and return its address."""
        failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
        scheduler = self.start("scheduler", "--port", "0", **failures)
        deadline = time.monotonic() + PATIENCE
        while scheduler.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError, ValueError):  # the file is not there yet, or only half of it
                return str(json.loads(self.file.read_text())["address"])
            time.sleep(0.05)
        raise AssertionError(self.logs())

    def start_workers(self, address: str, count: int) -> list[subprocess.Popen[bytes]]:
        """Start workers with one thread each, and wait until the scheduler knows them."""
        workers = [self.start("worker", "--nthreads", "1", "--no-nanny") for _ in range(count)]
        connect: Any = distributed.Client  # which has no types
        with connect(address, timeout=PATIENCE) as client:
            client.wait_for_workers(count, timeout=PATIENCE)
        return workers

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait(10)

    def logs(self) -> str:
        return "\n".join(file.read_text(errors="replace") for file in sorted(self.folder.glob("*.log")))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.stop()


def without_times(report: Report) -> Any:
    plain = json.loads(report.to_json())
    for standing in plain["standings"]:
        del standing["thinking"]
    return plain


SLOW = "tests.arena.rude:Slow"  # slow enough that most blocks are still to be played when a worker is killed
TERMS = Terms(deals=8, controls=False)


def kill(worker: subprocess.Popen[bytes]) -> None:
    os.kill(worker.pid, signal.SIGKILL)
    assert worker.wait(10) == -signal.SIGKILL


def test_a_cluster_finds_the_same_as_this_process_even_if_a_worker_is_killed(cluster: Cluster) -> None:
    address = cluster.start_scheduler(allowed_failures=3)
    victim, survivor = cluster.start_workers(address, 2)
    seen: list[Progress] = []

    def kill_after_a_block(progress: Progress) -> None:
        seen.append(progress)
        if progress.done == 1:
            kill(victim)

    report = Tournament("oregon", ["greedy", SLOW], TERMS).run(dask=address, watcher=kill_after_a_block)
    assert survivor.poll() is None, cluster.logs()
    assert seen[-1] == Progress(8, 8, 16)
    assert report.abandoned == []
    assert without_times(report) == without_times(Tournament("oregon", ["greedy", SLOW], TERMS).run())


def test_the_ladder_is_measured_on_a_cluster_as_it_is_here(cluster: Cluster) -> None:
    address = cluster.start_scheduler(allowed_failures=3)
    cluster.start_workers(address, 2)
    pairing = ladder.Pairing("okanagan", 3, "trader", "greenhorn and random")
    there, here = ladder.measure(pairing, 2, 1, dask=address), ladder.measure(pairing, 2, 1)
    assert (there.games, there.share, there.margin) == (here.games, here.share, here.margin)
    assert there.games == 2 * 3, "every deal from every seat"


@pytest.mark.soak
def test_a_tournament_outlives_all_its_workers_if_others_come(cluster: Cluster) -> None:
    address = cluster.start_scheduler(allowed_failures=3)
    [victim] = cluster.start_workers(address, 1)

    def replace_after_a_block(progress: Progress) -> None:
        if progress.done == 1:
            kill(victim)
            cluster.start("worker", "--nthreads", "1", "--no-nanny")

    report = Tournament("oregon", ["greedy", SLOW], TERMS).run(dask=address, watcher=replace_after_a_block)
    assert (report.games, report.abandoned) == (16, [])


def test_a_bot_that_kills_every_worker_it_meets_is_given_up(cluster: Cluster) -> None:
    address = cluster.start_scheduler(allowed_failures=1)
    workers = cluster.start_workers(address, 2)
    lineup = ("random", "tests.arena.rude:Dies")
    tournament = Tournament("oregon", terms=Terms(deals=1, controls=False), lineups=[lineup])
    with pytest.raises(SettingsError, match="nothing to report"):
        tournament.run(dask=address)
    assert tournament.abandoned == [(lineup, 0)]
    assert [worker.wait(10) for worker in workers] == [1, 1]


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "ANSWER_SECONDS", 0.5)
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # a port of our own that nobody listens on
        address = f"tcp://127.0.0.1:{reserved.getsockname()[1]}"
        with pytest.raises(SettingsError, match=f"The Dask cluster at {address} does not answer"):
            Tournament("oregon", ["greedy", "random"]).run(dask=address)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SettingsError, match=r"overland\[dask\]"):
        Tournament("oregon", ["greedy", "random"]).run(dask="tcp://nowhere:1")
