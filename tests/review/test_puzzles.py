"""Puzzles: their positions can be played, their solutions hold, and finding them again finds the same."""

import json
from dataclasses import replace

import pytest

from overland.cli.puzzles import solution_of
from overland.engine.errors import RecordError
from overland.engine.games import GAMES
from overland.engine.rng import new_rng
from overland.review.puzzles import DEEP, LEAST_CHOICES, load_puzzles, puzzles_of, read_puzzles, write_puzzles
from tests.conftest import amount


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_a_position_with_a_solution(game: str) -> None:
    puzzles = load_puzzles(game)
    assert len(puzzles) >= 12
    for puzzle in puzzles:
        position = puzzle.open()
        assert position.to_act == puzzle.seat
        assert puzzle.solution in position.legal and len(position.legal) >= LEAST_CHOICES
        assert all(choice in position.legal and win <= puzzle.win - 0.05 for choice, win in puzzle.others.items())
        assert 0 <= puzzle.missed <= 1
    assert [puzzle.missed for puzzle in puzzles] == sorted(puzzle.missed for puzzle in puzzles), "the easiest first"
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_another_search_finds_the_same_solutions(game: str) -> None:
    """Some here; all of them, eight times as long, in the long version."""
    puzzles = load_puzzles(game)
    asked = puzzles[:: amount(compiled=8, interpreted=20, soak=1)]
    worlds = amount(compiled=DEEP // 4, interpreted=2, soak=8 * DEEP)
    agreed = sum(solution_of(puzzle, worlds, 991) == puzzle.solution for puzzle in asked)
    assert agreed >= 0.95 * len(asked)


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_does_not_depend_on_what_the_player_cannot_know(game: str) -> None:
    puzzle = load_puzzles(game)[2]
    position = puzzle.open()
    other = position.sample(puzzle.seat, new_rng(4))
    assert other.text != position.text
    assert solution_of(puzzle, 6, 5) == solution_of(replace(puzzle, position=other.text), 6, 5)


def test_the_same_game_gives_the_same_puzzles_and_a_file_keeps_them() -> None:
    first = load_puzzles("okanagan")
    seed = first[0].seed
    found = list(puzzles_of("okanagan", 2, seed))
    assert found and {(one.seed, one.entry) for one in found} <= {(one.seed, one.entry) for one in first}
    assert sorted(read_puzzles(write_puzzles(found, "again")), key=lambda one: one.entry) == found
    for wrong in ("", "{}", json.dumps({"format": "other", "puzzles": []}), '{"format": "overland-puzzles/1"}'):
        with pytest.raises(RecordError):
            read_puzzles(wrong)
