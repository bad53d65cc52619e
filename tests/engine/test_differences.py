"""The sentence about where two traces part names the step, the seat and the move."""

import pytest

from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.trace import random_chooser, trace
from tests.engine.differences import TraceLine, first_difference

HEADER: TraceLine = {"format": "overland-trace/1", "game": "oregon", "players": 2, "options": {"groups": "orthogonal"}}
DEAL: TraceLine = {
    "step": 0,
    "seat": -1,
    "legal": ["=bison", "=wagon"],
    "move": "=bison",
    "scores": [0, 0],
    "weights": [9, 10],
}
MOVE: TraceLine = {"step": 1, "seat": 1, "legal": ["start a1", "start b1"], "move": "start a1", "scores": [0, 0]}
END: TraceLine = {"final": {"scores": [3, 4], "winners": [1]}}
KEPT = [HEADER, DEAL, MOVE, END]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (KEPT, ""),
        ([HEADER, DEAL, {**MOVE, "legal": ["start a1"]}, END], "Step 1, seat 1: 'start b1' vanished."),
        ([HEADER, DEAL, {**MOVE, "legal": [*MOVE["legal"], "start c1"]}], "Step 1, seat 1: 'start c1' appeared."),
        (
            [HEADER, DEAL, {**MOVE, "legal": ["start a1", "start c1"]}, END],
            "Step 1, seat 1: 'start c1' appeared and 'start b1' vanished.",
        ),
        (
            [HEADER, DEAL, {**MOVE, "legal": [*MOVE["legal"], *"abcdefghij"]}, END],
            "Step 1, seat 1: 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 2 more appeared.",
        ),
        (
            [HEADER, DEAL, {**MOVE, "legal": ["start b1", "start a1"]}, END],
            "Step 1, seat 1: the legal moves are told in another order, or some twice.",
        ),
        (
            [HEADER, {**DEAL, "weights": [9, 8]}, MOVE, END],
            "Step 0, chance: the weight of '=wagon' is 8 instead of 10.",
        ),
        ([HEADER, DEAL, {**MOVE, "seat": 0}, END], "Step 1, seat 1: seat 0 acts instead."),
        ([HEADER, DEAL, {**MOVE, "scores": [0, 3]}, END], "Step 1, seat 1: scores is [0, 3] instead of [0, 0]."),
        ([HEADER, DEAL, {**MOVE, "move": "start b1"}], "Step 1, seat 1: move is 'start b1' instead of 'start a1'."),
        ([HEADER, DEAL, END], "Step 1, seat 1: the game is over."),
        ([HEADER, DEAL, MOVE, {**MOVE, "step": 2}], "At the end: the game goes on."),
        ([HEADER, DEAL, MOVE], "At the end: nothing is told."),
        ([*KEPT, {**MOVE, "step": 2}], "Step 2, seat 1: the game goes on, where it was over."),
        ([{**HEADER, "players": 3}, DEAL, MOVE, END], "In the header: players is 3 instead of 2."),
    ],
)
def test_the_first_difference_is_told_in_a_sentence(told: list[TraceLine], sentence: str) -> None:
    assert first_difference(KEPT, told) == sentence


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_of_a_real_game_the_move_that_vanished_is_named(game: Game) -> None:
    options = {name: values[0] for name, values in game.options.items()}
    kept = list(trace(game, game.load_data(None), 2, options, random_chooser(1)))
    assert first_difference(kept, kept) == ""
    step, line = next((n, line) for n, line in enumerate(kept) if line.get("seat") == 0 and len(line["legal"]) > 3)
    lost = next(move for move in line["legal"] if move != line["move"])
    told = [*kept[:step], {**line, "legal": [move for move in line["legal"] if move != lost]}, *kept[step + 1 :]]
    assert first_difference(kept, told) == f"Step {line['step']}, seat 0: {lost!r} vanished."
