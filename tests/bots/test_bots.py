"""Bots choose legally, and only by what their seat knows."""

import numpy as np
import pytest

from overland import Match
from overland.bots.catalogue import BOTS, bot_named
from overland.bots.worth import worth
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.record import ACTION, new_record
from overland.engine.rng import new_rng
from tests.engine.drivers import positions

every_bot = pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES.values() for name in BOTS])


def play_out(match: Match, names: list[str]) -> Match:
    bots = [bot_named(name, match.game, seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.to_act
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random(game: str) -> None:
    wins = 0
    for seed in range(6):
        seat = seed % 2
        names = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        wins += seat in play_out(Match(game, seed=seed), names).winners
    assert wins >= 5


@every_bot
def test_a_bot_chooses_the_same_whatever_it_cannot_know(game: Game, name: str) -> None:
    box = game.make_box(game.load_data(None))
    actions = np.empty(game.max_legal, ACTION)
    asked = 0
    for state, _ in list(positions(game, box, 3, {}, 2, "any"))[::9]:
        seat = game.to_act(state)
        if seat < 0:
            continue
        asked += 1
        choices = set()
        for other_seed in range(3):
            view, world = new_record(game.view_type), new_record(game.state_type)
            game.view_for(box, state, seat, view)
            game.sample_world(box, view, new_rng(other_seed), world)
            shown = new_record(game.view_type)
            game.view_for(box, world, seat, shown)
            count = game.legal_actions(box, world, actions)
            choices.add(bot_named(name, game, 5).choose(box, shown, actions[:count]))
        assert len(choices) == 1
    assert asked > 5


@pytest.mark.parametrize(("game", "games"), [("oregon", 4), ("okanagan", 6)])
def test_the_planner_beats_greedy(game: str, games: int) -> None:
    wins = 0
    for seed in range(games):
        seat = seed % 2
        names = ["planner", "greedy"] if seat == 0 else ["greedy", "planner"]
        wins += seat in play_out(Match(game, seed=seed), names).winners
    assert wins >= games - 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_worth_does_not_depend_on_what_the_seat_cannot_know(game: Game) -> None:
    box = game.make_box(game.load_data(None))
    for state, _ in list(positions(game, box, 3, {}, 4, "any"))[::13]:
        for seat in range(3):
            view = new_record(game.view_type)
            game.view_for(box, state, seat, view)
            for seed in range(3):
                world = new_record(game.state_type)
                game.sample_world(box, view, new_rng(seed), world)
                assert worth(box, world, seat) == worth(box, state, seat)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(SettingsError, match="random, greedy, planner"):
        bot_named("deep", GAMES["oregon"], 1)
