"""The inputs of a value network: only those that are on, as an index and a strength each."""

from typing import NamedTuple

import numpy as np

from overland.engine.jit import compiled
from overland.engine.record import Array

STEPS = 64  # strengths are whole numbers of this part, so that sums of them are exact


class Inputs(NamedTuple):
    """Inputs that are on: the first ``count`` of both arrays, if a function gives a count."""

    indices: Array
    values: Array  # how strongly each is on


@compiled
def put(inputs: Inputs, count: int, index: int, value: float) -> int:
    """Turn an input on, unless its strength is next to nothing; returns how many are on now."""
    steps = np.floor(value * STEPS + 0.5)
    if steps == 0.0:
        return count
    inputs.indices[count] = index
    inputs.values[count] = steps / STEPS
    return count + 1
