"""What is observed, in the terms of Gymnasium's spaces: network inputs or the bytes of the view."""

from typing import Literal

import numpy as np
from gymnasium import spaces

from overland.engine.errors import SettingsError
from overland.engine.record import Array
from overland.rl.vector import VectorEnv, as_bytes

Observe = Literal["inputs", "bytes"]
STRONGEST = 16.0  # no input is stronger


def observation_box(env: VectorEnv, observe: Observe) -> spaces.Box:
    """The space of observations."""
    if observe == "inputs":
        return spaces.Box(-STRONGEST, STRONGEST, (env.input_count,), np.float32)
    if observe == "bytes":
        return spaces.Box(0, 255, (env.observation_size,), np.uint8)
    raise SettingsError(f"What is observed is inputs or bytes, not {observe!r}.")


def action_space(env: VectorEnv) -> spaces.Discrete:
    """The numbers of all actions that seats choose."""
    return spaces.Discrete(env.action_count)


def inputs_or_bytes(env: VectorEnv, observe: Observe, views: Array) -> Array:
    """Views, one for each game, as observations; a copy."""
    return env.dense_inputs_of(views) if observe == "inputs" else as_bytes(views).copy()
