"""What a running server counts and measures, in the form that Prometheus reads."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from overland import __version__

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
THINKING = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
TOGETHER = (1, 2, 5, 10, 20, 50, 100, 200)


class Metrics:
    """The figures of one process. None has a table, a visitor or an address in its labels."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Gauge("overland_info", "The version that runs.", ["version"], registry=registry).labels(__version__).set(1)
        self.tables = Gauge("overland_tables", "Tables in memory, by how far they are.", ["status"], registry=registry)
        self.connections = Gauge("overland_connections", "Open sockets of tables.", registry=registry)
        self.held = Gauge("overland_driven_tables", "Tables that this process drives.", registry=registry)
        self.processes = Gauge("overland_other_processes", "Processes that share the database.", registry=registry)
        self.ready = Gauge("overland_ready", "Whether this process takes visitors: 1, or 0.", registry=registry)
        self.moves = Counter("overland_moves", "Decisions that were stored here.", ["game", "by"], registry=registry)
        self.messages = Histogram(
            "overland_message_seconds", "From a message of a socket to the answer.", ["type"],
            buckets=QUICK, registry=registry,
        )  # fmt: skip
        self.requests = Histogram(
            "overland_request_seconds", "From an HTTP request to the end of the answer.", ["status"],
            buckets=QUICK, registry=registry,
        )  # fmt: skip
        self.bots = Histogram(
            "overland_bot_seconds", "How long a bot thought about a decision.", ["level"],
            buckets=THINKING, registry=registry,
        )  # fmt: skip
        self.bot_failures = Counter(
            "overland_bot_failures", "Bots that failed or took too long.", ["level"], registry=registry
        )
        self.commits = Histogram("overland_commit_seconds", "How long a commit took.", buckets=QUICK, registry=registry)
        self.jobs = Histogram(
            "overland_commit_jobs", "What was written in one commit.", buckets=TOGETHER, registry=registry
        )
        self.database_errors = Counter(
            "overland_database_errors", "What the database refused: conflict, or away for anything else.", ["kind"],
            registry=registry,
        )  # fmt: skip
        self.reminders = Counter(
            "overland_reminders", "Attempts to tell somebody of their turn: told, later, failed or gone.",
            ["kind", "outcome"], registry=registry,
        )  # fmt: skip
        self.look: Callable[[], None] = lambda: None  # brings the gauges up to date

    @contextmanager
    def timed(self, measured: Histogram) -> Iterator[None]:
        """Measure how long something takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            measured.observe(time.perf_counter() - began)

    def committed(self, jobs: int, seconds: float, conflicts: int, troubles: int) -> None:
        """A commit is through, or has failed."""
        self.commits.observe(seconds)
        self.jobs.observe(jobs)
        if conflicts:
            self.database_errors.labels("conflict").inc(conflicts)
        if troubles:
            self.database_errors.labels("away").inc(troubles)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        self.look()
        return bytes(generate_latest(self.registry))
