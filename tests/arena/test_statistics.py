"""The statistics against closed forms and hand-made cases."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from overland.arena.ratings import ELO, PRIOR, Stages, chosen_anchor, fit, possible_orders, ratings
from overland.arena.statistics import Estimate, Quantity, estimate, estimates, interval, resampled_sums, wilson

SHARE = (0.0, 1.0)


def quantity(values: Any, games: int = 1, span: tuple[float, float] | None = SHARE) -> Quantity:
    sums = np.asarray(values, float) * games
    counts = np.full(len(sums), games)
    return Quantity(sums, counts, counts, span)


def width(found: Estimate | None) -> float:
    assert found is not None and found.low is not None and found.high is not None
    return found.high - found.low


def test_wilsons_interval_is_the_published_one() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(1.0, 20) == pytest.approx((20 / (20 + 1.959964**2), 1.0))
    assert wilson(0.0, 20) == pytest.approx((0.0, 1.959964**2 / (20 + 1.959964**2)))
    assert wilson(0.8, 25) == pytest.approx((0.6087, 0.9114), abs=1e-4)


def test_the_bootstrap_interval_is_as_wide_as_the_binomial_one() -> None:
    won = np.arange(1000) % 10 < 6  # 60 %
    found = estimate(quantity(won))
    assert found is not None and found.value == pytest.approx(0.6)
    assert width(found) == pytest.approx(2 * 1.96 * np.sqrt(0.6 * 0.4 / 1000), rel=0.06)
    wider = estimate(quantity(won), level=0.99)
    assert width(wider) == pytest.approx(2 * 2.576 * np.sqrt(0.6 * 0.4 / 1000), rel=0.08)


def test_games_of_one_deal_that_go_together_count_as_one() -> None:
    won = np.arange(400) % 2
    assert width(estimate(quantity(won, games=4))) == pytest.approx(width(estimate(quantity(won))))
    halves = np.tile([0.25, 0.75], 200)  # the games of a deal balance each other
    assert width(estimate(quantity(halves, games=4))) == pytest.approx(width(estimate(quantity(won))) / 2, rel=0.02)


def test_where_all_deals_are_equal_wilsons_interval_stands_and_is_marked() -> None:
    found = estimate(quantity(np.ones(10), games=2))
    assert found == Estimate(1.0, *wilson(1.0, 20), is_saturated=True)
    rank = estimate(quantity(np.full(10, 4.0), games=2, span=(1.0, 4.0)))
    assert rank is not None and rank.high == 4.0
    assert rank.low == pytest.approx(1 + 3 * wilson(1.0, 20)[0])
    assert estimate(quantity(np.full(10, 7.0), span=None)) == Estimate(7.0, None, None, is_saturated=True)


def test_deals_without_a_value_do_not_count() -> None:
    full = quantity([0, 1, 1, 0, 1, 1])
    gaps = Quantity(np.array([0.0, 1, 0, 1]), np.array([0, 1, 1, 1]), np.array([0, 1, 1, 1]), SHARE)
    none = Quantity(np.zeros(6), np.zeros(6), np.zeros(6), SHARE)
    assert estimate(gaps) == pytest.approx(estimate(gaps))
    found = estimate(gaps)
    assert found is not None and found.value == pytest.approx(2 / 3)
    assert estimates([full, none])[1] is None
    assert estimates([]) == []


def test_resampling_is_repeatable_and_keeps_columns_together() -> None:
    rows = np.column_stack([np.arange(50.0), 2 * np.arange(50.0)])
    drawn = resampled_sums(rows, times=300)
    assert drawn.shape == (300, 2)
    assert (drawn == resampled_sums(rows, times=300)).all()
    assert drawn[:, 1] == pytest.approx(2 * drawn[:, 0])
    assert drawn[:, 0].mean() == pytest.approx(rows[:, 0].sum(), rel=0.02)
    assert interval(np.arange(1001)) == pytest.approx((25, 975))


def test_an_estimate_knows_what_it_contains() -> None:
    assert Estimate(0.5, 0.4, 0.6).contains(0.4)
    assert not Estimate(0.5, 0.4, 0.6).contains(0.61)
    assert not Estimate(0.5).contains(0.5)


# Ratings


def stages_of(bots: str, games: list[tuple[str, list[int]]]) -> Stages:
    """Each game is a deal of its own: who sat where, and the ranks."""
    stages = Stages(list(bots), len(games))
    for deal, (seats, ranks) in enumerate(games):
        stages.add(deal, list(seats), ranks)
    return stages


def fitted(stages: Stages, prior: float = 1e-6) -> Any:
    wins = np.stack([won.sum(axis=0) for won in stages.wins.values()])
    return fit(wins[None], stages.members(), prior)[0]


def test_the_rating_of_two_players_is_the_logit_of_the_share() -> None:
    games = [("ab", [1, 2])] * 750 + [("ab", [2, 1])] * 250
    logs = fitted(stages_of("ab", games))
    assert logs[0] - logs[1] == pytest.approx(np.log(3), abs=1e-6)
    rated = ratings(stages_of("ab", games), anchor="b")
    assert rated["b"] == Estimate(0.0, 0.0, 0.0)
    assert rated["a"].value == pytest.approx(400 * np.log10(3), abs=1)  # the prior costs a little
    expected = 2 * 1.96 * ELO / np.sqrt(1000 * 0.75 * 0.25)  # ai.md 3.4
    assert width(rated["a"]) == pytest.approx(expected, rel=0.08)


def test_a_draw_is_half_a_win() -> None:
    drawn = fitted(stages_of("ab", [("ab", [1, 1])] * 4 + [("ab", [1, 2])] * 4))
    won = fitted(stages_of("ab", [("ab", [1, 2])] * 6 + [("ab", [2, 1])] * 2))
    assert drawn == pytest.approx(won)


def test_a_bot_that_won_everything_has_a_finite_rating_that_is_marked_and_far_from_sure() -> None:
    rated = ratings(stages_of("ab", [("ab", [1, 2])] * 400), anchor="b")["a"]
    assert rated.is_saturated
    assert rated.low is not None and rated.high is not None
    assert 800 < rated.value < 1300
    assert rated.low < rated.value - 200
    assert rated.high >= rated.value


def test_ratings_add_up_along_a_chain() -> None:
    games = [("ab", [1, 2])] * 60 + [("ab", [2, 1])] * 40 + [("bc", [1, 2])] * 70 + [("bc", [2, 1])] * 30
    logs = fitted(stages_of("abc", games))
    assert logs[0] - logs[2] == pytest.approx(np.log(60 / 40) + np.log(70 / 30), abs=1e-5)


def test_finishing_orders_of_planted_strengths_give_them_back() -> None:
    planted = np.array([0.0, 0.5, 1.0, -0.7])
    dice = np.random.default_rng(5)
    games = []
    for _ in range(4000):
        order = np.argsort(-(planted + dice.gumbel(size=4)))  # Gumbel's noise draws from Plackett and Luce's model
        games.append(("abcd", [int(rank) for rank in 1 + np.argsort(order)]))
    logs = fitted(stages_of("abcd", games))
    assert logs - logs[0] == pytest.approx(planted, abs=0.08)


def test_hunters_iteration_carried_to_its_end_finds_the_same() -> None:
    dice = np.random.default_rng(6)
    seatings = ["abbb", "abcc", "caba", "bbac"]
    games = [(seatings[number % 4], [int(rank) for rank in dice.integers(1, 5, size=4)]) for number in range(60)]
    stages = stages_of("abc", games)
    wins, members = np.stack([won.sum(axis=0) for won in stages.wins.values()]), stages.members()
    strengths = np.ones(3)
    for _ in range(20000):
        shares = (wins.sum(axis=1) / (members @ strengths)) @ members
        strengths = (wins.sum(axis=0) + PRIOR / 2) / (shares + PRIOR / (strengths + 1))
    assert fitted(stages, PRIOR) == pytest.approx(np.log(strengths), abs=1e-7)


def test_copies_of_a_bot_tell_nothing_about_each_other() -> None:
    every_order = [("abbb", [1 + place for place in order]) for order in permutations(range(4))]
    logs = fitted(stages_of("ab", every_order))
    assert logs[0] - logs[1] == pytest.approx(0, abs=1e-6)
    assert stages_of("b", [("bbbb", [1, 2, 3, 4])]).wins == {}
    first = stages_of("ab", [("abbb", [1, 2, 3, 4])])
    assert list(first.wins) == [(1, 3)]  # after the first place only copies of b are left


def test_one_against_three_is_as_strong_as_its_share_of_first_places_says() -> None:
    games = [("abbb", [1, 2, 2, 2])] * 50 + [("abbb", [4, 1, 2, 3])] * 0 + [("abbb", [2, 1, 3, 4])] * 50
    logs = fitted(stages_of("ab", games))
    # half of first places, and always second otherwise: x/(x+3) and then x/(x+2), to be balanced
    x = np.exp(logs[0] - logs[1])
    assert pytest.approx(100 * x / (x + 3) + 50 * x / (x + 2), abs=1e-3) == 100


def test_equal_ranks_stand_for_every_order() -> None:
    assert possible_orders([2, 1, 3]) == [(1, 0, 2)]
    assert sorted(possible_orders([1, 1, 3])) == [(0, 1, 2), (1, 0, 2)]
    assert len(possible_orders([1, 1, 1, 1])) == 24


def test_the_anchor_is_greedy_or_random_or_the_first() -> None:
    assert chosen_anchor(["x", "random", "greedy"]) == "greedy"
    assert chosen_anchor(["x", "random"]) == "random"
    assert chosen_anchor(["x", "y"]) == "x"
    assert chosen_anchor(["x", "greedy"], "x") == "x"
