"""Puzzles and exercises: fixed positions in which a visitor chooses and is told whether that was right.

Nothing is kept of what anybody answers. What is told follows from what the seat that is asked knows.
"""

import logging
from functools import lru_cache

from overland.engine.games import GAMES
from overland.engine.position import Position
from overland.pictures import board_svg
from overland.review.exercises import Exercise, load_exercises
from overland.review.puzzles import Puzzle, judge_answer, load_puzzles, puzzle_of_day
from overland.review.reasons import find_reasons
from overland.server import messages
from overland.server.bot_seats import BotFailure
from overland.server.coach import told
from overland.server.days import day_at, end_of
from overland.server.errors import Refusal
from overland.server.exercise_protocol import (
    ExerciseInfo,
    ExerciseList,
    ExerciseVerdict,
    GameExercises,
    GamePuzzles,
    PuzzleInfo,
    PuzzleList,
)
from overland.server.preparation_steps import JUDGE
from overland.server.protocol import Said
from overland.server.services import Services

log = logging.getLogger("overland.server")

KEPT_POSITIONS = 512
KEPT_COSTS = 4096  # wrong answers whose costs and reasons are known
Costs = tuple[float, list[Said]]


def puzzle_list(now: float) -> PuzzleList:
    """All puzzles, and which are today's."""
    day = day_at(now)
    return PuzzleList(
        day=day,
        seconds=max(1, int(end_of(day) - now)),
        games=[
            GamePuzzles(
                game=game,
                today=1 + puzzle_of_day(game, day),
                puzzles=[PuzzleInfo(key=puzzle.key, missed=puzzle.missed) for puzzle in load_puzzles(game)],
            )
            for game in GAMES
        ],
    )


@lru_cache(maxsize=KEPT_POSITIONS)
def picture(exercise: Exercise) -> str:
    """The board of an exercise."""
    return board_svg(opened(exercise), seat=exercise.seat)


def exercise_list() -> ExerciseList:
    """All exercises."""
    return ExerciseList(
        games=[
            GameExercises(
                game=game,
                exercises=[ExerciseInfo(name=one.name, paragraph=one.paragraph) for one in load_exercises(game)],
            )
            for game in GAMES
        ]
    )


def find_puzzle(game: str, number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    puzzles = load_puzzles(game)
    if not 1 <= number <= len(puzzles):
        raise Refusal("error.no_puzzle", 404, number=number)
    return puzzles[number - 1]


def find_exercise(game: str, name: str) -> Exercise:
    """An exercise by its name."""
    for exercise in load_exercises(game):
        if exercise.name == name:
            return exercise
    raise Refusal("error.no_exercise", 404)


def opened(task: Puzzle | Exercise) -> Position:
    """The position of a puzzle or an exercise."""
    return read_position(task.game, task.position)


@lru_cache(maxsize=KEPT_POSITIONS)
def read_position(game: str, text: str) -> Position:
    """A position, read once."""
    return Position.parse(game, text)


def check_exercise(exercise: Exercise, choice: int) -> ExerciseVerdict:
    """Whether a choice is what the example says."""
    position = opened(exercise)
    text = chosen(position, choice)
    return verdict(position, choice, text in exercise.wanted, exercise.wanted)


async def check_puzzle(services: Services, game: str, number: int, choice: int) -> ExerciseVerdict:
    """Whether a choice is the solution; otherwise what it costs, and why, as far as that can be said now."""
    puzzle = find_puzzle(game, number)
    position = opened(puzzle)
    text = chosen(position, choice)
    found = verdict(position, choice, text == puzzle.solution, [puzzle.solution])
    if found.right:
        return found
    loss, why = await costs_now(services, game, number, text)
    return found.model_copy(update={"loss": loss, "why": why})


def chosen(position: Position, choice: int) -> str:
    """A choice in notation."""
    if choice >= len(position.legal):
        raise Refusal("error.no_such_choice", 422)
    return position.legal[choice]


def verdict(position: Position, choice: int, is_right: bool, wanted: tuple[str, ...] | list[str]) -> ExerciseVerdict:
    """What is told of every answer."""
    return ExerciseVerdict(
        right=is_right,
        wanted=[number for number, text in enumerate(position.legal) if text in wanted],
        after=messages.view_after(position, int(position.legal.actions[choice])),
    )


async def costs_now(services: Services, game: str, number: int, choice: str) -> tuple[float | None, list[Said]]:
    """What a wrong answer costs and why; without reasons while those who find them are not ready."""
    if services.preparation.state_of(game, JUDGE) == "ready":
        try:
            return await services.bots.think(lambda: costs(game, number, choice))
        except BotFailure as error:
            log.warning("%s, puzzle %s: no reasons: %s", game, number, error)
    puzzle = find_puzzle(game, number)
    known = puzzle.others.get(choice)
    return None if known is None else round(puzzle.win - known, 4), []


@lru_cache(maxsize=KEPT_COSTS)
def costs(game: str, number: int, choice: str) -> Costs:
    """What a wrong answer costs and why; the same every time."""
    puzzle = find_puzzle(game, number)
    position = opened(puzzle)
    judged = judge_answer(puzzle, position, choice)
    return max(0.0, judged.loss), told(find_reasons(position, judged, puzzle.seed))
