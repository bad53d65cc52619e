"""Training: what is learned, that it can be taken up again, and the networks that are shipped."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overland import Match
from overland.bots import training as training_module
from overland.bots.catalogue import bot_named
from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import Inputs
from overland.bots.learning import nudge, play_and_learn
from overland.bots.net import (
    POINTS,
    WIDTH,
    Net,
    forget_base,
    new_net,
    new_net_scratch,
    respond,
    write_win_shares,
)
from overland.bots.nets import FOLDER, first_net_file, net_file, read_net, write_net
from overland.bots.training import Course, Training, fingerprint, in_turn
from overland.engine.errors import OverlandError, RecordError, SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
COURSE = Course("oregon", games=8, players=(2,), streams=2)


def finish(training: Training, workers: int = 1) -> Training:
    for _ in training.run(workers):
        pass
    return training


def are_equal(net: Net, other: Net) -> bool:
    return all((one == another).all() for one, another in zip(net, other, strict=True))


def is_finite(net: Net) -> bool:
    return all(np.isfinite(part).all() for part in net)


def test_a_step_of_learning_comes_nearer_to_what_was_wanted() -> None:
    game = GAMES["oregon"]
    net, scratch, slopes = new_net(game, 1), new_net_scratch(game), np.zeros(WIDTH, np.float32)
    inputs = Inputs(np.array([3, 70, 900]), np.ones(3, np.float32))
    wins, points = np.array([1.0, 0.0], np.float32), np.array([0.5, -0.25], np.float32)
    before, shares = respond(net, inputs, 3, scratch), np.zeros(2, np.float32)
    for _ in range(400):
        nudge(net, inputs, 1.5, wins, points, 0.1, scratch, slopes)
    assert before == 0.0, "an untrained network says nothing"
    forget_base(scratch)
    assert respond(net, inputs, 3, scratch) == pytest.approx(1.5, abs=0.01)
    assert scratch.heads[POINTS : POINTS + 2] == pytest.approx(points, abs=0.05)
    write_win_shares(2, scratch, shares)
    assert shares[0] > 0.9
    assert shares.sum() == pytest.approx(1.0)


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    course = replace(COURSE, players=(2, 3))
    assert are_equal(finish(Training(course), 1).net, finish(Training(course), 2).net)


def test_a_run_that_is_taken_up_again_ends_like_one_that_was_not_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    stopped = Training(COURSE)
    next(iter(stopped.run(1)))
    stopped.save(file)
    assert 0 < stopped.games < COURSE.games
    resumed = Training.load(file, COURSE)
    assert resumed.games == stopped.games
    assert are_equal(finish(resumed).net, finish(Training(COURSE)).net)


def test_a_run_that_is_interrupted_in_a_round_begins_that_round_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.npz"
    stopped, rounds = Training(COURSE), 0

    def interrupted(*arguments: Any) -> float:
        nonlocal rounds
        rounds += 1
        if rounds == 4:  # the other stream of this round has played already
            raise KeyboardInterrupt
        return play_and_learn(*arguments)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(training_module, "play_and_learn", interrupted)
        finish(stopped)
    stopped.save(file)
    assert stopped.games == 2
    assert are_equal(finish(Training.load(file, COURSE)).net, finish(Training(COURSE)).net)


def test_another_run_changed_rules_and_changed_inputs_are_not_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.npz"
    Training(COURSE).save(file)
    with pytest.raises(SettingsError, match="a different run; it was started with: overland train oregon --players 2"):
        Training.load(file, replace(COURSE, seed=2))
    with pytest.raises(SettingsError, match="is not a training run"):
        Training.load(tmp_path / "nothing.npz", COURSE)
    with monkeypatch.context() as patch:
        patch.setattr(training_module, "fingerprint", lambda game: "other inputs")
        with pytest.raises(SettingsError, match="--fresh"):
            Training.load(file, COURSE)
    newer = replace(GAMES["oregon"], rules_version=2)
    monkeypatch.setattr(training_module, "game_named", lambda name: newer)
    with pytest.raises(SettingsError, match=r"other rules.*--fresh"):
        Training.load(file, COURSE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": (5,)},
        {"players": ()},
        {"players": (2, 2)},
        {"games": 0},
        {"trace": 1.5},
        {"rate": 0.0},
        {"slips": 1000},
        {"sparring": 1001},
        {"seed": -1},
    ],
)
def test_a_course_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        replace(COURSE, **wrong)


def test_games_can_be_played_against_greedy_bots() -> None:
    course = replace(COURSE, games=1, streams=1, sparring=1000)
    assert is_finite(finish(Training(course)).net)


def test_two_players_play_as_often_as_all_other_numbers_together() -> None:
    assert in_turn((2, 3, 4)) == [2, 3, 2, 4]
    assert in_turn((2,)) == [2]
    assert in_turn((4, 3)) == [4, 3]


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_is_shipped_that_fits_the_rules_and_inputs_of_today(game: Game, players: int) -> None:
    """If this fails, the networks must be trained anew: overland train says how."""
    net, about = read_net(net_file(game, players), game)
    assert is_finite(net)
    assert about["features"] == fingerprint(game)
    assert about["rules"] == game.rules_version
    assert players in about["players"]
    assert f"overland train {game.name}" in about["command"]
    assert f"--seed {about['seed']}" in about["command"]


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_of_the_first_edition_says_what_it_said(game: Game, players: int) -> None:
    """One hidden layer of 64 units, worked out here from the arrays of its file."""
    net, about = read_net(first_net_file(game, players), game)
    assert about["players"] == players
    with np.load(first_net_file(game, players)) as found:
        old = found["net"].astype(np.float64)
    dice, scratch = np.random.default_rng(players), new_net_scratch(game)
    for _ in range(20):
        active = np.sort(dice.choice(KNOWLEDGE[game.name].first_inputs, 60, replace=False))
        inputs = Inputs(active, np.ones(60, np.float32))
        hidden = np.maximum(0.0, old[-3] + old[active].sum(axis=0))
        assert respond(net, inputs, 60, scratch) == pytest.approx(hidden @ old[-2] + old[-1, 0], abs=0.02)


def test_a_network_for_another_number_of_players_does_not_play() -> None:
    match = Match("oregon", players=3, seed=1)
    bot = bot_named(str(first_net_file(match.game, 2)), match.game, 1)
    with pytest.raises(SettingsError, match="for 2 players, not for 3"):
        bot.choose(match.box, match.view(0), match.legal.actions)


def test_the_networks_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.glob("**/*.npz")) < 8_000_000


def test_a_network_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    game = GAMES["oregon"]
    about = {"game": "oregon", "rules": game.rules_version}
    file = tmp_path / "net.npz"
    for net, told, reason in [
        (new_net(game, 1), {**about, "rules": 0}, "version 0 of Oregon's rules"),
        (new_net(game, 1), {**about, "game": "okanagan"}, "not a network of Oregon"),
        (new_net(game, 1)._replace(first=new_net(game, 1).first[1:]), about, "other inputs"),
    ]:
        write_net(file, net, told)
        with pytest.raises(RecordError, match=reason):
            read_net(file, game)
    whole = file.read_bytes()
    for broken in (b"no network", b"", whole[: len(whole) // 2]):
        file.write_bytes(broken)
        with pytest.raises(OverlandError, match="is not a network"):
            read_net(file, game)
        with pytest.raises(SettingsError, match="is not a training run"):
            Training.load(file, COURSE)
    write_net(file, new_net(game, 1), about)
    assert are_equal(read_net(file, game)[0], Net(*(part.astype(np.float16) for part in new_net(game, 1))))
