"""The inputs of value networks: in range, made from the view alone, the same however kernels run."""

import hashlib

import numpy as np
import pytest

from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import STEPS
from overland.bots.net import new_net_scratch
from overland.engine.game import OVER, Game
from overland.engine.games import GAMES
from overland.engine.record import new_record
from tests.conftest import amount
from tests.engine.drivers import positions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

#: A digest of the inputs along one random game; they change only with the rules or the inputs, and then the networks
#: must be trained anew.
DIGESTS = {
    ("oregon", 2): "ec50737542b6c855",
    ("oregon", 4): "00142eb7f576eb5c",
    ("okanagan", 2): "9ba4445a1d9c776e",
    ("okanagan", 3): "d94b7e140af804dc",
}


@pytest.mark.golden
@pytest.mark.parametrize(("name", "players"), DIGESTS)
def test_inputs_are_the_same_however_kernels_run(name: str, players: int) -> None:
    game = GAMES[name]
    box = game.make_box(game.load_data(None))
    knowledge, inputs = KNOWLEDGE[name], new_net_scratch(game).inputs
    digest = hashlib.sha256()
    for state, _ in list(positions(game, box, players, {}, 11, "any"))[::3]:
        for seat in range(players):
            view = new_record(game.view_type)
            game.view_for(box, state, seat, view)
            count = knowledge.write_inputs(box, view, inputs)
            steps = (inputs.values[:count] * STEPS).astype(np.int64)
            digest.update(inputs.indices[:count].tobytes() + steps.tobytes())
    assert digest.hexdigest()[:16] == DIGESTS[name, players]


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_inputs_are_in_range(game: Game, players: int) -> None:
    box = game.make_box(game.load_data(None))
    knowledge, inputs = KNOWLEDGE[game.name], new_net_scratch(game).inputs
    for seed in range(amount(compiled=6, interpreted=1, soak=60)):
        for state, _ in list(positions(game, box, players, {}, seed, "any"))[::5]:
            for seat in range(players):
                view = new_record(game.view_type)
                game.view_for(box, state, seat, view)
                count = knowledge.write_inputs(box, view, inputs)
                assert 0 < count <= knowledge.max_active - 40, "there is room to spare"
                assert inputs.indices[:count].min() >= 0
                assert inputs.indices[:count].max() < knowledge.input_count
                assert (inputs.values[:count] != 0).all()
                assert np.abs(inputs.values[:count]).max() <= 6, "a strong input would drown the others"


@every_game
def test_at_the_end_the_known_margin_is_the_margin(game: Game) -> None:
    box = game.make_box(game.load_data(None))
    points = np.zeros(game.max_players, np.int64)
    for players in (2, 3):
        state = list(positions(game, box, players, {}, 5, "any"))[-1][0]
        assert game.to_act(state) == OVER
        game.scores(box, state, points)
        for seat in range(players):
            view = new_record(game.view_type)
            game.view_for(box, state, seat, view)
            others = [int(points[other]) for other in range(players) if other != seat]
            assert KNOWLEDGE[game.name].known_margin(box, view) == int(points[seat]) - max(others)
