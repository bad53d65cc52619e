"""The kernels of the environments, few steps of each: this file also runs interpreted."""

import numpy as np
import pytest

from overland import Match
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from overland.rl import WAIT, VectorEnv
from overland.rl.opponents import Opponents
from overland.rl.vector import REWARDS
from tests.conftest import amount

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
@pytest.mark.parametrize("rewards", REWARDS)
def test_games_are_stepped_to_their_end_and_begun_again(game: str, rewards: str) -> None:
    env = VectorEnv(game, 2, 2, seed=1, rewards=rewards)  # type: ignore[arg-type]
    while not env.dones.any():
        env.step(env.sample())
        if env.lengths.max() % 20 == 0:
            assert env.dense_inputs().any()
            assert env.dense_masks().sum() == env.counts.sum()
            assert env.sparse_inputs()[2].min() > 0
    assert env.numbers.max() == 2
    assert env.final_winners.sum() >= 1


@each_game
def test_bots_answer_for_the_seats_that_do_not_learn(game: str) -> None:
    env = VectorEnv(game, 3, 3, seed=2)
    bots = Opponents(env, ["greedy", "random"])
    bots.reset(1)
    learners = np.array([0, 1, 2])
    for _ in range(amount(40, 4, 400)):
        while bots.play(learners):
            pass
        assert (env.seats == learners).all()
        env.step(env.sample())


@each_game
def test_the_compiled_greedy_bot_chooses_as_the_greedy_bot_does(game: str) -> None:
    from overland.bots.catalogue import bot_named

    match = Match(game, seed=3)
    env = VectorEnv(game, 1, 2, seed=1)
    bots = Opponents(env, "greedy")
    bots.reset(1)
    for step in range(amount(25, 4, 100)):
        if match.is_over:
            break
        seat = match.to_act
        seated = bot_named("greedy", match.game, 1)
        seated.rng, bots.rngs[0] = new_rng(step), new_rng(step)
        chosen = seated.choose(match.box, match.view(seat), match.legal.actions)
        env.put(0, match.position)
        before = env.position(0)
        bots.play(np.array([1 - seat]))
        assert bots.actions[0] == chosen != WAIT
        assert env.position(0) != before
        match.play(chosen)
