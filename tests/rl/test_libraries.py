"""The test suites of PettingZoo and Gymnasium, from their own packages, on both games and all numbers of players."""

import io
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match

from overland.engine.errors import IllegalMove, SettingsError
from overland.engine.games import GAMES
from overland.rl.gymnasium import LearnerEnv, LearnerVectorEnv
from overland.rl.pettingzoo import env, parallel_env, raw_env

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # of its own games, if they are installed
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

KINDS = [(game.name, players) for game in GAMES.values() for players in range(game.min_players, game.max_players + 1)]
each_kind = pytest.mark.parametrize(("game", "players"), KINDS)
each_game = pytest.mark.parametrize("game", GAMES)
#: PettingZoo says so of every dictionary with a mask that is not one of its own games; it recommends such dictionaries.
of_dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The suites print."""
    with redirect_stdout(io.StringIO()):
        yield


@each_kind
@pytest.mark.parametrize("observe", ["inputs", "bytes"])
@of_dictionaries
def test_pettingzoo_api(game: str, players: int, observe: str) -> None:
    api_test(env(game=game, players=players, observe=observe), num_cycles=100)


@each_kind
@of_dictionaries
def test_pettingzoo_api_without_wrappers_and_with_points(game: str, players: int) -> None:
    api_test(raw_env(game=game, players=players, rewards="change"), num_cycles=150)


@each_kind
def test_pettingzoo_seed(game: str, players: int) -> None:
    seed_test(lambda: env(game=game, players=players, options={}), num_cycles=100)


@each_kind
def test_pettingzoo_render(game: str, players: int) -> None:
    render_test(lambda **settings: env(game=game, players=players, **settings))


@each_kind
def test_pettingzoo_parallel_conversion(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game=game, players=players), num_cycles=300)
    parallel_seed_test(lambda: parallel_env(game=game, players=players), num_cycles=50)


@each_game
def test_an_illegal_action_ends_a_pettingzoo_game_and_is_refused_without_wrappers(game: str) -> None:
    wrapped, bare = env(game=game), raw_env(game=game)
    for each in (wrapped, bare):
        each.reset(seed=1)
    wrong = int(np.flatnonzero(bare.observe("seat_0")["action_mask"] == 0)[0])
    first = bare.agent_selection
    with pytest.raises(IllegalMove):
        bare.step(wrong)
    assert bare.agent_selection == first
    wrapped.step(wrong)
    assert wrapped.terminations == {"seat_0": True, "seat_1": True}
    assert wrapped.rewards[first] == -1


@each_game
def test_a_pettingzoo_game_ends_with_scores_winners_and_rewards_that_add_up_to_nothing(game: str) -> None:
    table = raw_env(game=game, players=3)
    table.reset(seed=2)
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        assert not table.observe(table.agents[(table.agents.index(table.agent_selection) + 1) % 3])["action_mask"].any()
        legal = np.flatnonzero(mask)
        table.step(int(legal[len(legal) // 2]))
    info = table.infos["seat_1"]
    assert len(info["scores"]) == 3
    assert info["winners"]
    assert abs(sum(table.rewards.values())) < 1e-6
    assert all(table.rewards[f"seat_{seat}"] >= max(table.rewards.values()) for seat in info["winners"])


@each_kind
@pytest.mark.parametrize("settings", [{}, {"observe": "bytes", "rewards": "change", "bots": "random"}])
def test_gymnasium_check_env(game: str, players: int, settings: dict[str, Any]) -> None:
    made = gymnasium.make(f"overland/{GAMES[game].title}-v0", players=players, **settings)
    check_env(made.unwrapped)


@each_kind
def test_two_gymnasium_environments_with_one_seed_match(game: str, players: int) -> None:
    one, other = (LearnerEnv(game, players, "random") for _ in range(2))
    check_environments_match(one, other, num_steps=3, seed=4)


@each_kind
def test_a_learner_plays_whole_games_against_bots(game: str, players: int) -> None:
    table = LearnerEnv(game, players, ["random", "greedy", "homesteader"][: players - 1], rewards="change")
    space = table.observation_space
    dice = np.random.default_rng(3)
    for seed in range(3):
        observation, info = table.reset(seed=seed)
        total, is_over = 0.0, False
        while not is_over:
            assert space.contains(observation)
            assert info["action_mask"].tolist() == table.action_masks().astype(int).tolist()
            action = int(dice.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, is_over, _, info = table.step(action)
            total += reward
        scores, seat = info["scores"].tolist(), info["seat"]
        assert total == scores[seat] - max(scores[:seat] + scores[seat + 1 :])
        assert info["winners"].sum() >= 1
        with pytest.raises(SettingsError, match="reset"):
            table.step(0)


@each_kind
def test_the_vector_plays_what_single_games_would_play(game: str, players: int) -> None:
    vector = LearnerVectorEnv(8, game, players, "random", rewards="change", threads=2)
    _, infos = vector.reset(seed=5)
    dice = np.random.default_rng(1)
    totals, ended = np.zeros(8), 0
    for _ in range(150):
        legal = [np.flatnonzero(row) for row in infos["action_mask"]]
        observations, rewards, terminated, truncated, infos = vector.step(np.array([dice.choice(row) for row in legal]))
        assert vector.observation_space.contains(observations)
        assert not truncated.any()
        totals += rewards
        for index in np.flatnonzero(terminated):
            final = infos["final_info"]
            scores, seat = final["scores"][index].tolist(), int(final["seat"][index])
            assert totals[index] == scores[seat] - max(scores[:seat] + scores[seat + 1 :])
            assert infos["_final_obs"][index]
            assert infos["final_obs"][index].any()
            totals[index] = 0
            ended += 1
        assert ((infos["seat"] >= 0) & (infos["seat"] < players)).all()
    assert ended > 8
    vector.close()


@each_game
def test_the_games_are_found_by_name(game: str) -> None:
    title = GAMES[game].title
    vector = gymnasium.make_vec(f"overland/{title}-v0", num_envs=3, bots="random")
    assert vector.reset(seed=1)[0].shape == vector.observation_space.shape
    made = pettingzoo.make("aec", f"overland/{title}-v0", players=3)
    assert made.possible_agents == ["seat_0", "seat_1", "seat_2"]
    code = f"import gymnasium; print(gymnasium.make('overland.rl.gymnasium:overland/{title}-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"overland/{title}-v0"


@each_game
def test_a_bot_from_the_catalogue_can_be_any_opponent(game: str) -> None:
    vector = LearnerVectorEnv(2, game, 2, "scout", seat=1)
    _, infos = vector.reset(seed=1)
    for _ in range(3):
        _, _, _, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
    assert infos["seat"].tolist() == [1, 1]


def test_wrong_settings_are_refused_with_a_sentence() -> None:
    for wrong, words in (
        ({"bots": "nobody"}, "no bot 'nobody'"),
        ({"bots": ["random", "random"]}, "there are 1 bots"),
        ({"seat": 2}, "no seat 2"),
        ({"observe": "pixels"}, "inputs or bytes"),
        ({"render_mode": "rgb_array"}, "render mode"),
        ({"players": 9}, "2 to 4 players"),
    ):
        for make in (LearnerEnv, lambda **settings: LearnerVectorEnv(1, **settings)):
            if "render_mode" in wrong and make is not LearnerEnv:
                words = "not rendered"
            with pytest.raises(SettingsError, match=words):
                make(**wrong)
    with pytest.raises(SettingsError, match="render mode"):
        raw_env(render_mode="rgb_array")


@each_game
def test_an_illegal_action_ends_a_gymnasium_episode(game: str) -> None:
    for rewards, paid in (("win", -1.0), ("final", -100.0)):
        table = LearnerEnv(game, rewards=rewards)  # type: ignore[arg-type]
        _, info = table.reset(seed=1)
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        _, reward, terminated, _, info = table.step(wrong)
        assert (reward, terminated, info["illegal"]) == (paid, True, True)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("overland.rl.pettingzoo", "pettingzoo", "pettingzoo"),
        ("overland.rl.gymnasium", "gymnasium", "gymnasium"),
        ("overland.rl.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_without_its_extra_an_adapter_names_it(
    module: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == library or name == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"overland\[{extra}\]"):
        __import__(module)
