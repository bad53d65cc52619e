"""Training a value network on the processor from a memory of its games: the finish of a network that has learned.

A round: every stream plays games with the network as it is, of each number of players; their views go into a memory,
and batches are drawn from it at random, also from the rounds before. The network that plays is the running mean of the
one that learns. The result depends on the course alone, not on the number of cores, as long as a run is not resumed:
the memory is not kept, and fills again.
"""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from overland.bots.adam import add_gradients, new_adam, take_step
from overland.bots.learning import Batch, Lesson, new_batch
from overland.bots.net import Net, new_net_scratch, on_grid
from overland.bots.nets import BROKEN_FILE, write_net
from overland.bots.streams import Streams
from overland.bots.training import (
    LAST_RATE,
    SHIPPED,
    check_counts,
    check_same_run,
    data_option,
    origin,
    players_option,
    read_start,
    start_option,
)
from overland.engine.boxes import data_of
from overland.engine.errors import SettingsError
from overland.engine.games import game_named
from overland.engine.record import Array

WARM_UP = 200  # steps until the learning rate is what it is to be


@dataclass(frozen=True)
class ReplayCourse:
    """Everything that the result of a run depends on."""

    game: str
    games: int
    players: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    streams: int = 2
    games_each: int = 200  # of a stream in a round
    slips: int = 20  # moves in a thousand that are random
    trace: float = 0.88  # lambda
    repeats: int = 8  # how often a view is learned from, on average
    batch: int = 4096
    rate: float = 4e-4  # at first
    memory: int = 2_000_000  # views
    checkpoints: int = 8
    start: str = SHIPPED  # the network to begin with
    data: str = ""  # a map or tile set to play on, by name or a file; the default one, if none is given

    def __post_init__(self) -> None:
        check_counts(self.game, self.players)
        counts = (self.games, self.streams, self.games_each, self.repeats, self.batch, self.memory, self.checkpoints)
        if min(counts) < 1:
            raise SettingsError("A training run needs games, streams, repeats, a batch, a memory and a checkpoint.")
        if not (0 <= self.trace <= 1 and self.rate > 0 and 0 <= self.slips < 1000 and self.seed >= 0):
            raise SettingsError("lambda is from 0 to 1, the rate above 0, slips count in a thousand, a seed from 0.")

    @property
    def command(self) -> str:
        """The command that repeats the run."""
        return (
            f"overland train {self.game} --replay{players_option(self.players)} --games {self.games}"
            f" --seed {self.seed} --streams {self.streams} --games-each {self.games_each} --slips {self.slips}"
            f" --lambda {self.trace:g} --repeats {self.repeats} --batch {self.batch} --rate {self.rate:g}"
            f" --memory {self.memory} --checkpoints {self.checkpoints}{start_option(self.start)}"
            f"{data_option(self.data)}"
        )


@dataclass(frozen=True)
class ReplayProgress:
    """A round of it."""

    games: int
    error: float  # of the predictions while playing, in points
    loss: float  # in the margin, in units of the network


class Memory:
    """The newest views, in a ring."""

    def __init__(self, size: int) -> None:
        self.batch = new_batch(size)
        self.size, self.filled, self.next = size, 0, 0

    def add(self, batch: Batch, kept: int) -> None:
        """Remember the first rows of a batch, over the oldest ones."""
        kept = min(kept, self.size)
        head = min(kept, self.size - self.next)
        for mine, new in zip(self.batch, batch, strict=True):
            mine[self.next : self.next + head] = new[:head]
            mine[: kept - head] = new[head:kept]
        self.next = (self.next + kept) % self.size
        self.filled = min(self.size, self.filled + kept)


class ReplayTraining:
    """A run: the network, what Adam remembers of it, and the memory."""

    def __init__(self, course: ReplayCourse) -> None:
        self.course = course
        self.game = game_named(course.game)
        self.data = data_of(self.game, course.data)
        self.learner, self.begun_from = read_start(course.start, self.game, course.players)
        self.adams = [new_adam(weights.ravel()) for weights in self.learner]
        self.memory = Memory(course.memory)
        self.games, self.rounds, self.steps = 0, 0, 0

    @property
    def net(self) -> Net:
        """The network as it plays now."""
        shaped = (adam.mean.reshape(part.shape) for adam, part in zip(self.adams, self.learner, strict=True))
        first, second, last = (part.copy() for part in shaped)
        return Net(on_grid(first), second, last)

    def run(self, workers: int | None = None) -> Iterator[ReplayProgress]:
        """Play and learn to the end of the course; yields after every round."""
        course = self.course
        lesson = Lesson(course.games_each, course.slips, 0, course.trace, 0.0)
        streams = Streams(self.game, self.data, course.players, course.streams, lesson)
        batches = streams.new_batches()
        judges = [new_net_scratch(self.game) for _ in range(course.streams)]
        gradients = [Net(*(np.zeros_like(part) for part in self.learner)) for _ in range(course.streams)]

        def play(stream: int) -> tuple[int, float]:
            return streams.play(stream, playing, batches[stream], course.seed * 100_000 + self.rounds)

        def blame(stream: int) -> float:
            for part in gradients[stream]:
                part[:] = 0.0
            mine = rows[stream :: course.streams]
            return add_gradients(self.learner, self.memory.batch, mine, judges[stream], gradients[stream])

        with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
            while self.games < course.games:
                playing = self.net
                found = list(pool.map(play, range(course.streams)))
                for batch, (kept, _) in zip(batches, found, strict=True):
                    self.memory.add(batch, kept)
                new = sum(kept for kept, _ in found)
                dice = np.random.default_rng((course.seed, self.rounds))
                steps = max(1, course.repeats * new // course.batch)
                total = 0.0
                for _ in range(steps):
                    rows = dice.integers(self.memory.filled, size=course.batch)
                    total += sum(pool.map(blame, range(course.streams))) / course.batch
                    self.step(gradients)
                self.games += course.streams * streams.games_each
                self.rounds += 1
                error = (sum(error for _, error in found) / course.streams) ** 0.5
                yield ReplayProgress(self.games, error, total / steps)

    def step(self, gradients: list[Net]) -> None:
        """One step along the mean of all streams' gradients."""
        self.steps += 1
        rate = self.course.rate * (1 - (1 - LAST_RATE) * self.done) * min(1.0, self.steps / WARM_UP)
        for number, (weights, adam) in enumerate(zip(self.learner, self.adams, strict=True)):
            total = gradients[0][number]
            for other in gradients[1:]:
                total += other[number]
            take_step(weights.reshape(-1), total.reshape(-1), adam, rate, self.steps, 1.0 / self.course.batch)

    # What is kept of a run

    def about(self) -> dict[str, Any]:
        """Where the network comes from, for its file."""
        course = self.course
        return origin(self.game, course.players, self.games, course.seed, course.command, self.begun_from, self.data)

    @property
    def done(self) -> float:
        """How much of the course is done, from 0 to 1."""
        return min(1.0, self.games / self.course.games)

    def export(self, path: Path) -> None:
        """Write the network as it plays, ready to be used."""
        write_net(path, self.net, self.about())

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on but the memory, whole or not at all."""
        run = {"about": self.about(), "games": self.games, "rounds": self.rounds, "steps": self.steps}
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(file, run=np.frombuffer(json.dumps(run).encode(), np.uint8), **self.arrays())
        part.replace(path)

    def arrays(self) -> dict[str, Array]:
        """The weights and what Adam remembers of them, by name."""
        named = dict(self.learner._asdict())
        for name, adam in zip(Net._fields, self.adams, strict=True):
            named.update({f"{name}_{part}": array for part, array in adam._asdict().items()})
        return named

    def load(self, path: Path) -> None:
        """Resume a saved run; refused if it is a different one, or if rules, inputs or the set have changed since."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                run = json.loads(found["run"].tobytes())
                kept = {name: found[name] for name in self.arrays()}
            about, games, rounds, steps = run["about"], run["games"], run["rounds"], run["steps"]
        except BROKEN_FILE as error:
            raise SettingsError(f"{path} is not a training run: {error}.") from None
        check_same_run(path, about, self.about(), self.game)
        for name, array in self.arrays().items():
            array[:] = kept[name]
        self.games, self.rounds, self.steps = games, rounds, steps
