"""OpenSpiel's own search at our tables. It needs the extra ``bench``: ``pytest -m openspiel``."""

import pytest

from overland import Match
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from overland.rl.ismcts import IsMctsBot
from tests.rl.drivers import count_wins_over_random, play_out, question, questions_that_look_alike

pytestmark = pytest.mark.openspiel
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("simulations", [1, 8])
def test_a_whole_game_is_played_legally(game: Game, players: int, simulations: int) -> None:
    match = play_out(Match(game.name, players=players, seed=1), [IsMctsBot(game)] * players, simulations)
    assert match.winners


@each_game
def test_openspiel_beats_random(game: Game) -> None:
    assert count_wins_over_random(IsMctsBot(game), game, 120, 3) >= 5


@each_game
def test_the_choice_is_the_same_whatever_the_seat_cannot_know(game: Game) -> None:
    bot = IsMctsBot(game)
    asked = 0
    for alike in questions_that_look_alike(game, 40):
        assert len({bot.choose(one) for one in alike}) == 1
        asked += 1
    assert asked > 5


@each_game
def test_the_generator_alone_decides_among_searches(game: Game) -> None:
    match, bot = Match(game.name, seed=2), IsMctsBot(game)
    first, second = ([bot.choose(question(match, 40, new_rng(seed))) for seed in range(12)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 1
