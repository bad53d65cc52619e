"""No observation, mask, info or reward depends on what a seat may not know: games with other secrets tell it the same.

A game is stopped, and what a seat cannot know is dealt anew in its twin. Both must say the same to the seat; and after
the same action, as long as the seat sees the same, it must be told and paid the same.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from overland.engine.games import GAMES
from overland.engine.record import Record
from overland.engine.rng import new_rng
from overland.rl import VectorEnv
from overland.rl.gymnasium import LearnerEnv, LearnerVectorEnv
from overland.rl.pettingzoo import AecEnv, raw_env
from tests.conftest import IS_SOAK, amount

KINDS = [(game.name, players) for game in GAMES.values() for players in range(game.min_players, game.max_players + 1)]
each_kind = pytest.mark.parametrize(("game", "players"), KINDS)
GAMES_PLAYED = 12 if IS_SOAK else 2


def become(twin: VectorEnv, env: VectorEnv) -> None:
    """Make an environment the same as another, generators included."""
    for mine, theirs in zip(twin._games, env._games, strict=True):
        mine[...] = theirs


def swap_secrets(env: VectorEnv, seat: int, dice: Record) -> None:
    """Deal anew what a seat cannot know."""
    env.put(0, env.position(0).sample(seat, dice))


def same(left: Any, right: Any) -> bool:
    """Whether two things that were told are the same, to the byte."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, np.ndarray):
        return bool(left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes())
    return bool(left == right)


def asked(env: VectorEnv) -> list[Any]:
    """All that the seat which is asked is told."""
    indices, values, counts = env.sparse_inputs()
    return [
        env.seats.copy(),
        env.observations.copy(),
        env.counts.copy(),
        env.legal[0, : env.counts[0]].copy(),
        env.masks.copy(),
        env.dense_masks(),
        env.dense_inputs(),
        indices[0, : counts[0]].copy(),
        values[0, : counts[0]].copy(),
    ]


def moments(env: VectorEnv) -> Iterator[None]:
    """Some games from the first decision to the last."""
    for seed in range(GAMES_PLAYED):
        env.reset(seed=seed)
        while env.seats[0] >= 0:
            yield
            env.step(env.sample())


@each_kind
def test_the_vector_environment_keeps_secrets(game: str, players: int) -> None:
    env = VectorEnv(game, 1, players, rewards="change", autoreset=False)
    first, second = (VectorEnv(game, 1, players, rewards="change", autoreset=False) for _ in range(2))
    dice, changed, paid = new_rng(3), 0, 0
    for step, _ in enumerate(moments(env)):
        seat = step % players
        become(first, env)
        become(second, env)
        swap_secrets(second, seat, dice)
        changed += first.position(0) != second.position(0)
        if env.seats[0] == seat:
            assert all(same(*pair) for pair in zip(asked(first), asked(second), strict=True))
        action = first.sample().copy()
        if action[0] not in second.legal[0, : second.counts[0]]:
            continue
        first.step(action)
        second.step(action)
        if same(first.view(0, seat).tobytes(), second.view(0, seat).tobytes()):
            assert first.rewards[0, seat] == second.rewards[0, seat]
            assert first.dones[0] == second.dones[0]
            paid += first.rewards[0, seat] != 0
    assert changed > amount(100, 100, 500)
    assert paid > 2


@each_kind
@pytest.mark.parametrize("observe", ["inputs", "bytes"])
def test_the_pettingzoo_environment_keeps_secrets(game: str, players: int, observe: str) -> None:
    one, other = (raw_env(game=game, players=players, observe=observe, rewards="change") for _ in range(2))
    spare = raw_env(game=game, players=players, observe=observe, rewards="change")
    dice, rng = new_rng(4), np.random.default_rng(4)
    compared = changed = 0
    for seed in range(GAMES_PLAYED):
        one.reset(seed=seed)
        while not any(one.terminations.values()):
            agent = one.possible_agents[compared % players]
            action = int(rng.choice(one._table.legal[0, : one._table.counts[0]]))
            for copy in (other, spare):
                copy.reset(seed=seed)
                become(copy._table, one._table)
                copy.agent_selection = one.agent_selection
            swap_secrets(other._table, int(agent[-1]), dice)
            changed += other._table.position(0) != one._table.position(0)
            assert told(one, agent)[:3] == told(other, agent)[:3]
            one.step(action)
            compared += 1
            if action not in other._table.legal[0, : other._table.counts[0]]:
                continue
            spare.step(action)
            other.step(action)
            seat = int(agent[-1])
            if spare._table.view(0, seat).tobytes() == other._table.view(0, seat).tobytes():
                assert told(spare, agent) == told(other, agent)
    assert compared > 100
    assert changed > 50


def told(env: AecEnv, agent: str) -> list[Any]:
    """All that an agent is told."""
    observed = env.observe(agent)
    is_asked = env.agent_selection == agent
    return [
        observed["observation"].tobytes(),
        observed["action_mask"].tobytes(),
        is_asked,
        env.rewards[agent],
        env.terminations[agent],
        env.truncations[agent],
        env.infos[agent],
    ]


@each_kind
def test_the_gymnasium_environments_keep_secrets(game: str, players: int) -> None:
    dice, rng = new_rng(5), np.random.default_rng(5)
    one, other = (LearnerEnv(game, players, "random", rewards="change") for _ in range(2))
    compared = changed = alike = 0
    for seed in range(GAMES_PLAYED):
        _, info = one.reset(seed=seed)
        other.reset(seed=seed)
        is_over = False
        while not is_over:
            become(other._table, one._table)
            other._learners[:] = one._learners
            other._bots.rngs[:] = one._bots.rngs
            swap_secrets(other._table, int(one._learners[0]), dice)
            changed += other._table.position(0) != one._table.position(0)
            assert same(one._observation(), other._observation())
            assert same(one._info(), other._info())
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            other._is_over = False
            there = other.step(action)
            here = one.step(action)
            if same(here[0], there[0]) and here[2] == there[2] and not here[2]:
                assert here[1] == there[1]
                assert same(here[4], there[4])
                alike += 1
            is_over, info = here[2], here[4]
            compared += 1
    assert compared > 30
    assert changed > 20
    assert alike > 5


@each_kind
def test_the_vector_of_gymnasium_keeps_secrets(game: str, players: int) -> None:
    dice, rng = new_rng(6), np.random.default_rng(6)
    one, other = (LearnerVectorEnv(1, game, players, "random", rewards="change") for _ in range(2))
    _, infos = one.reset(seed=1)
    other.reset(seed=1)
    changed = alike = 0
    for _ in range(amount(60, 10, 1000)):
        become(other._table, one._table)
        other._learners[:] = one._learners
        other._bots.rngs[:] = one._bots.rngs
        swap_secrets(other._table, int(one._learners[0]), dice)
        changed += other._table.position(0) != one._table.position(0)
        assert same(one._observations(), other._observations())
        assert same(one._infos(), other._infos())
        actions = np.array([rng.choice(np.flatnonzero(infos["action_mask"][0]))])
        there, here = other.step(actions), one.step(actions)
        infos = here[4]
        if same(here[0], there[0]) and not here[2][0] and not there[2][0]:
            assert same(here[1], there[1])
            assert same(here[4], there[4])
            alike += 1
    assert changed > amount(20, 1, 100)
    assert alike > amount(5, 0, 50)
