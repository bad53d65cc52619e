"""Overland for learning: a vector environment of our own, and adapters to other people's libraries."""

from overland.rl.stepping import WAIT
from overland.rl.vector import VectorEnv

__all__ = ["WAIT", "VectorEnv"]
