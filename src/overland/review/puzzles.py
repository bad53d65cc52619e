"""Puzzles: positions out of bots' games in which one choice is clearly the best, found by the judge.

A position is looked at quickly first; where one choice stands out it is weighed again with many more simulations and
other luck, and kept only if the same choice stays clearly ahead of every other. How hard it is says how many bots miss
it. What the player cannot know is dealt anew in every simulation, so the solution does not depend on it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Self

import numpy as np

from overland.bots.catalogue import bot_named
from overland.bots.judge import likeliest, weigh
from overland.engine.errors import RecordError
from overland.engine.game import Game
from overland.engine.games import GAMES, game_named
from overland.engine.match import Match
from overland.engine.position import Position
from overland.review.decision import Judged, Weight, mean_error, rounded, shares_of
from overland.review.naming import name_of

FORMAT = "overland-puzzles/1"
FOLDER = "puzzles"
CANDIDATES = 10
QUICK, DEEP = 10, 160  # worlds
QUICK_GAP, GAP = 0.07, 0.06  # of the win, between the best choice and any other
CERTAIN = 4.0  # standard errors
LEAST, MOST = 0.15, 0.92  # share of the win that the best choice leads to: neither lost nor won anyway
LEAST_CHOICES = 4
#: Who is asked how hard it is, and with how much luck.
SOLVERS = {"greenhorn": 4, "homesteader": 4, "trader": 2, "drover": 3, "scout": 1}
ANSWER = 96  # worlds in which an answer is compared with the solution
APART = 25  # entries between two puzzles of the same game
PLAYERS = ("scout", "trader", "drover")


@dataclass(frozen=True)
class Puzzle:
    """A position, the seat that is asked, and what is best."""

    game: str
    position: str  # its text
    seat: int
    solution: str
    win: float  # that it leads to
    others: Mapping[str, float]  # what other choices lead to, in notation
    missed: float  # by how many bots, from 0 to 1
    seed: int  # of the game it comes from
    entry: int

    @property
    def rules(self) -> Game:
        return GAMES[self.game]

    @property
    def key(self) -> str:
        """A name that stays the same when other puzzles come or go."""
        return sha256(f"{self.game} {self.seed} {self.entry}".encode()).hexdigest()[:12]

    def open(self) -> Position:
        """The position."""
        return Position.parse(self.game, self.position)

    @classmethod
    def from_data(cls, found: Mapping[str, Any]) -> Self:
        """A puzzle that was kept."""
        return cls(**found)


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, the easiest first."""
    file = files("overland.data") / FOLDER / f"{game_named(game).name}.json"
    return read_puzzles(file.read_text("utf-8"))


def puzzle_of_day(game: str, day: str) -> int:
    """Which puzzle is that of a day, the same for everybody: all of them come up before one comes again."""
    count = len(load_puzzles(game))
    turn, place = divmod(date.fromisoformat(day).toordinal(), count)
    return sorted(range(count), key=lambda number: sha256(f"{game} {turn} {number}".encode()).digest())[place]


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Puzzles that were written by ``write_puzzles``."""
    try:
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise RecordError(f"These are no puzzles of the format {FORMAT}.")
        return tuple(Puzzle.from_data(one) for one in found["puzzles"])
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"These are no puzzles: {error!r}.") from None


def write_puzzles(puzzles: Sequence[Puzzle], command: str) -> str:
    """Puzzles as text, the easiest first, with the command that finds them again."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.missed, puzzle.seed, puzzle.entry))
    return json.dumps({"format": FORMAT, "made": command, "puzzles": [asdict(one) for one in ordered]}, indent=1) + "\n"


def find_puzzles(game: str, players: int, first: int, games: int) -> Iterator[Puzzle | None]:
    """Look through games with the seeds from ``first`` on; yields what is found, and nothing after each game."""
    for seed in range(first, first + games):
        yield from puzzles_of(game, players, seed)
        yield None


def puzzles_of(game: str, players: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one game that bots play."""
    match = Match(game, players=players, seed=seed)
    bots = [bot_named(PLAYERS[(seed + seat) % len(PLAYERS)], match.game, seed) for seat in range(players)]
    last = -APART
    while not match.is_over:
        seat, entry = match.to_act, len(match.entries)
        if entry - last >= APART and len(match.legal) >= LEAST_CHOICES:
            puzzle = puzzle_at(match.position, seed, entry)
            if puzzle is not None:
                yield puzzle
                last = entry
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)


def puzzle_at(position: Position, seed: int, entry: int) -> Puzzle | None:
    """A puzzle, if one choice is clearly the best here."""
    if clear_best(position, QUICK, QUICK_GAP, 0.0, seed) is None:
        return None
    found = clear_best(position, DEEP, GAP, CERTAIN, seed + 1)
    if found is None or not LEAST <= found[1][found[0]] <= MOST:
        return None
    best, wins = found
    text = position.game.action_text
    others = sorted(((text(choice), win) for choice, win in wins.items() if choice != best), key=lambda one: -one[1])
    return Puzzle(
        position.game.name,
        position.text,
        position.to_act,
        text(best),
        wins[best],
        dict(others),
        missed_by_bots(position, best),
        seed,
        entry,
    )


def clear_best(
    position: Position, worlds: int, gap: float, certain: float, seed: int
) -> tuple[int, dict[int, float]] | None:
    """The choice that is better than every other by so much of the win, and what each leads to; None if none is."""
    seat = position.to_act
    view = position.view(seat)
    choices = likeliest(view, position.legal.actions, CANDIDATES, box=position.box, seed=seed)
    shares = shares_of(weigh(view, choices, worlds, box=position.box, seed=seed))[:, :, seat]
    means = shares.mean(axis=0)
    best = int(np.argmax(means))
    for place in range(len(choices)):
        if place != best:
            more = shares[:, best] - shares[:, place]
            error = more.std(ddof=1) / worlds**0.5
            if more.mean() < gap or more.mean() < certain * error:
                return None
    return choices[best], {choice: round(float(mean), 3) for choice, mean in zip(choices, means, strict=True)}


def missed_by_bots(position: Position, best: int) -> float:
    """How many bots of the gentler levels choose something else."""
    view, actions = position.view(position.to_act), position.legal.actions
    answers = [
        bot_named(level, position.game, luck).choose(position.box, view, actions)
        for level, count in SOLVERS.items()
        for luck in range(count)
    ]
    return round(sum(answer != best for answer in answers) / len(answers), 2)


def judge_answer(puzzle: Puzzle, position: Position, choice: str) -> Judged:
    """A wrong answer beside the solution, in the same worlds and with the same luck.

    What it costs was weighed when the puzzle was made, if it looked good then.
    """
    game, seat = position.game, position.to_act
    pair = [game.parse_action(puzzle.solution), game.parse_action(choice)]
    tried = weigh(position.view(seat), pair, ANSWER, box=position.box, seed=puzzle.seed)
    shares, points = shares_of(tried)[:, :, seat], tried.points
    loss, error = mean_error(shares[:, 0] - shares[:, 1])
    if choice in puzzle.others:
        loss = round(puzzle.win - puzzle.others[choice], 4)
    lost, lost_error = mean_error(points[:, 0, seat] - points[:, 1, seat])
    weights = tuple(
        Weight(text, round(float(shares[:, place].mean()), 4), rounded(points[:, place].mean(axis=0)))
        for place, text in enumerate((puzzle.solution, choice))
    )
    name = name_of(loss, error)
    return Judged(puzzle.entry, seat, choice, puzzle.solution, name, loss, error, lost, lost_error, weights)
