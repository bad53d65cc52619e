"""What stands between OpenSpiel's search and our games, with a small search of our own in OpenSpiel's place.

OpenSpiel itself comes with an extra; the tests with it are in ``test_with_openspiel.py``.
"""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from overland import Match
from overland.bots.catalogue import bot_named
from overland.engine.errors import SettingsError
from overland.engine.game import OVER, Game
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from overland.rl.ismcts import IsMctsBot, RandomRollouts, Search, State
from tests.conftest import rarely
from tests.rl.drivers import count_wins_over_random, play_out, question, questions_that_look_alike

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
ISMCTS = "open_spiel.python.algorithms.ismcts"


class FlatSearch:
    """Asks of a state what OpenSpiel's search does, but tries every choice in turn and keeps no tree."""

    asked_for: int

    def __init__(self, game: Any, evaluator: Any, max_simulations: int, random_state: Any, **settings: Any) -> None:
        self.evaluator, self.dice = evaluator, random_state
        self.simulations = FlatSearch.asked_for = max_simulations

    def set_resampler(self, resample: Any) -> None:
        self.resample = resample

    def step(self, state: Any) -> int:
        kind = state.get_game().get_type()
        assert (kind.dynamics, kind.information) == ("one after the other", "not all is known")
        choices = [action for action, _ in self.evaluator.prior(state)]
        values = np.zeros(len(choices))
        for simulation in range(self.simulations):
            world = self.resample(state, state.current_player())
            assert world.information_state_string() == state.information_state_string()
            assert world.legal_actions().tolist() == choices
            world.apply_action(choices[simulation % len(choices)])
            assert not world.is_chance_node()
            brought = world.returns() if world.is_terminal() else self.evaluator.evaluate(world)
            values[simulation % len(choices)] += brought[state.current_player()]
        return int(self.dice.choice(np.array(choices)[values == values.max()]))


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules in OpenSpiel's place."""
    ismcts: Any = ModuleType(ISMCTS)
    ismcts.ISMCTSBot = FlatSearch
    ismcts.ISMCTSFinalPolicyType = SimpleNamespace(MAX_VISIT_COUNT="visits")
    ismcts.ChildSelectionPolicy = SimpleNamespace(UCT="uct")
    pyspiel: Any = ModuleType("pyspiel")
    pyspiel.GameType = SimpleNamespace(
        Dynamics=SimpleNamespace(SEQUENTIAL="one after the other"),
        Information=SimpleNamespace(IMPERFECT_INFORMATION="not all is known"),
    )
    for name in ("open_spiel", "open_spiel.python", "open_spiel.python.algorithms"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, ISMCTS, ismcts)
    monkeypatch.setitem(sys.modules, "pyspiel", pyspiel)


def search_in(match: Match) -> Search:
    return Search(question(match, None, new_rng(1)))


@pytest.mark.usefixtures("stand_in")
@each_game
@pytest.mark.parametrize("players", [2, rarely(4)])
def test_a_whole_game_is_played_legally(game: Game, players: int) -> None:
    match = play_out(Match(game.name, players=players, seed=1), [IsMctsBot(game)] * players, 2)
    assert match.winners


@pytest.mark.usefixtures("stand_in")
@each_game
def test_rollouts_tell_good_moves_from_bad(game: Game) -> None:
    assert count_wins_over_random(IsMctsBot(game), game, 60, 2) >= 3


@pytest.mark.usefixtures("stand_in")
@each_game
def test_the_choice_is_the_same_whatever_the_seat_cannot_know(game: Game) -> None:
    bot = IsMctsBot(game)
    asked = 0
    for alike in questions_that_look_alike(game, 12):
        assert len({bot.choose(one) for one in alike}) == 1
        asked += 1
    assert asked > 5


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(("budget", "simulations"), [("", 1000), ("@7", 7), ("@1", 2), ("@5s", 1000), ("@9+5s", 9)])
def test_only_the_simulations_of_a_budget_count(budget: str, simulations: int) -> None:
    match = Match("oregon", seed=1)
    bot = bot_named(f"overland.rl.ismcts:IsMctsBot{budget}", match.game, 1)
    bot.choose(match.box, match.view(match.to_act), match.legal.actions)
    assert FlatSearch.asked_for == simulations


@each_game
def test_a_state_is_named_by_what_the_seat_to_decide_knows_and_nothing_else(game: Game) -> None:
    match = Match(game.name, seed=3)
    search = search_in(match)
    worlds = [search.sample() for _ in range(20)]
    assert len({world.worlds.tobytes() for world in worlds}) > 1
    assert {world.information_state_string() for world in worlds} == {match.view(match.to_act).tobytes()}
    assert {world.current_player() for world in worlds} == {match.to_act}
    assert all(world.legal_actions().tolist() == list(match.legal.actions) for world in worlds)


@each_game
def test_chance_has_acted_in_every_state_on_the_way_to_the_end(game: Game) -> None:
    search = search_in(Match(game.name, players=3, seed=3))
    state = search.sample()
    while not state.is_terminal():
        assert not state.is_chance_node()
        assert state.current_player() == game.to_act(state.worlds[0]) >= 0
        assert len(state.legal_actions()) > 0
        state.apply_action(state.legal_actions()[-1])
    assert game.to_act(state.worlds[0]) == OVER


@each_game
def test_a_clone_goes_its_own_way(game: Game) -> None:
    state = search_in(Match(game.name, seed=3)).sample()
    before = (state.worlds.tobytes(), state.information_state_string(), state.legal_actions().tolist())
    twin = state.clone()
    assert (twin.worlds.tobytes(), twin.information_state_string(), twin.legal_actions().tolist()) == before
    twin.apply_action(twin.legal_actions()[0])
    assert (state.worlds.tobytes(), state.information_state_string(), state.legal_actions().tolist()) == before
    assert twin.worlds.tobytes() != before[0]


@each_game
def test_a_rollout_leaves_the_state_as_it_is(game: Game) -> None:
    search = search_in(Match(game.name, seed=3))
    state, evaluator = search.sample(), RandomRollouts(search)
    before = state.worlds.tobytes()
    values = [tuple(evaluator.evaluate(state)) for _ in range(30)]
    assert state.worlds.tobytes() == before
    assert len(set(values)) > 1, "each rollout is another game"
    assert all(-1 <= mine <= 1 and mine == -yours for mine, yours in values), "two players' values add up to zero"
    assert sum(probability for _, probability in evaluator.prior(state)) == pytest.approx(1)


@each_game
@pytest.mark.parametrize("players", [3, rarely(2), rarely(4)])
def test_an_end_is_worth_the_lead_over_the_best_rival_cut_at_25_points(game: Game, players: int) -> None:
    search = search_in(Match(game.name, players=players, seed=players))
    state = random_end(search, players)
    points = np.zeros(game.max_players, np.int64)
    game.scores(search.scratch.boxes[0], state.worlds[0], points)
    scores = points[:players].tolist()
    leads = [mine - max(scores[:seat] + scores[seat + 1 :]) for seat, mine in enumerate(scores)]
    assert state.returns() == [min(1, max(-1, lead / 25)) for lead in leads]


def random_end(search: Search, seed: int) -> State:
    dice = np.random.default_rng(seed)
    state = search.sample()
    while not state.is_terminal():
        state.apply_action(int(dice.choice(state.legal_actions())))
    return state


def test_a_view_that_no_position_shows_is_refused() -> None:
    match = Match("oregon", seed=3)
    asked = question(match, None, new_rng(1))
    asked.view.deck_size[:] = 0
    with pytest.raises(ValueError, match="no position shows this view"):
        Search(asked).sample()


def test_without_openspiel_the_bot_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel", None)
    for name in [name for name in sys.modules if name.startswith("open_spiel.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(SettingsError, match=r"pip install 'overland\[bench\]'"):
        bot_named("overland.rl.ismcts:IsMctsBot@10", GAMES["oregon"], 1)
