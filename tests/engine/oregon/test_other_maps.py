"""Other maps: an independent reading of the rules tells the same games on maps painted at random (1.2)."""

import itertools
import json
import random
from typing import Any

import pytest

from overland.data.errors import DataError
from overland.engine.games import GAMES
from overland.engine.trace import replay
from tests.conftest import amount, rarely
from tests.oracle import oregon as oracle

GAME = GAMES["oregon"]
OPTION_SETS = [dict(zip(GAME.options, values, strict=True)) for values in itertools.product(*GAME.options.values())]
SYMBOLS = ["wagon", "bison", "settlers", "eagle", "campfire"]


def any_map(seed: int) -> dict[str, Any]:
    """A map painted at random around a railway that wanders from the left to the right, until it is valid."""
    dice = random.Random(f"any map {seed}")
    while True:
        grounds = dice.choice(("GGGM", "GGGGGGMW", "GMMMW", "GMW"))
        rows = [[dice.choice(grounds) for _ in range(15)] for _ in range(10)]
        row = dice.randrange(10)
        for col in range(15):
            rows[row][col] = "R"
            row = min(9, max(0, row + dice.choice((-1, 0, 1))))
        data = {
            "map": ["".join(row) for row in rows],
            "columns": dice.sample(SYMBOLS, 5),
            "rows": dice.sample(SYMBOLS, 5),
        }
        try:
            return dict(GAME.check_data(data, "here"))
        except DataError:
            continue


def tell_and_compare(number: int, players: int, seed: int) -> None:
    """A game of the independent reading over a random map, told the same by the engine."""
    options = OPTION_SETS[(seed + players) % len(OPTION_SETS)]
    game = oracle.Oregon(players, options, any_map(number))
    theirs = [json.dumps(line) for line in oracle.trace(game, seed, oracle.STYLES[seed % len(oracle.STYLES)])]
    for line, ours in itertools.zip_longest(theirs, replay(theirs)):
        assert json.loads(line) == ours


@pytest.mark.golden
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_independent_reading_tells_the_same_games_on_any_map(players: int) -> None:
    for seed in range(amount(3, 1, 3)):
        tell_and_compare(seed, players, seed)


@pytest.mark.parametrize(
    ("number", "players"), [rarely(number, players) for number in range(5) for players in (2, 3, 4)]
)
def test_a_hundred_and_fifty_games_over_five_maps_are_told_the_same(number: int, players: int) -> None:
    for seed in range(10):
        tell_and_compare(50 + number, players, seed)
