"""A server of some checkout, in a process of its own, with limits that a load from one address does not meet."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http import HTTPStatus
from pathlib import Path

import overland
from overland.load.errors import LoadError
from overland.load.processes import processor_seconds, resident_bytes

ENVIRONMENT = "OVERLAND_SERVER_"
READY = re.compile(r"http://127\.0\.0\.1:(\d+) .*Ctrl-C stops it")
STOP_SECONDS = 60
POLL_SECONDS = 0.05
LIMITS = {
    "MESSAGES_PER_SECOND": 1_000_000,
    "MESSAGE_BURST": 1_000_000,
    "REQUESTS_PER_SECOND": 1_000_000,
    "REQUEST_BURST": 1_000_000,
    "TABLES_PER_MINUTE": 1_000_000,
    "TABLE_BURST": 1_000_000,
    "VISITORS_PER_MINUTE": 1_000_000,
    "VISITOR_BURST": 1_000_000,
    "OPEN_TABLES": 1_000_000,
    "CONNECTIONS": 1_000_000,
    "ADDRESS_CONNECTIONS": 1_000_000,
    "LIVE_TABLES": 1_000_000,
}


def own_source() -> Path:
    """The folder that this very package is imported from."""
    return Path(overland.__file__).resolve().parents[1]


class ServerProcess:
    """``overland serve``; started again it goes on with the same tables."""

    def __init__(self, name: str, source: Path, folder: Path, place: str | None = None) -> None:
        self.place = place  # of the database, if it is no file in the folder
        self.name = name
        self.source = source
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def database(self) -> Path:
        return self.folder / "tables.sqlite"

    @property
    def number(self) -> int:
        """The number of the process."""
        assert self.process is not None
        return self.process.pid

    @property
    def processor_seconds(self) -> float:
        return processor_seconds(self.number)

    @property
    def resident_bytes(self) -> int:
        return resident_bytes(self.number)

    def environment(self) -> dict[str, str]:
        """The environment of the server: ours, but with other limits and another source."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ENVIRONMENT)}
        limits = {f"{ENVIRONMENT}{name}": str(value) for name, value in LIMITS.items() if self.knows(name)}
        return {**kept, **limits, "PYTHONPATH": str(self.source)}

    def knows(self, limit: str) -> bool:
        """Whether the checkout has a limit: an older one may not, and refuses what it does not know."""
        settings = self.source / "overland" / "server" / "settings.py"
        return settings.exists() and f" {limit.lower()}:" in settings.read_text(encoding="utf-8")

    def start(self) -> float:
        """Start it and wait until every game can be played; how many seconds that took."""
        self.folder.mkdir(parents=True, exist_ok=True)
        began = time.perf_counter()
        with (self.folder / "server.log").open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "-m", "overland", "serve", "--port", "0", "--database",
                 self.place or str(self.database)],
                env=self.environment(), cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := READY.search(line):
                self.port = int(found[1])
                while not self.is_prepared():
                    time.sleep(POLL_SECONDS)
                return time.perf_counter() - began
        self.stop()
        raise LoadError(f"The server ({self.name}) did not start: {self.last_words()}")

    def is_prepared(self) -> bool:
        """Whether every game can be played; older servers compile everything before they listen."""
        try:
            address = f"http://127.0.0.1:{self.port}/api/preparation"
            with urllib.request.urlopen(address, timeout=STOP_SECONDS) as answer:
                return bool(json.load(answer)["done"])
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.NOT_FOUND:
                return True
            raise

    def last_words(self) -> str:
        """The end of what the server wrote about itself."""
        return (self.folder / "server.log").read_text(encoding="utf-8")[-2000:]

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
