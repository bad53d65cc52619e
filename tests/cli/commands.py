"""``overland`` with words, as a process of its own; ``python -m overland`` itself is tried by the tests of servers."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.forked import become, forking

PATIENCE = 200  # seconds


def overland(
    *words: str, text: str = "", folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with something typed; what it said, and how it ended."""
    with tempfile.TemporaryDirectory() as place:
        files = [Path(place) / name for name in ("in", "out", "err")]
        files[0].write_text(text, encoding="utf-8")
        environment = {**os.environ, "COLUMNS": "200", **variables}
        process = forking.Process(target=run, args=(words, folder, files, environment))
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
        code = process.exitcode
        assert code is not None
        process.close()
        out, err = (file.read_text(encoding="utf-8") for file in files[1:])
    return subprocess.CompletedProcess(["overland", *words], code, out, err)


def run(words: tuple[str, ...], folder: Path | None, files: list[Path], environment: dict[str, str]) -> None:
    """Become the command, as ``python -m overland`` would in that folder."""
    sys.stdin, sys.stdout, sys.stderr = (
        file.open(mode, encoding="utf-8") for file, mode in zip(files, "rww", strict=True)
    )
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        os.dup2(stream.fileno(), number)  # also for processes that it starts
    if folder is not None:
        os.chdir(folder)
    become(words, environment)
