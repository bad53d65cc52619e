"""Where the time goes when kernels are compiled: each by itself, without the kernels it calls."""

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from overland.engine import jit


class CompileTime(NamedTuple):
    """How long one kernel took for one list of argument types."""

    seconds: float  # of the processor
    kernel: str


def watch_compilation() -> list[CompileTime]:
    """A list that is filled from now on, as kernels of this process are compiled; those in the cache are not."""
    found: list[CompileTime] = []
    if jit.MODE == "interpreted":
        return found
    from numba.core import event

    begun: list[float] = []
    within: list[float] = []  # seconds that the kernels it calls have taken

    class Stopwatch(event.Listener):
        def on_start(self, happening: Any) -> None:
            begun.append(time.process_time())
            within.append(0.0)

        def on_end(self, happening: Any) -> None:
            whole = time.process_time() - begun.pop()
            found.append(CompileTime(whole - within.pop(), name_of(happening.data["dispatcher"])))
            if within:
                within[-1] += whole

    register: Any = event.register
    register("numba:compile", Stopwatch())
    return found


def name_of(kernel: Any) -> str:
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"


def slowest(found: Iterable[CompileTime], count: int) -> list[str]:
    """The ``count`` kernels that took longest, in lines: seconds, how often it was compiled, its name."""
    seconds: dict[str, float] = {}
    times: dict[str, int] = {}
    for each in found:
        seconds[each.kernel] = seconds.get(each.kernel, 0.0) + each.seconds
        times[each.kernel] = times.get(each.kernel, 0) + 1
    ordered = sorted(seconds, key=lambda name: -seconds[name])[:count]
    return [f"{seconds[name]:6.2f} s  {times[name]} x  {name}" for name in ordered]
