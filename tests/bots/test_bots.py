"""Bots choose legally, within their budget, and only by what their seat knows."""

import time
from collections.abc import Iterator

import numpy as np
import pytest

from overland import Match
from overland.arena.alarm import Alarm
from overland.arena.chairs import Chair
from overland.arena.jobs import Event
from overland.arena.scoresheet import ScoreSheet
from overland.arena.seating import Seating
from overland.bots.bot import Budget, Question
from overland.bots.catalogue import BOTS, DEFAULT_LEVEL, LEVELS, SeatedBot, bot_named
from overland.bots.forgetful import notice
from overland.bots.games import heuristic
from overland.bots.nets import net_file
from overland.bots.search import BudgetShares
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.record import ACTION, Record, new_record
from overland.engine.rng import new_rng
from tests.conftest import amount
from tests.engine.drivers import positions

NAMES = (*BOTS, *LEVELS)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_bot = pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES.values() for name in NAMES])


def small(name: str) -> str:
    """The same bot with a budget that suits a test; fixed simulations, so that it answers the same every time."""
    return f"{name}@24"


def play_out(match: Match, names: list[str]) -> Match:
    bots = [bot_named(name, match.game, seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.to_act
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
    return match


def count_wins(game: str, one: str, other: str, games: int) -> float:
    wins = 0.0
    for seed in range(games):
        seat = seed % 2
        names = [one, other] if seat == 0 else [other, one]
        winners = play_out(Match(game, seed=seed), names).winners
        wins += (seat in winners) / len(winners)
    return wins


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random(game: str) -> None:
    assert count_wins(game, "greedy", "random", 6) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_searching_with_a_network_beats_greedy(game: str) -> None:
    games = amount(compiled=6, interpreted=2, soak=40)
    assert count_wins(game, "guide@48", "trader", games) >= 0.75 * games


@pytest.mark.parametrize("game", GAMES)
def test_a_gentle_level_loses_to_greedy_and_beats_random(game: str) -> None:
    """Bad play that is no random play."""
    assert count_wins(game, "greenhorn", "trader", 24) <= 10
    assert count_wins(game, "greenhorn", "random", 16) >= 9


def asked_positions(game: Game, players: int, step: int) -> Iterator[tuple[Record, Record, int]]:
    """Positions of random games in which a seat must decide: the box, the position, the seat."""
    box = game.make_box(game.load_data(None))
    for state, _ in list(positions(game, box, players, {}, 2, "any"))[::step]:
        seat = game.to_act(state)
        if seat >= 0:
            yield box, state, seat


@every_bot
def test_a_bot_chooses_the_same_whatever_it_cannot_know(game: Game, name: str) -> None:
    """The fairness test: worlds that differ only in what the seat cannot know, the same seed, the same choice."""
    actions = np.empty(game.max_legal, ACTION)
    asked = 0
    for players in range(game.min_players, game.max_players + 1):
        bot = bot_named(small(name), game, 5)
        for box, state, seat in asked_positions(game, players, 19):
            asked += 1
            choices = set()
            for other_seed in range(3):
                view, world = new_record(game.view_type), new_record(game.state_type)
                game.view_for(box, state, seat, view)
                game.sample_world(box, view, new_rng(other_seed), world)
                shown = new_record(game.view_type)
                game.view_for(box, world, seat, shown)
                count = game.legal_actions(box, world, actions)
                bot.rng.words[:] = new_rng(5).words
                choices.add(bot.choose(box, shown, actions[:count]))
            assert len(choices) == 1
            assert choices <= set(actions[:count].tolist())
    assert asked > 15


@every_game
def test_the_arena_tells_bots_the_same_whatever_their_seat_cannot_know(game: Game) -> None:
    event = Event("", game.name, 3, {}, game.load_data(None), {}, "test", 60.0)
    seating = Seating(event, Alarm())
    differed = 0
    for box, state, seat in asked_positions(game, 3, 17):
        told, worlds = set(), set()
        for seed in range(4):
            view, world = new_record(game.view_type), new_record(game.state_type)
            game.view_for(box, state, seat, view)
            game.sample_world(box, view, new_rng(seed), world)
            seating.state = world
            count = game.legal_actions(box, world, seating.actions)
            witness = Witness()
            chair = Chair(SeatedBot("witness", witness, game, Budget(), 1), box)
            seating.ask(chair, seat, count, ScoreSheet(("a",) * 3, 1, 0))
            told.add(witness.told)
            worlds.add(world.tobytes())
        assert len(told) == 1
        differed += len(worlds) > 1
    assert differed > 3


class Witness:
    """Keeps what it was told."""

    told = b""

    def choose(self, question: Question) -> int:
        self.told = question.view.tobytes() + question.actions.tobytes() + question.rng.tobytes()
        return int(question.actions[0])


@every_game
def test_the_heuristic_does_not_depend_on_what_the_seat_cannot_know(game: Game) -> None:
    box = game.make_box(game.load_data(None))
    for state, _ in list(positions(game, box, 3, {}, 4, "any"))[::13]:
        for seat in range(3):
            view = new_record(game.view_type)
            game.view_for(box, state, seat, view)
            for seed in range(3):
                world = new_record(game.state_type)
                game.sample_world(box, view, new_rng(seed), world)
                assert heuristic(box, world, seat) == heuristic(box, state, seat)


def test_there_are_levels_from_gentle_to_strongest() -> None:
    assert len(LEVELS) >= 5
    assert DEFAULT_LEVEL in LEVELS
    assert all(entry.description for entry in LEVELS.values())
    assert not set(LEVELS) & set(BOTS)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"greenhorn.*random, greedy, planner.*module:Class"):
        bot_named("deep", GAMES["oregon"], 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no.such.module:Bot", "ModuleNotFoundError"),
        ("overland.bots.bot:NoBot", "AttributeError"),
        ("overland.bots.bot:Budget", "no method choose"),
        ("nowhere.npz", "is not a network"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_named_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        bot_named(text, GAMES["oregon"], 1)


def test_a_class_and_a_network_file_are_bots_too() -> None:
    match = Match("oregon", seed=1)
    for text in ("overland.bots.greedy:GreedyBot", str(net_file(match.game, match.players))):
        bot = bot_named(text, match.game, 1)
        assert bot.choose(match.box, match.view(0), match.legal.actions) in match.legal.actions.tolist()


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("512", Budget(512)),
        ("0.5s", Budget(None, 0.5)),
        ("512+0.5s", Budget(512, 0.5)),
        ("512,2s", Budget(512, 2.0)),
    ],
)
def test_a_budget_is_told_by_a_text(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "0", "0s", "-1", "x", "5 s", "1+2", "1s+2s", "1e9", "9" * 12])
def test_a_broken_budget_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="A budget is written"):
        Budget.parse(text)


def test_a_search_keeps_to_its_seconds() -> None:
    match = Match("oregon", seed=3)
    bot = bot_named("search@0.05s", match.game, 1)
    for _ in range(2):
        match.play(bot.choose(match.box, match.view(match.to_act), match.legal.actions))
    began = time.perf_counter()
    bot.choose(match.box, match.view(match.to_act), match.legal.actions)
    assert 0.02 < time.perf_counter() - began < 1.0


def test_a_clock_deals_simulations_out_evenly() -> None:
    shares = BudgetShares(Budget(400), 4)
    assert [list(shares.worlds(left)) for left in (16, 8, 4, 2)] == [[6], [12], [25], [50]]


def test_a_clock_without_time_still_tries_every_candidate_once() -> None:
    shares = BudgetShares(Budget(None, 1e-9), 1)
    assert list(shares.worlds(8)) == [1]


@pytest.mark.parametrize(("overlooked", "low", "high"), [(0.0, 100, 100), (0.75, 15, 36), (1.0, 1, 1)])
def test_a_forgetful_bot_overlooks_a_part(overlooked: float, low: int, high: int) -> None:
    assert low <= len(notice(np.arange(100), overlooked, new_rng(1))) <= high


def test_two_choices_are_never_overlooked() -> None:
    assert list(notice(np.array([3, 5]), 1.0, new_rng(1))) == [3, 5]


def test_a_question_holds_what_a_bot_needs() -> None:
    match = Match("okanagan", 3, seed=2)
    seen: list[Question] = []

    class Curious:
        def choose(self, question: Question) -> int:
            seen.append(question)
            return int(question.actions[0])

    bot = SeatedBot("curious", Curious(), match.game, Budget(7), 1)
    bot.choose(match.box, match.view(0), match.legal.actions)
    question = seen[0]
    assert (question.seat, question.players, question.budget) == (0, 3, Budget(7))
    assert question.text(int(question.actions[0])) == match.legal[0]
    shown = new_record(match.game.view_type)
    match.game.view_for(match.box, question.sample_state(), 0, shown)
    assert shown.tobytes() == match.view(0).tobytes()
