"""Whether the judge's shares of the win can be believed: what it said, against what came, in games it had not seen.

The networks play each other on the deals reserved for tests. In every third of a game the judge is asked a few times,
in seats drawn at random. Then its answers are put in order, ten bins: of those that said about 30 %, about 30 % should
have won. The expected calibration error is how far a bin is off, on average over the answers.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from overland.arena.deals import bot_seed, deal_seed
from overland.bots.catalogue import bot_named
from overland.bots.judge import evaluate
from overland.engine.errors import RecordError
from overland.engine.games import GAMES
from overland.engine.match import Match

FILE = Path(__file__).parent / "calibration.json"
STAGES = ("early", "middle", "late")
ASKED = 3  # times in each third of a game
BINS = 10
PLAYER = "net"  # plays in every seat


@dataclass(frozen=True)
class Answer:
    """What the judge said of a seat's win, and what came."""

    stage: int
    said: float
    came: float


@dataclass(frozen=True)
class Reliability:
    """One row: a game, a number of players and a stage."""

    game: str
    players: int
    stage: str
    answers: int
    error: float  # expected calibration error
    squared: float  # mean squared error of the shares (Brier score)
    bins: tuple[tuple[int, float, float], ...]  # answers, what was said and what came, on average

    @property
    def command(self) -> str:
        return f"overland calibrate --game {self.game} --players {self.players} --games {self.answers // ASKED}"


def play_and_ask(game: str, players: int, deal: int) -> list[Answer]:
    """Play a deal and ask the judge in each third of it."""
    seed = deal_seed("test", deal)
    match = Match(game, players=players, seed=seed)
    bots = [bot_named(PLAYER, match.game, bot_seed(seed, 0, seat)) for seat in range(players)]
    views = []
    while not match.is_over:
        seat = match.to_act
        views.append([match.view(other) for other in range(players)])
        match.play(bots[seat].choose(match.box, match.view(seat), match.legal.actions), seat=seat)
    winners = match.winners
    dice = np.random.default_rng(seed)
    answers = []
    for stage in range(len(STAGES)):
        first, last = (len(views) * place // len(STAGES) for place in (stage, stage + 1))
        for _ in range(ASKED):
            seat = int(dice.integers(players))
            said = evaluate(views[int(dice.integers(first, last))][seat]).wins[seat]
            answers.append(Answer(stage, said, (seat in winners) / len(winners)))
    return answers


def measure(game: str, players: int, games: int, processes: int) -> list[Reliability]:
    """The three rows of a game and a number of players."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        found = pool.map(partial(play_and_ask, game, players), range(games), chunksize=max(1, games // (8 * processes)))
        answers = [answer for block in found for answer in block]
    return [
        reliability(game, players, name, [answer for answer in answers if answer.stage == stage])
        for stage, name in enumerate(STAGES)
    ]


def reliability(game: str, players: int, stage: str, answers: Sequence[Answer]) -> Reliability:
    """How far what was said lies from what came."""
    said, came = (np.array([getattr(answer, name) for answer in answers]) for name in ("said", "came"))
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    bins = []
    for place in range(BINS):
        inside = places == place
        if inside.any():
            bins.append((int(inside.sum()), float(said[inside].mean()), float(came[inside].mean())))
    error = sum(count * abs(told - came) for count, told, came in bins) / len(answers)
    rounded = tuple((count, round(told, 4), round(came, 4)) for count, told, came in bins)
    squared = float(((said - came) ** 2).mean())
    return Reliability(game, players, stage, len(answers), round(error, 4), round(squared, 4), rounded)


def load(path: Path = FILE) -> list[Reliability]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        return [Reliability(**{**row, "bins": tuple(tuple(one) for one in row["bins"])}) for row in rows]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise RecordError(f"{path} is not a calibration: {error}.") from None


def keep(rows: Iterable[Reliability], path: Path = FILE) -> None:
    """Put rows into the file; earlier ones for the same game, players and stage are replaced."""
    found = {(row.game, row.players, row.stage): row for row in [*load(path), *rows]}
    ordered = sorted(found.values(), key=place)
    text = "[\n" + ",\n".join(json.dumps(asdict(row)) for row in ordered) + "\n]\n"
    path.write_text(text, encoding="utf-8")


def place(row: Reliability) -> tuple[int, int, int]:
    """Sorts a row among the others."""
    return list(GAMES).index(row.game), row.players, STAGES.index(row.stage)


def page(rows: Sequence[Reliability]) -> Iterator[str]:
    """The table of ``docs/ladder.md``."""
    yield "| game | players | stage | answers | calibration error | squared error | said → came |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        bins = ", ".join(f"{told:.0%} → {came:.0%}" for count, told, came in row.bins if count >= row.answers / 50)
        yield (
            f"| {GAMES[row.game].title} | {row.players} | {row.stage} | {row.answers:,} | {row.error:.1%}"
            f" | {row.squared:.3f} | {bins} |"
        )
