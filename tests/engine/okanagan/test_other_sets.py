"""Other tile sets and the promo tiles: an independent reading of the general rules tells the same games (1.2, 12)."""

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.engine.position import Position
from overland.engine.trace import replay
from tests.conftest import amount, rarely
from tests.engine.drivers import positions
from tests.oracle import okanagan as oracle

GAME = GAMES["okanagan"]
OPTION_SETS = [dict(zip(GAME.options, values, strict=True)) for values in itertools.product(*GAME.options.values())]


def tell_and_compare(tiles: int, players: int, seed: int) -> oracle.Okanagan:
    """A game of the independent reading over a random set of tiles, told the same by the engine."""
    options = OPTION_SETS[(seed + players) % len(OPTION_SETS)]
    game = oracle.Okanagan(players, options, oracle.any_tiles(tiles))
    seek = oracle.SEEKS[seed % len(oracle.SEEKS)]
    if seek == "tangled":
        seek = "closers"  # its walls are planned for tiles that show all terrains
    theirs = [json.dumps(line) for line in oracle.trace(game, seed, seek)]
    for line, ours in itertools.zip_longest(theirs, replay(theirs)):
        assert json.loads(line) == ours
    return game


@pytest.mark.golden
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_independent_reading_tells_the_same_games_over_any_tiles(players: int) -> None:
    seen = sum((tell_and_compare(seed, players, seed).rare for seed in range(amount(6, 1, 6))), start=Counter())
    if amount(1, 0, 1):
        assert seen["volcano"] + seen["dam"] > 0


@pytest.mark.parametrize(("tiles", "players"), [rarely(tiles, players) for tiles in range(10) for players in (2, 3, 4)])
def test_three_hundred_games_over_ten_sets_are_told_the_same(tiles: int, players: int) -> None:
    for seed in range(10):
        tell_and_compare(100 + tiles, players, seed)


def poor_tiles(fitting: int) -> dict[str, Any]:
    """A set in which so many tiles fit the start tile, and then nothing else does."""
    start = {"sides": ["forest"] * 4, "icons": [[], [], [], []], "territories": [1, 1, 1, 2], "back": None}
    one = {"sides": ["forest", "forest", "forest", "lake"], "icons": ["circle"] * 4, "back": "gold"}
    other = {"sides": ["meadow", "meadow", "mountain", "mountain"], "icons": ["square"] * 4, "back": "refresh"}
    return {"tiles": [start, *[one] * fitting, *[other] * (46 - fitting)]}


@pytest.mark.parametrize("players", [2, 3, 4][:: amount(1, 2, 1)])
@pytest.mark.parametrize("fitting", [0, 4])
def test_a_game_goes_on_to_its_end_when_no_tile_fits(fitting: int, players: int) -> None:
    game = oracle.Okanagan(players, {}, poor_tiles(fitting))
    theirs = [json.dumps(line) for line in oracle.trace(game, players)]
    for line, ours in itertools.zip_longest(theirs, replay(theirs)):
        assert json.loads(line) == ours
    assert game.rare["turn without a tile"] >= 20 - fitting


def test_a_set_with_too_few_tiles_for_the_players_is_refused_when_the_game_is_set_up() -> None:
    data = {"tiles": oracle.any_tiles(0)["tiles"][:40]}
    Position.start(GAME, 3, data=data)
    with pytest.raises(SettingsError, match="39 tiles are not enough for 4 players, who need 46"):
        Position.start(GAME, 4, data=data)


@pytest.mark.parametrize("seed", range(amount(6, 1, 40)))
def test_every_position_over_any_tiles_is_read_back_from_its_text(seed: int) -> None:
    options = OPTION_SETS[seed % len(OPTION_SETS)]
    box = GAME.make_box(oracle.any_tiles(seed))
    for number, (state, _) in enumerate(positions(GAME, box, 2 + seed % 3, options, seed, "any")):
        if number % amount(5, 20, 1) == 0:
            text = GAME.position_text(state)
            assert GAME.parse_position(box, text).tobytes() == state.tobytes(), text
