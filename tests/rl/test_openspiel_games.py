"""The games that are registered with OpenSpiel: its own tests, its own algorithms, and secrets. Needs the extra."""

import random
from typing import Any

import numpy as np
import pytest

from overland.engine.games import GAMES

pytestmark = pytest.mark.openspiel
KINDS = [(game.name, players) for game in GAMES.values() for players in range(game.min_players, game.max_players + 1)]
each_kind = pytest.mark.parametrize(("name", "players"), KINDS)
each_game = pytest.mark.parametrize("name", GAMES)


def load(name: str, players: int = 2) -> Any:
    import pyspiel

    import overland.rl.openspiel

    assert overland.rl.openspiel
    return pyspiel.load_game(f"python_overland_{name}", {"players": players})


def walk(game: Any, seed: int) -> Any:
    """All states of a random game, each before the action that is played in it."""
    dice = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, odds)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    yield state


@each_kind
def test_openspiel_simulates_random_games(name: str, players: int) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@each_kind
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(name: str, players: int) -> None:
    compared = 0
    for state in walk(load(name, players), 5):
        if not state.is_chance_node():
            continue
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        here, there = state.child(outcomes[0]), state.child(outcomes[-1])
        for seat in range(players):
            is_read_alike = len({state.position.entry_for(outcomes[place], seat) for place in (0, -1)}) == 1
            is_seen_alike = here.position.view(seat).tobytes() == there.position.view(seat).tobytes()
            assert (read(here, seat) == read(there, seat)) == is_read_alike
            assert (seen(here, seat) == seen(there, seat)) or not is_seen_alike
            compared += is_read_alike and is_seen_alike and len(outcomes) > 1
    assert compared > 5


def read(state: Any, seat: int) -> list[Any]:
    """What OpenSpiel says a seat has read."""
    return [state.information_state_string(seat), state.information_state_tensor(seat)]


def seen(state: Any, seat: int) -> list[Any]:
    """What OpenSpiel says a seat sees now."""
    return [state.observation_string(seat), state.observation_tensor(seat)]


@each_kind
def test_a_resampled_state_looks_the_same(name: str, players: int) -> None:
    dice = np.random.RandomState(1)
    for state in list(walk(load(name, players), 6))[5:-1:17]:
        for seat in range(players):
            twin = state.resample_from_infostate(seat, dice.random_sample)
            assert read(twin, seat) == read(state, seat)
            assert seen(twin, seat) == seen(state, seat)


@each_game
def test_returns_are_the_lead_at_the_end(name: str) -> None:
    *_, last = walk(load(name, 3), 7)
    points = last.position.scores
    assert last.returns() == [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in range(3)]


@each_game
def test_options_are_parameters(name: str) -> None:
    import pyspiel

    option, values = next(iter(GAMES[name].options.items()))
    load(name)
    state = pyspiel.load_game(f"python_overland_{name}(players=3,{option}={values[-1]})").new_initial_state()
    assert state.position.players == 3
    assert state.position.options[option] == values[-1]


@each_game
def test_information_set_search_plays_the_registered_game(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    dice, game = np.random.RandomState(3), load(name)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, dice), uct_c=2.0, max_simulations=6, random_state=dice,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    asked = 0
    for state in walk(game, 8):
        if state.current_player() >= 0:
            assert bot.step(state.clone()) in state.legal_actions()
            asked += 1
            if asked == 4:
                return


@each_game
def test_outcome_sampling_learns_from_the_registered_game(name: str) -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(name))
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 60


@each_game
def test_q_learning_plays_in_openspiels_environment(name: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    env = rl_environment.Environment(load(name))
    actions = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(0, actions), random_agent.RandomAgent(1, actions)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == 0
