"""The judge: what it says adds up, depends on nothing but the view, and can be believed."""

from pathlib import Path

import numpy as np
import pytest

from overland import SPECTATOR, Match
from overland.arena import calibration
from overland.arena.calibration import Answer, reliability
from overland.bots import evaluate
from overland.bots.bot import Budget
from overland.bots.catalogue import bot_named
from overland.bots.fitting import FEATURES, Lot, fit_judge, fitted_calm
from overland.bots.net import DEPTH, SEATS, WINS
from overland.bots.nets import load_net
from overland.engine.errors import RecordError, SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.record import new_record
from overland.engine.rng import new_rng
from tests.bots.test_bots import asked_positions
from tests.conftest import amount

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def played(game: str, players: int, decisions: int | None, seed: int = 3) -> Match:
    match = Match(game, players=players, seed=seed)
    bots = [bot_named("greedy", match.game, seat) for seat in range(players)]
    while not match.is_over and (decisions is None or decisions > 0):
        seat = match.to_act
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
        decisions = None if decisions is None else decisions - 1
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_opinion_adds_up_and_is_about_every_seat(game: str, players: int) -> None:
    match = played(game, players, 20)
    for seat in range(players):
        for opinion in (evaluate(match.view(seat)), evaluate(match.view(seat), 4)):
            assert len(opinion.points) == len(opinion.wins) == players
            assert sum(opinion.wins) == pytest.approx(1.0, abs=1e-5)
            assert all(-20 < points < 250 for points in opinion.points)
    assert evaluate(match.view(0)).win_errors is None
    searched = evaluate(match.view(0), Budget(5))
    assert searched.simulations == 5
    assert searched.win_errors is not None and searched.point_errors is not None
    assert len(searched.win_errors) == len(searched.point_errors) == players
    assert searched == evaluate(match.view(0), 5), "the same question, the same answer"


@every_game
def test_the_judge_says_the_same_whatever_the_seat_cannot_know(game: Game) -> None:
    asked = 0
    for box, state, seat in asked_positions(game, 3, 17):
        said = set()
        for seed in range(3):
            view, world, shown = new_record(game.view_type), new_record(game.state_type), new_record(game.view_type)
            game.view_for(box, state, seat, view)
            game.sample_world(box, view, new_rng(seed), world)
            game.view_for(box, world, seat, shown)
            said.add((evaluate(shown), evaluate(shown, 3)))
        assert len(said) == 1
        asked += 1
    assert asked > 3


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_the_opinion_is_the_result(game: str) -> None:
    match = played(game, 3, None)
    opinion = evaluate(match.view(0), 2)
    assert opinion.points == tuple(match.scores)
    assert [seat for seat, share in enumerate(opinion.wins) if share > 0] == list(match.winners)
    assert evaluate(match.view(0)).points == opinion.points


def test_the_error_is_smaller_the_more_is_played() -> None:
    match = played("okanagan", 2, 10)
    few, many = (evaluate(match.view(0), count).win_errors for count in (8, 200))
    assert few is not None and many is not None
    assert 0 < many[0] < few[0]
    assert evaluate(match.view(0), 1).win_errors == (np.inf, np.inf), "one game says nothing about the error"


def test_a_spectator_has_no_opinion() -> None:
    with pytest.raises(SettingsError, match="the view of a seat"):
        evaluate(Match("oregon", seed=1).view(SPECTATOR))


def test_a_winning_position_is_told_from_a_losing_one() -> None:
    right = 0.0
    for seed in range(6):
        match = Match("okanagan", players=2, seed=seed)
        bots = [bot_named(name, match.game, seed) for name in ("net", "random")]
        for _ in range(60):
            seat = match.to_act
            match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
        right += evaluate(match.view(0)).wins[0]
    assert right / 6 > 0.8


def test_fitting_the_heads_leaves_the_rest_of_the_network_alone() -> None:
    game = GAMES["okanagan"]
    net = load_net(game, 2)
    wrong = net._replace(second=net.second.copy())
    wrong.second[:, DEPTH + WINS : DEPTH + WINS + SEATS] *= 3.0  # far too sure of itself
    fit = fit_judge(game, (2,), wrong, amount(compiled=300, interpreted=50, soak=300), 1, 2)
    assert fit.surprise[1] < fit.surprise[0] - 0.05
    assert fit.points_off[1] <= fit.points_off[0]
    assert set(fit.calm) == {2} and 0.4 <= fit.calm[2] <= 1.3
    assert (fit.net.first == net.first).all()
    changed = (fit.net.second != wrong.second).any(axis=0)
    assert not changed[: DEPTH + WINS].any()
    assert changed[DEPTH + WINS : DEPTH + WINS + 2].all()


def test_shares_that_are_too_sure_are_calmed() -> None:
    dice = np.random.default_rng(1)
    features = np.zeros((4000, FEATURES), np.float32)
    features[:, 0] = dice.normal(0.0, 1.0, 4000)
    weights = np.zeros((FEATURES, SEATS), np.float32)
    weights[0] = [2.0, 0.0, 0.0, 0.0]  # says twice of what is true
    won = dice.random(4000) < 1 / (1 + np.exp(-features[:, 0]))
    wins = np.zeros((4000, SEATS), np.float32)
    wins[:, 0], wins[:, 1] = won, ~won
    lot = Lot(features, wins, np.zeros_like(wins), np.tile([True, True, False, False], (4000, 1)))
    assert fitted_calm(weights, lot) == pytest.approx(0.5, abs=0.1)


def test_calibration_compares_what_was_said_with_what_came(tmp_path: Path) -> None:
    honest = [Answer(0, 0.25, 1.0)] * 25 + [Answer(0, 0.25, 0.0)] * 75
    assert reliability("oregon", 2, "early", honest).error == 0.0
    boastful = [Answer(0, 0.95, 1.0)] * 60 + [Answer(0, 0.95, 0.0)] * 40
    row = reliability("oregon", 2, "late", boastful)
    assert (row.error, row.bins) == (0.35, ((100, 0.95, 0.6),))
    file = tmp_path / "kept.json"
    calibration.keep([row], file)
    calibration.keep([reliability("oregon", 2, "early", honest)], file)
    assert [kept.stage for kept in calibration.load(file)] == ["early", "late"]
    assert calibration.load(file)[1] == row
    file.write_text("{")
    with pytest.raises(RecordError, match="is not a calibration"):
        calibration.load(file)


def test_the_judge_is_asked_in_every_third_of_a_game() -> None:
    rows = calibration.measure("okanagan", 3, games=2, processes=1)
    assert [(row.stage, row.answers) for row in rows] == [("early", 6), ("middle", 6), ("late", 6)]


@pytest.mark.parametrize("row", calibration.load(), ids=lambda row: f"{row.game}-{row.players}-{row.stage}")
def test_the_shares_that_are_published_can_be_believed(row: calibration.Reliability) -> None:
    assert row.answers >= 6000
    assert row.error <= 0.03
