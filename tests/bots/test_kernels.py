"""The bots' kernels run interpreted, too, where every index is checked: a little of each."""

import numpy as np
import pytest

from overland.bots.bot import Budget
from overland.bots.catalogue import SeatedBot
from overland.bots.fitting import FEATURES, write_features
from overland.bots.judge import evaluate
from overland.bots.knowledge import Rollout
from overland.bots.learning import (
    MAX_SAMPLES,
    Lesson,
    keep,
    learn,
    new_batch,
    new_learning_scratch,
    play_and_keep,
    play_and_learn,
)
from overland.bots.net import forget_base, net_value, new_net, new_net_scratch
from overland.bots.nets import load_net
from overland.bots.search import SearchBot, bring_best_forward
from overland.bots.training import copied
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.games import GAMES
from overland.engine.record import ACTION, copy_record, new_record
from tests.conftest import amount
from tests.engine.drivers import positions

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@pytest.mark.parametrize("players", [2, 4])
def test_a_search_answers_with_a_choice(game: Game, players: int) -> None:
    box = game.make_box(game.load_data(None))
    bot = SeatedBot("search", SearchBot(game, 3, Rollout(depth=2, slip=20, net_depth=1)), game, Budget(4), 1)
    actions = np.empty(game.max_legal, ACTION)
    for state, _ in list(positions(game, box, players, {}, 3, "any"))[20::60]:
        seat = game.to_act(state)
        if seat in (CHANCE, OVER):
            continue
        view = new_record(game.view_type)
        game.view_for(box, state, seat, view)
        count = game.legal_actions(box, state, actions)
        assert bot.choose(box, view, actions[:count]) in actions[:count]


@every_game
def test_learning_from_a_game_changes_the_network_a_little(game: Game) -> None:
    box, scratch = game.make_box(game.load_data(None)), new_learning_scratch(game)
    lesson = Lesson(games=1, slips=0, sparring=0, trace=0.9, rate=0.05)
    net = new_net(game, 1)
    before = copied(net)
    samples = 0
    line = [state for state, _ in positions(game, box, 2, {}, 4, "any")]
    for state in line[10:-1:25]:
        for seat in range(2):
            samples = keep(box, state, seat, net, scratch.search.net, scratch.history, samples)
    assert 0 < samples < MAX_SAMPLES
    scratch.states[0] = line[-1]
    assert learn(box, scratch.states[0], net, lesson, scratch.search.net, scratch.history, samples) >= 0
    for part, old in zip(net, before, strict=True):
        assert np.isfinite(part).all()
        assert 0 < np.abs(part - old).max() < 1


@every_game
def test_the_judge_has_an_opinion_of_any_position(game: Game) -> None:
    box = game.make_box(game.load_data(None))
    line = [state for state, _ in positions(game, box, 3, {}, 5, "any")]
    for place in (len(line) // 2, -4, -1):
        view = new_record(game.view_type)
        game.view_for(box, line[place], 1, view)
        for opinion in (evaluate(view), evaluate(view, 2)):
            assert sum(opinion.wins) == pytest.approx(1.0, abs=1e-5)
            assert np.isfinite(opinion.points).all()


@every_game
def test_the_last_moves_of_a_game_can_be_learned_from_here_and_on_a_device(game: Game) -> None:
    box, net, scratch = game.make_box(game.load_data(None)), load_net(game, 3), new_learning_scratch(game)
    late = [state for state, _ in positions(game, box, 3, {}, 5, "any")][-12]
    lesson = Lesson(games=2, slips=100, sparring=500, trace=0.9, rate=0.01)
    batch = new_batch(400)
    kept, error = play_and_keep(box, late, net, lesson, scratch, batch, 0)
    assert 0 < kept < 400 and error >= 0
    assert set(batch.players[:kept].tolist()) == {3}
    features = np.zeros((kept, FEATURES), np.float32)
    write_features(net, batch, np.arange(kept), new_net_scratch(game), features)
    assert (features[:, -1] == 1.0).all() and (features >= 0).all() and features[:, :-1].any(axis=1).all()
    learner = copied(net)
    assert play_and_learn(box, late, learner, lesson, scratch) >= 0
    assert (learner.second != net.second).any()


@pytest.mark.golden
@every_game
@pytest.mark.parametrize("players", [2, 4])
def test_sums_found_from_those_before_are_exactly_the_plain_ones(game: Game, players: int) -> None:
    """Whole games: at every position all that could follow, and every seat's view, one after the other."""
    box, net = game.make_box(game.load_data(None)), load_net(game, players)
    plain, kept = new_net_scratch(game), new_net_scratch(game)
    following = np.empty(game.max_legal, ACTION)
    asked = 0
    for state, _ in list(positions(game, box, players, {}, 6, "any"))[:: amount(compiled=1, interpreted=25, soak=1)]:
        count = 0 if game.to_act(state) == OVER else game.legal_actions(box, state, following)
        for choice in range(0, count, amount(compiled=1, interpreted=9, soak=1)):
            trial = copy_record(state)
            game.apply_action(box, trial, int(following[choice]))
            for seat in range(players):
                if game.to_act(trial) == OVER:
                    continue
                forget_base(plain)
                assert net_value(box, trial, seat, net, plain) == net_value(box, trial, seat, net, kept)
                assert (plain.sums == kept.sums).all()
                assert (plain.heads == kept.heads).all()
                asked += 1
    assert asked > amount(compiled=1000, interpreted=15, soak=1000)


def test_the_best_come_first_and_keep_their_values() -> None:
    choices, values = np.array([10, 11, 12, 13, 14]), np.array([1.0, 5.0, 3.0, 4.0, 2.0])
    bring_best_forward(choices, values, 5, 2)
    assert list(choices[:2]) == [11, 13]
    assert list(values[:2]) == [5.0, 4.0]
    assert sorted(choices) == [10, 11, 12, 13, 14]
