"""What all tests share."""

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from overland.engine import jit

T = TypeVar("T")

IS_SOAK = bool(os.environ.get("OVERLAND_SOAK"))
IS_POSTGRES = os.environ.get("OVERLAND_TEST_DATABASE", "sqlite") == "postgresql"
IS_INTERPRETED = jit.MODE == "interpreted"

settings.register_profile(
    "overland",
    max_examples=400 if IS_SOAK else 4 if IS_INTERPRETED else 40,
    deadline=None,
    derandomize=not IS_SOAK,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("overland")


def amount(compiled: int, interpreted: int, soak: int) -> int:
    """How much of something a test does: little without compilation, much in a soak."""
    return soak if IS_SOAK else interpreted if IS_INTERPRETED else compiled


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked ``soak`` runs only in ``./dev soak``; what is marked ``sqlite`` not on another database."""
    others = {mark for mark, runs in (("soak", IS_SOAK), ("sqlite", not IS_POSTGRES)) if not runs}
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in others)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def rarely(*values: object) -> object:
    """Parameters of a test that only ``./dev soak`` runs."""
    return pytest.param(*values, marks=pytest.mark.soak)


def mostly(first: str, values: Iterable[str]) -> list[object]:
    """One of several parameters always, the others rarely."""
    assert first in values
    return [first, *(rarely(value) for value in values if value != first)]


def in_turn(values: Sequence[T], number: int, every: int) -> Sequence[T]:
    """All values in a soak; else one of ``every``, and others of them for the next number."""
    return values if IS_SOAK else values[number % every :: every]
