"""A real server in a process of its own, on a port of its own, on loopback."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import IS_SOAK
from tests.forked import ForkedServer
from tests.server.databases import place_of

READY = re.compile(r"Overland is at (http://127\.0\.0\.1:\d+)")
START_SECONDS = 240  # kernels may have to be compiled
ANSWER_SECONDS = 10


class ServerProcess:
    """``overland serve``: as anybody would start it, or forked, which is quick."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.is_forked = settings.pop("is_forked", not IS_SOAK)
        self.ready = settings.pop("ready", None)  # where it listens, if it is reached by another name
        self.place = settings.pop("place", None) or place_of(folder)
        self.settings = {
            "bot_pause": 0, "table_burst": 1000, "visitor_burst": 1000, "request_burst": 10_000, "open_tables": 1000,
            "connections": 1000, "message_burst": 1000, "messages_per_second": 1000, **settings,
        }  # fmt: skip
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | ForkedServer | None = None

    def start(self, until_ready: bool = True) -> None:
        """Start it and wait until it listens, and until the games are ready; after a crash on the same port."""
        self.process = self.forked() if self.is_forked else self.started()
        assert self.process.stdout is not None
        limit = time.monotonic() + START_SECONDS
        for line in self.process.stdout:
            if self.ready is not None and "Overland is at" in line:
                self.url = f"http://{self.ready}"
                break
            if found := READY.search(line):
                self.url = found[1]
                self.port = int(self.url.rsplit(":", 1)[1])
                break
            assert time.monotonic() < limit
        else:
            raise AssertionError(self.log.read_text())
        while until_ready and not self.is_prepared():
            assert time.monotonic() < limit
            time.sleep(0.1)

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    @property
    def words(self) -> list[str]:
        return ["serve", "--port", str(self.port), "--database", str(self.place)]

    @property
    def environment(self) -> dict[str, str]:
        given = {f"OVERLAND_SERVER_{name.upper()}": str(value) for name, value in self.settings.items()}
        return {**os.environ, **given}

    def started(self) -> "subprocess.Popen[str]":
        """A new process."""
        with self.log.open("a", encoding="utf-8") as log:
            return subprocess.Popen(
                [sys.executable, "-u", "-m", "overland", *self.words],
                stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment,
            )  # fmt: skip

    def forked(self) -> ForkedServer:
        """The same, from one that has everything in memory."""
        return ForkedServer(self.words, self.log, self.environment)

    def is_prepared(self) -> bool:
        """Whether the games are ready; a machine that is too busy to answer in time is asked again."""
        try:
            return bool(self.preparation()["done"])
        except TimeoutError:
            return False

    def preparation(self) -> Any:
        """How far the games are."""
        with urllib.request.urlopen(f"{self.url}/api/preparation", timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)

    def kill(self) -> None:
        """As if the power went."""
        self.stop(signal.SIGKILL)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Stop it; its exit code."""
        assert self.process is not None
        self.process.send_signal(sign)
        code = self.process.wait(timeout=30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code


@contextmanager
def running_server(folder: Path, **settings: object) -> Iterator[ServerProcess]:
    folder.mkdir(parents=True, exist_ok=True)
    server = ServerProcess(folder, **settings)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None:
            server.stop()
