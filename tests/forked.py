"""Processes that are forked from one that has imported everything and loaded the kernels.

That takes a tenth of the time of a new Python. ``python -m overland`` itself is what ``./dev soak`` starts, and a few
of the other tests.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

forking = multiprocessing.get_context("forkserver")
forking.set_forkserver_preload(["tests.loaded"])


class ForkedServer:
    """``overland`` with words that run until they are told to stop: what is asked of it is like a ``Popen``."""

    def __init__(self, words: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        here, there = forking.Pipe(duplex=False)
        self.process = forking.Process(target=serve, args=(tuple(words), there, log, dict(environment)))
        self.process.start()
        there.close()
        assert self.process.pid is not None
        self.pid: int = self.process.pid
        self.stdout: TextIO = os.fdopen(os.dup(here.fileno()), encoding="utf-8")
        here.close()

    def send_signal(self, sign: signal.Signals) -> None:
        if self.process.is_alive():
            os.kill(self.pid, sign)

    def wait(self, timeout: float) -> int:
        """Its exit code, once it has ended."""
        self.process.join(timeout)
        code = self.process.exitcode
        if code is None:
            raise TimeoutError(f"it has not ended after {timeout:g} s")
        self.process.close()
        return code


def serve(words: tuple[str, ...], out: Connection, log: Path, environment: dict[str, str]) -> None:
    """Be the command, as far as it says where it is and how it goes."""
    with log.open("a", encoding="utf-8") as complaints:
        os.dup2(complaints.fileno(), 2)
    os.dup2(out.fileno(), 1)
    out.close()
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
    become(words, environment)


def become(words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Be ``python -m overland`` with these words and these variables, in this process."""
    os.environ.clear()
    os.environ.update(environment)
    sys.path.insert(0, str(Path.cwd()))  # where a bot of one's own is looked for
    sys.argv = ["overland", *words]
    from overland.cli.app import main

    try:
        main()
    finally:
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.flush()
            sys.stderr.flush()
