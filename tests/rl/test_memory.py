"""A million random steps of each environment leave memory as it was: only in the long version."""

import gc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from overland.engine.games import GAMES
from overland.rl import VectorEnv
from overland.rl.gymnasium import LearnerEnv, LearnerVectorEnv
from overland.rl.pettingzoo import raw_env

pytestmark = pytest.mark.soak
STEPS = 1_000_000
PART = STEPS // 5
MOST = 3 << 20  # bytes: what the interpreter and the allocator may keep


def resident() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def steps_of_vector(game: str) -> Callable[[int], None]:
    env = VectorEnv(game, 500, 2, seed=1, threads=2)

    def run(steps: int) -> None:
        for _ in range(steps // 500):
            env.step(env.sample())
            env.sparse_inputs()

    return run


def steps_of_gymnasium_vector(game: str) -> Callable[[int], None]:
    env = LearnerVectorEnv(100, game, 2, "random", observe="bytes")
    env.reset(seed=1)

    def run(steps: int) -> None:
        for _ in range(steps // 100):
            env.step(env._table.sample())

    return run


def steps_of_gymnasium(game: str) -> Callable[[int], None]:
    env = LearnerEnv(game, 2, "random", observe="bytes")
    env.reset(seed=1)

    def run(steps: int) -> None:
        for _ in range(steps):
            if env.step(env._table.sample()[0])[2]:
                env.reset()

    return run


def steps_of_pettingzoo(game: str) -> Callable[[int], None]:
    env = raw_env(game=game, observe="bytes")
    env.reset(seed=1)

    def run(steps: int) -> None:
        for _ in range(steps):
            env.observe(env.agent_selection)
            env.step(int(env._table.sample()[0]))
            if any(env.terminations.values()):
                env.reset()

    return run


def steps_of_openspiel(game: str) -> Callable[[int], None]:
    import pyspiel

    import overland.rl.openspiel

    assert overland.rl.openspiel
    rules, dice = pyspiel.load_game(f"python_overland_{game}"), np.random.default_rng(1)
    current = {"state": rules.new_initial_state()}

    def run(steps: int) -> None:
        for _ in range(steps):
            state = current["state"]
            legal = state.legal_actions()
            state.apply_action(int(legal[dice.integers(len(legal))]))
            if state.is_terminal():
                current["state"] = rules.new_initial_state()

    return run


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "make",
    [steps_of_vector, steps_of_gymnasium_vector, steps_of_gymnasium, steps_of_pettingzoo, steps_of_openspiel],
)
def test_a_million_steps_leave_memory_flat(make: Callable[[str], Callable[[int], None]], game: str) -> None:
    run = make(game)
    run(PART)  # everything is compiled, and every buffer as large as it gets
    before = resident()
    run(STEPS)
    grown = resident() - before
    print(f"{make.__name__} {game}: {grown:,} bytes")
    assert grown < MOST
