"""The verdict on a game: it adds up, repeats itself, and judges only on what a player knew."""

import json

import numpy as np
import pytest

from overland import Match
from overland.bots.catalogue import bot_named
from overland.engine.errors import RecordError, SettingsError
from overland.engine.game import CHANCE
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from overland.review import Reviewing, Verdict
from overland.review.decision import judge_decision
from overland.review.luck import expect, luck_of
from overland.review.naming import BEST, NAMES, name_of
from overland.review.reasons import Moment, find_reasons
from overland.words.speech import LANGUAGES, catalogue
from tests.conftest import IS_SOAK, amount, mostly, rarely

SMALL = 16


def played(game: str, names: list[str], seed: int) -> Match:
    match = Match(game, players=len(names), seed=seed)
    bots = [bot_named(name, match.game, seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.to_act
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
    return match


def reviewed(match: Match, budget: int = SMALL, workers: int = 2) -> Verdict:
    reviewing = Reviewing(match, budget)
    steps = list(reviewing.run(workers))
    assert steps == sorted(steps) and steps[-1] == reviewing.total
    assert reviewing.verdict is not None
    return reviewing.verdict


def interval(values: list[float]) -> tuple[float, float]:
    """95 %, by the normal distribution."""
    half = 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
    return float(np.mean(values) - half), float(np.mean(values) + half)


@pytest.mark.parametrize(
    ("players", "game"), [(2, "oregon"), (3, "okanagan"), rarely(3, "oregon"), rarely(2, "okanagan")]
)
def test_luck_and_play_add_up_to_the_result(game: str, players: int) -> None:
    match = played(game, ["greedy"] * players, 4)
    verdict = reviewed(match, 8)
    par = 1 / players
    for seat, share in enumerate(verdict.shares):
        won = (seat in match.winners) / len(match.winners)
        assert share.deal + share.luck + share.play == pytest.approx(won - par, abs=0.001)
        points = share.start_points + share.luck_points + share.play_points
        assert points == pytest.approx(match.scores[seat], abs=0.05)
    for course in verdict.course:
        assert sum(course.wins) == pytest.approx(1, abs=0.001)
    assert verdict.course[-1].points == tuple(match.scores)
    asked = [judged.entry for judged in verdict.decisions]
    assert asked == [
        number for number, entry in enumerate(match.entries) if entry.seat != CHANCE and len(match.at(number).legal) > 1
    ]


@pytest.mark.parametrize("game", mostly("okanagan", GAMES))
def test_the_same_review_gives_the_same_figures(game: str) -> None:
    match = played(game, ["greedy", "net"], 1)
    one, other = reviewed(match, workers=1), reviewed(Match.from_record(match.record()), workers=3)
    assert one == other
    assert Verdict.from_data(json.loads(json.dumps(one.as_data()))) == one


@pytest.mark.parametrize("game", GAMES)
def test_a_judgement_does_not_depend_on_what_the_player_could_not_know(game: str) -> None:
    match = played(game, ["greedy", "net", "greedy"], 3)
    rng = new_rng(9)
    compared = changed = 0
    for number, entry in list(enumerate(match.entries))[10::13]:
        position = match.at(number)
        if entry.seat == CHANCE or len(position.legal) < 2:
            continue
        other = position.sample(entry.seat, rng)
        judged = [judge_decision(one, number, entry.action, SMALL, 5) for one in (position, other)]
        assert judged[0] == judged[1]
        moments = [find_reasons(one, judged[0], 5) for one in (position, other)]
        assert moments[0] == moments[1]
        compared += 1
        changed += position.text != other.text
    assert compared > 4 and changed > 2


@pytest.mark.parametrize("game", GAMES)
def test_luck_is_worth_nothing_on_average(game: str) -> None:
    match = played(game, ["greedy"] * 2, 6)
    chances = [number for number, entry in enumerate(match.entries) if entry.seat == CHANCE][12::9]
    found = 0
    for number in chances:
        position = match.at(number)
        weights = np.array(position.weights, float)
        luck = [luck_of(position, int(action)) for action in position.legal.actions]
        assert weights @ np.array([one.wins for one in luck]) == pytest.approx(0, abs=1e-4)
        assert weights @ np.array([one.points for one in luck]) == pytest.approx(0, abs=1e-3)
        found += len(luck) > 1
    assert found > 1


def test_what_is_expected_at_the_end_is_what_came() -> None:
    match = played("oregon", ["greedy"] * 2, 8)
    expected = expect(match.position)
    assert list(expected.points) == match.scores
    assert list(np.flatnonzero(expected.wins)) == match.winners


def test_names_go_by_what_is_certain_of_the_loss() -> None:
    assert name_of(0.0, 0.0) == BEST
    for least, points, name in NAMES:
        assert name_of(least, 0.0) == name
        assert name_of(least + 0.02, 0.02 + 1e-6) != name
        assert name_of(least - 1e-6, 0.0) != name
        assert name_of(0.0, 0.0, points) == name, "in a game that is decided, points count"
        assert name_of(0.0, 0.0, points + 1, 1.01) != name
    assert name_of(0.3, 0.01) == "blunder"
    for language in LANGUAGES:
        assert all(f"mark.{name}" in catalogue(language) for name in (BEST, *(name for _, _, name in NAMES)))


def test_a_bad_move_is_found_and_explained() -> None:
    """A farmer beside nothing, where another brings four points at a harbour."""
    match = Match("oregon", players=2, seed=12)
    found: list[Moment] = []
    bots = [bot_named("net", match.game, seat) for seat in range(2)]
    while not match.is_over and len(found) < 3:
        seat, position = match.to_act, match.position
        gains = [sum(int(gain["points"] or 0) for gain in one if gain["seat"] == seat) for one in position.explain()]
        worst = int(np.argmin(gains))
        if max(gains) >= 4 and position.legal[worst].startswith("farmer"):
            judged = judge_decision(position, len(match.entries), int(position.legal.actions[worst]), 64, 1)
            found.append(find_reasons(position, judged, 1))
            assert judged.name in ("inaccuracy", "mistake", "blunder")
            assert judged.choices[0].win > judged.choices[1].win
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
    assert len(found) == 3
    keys = {reason["key"] for moment in found for reason in moment.reasons}
    assert "verdict.why.more_now" in keys
    for language in LANGUAGES:
        assert keys <= set(catalogue(language))


def test_what_cannot_be_reviewed_is_refused() -> None:
    match = Match("oregon", seed=1)
    for budget in (0, 7, 100_001):
        with pytest.raises(SettingsError, match="simulations"):
            Reviewing(match, budget)
    wrong: object
    for wrong in ({}, {"format": "overland-verdict/1"}, {"format": "other"}, [], None):
        with pytest.raises(RecordError):
            Verdict.from_data(wrong)


def test_a_review_can_be_stopped() -> None:
    reviewing = Reviewing(played("okanagan", ["greedy"] * 2, 2), SMALL)
    running = reviewing.run(2)
    assert next(running) == 1
    running.close()
    assert reviewing.verdict is None


@pytest.mark.parametrize("game", mostly("okanagan", GAMES))
def test_weak_players_lose_more_by_their_decisions_than_strong_ones(game: str) -> None:
    """A few games here; in the long version fifty against the strongest level, with intervals."""
    games = amount(compiled=2, interpreted=1, soak=50)
    weak, strong = "trader", "trailblazer@256" if IS_SOAK else "guide@32"
    losses: dict[str, list[float]] = {weak: [], strong: []}
    for number in range(games):
        names = [weak, strong] if number % 2 == 0 else [strong, weak]
        verdict = reviewed(played(game, names, 40 + number), 32)
        for seat, name in enumerate(names):
            losses[name].append(verdict.shares[seat].loss)
    print({name: (np.mean(found), interval(found)) for name, found in losses.items() if games > 1})
    assert np.mean(losses[weak]) > np.mean(losses[strong])
    if games >= 50:
        assert interval(losses[weak])[0] > interval(losses[strong])[1]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_equal_players_lose_alike(game: str) -> None:
    difference = []
    for number in range(50):
        verdict = reviewed(played(game, ["trader", "trader"], 140 + number), 48)
        first = number % 2  # a seat may have harder decisions than another
        difference.append(verdict.shares[first].loss - verdict.shares[1 - first].loss)
    low, high = interval(difference)
    assert low < 0 < high
