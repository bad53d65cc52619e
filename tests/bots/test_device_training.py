"""Learning on a device. PyTorch is an extra that tests do not install; where it is there, a small run is made."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overland.bots.device_training import DeviceCourse, DeviceTraining, with_new_units
from overland.bots.duels import score_against
from overland.bots.learning import ACTIVE, Lesson, new_batch, new_learning_scratch, play_and_keep
from overland.bots.net import DEPTH, WIDTH, new_net_scratch, respond
from overland.bots.nets import load_first_net, load_net, read_net
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from tests.conftest import amount

COURSE = DeviceCourse("okanagan", players=(2, 3), seconds=3.0, games_each=8, steps=4, batch=256, memory=2)
HAS_TORCH = find_spec("torch") is not None


def test_a_run_learns_and_goes_on_or_says_what_is_missing(tmp_path: Path) -> None:
    if not HAS_TORCH:
        with pytest.raises(SettingsError, match=r"overland\[train\]"):
            DeviceTraining(COURSE, "cpu")
        return
    training = DeviceTraining(COURSE, "cpu")
    before = training.net
    rounds = list(training.run(workers=2))
    assert training.done == 1.0
    assert rounds[-1].games == training.games > 0
    assert all(np.isfinite([one.error, one.loss, one.win_loss]).all() for one in rounds)
    assert (training.net.second != before.second).any(), "a running mean: the first layer moves more slowly"
    training.export(tmp_path / "net.npz")
    net, about = read_net(tmp_path / "net.npz", training.game)
    assert (net.first == training.net.first).all()
    assert about["players"] == [2, 3] and about["from"]["game"] == "okanagan"
    training.save(tmp_path / "run.pt")
    again = DeviceTraining(COURSE, "cpu")
    again.load(tmp_path / "run.pt")
    assert (again.games, again.done) == (training.games, 1.0)
    assert (again.net.first == training.net.first).all()
    with pytest.raises(SettingsError, match="a different run"):
        DeviceTraining(replace(COURSE, seed=2), "cpu").load(tmp_path / "run.pt")
    (tmp_path / "run.pt").write_text("nothing")
    with pytest.raises(SettingsError, match="is not a training run"):
        again.load(tmp_path / "run.pt")


@pytest.mark.parametrize(
    "wrong", [{"players": ()}, {"players": (5,)}, {"seconds": 0.0}, {"memory": 0}, {"trace": 2.0}, {"rate": 0.0}]
)
def test_a_course_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        replace(COURSE, **wrong)


def test_the_command_says_how_a_run_can_be_repeated() -> None:
    command = replace(COURSE, start="mine.npz").command
    assert command.startswith("overland train okanagan --device cuda --players 2 --players 3 --seconds 3 --seed 1")
    assert command.endswith("--from mine.npz")


def test_new_units_are_random_and_change_nothing_at_first() -> None:
    game = GAMES["oregon"]
    old = load_first_net(game, 2)
    new = with_new_units(old, 1)
    assert not old.first[:, -1].any() and new.first[:, -1].any()
    assert new.second[:WIDTH, :DEPTH].any()
    one, other = new_net_scratch(game), new_net_scratch(game)
    one.inputs.indices[:3], one.inputs.values[:3] = [5, 80, 900], 1.0
    assert respond(new, one.inputs, 3, other) == respond(old, one.inputs, 3, one)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_for_a_device_is_what_was_seen(name: str) -> None:
    """The margin that the network expected, worked out from a kept row, is not far from what it should have said."""
    game = GAMES[name]
    box, net, scratch = game.make_box(game.load_data(None)), load_net(game, 2), new_learning_scratch(game)
    scratch.search.rngs[0] = new_rng(4)
    batch = new_batch(2000)
    games = amount(compiled=3, interpreted=1, soak=3)
    kept = 0
    for players in (2, 4):
        lesson = Lesson(games, 20, 0, 0.9, 0.0)
        kept, error = play_and_keep(box, game.setup(box, players, {}), net, lesson, scratch, batch, kept)
        assert 0 < error / games < 200
    assert 50 < kept <= 2000
    assert set(batch.players[:kept].tolist()) == {2, 4}
    assert np.abs(batch.wins[:kept, :2].sum(axis=1)[batch.players[:kept] == 2] - 1).max() < 1e-6
    assert ((batch.steps[:kept] != 0).sum(axis=1) <= ACTIVE).all()
    off = []
    for row in range(0, kept, 7):
        on = np.flatnonzero(batch.steps[row])
        inputs = scratch.search.net.inputs
        inputs.indices[: len(on)], inputs.values[: len(on)] = batch.indices[row, on], batch.steps[row, on] / 64
        off.append(respond(net, inputs, len(on), new_net_scratch(game)) - batch.wanted[row])
    assert np.sqrt(np.mean(np.square(off))) < 1.0


def test_a_quick_duel_counts_wins_from_every_seat() -> None:
    game = GAMES["okanagan"]
    score = score_against(game, 3, load_net(game, 3), None, 100, 1)
    assert score.games == 100
    assert 0.6 < score.share <= 1 and score.margin > 0
