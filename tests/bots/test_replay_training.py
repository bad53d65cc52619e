"""Learning from a memory of games on the processor: steps, the memory, and runs that are taken up again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overland.bots.adam import add_gradients, new_adam, take_step
from overland.bots.learning import new_batch
from overland.bots.net import Net, new_net, new_net_scratch
from overland.bots.nets import read_net
from overland.bots.replay_training import Memory, ReplayCourse, ReplayTraining
from overland.engine.errors import SettingsError
from tests.bots.test_kernels import GAME, loss_of, three_views

COURSE = ReplayCourse(
    "okanagan", games=16, players=(2, 3), streams=2, games_each=4, repeats=1, batch=256, memory=3000, checkpoints=1
)


def test_steps_make_it_less_wrong_and_the_mean_follows() -> None:
    batch, net = three_views(), new_net(GAME, 3)
    adams = [new_adam(part.ravel()) for part in net]
    losses = [loss_of(net, batch)]
    for step in range(1, 60):
        gradients = Net(*(np.zeros_like(part) for part in net))
        add_gradients(net, batch, np.arange(3), new_net_scratch(GAME), gradients)
        for weights, slopes, adam in zip(net, gradients, adams, strict=True):
            take_step(weights.reshape(-1), slopes.reshape(-1), adam, 0.003, step, 1 / 3)
        losses.append(loss_of(net, batch))
    assert losses[-1] < 0.7 * losses[0]
    moved = np.abs(adams[1].mean - new_net(GAME, 3).second.ravel()).max()
    assert 0 < moved < np.abs(net.second - new_net(GAME, 3).second).max()


def test_a_memory_keeps_the_newest_views() -> None:
    memory, batch = Memory(5), new_batch(4)
    for number in range(3):
        batch.wanted[:] = 10 * number + np.arange(4)
        memory.add(batch, 3)
    assert sorted(memory.batch.wanted.tolist()) == [11, 12, 20, 21, 22]
    assert memory.filled == 5
    batch.wanted[:] = range(4)
    tiny = Memory(2)
    tiny.add(batch, 4)
    assert tiny.filled == 2 and tiny.next == 0


def finished(course: ReplayCourse, workers: int = 1) -> ReplayTraining:
    training = ReplayTraining(course)
    rounds = list(training.run(workers))
    assert rounds[-1].games == training.games and training.done == 1.0
    assert all(np.isfinite([one.error, one.loss]).all() for one in rounds)
    return training


def test_a_run_does_not_depend_on_the_number_of_workers_and_is_kept(tmp_path: Path) -> None:
    one, other = finished(COURSE, 1), finished(COURSE, 2)
    assert all((mine == yours).all() for mine, yours in zip(one.learner, other.learner, strict=True))
    assert (one.net.second != ReplayTraining(COURSE).net.second).any()
    one.export(tmp_path / "net.npz")
    net, about = read_net(tmp_path / "net.npz", one.game)
    assert (net.first == one.net.first).all()
    assert about["command"] == COURSE.command and about["players"] == [2, 3] and about["from"]["game"] == "okanagan"
    one.save(tmp_path / "run.npz")
    again = ReplayTraining(COURSE)
    again.load(tmp_path / "run.npz")
    assert (again.games, again.steps, again.done) == (one.games, one.steps, 1.0)
    assert (again.net.first == one.net.first).all()
    with pytest.raises(SettingsError, match="a different run"):
        ReplayTraining(replace(COURSE, seed=2)).load(tmp_path / "run.npz")
    (tmp_path / "run.npz").write_text("nothing")
    with pytest.raises(SettingsError, match="is not a training run"):
        again.load(tmp_path / "run.npz")


@pytest.mark.parametrize(
    "wrong", [{"players": ()}, {"games": 0}, {"memory": 0}, {"repeats": 0}, {"trace": 2.0}, {"rate": 0.0}, {"seed": -1}]
)
def test_a_course_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        replace(COURSE, **wrong)
