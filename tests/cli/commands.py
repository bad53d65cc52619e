"""``overland`` with words, as a process of its own: forked from one that has imported everything already.

That takes a tenth of the time of a new Python; ``python -m overland`` itself is tried by the tests of servers.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 200  # seconds

forking = multiprocessing.get_context("forkserver")
forking.set_forkserver_preload(["tests.cli.commands", "overland.cli.app"])


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
    os.environ.clear()
    os.environ.update(environment)
    if folder is not None:
        os.chdir(folder)
    sys.path.insert(0, str(Path.cwd()))  # where a bot of one's own is looked for
    sys.argv = ["overland", *words]
    from overland.cli.app import main

    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
