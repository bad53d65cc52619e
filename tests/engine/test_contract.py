"""The promises of engine/game.py, checked on play of every game; no game has an exception."""

import itertools
import random

import numpy as np
import pytest

from overland.engine import dispatch
from overland.engine.errors import NotationError, PositionError
from overland.engine.explain import gains_as_data
from overland.engine.game import CHANCE, OVER, SPECTATOR, Game
from overland.engine.games import GAMES, checked_options
from overland.engine.position import Position
from overland.engine.record import ACTION, Record, copy_record, new_record
from overland.engine.rng import new_rng
from tests.conftest import amount
from tests.engine.drivers import TASTES, positions

BOXES = {name: game.make_box(game.load_data(None)) for name, game in GAMES.items()}
CASES = [
    pytest.param(
        game, players, taste, dict(zip(game.options, values, strict=True)), id=f"{game.name}-{players}-{taste}-{n}"
    )
    for game in GAMES.values()
    for taste, players in itertools.product(TASTES[game.name], range(game.min_players, game.max_players + 1))
    for n, values in enumerate(
        [tuple(v[0] for v in game.options.values()), tuple(v[-1] for v in game.options.values())]
    )
]
FEW_CASES = CASES[:: amount(1, 7, 1)]
STRIDE = amount(3, 16, 1)  # of the positions of a game, every so manyth is looked at closely


def legal_of(game: Game, box: Record, state: Record) -> list[int]:
    actions = np.full(game.max_legal, -1, ACTION)
    count = game.legal_actions(box, state, actions)
    return [int(action) for action in actions[:count]]


def view_of(game: Game, box: Record, state: Record, seat: int) -> Record:
    view = new_record(game.view_type)
    game.view_for(box, state, seat, view)
    return view


@pytest.mark.parametrize(("game", "players", "taste", "options"), FEW_CASES)
def test_every_promise_holds_at_every_step(game: Game, players: int, taste: str, options: dict[str, str]) -> None:
    box = BOXES[game.name]
    box_before = box.tobytes()
    rng = new_rng(players)
    seats = [*range(players), SPECTATOR]
    dice = random.Random(players)
    tally = np.zeros((game.max_players, len(game.sources)), int)
    points = np.zeros(game.max_players, np.int64)
    for step, (state, action) in enumerate(positions(game, box, players, options, 11, taste)):
        actor = game.to_act(state)
        legal = legal_of(game, box, state)
        assert actor in (*range(players), CHANCE, OVER)
        assert legal == sorted(set(legal)), "ascending and unique"
        assert bool(legal) == (actor != OVER)
        assert dict(game.options_of(state)) == checked_options(game, options)
        if actor == OVER:
            break
        [gains] = Position(game, box, state).gains_of(np.array([action], ACTION))
        for gain in gains:
            tally[gain.seat, gain.source] += gain.points
        if step % STRIDE and not is_last_decision(game, box, state, action):
            continue
        check_weights(game, box, state, legal, actor)
        check_texts(game, box, state, legal)
        check_application(game, box, state, dice.sample(legal, min(3, len(legal))))
        for seat in seats:
            check_view_and_worlds(game, box, state, seat, rng)
    assert box.tobytes() == box_before, "nothing writes into the box"
    game.scores(box, state, points)
    assert tally.sum(axis=1).tolist() == points.tolist(), "gains add up to the final scores"
    winners = np.zeros(game.max_players, np.int64)
    game.winners(box, state, winners)
    best = max(points[:players])
    assert winners[:players].any()
    assert all(points[seat] == best for seat in range(players) if winners[seat])


def is_last_decision(game: Game, box: Record, state: Record, action: int) -> bool:
    """Whether an action ends the game: then secrets are close to being told."""
    after = copy_record(state)
    game.apply_action(box, after, action)
    return game.to_act(after) == OVER


def check_weights(game: Game, box: Record, state: Record, legal: list[int], actor: int) -> None:
    if actor == CHANCE:
        weights = np.zeros(game.max_legal, ACTION)
        assert game.chance_weights(box, state, weights) == len(legal)
        assert (weights[: len(legal)] > 0).all()


def check_texts(game: Game, box: Record, state: Record, legal: list[int]) -> None:
    texts = [game.action_text(action) for action in legal]
    assert len(set(texts)) == len(texts)
    assert [game.parse_action(text) for text in texts] == legal
    position = game.position_text(state)
    again = game.parse_position(box, position)
    assert again.tobytes() == state.tobytes()
    assert game.position_text(again) == position


def check_application(game: Game, box: Record, state: Record, some: list[int]) -> None:
    before = state.tobytes()
    for action in some:
        quiet, told = copy_record(state), copy_record(state)
        game.apply_action(box, quiet, action)
        gains = np.zeros(game.max_gains, game.gain_type)
        assert 0 <= game.play_action(box, told, action, gains) <= game.max_gains
        assert quiet.tobytes() == told.tobytes() != before
    assert state.tobytes() == before, "a copy is independent"


def check_view_and_worlds(game: Game, box: Record, state: Record, seat: int, rng: Record) -> None:
    view = view_of(game, box, state, seat)
    worlds = []
    for _ in range(2):
        world = new_record(game.state_type)
        assert game.sample_world(box, view, rng, world)
        assert view_of(game, box, world, seat).tobytes() == view.tobytes(), "a world shows the view it came from"
        assert game.to_act(world) == game.to_act(state)
        legal = legal_of(game, box, world)
        assert legal, "the question can be answered in the world"
        if game.to_act(state) == seat:
            assert legal == legal_of(game, box, state), "one's own choices do not depend on what one cannot know"
        worlds.append(world)
    for world in worlds:
        shared = sorted(set(legal_of(game, box, state)) & set(legal_of(game, box, world)))
        for action in shared:
            here, there = (game.entry_for(box, place, action, seat) for place in (state, world))
            assert here == there, "an entry reads the same whatever the seat cannot know"
        if game.to_act(state) == seat:
            here_told, there_told = (told(game, box, place, shared, seat) for place in (state, world))
            assert here_told == there_told, "what a choice would bring is told the same, too"


def told(game: Game, box: Record, state: Record, actions: list[int], seat: int) -> list[list[object]]:
    """What choices would bring, as a seat may know it."""
    found = Position(game, box, state).gains_of(np.array(actions, ACTION))
    return [list(gains_as_data(game, gains, seat)) for gains in found]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_illegal_action_is_never_listed_and_unknown_text_is_refused(game: Game) -> None:
    for text in ("", "farm", "42", "farmer h4 joker=", "=?", "tile", "start", "💥", "x" * 5000):
        with pytest.raises(NotationError):
            game.parse_action(text)
    for text in ("", "players=2", "players=9 seat=1", "nonsense", "a=b " * 50):
        with pytest.raises(PositionError):
            game.parse_position(BOXES[game.name], text)


def test_every_game_has_records_of_its_own_type() -> None:
    types = [dtype for game in GAMES.values() for dtype in (game.box_type, game.state_type, game.view_type)]
    assert len(set(types)) == len(types)
    for game in GAMES.values():
        assert dispatch.game_of(new_record(game.state_type)) is game
        others = {name for dtype in types if dtype != game.state_type for name in dtype.names or ()}
        assert set(game.state_type.names or ()) - others, "a field that no other record has"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_dispatch_answers_as_the_game_does(game: Game) -> None:
    box = BOXES[game.name]
    state = game.setup(box, 2, {})
    by_game, by_type = (np.zeros(game.max_legal, ACTION) for _ in range(2))
    assert dispatch.to_act(state) == game.to_act(state)
    assert dispatch.legal_actions(box, state, by_type) == game.legal_actions(box, state, by_game)
    assert (by_game == by_type).all()
    assert dispatch.chance_weights(box, state, by_type) == game.chance_weights(box, state, by_game)
    assert (by_game == by_type).all()
    twin = copy_record(state)
    action = legal_of(game, box, state)[0]
    dispatch.apply_action(box, state, action)
    dispatch.play_action(box, twin, action, np.zeros(game.max_gains, game.gain_type))
    assert state.tobytes() == twin.tobytes()
    view = new_record(game.view_type)
    dispatch.view_for(box, state, 0, view)
    assert view.tobytes() == view_of(game, box, state, 0).tobytes()
    assert dispatch.sample_world(box, view, new_rng(1), twin)
    points = np.ones(game.max_players, np.int64)
    dispatch.scores(box, state, points)
    assert points[:2].tolist() == [0, 0]
    dispatch.winners(box, state, points)
    assert points[:2].tolist() == [1, 1]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_drawn_table_names_every_seat(game: Game) -> None:
    box = BOXES[game.name]
    for state, _ in itertools.islice(positions(game, box, 3, {}, 1, "any"), 0, None, 40):
        text = game.picture(box, view_of(game, box, state, 1))
        assert all(f"Seat {seat}" in text for seat in range(3))
