"""The verdict on a whole game: every decision judged, what was expected on the way, and luck apart from play.

It depends on nothing but the record, the version and the budget: every decision has luck of its own, so the number of
threads does not matter, and the same review gives the same figures.
"""

import hashlib
import json
import os
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import chain, islice
from typing import Any, Self

import numpy as np

from overland import __version__
from overland.bots.nets import net_file
from overland.engine.errors import RecordError, SettingsError
from overland.engine.game import CHANCE, Game
from overland.engine.match import Match
from overland.review.decision import Judged, Weight, judge_decision
from overland.review.luck import Expected, expect, first_decision, luck_of
from overland.review.naming import COSTLY
from overland.review.reasons import Moment, find_reasons

FORMAT = "overland-verdict/1"
BUDGET = 256  # simulations for a decision
MOST_BUDGET = 100_000
MOMENTS = 3  # of each player


@dataclass(frozen=True)
class Course:
    """What was expected before an entry, by seat; after the last one, what came."""

    entry: int
    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Share:
    """How one player's result came about: deal, luck and play add up to what came above an equal share of the win.

    In points, the start is what was expected after the deal; start, luck and play add up to the points at the end.
    """

    deal: float
    luck: float
    play: float
    start_points: float
    luck_points: float
    play_points: float
    loss: float  # of the win, by this player's own decisions, on average
    counts: Mapping[str, int]  # decisions by name


@dataclass(frozen=True)
class Verdict:
    """What a review found."""

    game: str
    players: int
    version: str
    judge: str  # which network judged
    record: str  # digest of the record's game
    budget: int
    seed: int
    decisions: tuple[Judged, ...]
    course: tuple[Course, ...]
    luck: tuple[Course, ...]  # of every outcome of chance after the deal
    shares: tuple[Share, ...]  # by seat
    moments: tuple[Moment, ...]  # the costliest decisions of each player, the costliest first

    def as_data(self) -> dict[str, Any]:
        """The verdict ready for JSON."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_data(cls, found: Any) -> Self:
        """A verdict that was kept."""
        try:
            if found["format"] != FORMAT:
                raise RecordError(f"This is no verdict of the format {FORMAT}.")
            parts = {name: value for name, value in found.items() if name != "format"}
            parts["decisions"] = tuple(read_judged(one) for one in parts["decisions"])
            parts["course"], parts["luck"] = (
                tuple(Course(one["entry"], tuple(one["wins"]), tuple(one["points"])) for one in parts[name])
                for name in ("course", "luck")
            )
            parts["shares"] = tuple(Share(**one) for one in parts["shares"])
            parts["moments"] = tuple(Moment.from_data(one) for one in parts["moments"])
            return cls(**parts)
        except (KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"This is no verdict: {error!r}.") from None


def read_judged(found: Mapping[str, Any]) -> Judged:
    choices = tuple(Weight(one["choice"], one["win"], tuple(one["points"])) for one in found["choices"])
    return Judged(**{**found, "choices": choices})


def digest_of(match: Match) -> str:
    """A name for a game: the same for the same settings and entries."""
    record = match.record()
    parts = {name: record[name] for name in ("game", "rules", "players", "options", "data", "start", "entries")}
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def judge_digest(game: Game, players: int) -> str:
    """A name for the network that judges games of so many players."""
    return hashlib.sha256(net_file(game, players).read_bytes()).hexdigest()[:16]


class Reviewing:
    """A review under way. ``run`` does the work step by step; who stops asking for the next step has stopped it."""

    def __init__(self, match: Match, budget: int = BUDGET, seed: int = 0) -> None:
        if not 8 <= budget <= MOST_BUDGET:
            raise SettingsError(f"A review needs from 8 to {MOST_BUDGET} simulations for a decision.")
        self.match, self.budget, self.seed = match, budget, seed
        self.start = first_decision(match)
        self.asked = [
            number
            for number, entry in enumerate(match.entries)
            if entry.seat != CHANCE and len(match.at(number).legal) > 1
        ]
        self.chances = [
            number for number in range(self.start, len(match.entries)) if match.entries[number].seat == CHANCE
        ]
        self.total = len(self.asked) + len(self.chances) + 1
        self.verdict: Verdict | None = None

    def run(self, workers: int | None = None) -> Generator[int]:
        """Do the work; yields how many of ``total`` steps are done. After the last, there is a verdict."""
        judged: dict[int, Judged] = {}
        lucky: dict[int, Expected] = {}
        count = workers or os.cpu_count() or 1
        with ThreadPoolExecutor(count, thread_name_prefix="review") as pool:
            steps: Iterator[tuple[int, dict[int, Any]]] = chain(
                ((number, judged) for number in self.asked), ((number, lucky) for number in self.chances)
            )
            running: dict[Future[Any], tuple[int, dict[int, Any]]] = {}
            done = 0
            try:
                while True:
                    for number, found in islice(steps, count + 1 - len(running)):
                        act = self.judge if found is judged else self.weigh_luck
                        running[pool.submit(act, number)] = (number, found)
                    if not running:
                        break
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        number, found = running.pop(future)
                        found[number] = future.result()
                        done += 1
                        yield done
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        self.verdict = self.conclude([judged[number] for number in self.asked], lucky)
        yield self.total

    def judge(self, number: int) -> Judged:
        return judge_decision(self.match.at(number), number, self.match.entries[number].action, self.budget, self.seed)

    def weigh_luck(self, number: int) -> Expected:
        return luck_of(self.match.at(number), self.match.entries[number].action)

    def conclude(self, decisions: list[Judged], lucky: Mapping[int, Expected]) -> Verdict:
        """Put together what was found."""
        match, players = self.match, self.match.players
        expected = {number: expect(match.at(number)) for number in [*self.asked, *({self.start, len(match.entries)})]}
        first, last = expected[self.start], expected[len(match.entries)]
        nothing = Expected(np.zeros(players), np.zeros(players))
        total = nothing
        for found in lucky.values():
            total = total.plus(found)
        play = last.less(first).less(total)
        shares = []
        for seat in range(players):
            mine = [judged for judged in decisions if judged.seat == seat]
            names = [judged.name for judged in mine]
            shares.append(
                Share(
                    deal=round(float(first.wins[seat]) - 1 / players, 4),
                    luck=round(float(total.wins[seat]), 4),
                    play=round(float(play.wins[seat]), 4),
                    start_points=round(float(first.points[seat]), 2),
                    luck_points=round(float(total.points[seat]), 2),
                    play_points=round(float(play.points[seat]), 2),
                    loss=round(sum(judged.loss for judged in mine) / max(1, len(mine)), 5),
                    counts={name: names.count(name) for name in sorted(set(names))},
                )
            )
        return Verdict(
            game=match.game.name,
            players=players,
            version=__version__,
            judge=judge_digest(match.game, match.players),
            record=digest_of(match),
            budget=self.budget,
            seed=self.seed,
            decisions=tuple(decisions),
            course=tuple(course_of(number, expected[number]) for number in sorted(expected)),
            luck=tuple(course_of(number, lucky[number]) for number in sorted(lucky)),
            shares=tuple(shares),
            moments=tuple(self.moments(decisions)),
        )

    def moments(self, decisions: list[Judged]) -> Iterator[Moment]:
        """The costliest decisions of each player, with reasons."""
        costly = sorted((judged for judged in decisions if judged.name in COSTLY), key=lambda judged: -judged.cost)
        seen = [0] * self.match.players
        for judged in costly:
            seen[judged.seat] += 1
            if seen[judged.seat] <= MOMENTS:
                yield find_reasons(self.match.at(judged.entry), judged, self.seed)


def course_of(entry: int, expected: Expected) -> Course:
    return Course(
        entry,
        tuple(round(float(share), 4) for share in expected.wins),
        tuple(round(float(points), 2) for points in expected.points),
    )
