"""Puzzles and the examples of the rules, as models."""

from pydantic import Field

from overland.server.protocol import Incoming, Outgoing, Said, TableSettings
from overland.server.socket_protocol import Choice
from overland.server.views import AnyBox, AnyView


class PuzzleInfo(Outgoing):
    """A puzzle in a list."""

    key: str  #: stays the same when puzzles are added: a browser notes with it what was solved
    missed: float  #: by how many bots, from 0 to 1


class GamePuzzles(Outgoing):
    """The puzzles of a game, the easiest first; they are numbered from 1."""

    game: str
    today: int  #: the number of today's puzzle
    puzzles: list[PuzzleInfo]


class PuzzleList(Outgoing):
    """All puzzles."""

    day: str
    seconds: int  #: until there are new ones of the day
    games: list[GamePuzzles]


class ExerciseInfo(Outgoing):
    """An exercise in a list."""

    name: str
    paragraph: str  #: of the rules, where the example stands


class GameExercises(Outgoing):
    """The exercises of a game, in the order of the rules."""

    game: str
    exercises: list[ExerciseInfo]


class ExerciseList(Outgoing):
    """All exercises."""

    games: list[GameExercises]


class ExercisePosition(Outgoing):
    """The position of a puzzle or an exercise, as the seat sees it that is asked."""

    settings: TableSettings
    seat: int
    box: AnyBox
    view: AnyView
    question: Said
    stage: Said | None
    paragraph: str
    choices: list[Choice]


class ExerciseAttempt(Incoming):
    """An answer: the number of a choice."""

    choice: int = Field(ge=0, le=100_000)


class ExerciseVerdict(Outgoing):
    """Whether it was right, which choices are, and why."""

    right: bool
    wanted: list[int]  #: numbers of choices
    after: AnyView | None  #: the position after the choice, as the same seat sees it; none if that uncovers something
    loss: float | None = None  #: of the win, from 0 to 1, if a wrong answer to a puzzle was weighed
    why: list[Said] = Field(default=[])
