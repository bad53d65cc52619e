"""The vector environment: it asks what the rules ask, pays what it says, and repeats itself to the bit."""

import gc
import itertools
import tracemalloc

import numpy as np
import pytest

from overland import Match, Position
from overland.engine.errors import IllegalMove, SettingsError
from overland.engine.game import OVER
from overland.engine.games import GAMES
from overland.rl import WAIT, VectorEnv
from overland.rl.vector import REWARDS
from tests.conftest import amount

KINDS = [(game.name, players) for game in GAMES.values() for players in range(game.min_players, game.max_players + 1)]
each_kind = pytest.mark.parametrize(("game", "players"), KINDS)
each_game = pytest.mark.parametrize("game", GAMES)
TOLD = ("seats", "observations", "counts", "masks", "rewards", "dones", "final_scores", "final_winners", "lengths")


def told(env: VectorEnv) -> list[bytes]:
    """All that an environment tells, as bytes."""
    return [getattr(env, name).tobytes() for name in TOLD]


@each_kind
def test_every_game_asks_what_the_rules_ask(game: str, players: int) -> None:
    env = VectorEnv(game, 5, players, seed=3)
    for _ in range(amount(150, 20, 3000)):
        for index in range(env.count):
            position = env.position(index)
            seat, legal = int(env.seats[index]), env.legal[index, : env.counts[index]].tolist()
            assert seat == position.to_act
            assert legal == position.legal.actions.tolist()
            assert np.flatnonzero(np.unpackbits(env.masks[index], bitorder="little")).tolist() == legal
            assert env.observations[index].tobytes() == position.view(seat).tobytes()
            assert env.view(index, 1).tobytes() == position.view(1).tobytes()
        env.step(env.sample())


@each_game
def test_inputs_and_masks_are_the_same_in_every_form(game: str) -> None:
    env = VectorEnv(game, 4, 2, seed=3, threads=2)
    for _ in range(amount(60, 5, 500)):
        env.step(env.sample())
        indices, values, counts = env.sparse_inputs()
        added = np.zeros((4, env.input_count), np.float32)
        for index in range(4):
            np.add.at(added[index], indices[index, : counts[index]], values[index, : counts[index]])
        dense = env.dense_inputs(np.full((4, env.input_count), 9, np.float32))
        assert (added == dense).all()
        assert (dense == env.dense_inputs_of(env.views)).all()
        bits = np.unpackbits(env.masks, axis=1, count=env.action_count, bitorder="little")
        assert (env.dense_masks() == bits).all()


@each_game
def test_sixteen_threads_play_the_same_games_as_one(game: str) -> None:
    one, many = (VectorEnv(game, 37, 3, seed=11, rewards="change", threads=threads) for threads in (1, 16))
    with many:
        for _ in range(amount(400, 3, 4000)):
            assert told(one) == told(many)
            one.step(one.sample())
            many.step(many.sample())
        assert one.numbers.sum() > 37 or amount(0, 1, 0)
        assert (one.dense_inputs() == many.dense_inputs()).all()


@each_kind
def test_rewards_add_up_to_the_margin(game: str, players: int) -> None:
    envs = {name: VectorEnv(game, 8, players, seed=5, rewards=name) for name in REWARDS}  # type: ignore[arg-type]
    sums = {name: np.zeros((8, players)) for name in REWARDS}
    ended = 0
    while ended < amount(30, 1, 1000):
        actions = envs["final"].sample()
        for name, env in envs.items():
            env.step(actions)
            sums[name] += env.rewards
        for index in np.flatnonzero(envs["final"].dones):
            scores = envs["final"].final_scores[index]
            rivals = [max(scores[other] for other in range(players) if other != seat) for seat in range(players)]
            assert sums["change"][index].tolist() == sums["final"][index].tolist() == (scores - rivals).tolist()
            winners = envs["final"].final_winners[index]
            assert abs(sums["win"][index].sum()) < 1e-6
            if winners.sum() == 1:
                assert sums["win"][index].argmax() == winners.argmax()
                assert sums["win"][index].max() == 1
            for total in sums.values():
                total[index] = 0
            ended += 1


@each_game
def test_known_points_are_paid_to_the_seat_that_is_asked(game: str) -> None:
    env = VectorEnv(game, 6, 3, seed=2, rewards="change")
    for _ in range(amount(200, 20, 1000)):
        env.step(env.sample())
        for index in np.flatnonzero(~env.dones):
            assert not np.delete(env.rewards[index], env.seats[index]).any()


@each_game
def test_the_luck_of_a_game_does_not_depend_on_the_games_before_it(game: str) -> None:
    first, second = (VectorEnv(game, 3, 2, seed=4) for _ in range(2))
    for env, choose in ((first, 0), (second, -1)):
        while env.numbers.min() < 2:
            chosen = env.legal[np.arange(3), 0 if choose == 0 else env.counts - 1].copy()
            chosen[env.numbers == 2] = WAIT
            env.step(chosen)
    assert (first.observations == second.observations).all()
    assert first.final_scores.tolist() != second.final_scores.tolist()
    assert not (first.observations[0] == first.observations[1]).all()


@each_game
def test_a_refused_action_changes_nothing_anywhere(game: str) -> None:
    env = VectorEnv(game, 3, 2, seed=1)
    before = told(env)
    right = env.legal[:, 0].copy()
    for wrong in (env.action_count, 10**9, -7, env.action_count - 1):
        actions = right.copy()
        actions[2] = wrong
        with pytest.raises(IllegalMove, match="not legal in game 2"):
            env.step(actions)
    for shape in ([1, 2], [[1], [2], [3]], [1.0, 2.0, 3.0], ["a", "b", "c"], 5):
        with pytest.raises(IllegalMove, match="3 whole numbers"):
            env.step(shape)
    assert told(env) == before
    env.step(right.astype(np.int32))
    assert told(env) != before
    with pytest.raises(ValueError, match="read-only"):
        env.masks[0, 0] = 255


def test_settings_that_cannot_be_are_refused() -> None:
    for wrong in ({"count": 0}, {"threads": 0}, {"players": 5}, {"rewards": "gold"}, {"options": {"x": "y"}}):
        with pytest.raises(SettingsError):
            VectorEnv("oregon", **wrong)
    with pytest.raises(SettingsError, match="no game 'chess'"):
        VectorEnv("chess")
    env = VectorEnv("oregon", 2)
    with pytest.raises(SettingsError, match="no game 2"):
        env.position(2)
    with pytest.raises(SettingsError, match="another game"):
        env.put(0, Position.start("oregon", players=3))


@each_game
def test_without_autoreset_a_game_that_is_over_waits(game: str) -> None:
    env = VectorEnv(game, 4, 2, seed=9, autoreset=False)
    while (env.seats != OVER).any():
        env.step(env.sample())
    assert not env.counts.any()
    assert not env.masks.any()
    assert not env.observations.any()
    assert (env.sample() == WAIT).all()
    assert env.final_winners.sum(axis=1).min() >= 1
    for index in range(4):
        assert env.position(index).scores == env.final_scores[index].tolist()
        assert env.final_observations[index, 1].tobytes() == env.position(index).view(1).tobytes()
    assert not env.dense_inputs().any()
    env.reset(seed=9)
    assert (env.seats != OVER).all()


@each_game
def test_games_go_on_from_a_position_that_is_put_there(game: str) -> None:
    match = Match(game, players=2, seed=4)
    for _ in range(20):
        match.play(match.legal[len(match.legal) // 2])
    env = VectorEnv(game, 2, 2, seed=1)
    env.put(1, match.position)
    assert env.position(1) == match.position
    assert env.legal[1, : env.counts[1]].tolist() == match.legal.actions.tolist()
    while not env.dones[1]:
        env.step(env.sample())


@each_game
def test_options_and_presets_are_those_of_the_game(game: str) -> None:
    rules = GAMES[game]
    chosen = {name: values[-1] for name, values in rules.options.items()}
    assert dict(VectorEnv(game, 1, options=chosen).position(0).options) == chosen
    preset = next(iter(rules.presets))
    assert VectorEnv(game, 1, preset=preset).position(0).options.items() >= rules.presets[preset].items()


@each_game
def test_the_same_seed_gives_the_same_games_and_none_gives_others(game: str) -> None:
    first, second, third = VectorEnv(game, 5, seed=8), VectorEnv(game, 5, seed=8), VectorEnv(game, 5)
    assert told(first) == told(second) != told(third)
    for _, env in itertools.product(range(50), (first, second)):
        env.step(env.sample())
    assert told(first) == told(second)
    first.reset(seed=8)
    assert told(first) == told(VectorEnv(game, 5, seed=8))


@each_game
def test_a_step_allocates_nothing_that_grows_with_the_games(game: str) -> None:
    few, many = (least_peak_of_a_step(VectorEnv(game, count, 2, seed=1)) for count in (8, 8192))
    assert many < few + 32768, "8,184 actions alone would be 65,472 bytes"


def least_peak_of_a_step(env: VectorEnv) -> int:
    """What every step takes for itself, in bytes: the least of ten, for whoever counts lines takes memory, too."""
    inputs, masks = env.dense_inputs(), env.dense_masks()
    env.sparse_inputs()
    env.step(env.sample())
    gc.collect()
    peaks = []
    tracemalloc.start()
    try:
        for _ in range(10):
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            env.step(env.sample())
            env.sparse_inputs()
            env.dense_inputs(inputs)
            env.dense_masks(masks)
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
        return min(peaks)
    finally:
        tracemalloc.stop()
