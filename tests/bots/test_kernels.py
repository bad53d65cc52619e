"""The bots' kernels run interpreted, too, where every index is checked: a little of each."""

import numpy as np
import pytest

from overland.bots.adam import HUBER, POINTS_WEIGHT, WIN_WEIGHT, add_gradients, new_adam, take_step
from overland.bots.bot import Budget
from overland.bots.catalogue import SeatedBot
from overland.bots.fitting import FEATURES, write_features
from overland.bots.games import heuristic
from overland.bots.inputs import STEPS, Inputs
from overland.bots.judge import evaluate
from overland.bots.knowledge import Rollout
from overland.bots.learning import (
    MAX_SAMPLES,
    Batch,
    Lesson,
    keep,
    learn,
    narrow_down,
    new_batch,
    new_learning_scratch,
    play_and_keep,
    play_and_learn,
)
from overland.bots.net import (
    POINTS,
    WINS,
    Net,
    finish,
    forget_base,
    net_value,
    new_net,
    new_net_scratch,
    sum_up,
    write_win_shares,
)
from overland.bots.nets import load_net
from overland.bots.search import SearchBot, bring_best_forward
from overland.bots.training import copied
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.games import GAMES
from overland.engine.record import ACTION, copy_record, new_record
from tests.conftest import amount
from tests.engine.drivers import positions

GAME = GAMES["oregon"]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@pytest.mark.parametrize("players", [2, 4])
def test_a_search_answers_with_a_choice(game: Game, players: int) -> None:
    box = game.make_box(game.load_data(None))
    rollout = Rollout(depth=2, slip=20, net_depth=1, turns=2, shortlist=3)
    bot = SeatedBot("search", SearchBot(game, 3, rollout, prize=10.0), game, Budget(4), 1)
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
def test_a_shortlist_holds_what_the_heuristic_likes_and_some_others(game: Game) -> None:
    box, scratch = game.make_box(game.load_data(None)), new_learning_scratch(game)
    asked = 0
    for state, _ in list(positions(game, box, 2, {}, 3, "any")):
        seat = game.to_act(state)
        count = 0 if seat in (CHANCE, OVER) else game.legal_actions(box, state, scratch.actions)
        if count <= 8 or asked == 3:
            continue
        asked += 1
        legal = scratch.actions[:count].copy()
        worth = {}
        for action in legal.tolist():
            trial = copy_record(state)
            game.apply_action(box, trial, action)
            worth[action] = heuristic(box, trial, seat)
        narrow_down(box, state, seat, 8, count, scratch)
        listed = scratch.actions[:count]
        assert sorted(listed.tolist()) == legal.tolist()
        liked, others = listed[:6].tolist(), listed[6:].tolist()
        assert min(worth[action] for action in liked) >= max(worth[action] for action in others)
    assert asked > 0


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
    kept, error = play_and_keep(box, late, net, lesson._replace(shortlist=3, thorough=500), scratch, batch, 0)
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


def three_views() -> Batch:
    """Views of two, three and four players, with something to learn about each."""
    dice = np.random.default_rng(5)
    batch = new_batch(3)
    batch.indices[:, :6] = dice.integers(0, 2000, (3, 6))
    batch.steps[:, :6] = dice.integers(1, STEPS, (3, 6))
    batch.wanted[:] = [0.4, -3.0, 0.1]  # the second is off by more than counts in full
    batch.players[:] = [2, 3, 4]
    batch.wins[0, 1], batch.wins[1, 0], batch.wins[2, 2] = 1, 1, 1
    batch.points[:] = dice.normal(0, 0.3, batch.points.shape)
    return batch


def loss_of(net: Net, batch: Batch) -> float:
    """How wrong a network is about the views, worked out plainly."""
    total = 0.0
    for row in range(len(batch.wanted)):
        scratch, players = new_net_scratch(GAME), int(batch.players[row])
        on = np.flatnonzero(batch.steps[row])
        inputs = Inputs(batch.indices[row, on].astype(np.int64), (batch.steps[row, on] / STEPS).astype(np.float32))
        sum_up(net, inputs, len(on), scratch.sums)
        finish(net, scratch)
        shares = np.zeros(players)
        write_win_shares(players, scratch, shares)

        def huber(off: float) -> float:
            return off * off / 2 if abs(off) < HUBER else HUBER * (abs(off) - HUBER / 2)

        total += huber(float(batch.wanted[row] - scratch.heads[0]))
        total -= WIN_WEIGHT * float((batch.wins[row, :players] * np.log(shares)).sum())
        off = batch.points[row, :players] - scratch.heads[POINTS : POINTS + players]
        total += POINTS_WEIGHT * sum(huber(float(one)) for one in off) / players
    return total


def test_gradients_are_the_slopes_of_what_is_wrong() -> None:
    batch, dice = three_views(), np.random.default_rng(2)
    net = new_net(GAME, 3)
    net.last[:] = dice.normal(0, 0.1, net.last.shape)
    net.second[:] += dice.normal(0, 0.1, net.second.shape).astype(np.float32)
    gradients = Net(*(np.zeros_like(part) for part in net))
    add_gradients(net, batch, np.arange(3), new_net_scratch(GAME), gradients)
    on = np.argwhere(batch.steps)
    places = [(0, (int(batch.indices[row, i]), unit)) for row, i in on[::5] for unit in (0, 7, 100)]
    places += [(1, (5, column)) for column in (0, 22, 23, 24, 30)] + [(1, (192, 23)), (2, (3, 0)), (2, (3, WINS + 1))]
    for part, place in places:
        before, step = net[part][place], 0.01
        losses = []
        for sign in (1, -1):
            net[part][place] = before + sign * step
            losses.append(loss_of(net, batch))
        net[part][place] = before
        slope = (losses[0] - losses[1]) / (2 * step)
        assert gradients[part][place] == pytest.approx(-slope, rel=0.05, abs=2e-3), (part, place)


def test_a_step_of_adam_goes_as_far_as_its_rate_and_the_mean_follows_slowly() -> None:
    weights, slopes = np.zeros(3, np.float32), np.array([2.0, -0.5, 0.0], np.float32)
    adam = new_adam(weights)
    take_step(weights, slopes, adam, 0.01, 1, 0.5)
    assert weights == pytest.approx([0.01, -0.01, 0.0], abs=1e-5), "the first step has the sign of the slope"
    assert adam.mean == pytest.approx(weights / 1000, abs=1e-7)
