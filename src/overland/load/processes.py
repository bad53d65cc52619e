"""What the system knows of a process: the processor time it has used and the memory it holds."""

import os
from pathlib import Path

from overland.load.errors import LoadError

PROC = Path("/proc")


def require_proc() -> None:
    """Refuse systems that do not tell what another process uses."""
    if not (PROC / "self" / "stat").exists():
        raise LoadError("This measurement reads /proc, which only Linux has.")


def processor_seconds(process: int) -> float:
    """User and system time of a process, all its threads together."""
    words = (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(process: int) -> int:
    """The resident set of a process: the part of its memory that is in RAM, shared libraries included."""
    words = (PROC / str(process) / "statm").read_text().split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE")


def allow_many_files() -> None:
    """Let this process, and those it starts, have as many sockets open as the system grants."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
