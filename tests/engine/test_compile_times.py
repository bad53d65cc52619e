"""Where compile time goes: kernels are added up by name, the slowest first."""

from overland.engine import jit
from overland.engine.compile_times import CompileTime, slowest, watch_compilation


def test_the_slowest_kernels_come_first_and_are_added_up() -> None:
    found = [CompileTime(1.0, "a.legal"), CompileTime(2.5, "b.search"), CompileTime(2.0, "a.legal")]
    assert slowest(found, 1) == ["  3.00 s  2 x  a.legal"]
    assert slowest(found, 5) == ["  3.00 s  2 x  a.legal", "  2.50 s  1 x  b.search"]


def test_what_is_compiled_is_watched_with_what_it_calls_apart() -> None:
    found = watch_compilation()
    if jit.MODE == "interpreted":
        assert found == []
        return
    import numba

    inner = numba.njit(lambda number: number + 1)
    outer = numba.njit(lambda number: inner(number) + inner(number))
    assert outer(1) == 4
    assert len(found) >= 2 and all(each.seconds >= 0 for each in found)
