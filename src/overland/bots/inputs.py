"""The inputs of a value network: only those that are on, as an index and a strength each."""

from typing import NamedTuple

from overland.engine.jit import compiled
from overland.engine.record import Array


class Inputs(NamedTuple):
    """Inputs that are on: the first ``count`` of both arrays, if a function gives a count."""

    indices: Array
    values: Array  # how strongly each is on


@compiled
def put(inputs: Inputs, count: int, index: int, value: float) -> int:
    """Turn an input on, unless its strength is zero; returns how many are on now."""
    if value == 0.0:
        return count
    inputs.indices[count] = index
    inputs.values[count] = value
    return count + 1
