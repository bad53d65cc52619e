"""Other people's environments, for comparison: random steps, each with the legal mask and the observation read."""

import importlib.util
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from overland.cli.bench_timing import Runner

PGX_GAMES, PGX_STEPS = 1024, 50  # side by side, and steps in one compiled call


class Peer(NamedTuple):
    """An environment, the package that brings it, and how it is stepped."""

    title: str
    package: str
    make: Callable[[], Runner]  # what plays that many games or calls, and returns the steps in them


def openspiel(name: str) -> Callable[[], Runner]:
    """A game of OpenSpiel, written in C++: its mask and its observation tensor at every decision."""

    def make() -> Runner:
        import pyspiel

        game: Any = pyspiel.load_game(name)
        dice = random.Random(1)

        def play(games: int) -> int:
            steps = 0
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(dice.choices(outcomes, weights)[0])
                        continue
                    state.observation_tensor(state.current_player())
                    state.legal_actions_mask()
                    state.apply_action(dice.choice(state.legal_actions()))
                    steps += 1
            return steps

        return play

    return make


def pgx(name: str) -> Callable[[], Runner]:
    """A game of Pgx, compiled by JAX: many games at once, many steps in a call, new games where one ends."""

    def make() -> Runner:
        import jax
        import pgx as library
        from pgx.experimental.wrappers import auto_reset

        env: Any = library.make(name)
        begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def some_steps(state: Any, key: Any) -> Any:
            def one(carried: Any, key: Any) -> Any:
                state, seen = carried
                choose, act = jax.random.split(key)
                odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
                actions = jax.random.categorical(choose, odds)
                state = step(state, actions, jax.random.split(act, PGX_GAMES))
                return (state, seen + state.observation.sum()), None

            return jax.lax.scan(one, (state, 0.0), jax.random.split(key, PGX_STEPS))[0]

        run = jax.jit(some_steps)
        current = {"state": begin(jax.random.split(jax.random.PRNGKey(1), PGX_GAMES)), "key": jax.random.PRNGKey(2)}

        def play(calls: int) -> int:
            for _ in range(calls):
                current["key"], key = jax.random.split(current["key"])
                current["state"], seen = run(current["state"], key)
                seen.block_until_ready()
            return calls * PGX_GAMES * PGX_STEPS

        return play

    return make


def pettingzoo(make_env: Callable[[], Any]) -> Callable[[], Runner]:
    """An AEC environment of PettingZoo, stepped as its documentation does."""

    def make() -> Runner:
        env = make_env()
        dice = np.random.default_rng(1)

        def play(games: int) -> int:
            steps = 0
            for seed in range(games):
                env.reset(seed=seed)
                for _ in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        env.step(None)
                        continue
                    legal = np.flatnonzero(observation["action_mask"])
                    env.step(int(legal[dice.integers(len(legal))]))
                    steps += 1
            return steps

        return play

    return make


def classic(name: str) -> Callable[[], Runner]:
    """One of PettingZoo's classic games."""
    return pettingzoo(lambda: importlib.import_module(f"pettingzoo.classic.{name}").env())


PEERS = (
    Peer("OpenSpiel backgammon", "pyspiel", openspiel("backgammon")),
    Peer("OpenSpiel gin rummy", "pyspiel", openspiel("gin_rummy")),
    Peer("Pgx backgammon", "pgx", pgx("backgammon")),
    Peer("PettingZoo connect four", "pygame", classic("connect_four.connect_four")),
    Peer("PettingZoo chess", "chess", classic("chess.chess")),
    Peer("PettingZoo no-limit hold'em", "rlcard", classic("rlcard_envs.texas_holdem_no_limit")),
)


def installed() -> list[Peer]:
    """The environments that can be measured here."""
    return [peer for peer in PEERS if importlib.util.find_spec(peer.package)]


def missing() -> list[str]:
    """The environments that cannot."""
    return [peer.title for peer in PEERS if not importlib.util.find_spec(peer.package)]
