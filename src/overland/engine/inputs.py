"""Writing the inputs of a value network: only those that are on, as an index and a strength each."""

from overland.engine.jit import compiled
from overland.engine.record import Array


@compiled
def put(indices: Array, values: Array, count: int, index: int, value: float) -> int:
    """Turn an input on, unless its strength is zero; returns how many are on now."""
    if value == 0.0:
        return count
    indices[count] = index
    values[count] = value
    return count + 1
