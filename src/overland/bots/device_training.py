"""Training a value network on another device, with PyTorch: the cores play, the device learns from what they played.

A round: every core plays games with the network as it is, of each number of players; views go into a memory on the
device, from which batches are drawn at random, also from the rounds before. The network that plays is the running mean
of the one that learns. The first network is one that has learned already (learning from nothing goes faster one game at
a time, on a core) and gets units that have learned nothing yet.
"""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from overland.bots.adam import HUBER, INERTIA, POINTS_WEIGHT, WIN_WEIGHT
from overland.bots.inputs import STEPS
from overland.bots.knowledge import ENDLESS
from overland.bots.learning import CHANCES, Batch, Lesson
from overland.bots.net import DEPTH, POINTS, SEATS, SPREAD, WIDTH, WINS, Net, on_grid
from overland.bots.nets import write_net
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

BREATH = 50  # steps until it is looked whether the next round has been played
THOROUGH_FROM = 0.8  # of a course: from here on no choice is left out of any game


@dataclass(frozen=True)
class DeviceCourse:
    """How a network learns on a device."""

    game: str
    players: tuple[int, ...] = (2, 3, 4)
    seconds: float = 600.0
    seed: int = 1
    games_each: int = 200  # of a core in a round
    slips: int = 20  # moves in a thousand that are random
    trace: float = 0.88  # lambda
    steps: int = 1200  # in a round, at most
    batch: int = 16384
    rate: float = 7e-4  # at first
    memory: int = 16  # rounds
    checkpoints: int = 8
    start: str = SHIPPED  # the network to begin with
    shortlist: int = ENDLESS  # of more choices than these the network is asked about the likeliest ones only
    thorough: int = 125  # but about all of them in so many games in a thousand, and towards the end in every game
    data: str = ""  # a map or tile set to play on, by name or a file; the default one, if none is given

    def __post_init__(self) -> None:
        check_counts(self.game, self.players)
        if self.seconds <= 0 or min(self.games_each, self.steps, self.batch, self.memory, self.checkpoints) < 1:
            raise SettingsError("A training run needs time, games, steps, a batch, a memory and a checkpoint.")
        if self.shortlist < 1 or not 0 <= self.thorough <= CHANCES:
            raise SettingsError("A shortlist has at least one choice, and thorough games count in a thousand.")
        if not (0 <= self.trace <= 1 and self.rate > 0 and 0 <= self.slips < 1000 and self.seed >= 0):
            raise SettingsError("lambda is from 0 to 1, the rate above 0, slips count in a thousand, a seed from 0.")

    @property
    def command(self) -> str:
        """The command that repeats the run, as far as threads and devices can repeat one."""
        return (
            f"overland train {self.game} --device cuda{players_option(self.players)} --seconds {self.seconds:g}"
            f" --seed {self.seed} --games-each {self.games_each} --slips {self.slips} --lambda {self.trace:g}"
            f" --steps {self.steps} --batch {self.batch} --rate {self.rate:g} --memory {self.memory}"
            f" --checkpoints {self.checkpoints}{self.shortlist_option}{start_option(self.start)}"
            f"{data_option(self.data)}"
        )

    @property
    def shortlist_option(self) -> str:
        return "" if self.shortlist == ENDLESS else f" --shortlist {self.shortlist} --thorough {self.thorough}"


@dataclass(frozen=True)
class DeviceProgress:
    """A round of it."""

    games: int
    seconds: float
    error: float  # of the predictions while playing, in points
    loss: float  # in the margin, in units of the network
    win_loss: float  # in who wins, in nats


def with_new_units(net: Net, seed: int) -> Net:
    """The same network, whose units that do nothing yet are random, so that they can learn something."""
    dice = np.random.default_rng(seed)
    first, second, last = (weights.copy() for weights in net)
    idle = ~first.any(axis=0)
    first[:, idle] = dice.normal(0.0, SPREAD, (len(first), int(idle.sum())))
    if not second[:WIDTH, :DEPTH].any():
        second[:WIDTH, :DEPTH] = dice.normal(0.0, SPREAD, (WIDTH, DEPTH))
    return Net(on_grid(first), second, last)


class DeviceTraining:
    """A run: the network, its optimizer and its memory on the device."""

    def __init__(self, course: DeviceCourse, device: str = "cuda") -> None:
        try:
            torch: Any = import_module("torch")
        except ImportError:
            raise SettingsError("Learning on a device needs PyTorch: pip install 'overland[train]'.") from None
        self.torch, self.course, self.device = torch, course, device
        self.game = game_named(course.game)
        self.data = data_of(self.game, course.data)
        net, self.begun_from = read_start(course.start, self.game, course.players)
        begun = with_new_units(net, course.seed)
        try:
            torch.manual_seed(course.seed)
            self.weights = [torch.tensor(part, device=device, requires_grad=True) for part in begun]
        except (RuntimeError, AssertionError) as error:
            raise SettingsError(f"PyTorch cannot use the device {device!r}: {error}") from None
        self.mean = [part.detach().clone() for part in self.weights]
        self.optimizer = torch.optim.Adam(self.weights, lr=course.rate, betas=(0.9, 0.99), fused=device != "cpu")
        self.memory: list[tuple[Any, ...]] = []
        self.games, self.seconds, self.rounds = 0, 0.0, 0

    @property
    def net(self) -> Net:
        """The network as it plays now."""
        first, second, last = (part.cpu().numpy().copy() for part in self.mean)
        return Net(on_grid(first), second, last)

    def run(self, workers: int | None = None) -> Iterator[DeviceProgress]:
        """Play and learn until the time is up; yields after every round. What the caller does counts as time, too."""
        course, count = self.course, workers or max(1, (os.cpu_count() or 1) - 1)  # one core keeps the device busy
        before, began = self.seconds, time.perf_counter()
        lesson = Lesson(course.games_each, course.slips, 0, course.trace, 0.0, course.shortlist, course.thorough)
        streams = Streams(self.game, self.data, course.players, count, lesson)
        # two of them: one is played into while the other is learned from
        batches, others = streams.new_batches(), streams.new_batches()

        def start_playing(pool: ThreadPoolExecutor) -> list[Future[tuple[int, float]]]:
            net, seed, thorough = self.net, course.seed * 100_000 + self.rounds, self.done >= THOROUGH_FROM
            return [pool.submit(streams.play, number, net, batches[number], seed, thorough) for number in range(count)]

        with ThreadPoolExecutor(count) as pool:
            playing = start_playing(pool)
            while self.seconds < course.seconds:
                found = [one.result() for one in playing]
                batches, others = others, batches
                self.rounds += 1
                playing = start_playing(pool)
                self.remember([(batch, kept) for batch, (kept, _) in zip(others, found, strict=True)])
                self.games += count * streams.games_each
                loss, win_loss = self.learn(playing)
                self.seconds = before + time.perf_counter() - began
                error = (sum(error for _, error in found) / count) ** 0.5
                yield DeviceProgress(self.games, self.seconds, error, loss, win_loss)
                self.seconds = before + time.perf_counter() - began
            for one in playing:
                one.result()

    def remember(self, batches: list[tuple[Batch, int]]) -> None:
        """Put a round into the memory; the oldest one is forgotten."""
        torch = self.torch

        def together(name: str) -> Any:
            return torch.cat([torch.from_numpy(getattr(batch, name)[:kept]).to(self.device) for batch, kept in batches])

        self.memory.append(tuple(together(name) for name in Batch._fields))
        del self.memory[: -self.course.memory]

    def learn(self, playing: list[Future[tuple[int, float]]]) -> tuple[float, float]:
        """The steps of a round, fewer if the next one has been played; returns the mean losses in margin and winner."""
        torch, course = self.torch, self.course
        for group in self.optimizer.param_groups:
            group["lr"] = course.rate * (1 - (1 - LAST_RATE) * self.done)
        parts = [torch.cat([part[number] for part in self.memory]) for number in range(len(Batch._fields))]
        losses = torch.zeros(2, device=self.device)
        steps = min(course.steps, 4 * len(parts[0]) // course.batch + 1)
        done = 0
        while done < steps and (done % BREATH or done < steps // 4 or not all(one.done() for one in playing)):
            done += 1
            rows = torch.randint(len(parts[0]), (course.batch,), device=self.device)
            margin, wins, points = self.loss(*(part[rows] for part in parts))
            self.optimizer.zero_grad(set_to_none=True)
            (margin + WIN_WEIGHT * wins + POINTS_WEIGHT * points).backward()
            self.optimizer.step()
            with torch.no_grad():
                for mean, part in zip(self.mean, self.weights, strict=True):
                    mean.lerp_(part, 1 - INERTIA)
            losses += torch.stack([margin.detach(), wins.detach()])
            if done % BREATH == 0:
                losses.tolist()  # waits for the device, which is told what to do faster than it does it
        found = (losses / done).tolist()
        return found[0], found[1]

    def loss(self, indices: Any, steps: Any, wanted: Any, wins: Any, points: Any, players: Any) -> tuple[Any, Any, Any]:
        """How wrong the network is about the margin, about who wins and about points."""
        torch = self.torch
        first, second, last = self.weights
        inputs = len(first) - 1
        kind = torch.bfloat16 if self.device != "cpu" else torch.float32
        dense = torch.zeros(len(indices), inputs, device=self.device, dtype=kind)
        dense.scatter_add_(1, indices.long(), (steps.to(kind) / STEPS))
        sums = (dense @ first[:inputs].to(kind)).float() + first[inputs]
        middle = torch.relu(sums) @ second[:WIDTH] + second[WIDTH]
        heads = middle[:, DEPTH:] + torch.relu(middle[:, :DEPTH]) @ last
        margin = torch.nn.functional.smooth_l1_loss(heads[:, 0], wanted, beta=HUBER)
        sits = torch.arange(SEATS, device=self.device) < players[:, None]
        logits = heads[:, WINS : WINS + SEATS].masked_fill(~sits, -30.0)
        shares = -(wins.masked_fill(~sits, 0.0) * torch.log_softmax(logits, 1)).sum(1).mean()
        off = torch.nn.functional.smooth_l1_loss(
            heads[:, POINTS : POINTS + SEATS], points, beta=HUBER, reduction="none"
        )
        gains = (off * sits).sum() / sits.sum()
        return margin, shares, gains

    # What is kept of a run

    def about(self) -> dict[str, Any]:
        """Where the network comes from, for its file."""
        course = self.course
        return origin(self.game, course.players, self.games, course.seed, course.command, self.begun_from, self.data)

    @property
    def done(self) -> float:
        """How much of the course is done, from 0 to 1."""
        return min(1.0, self.seconds / self.course.seconds)

    def export(self, path: Path) -> None:
        """Write the network as it plays, ready to be used."""
        write_net(path, self.net, self.about())

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on but the memory, whole or not at all."""
        part = path.with_name(path.name + ".part")
        run = {"course": asdict(self.course), "about": self.about(), "seconds": self.seconds, "rounds": self.rounds}
        arrays = {"run": json.dumps(run), "weights": self.weights, "mean": self.mean}
        self.torch.save({**arrays, "optimizer": self.optimizer.state_dict()}, part)
        part.replace(path)

    def load(self, path: Path) -> None:
        """Resume a saved run; refused if it is a different one, or if rules or inputs have changed since."""
        try:
            found = self.torch.load(path, map_location=self.device, weights_only=True)
            run = json.loads(found["run"])
            about = run["about"]
        except Exception as error:  # whatever a broken file makes PyTorch raise
            raise SettingsError(f"{path} is not a training run: {error}.") from None
        check_same_run(path, about, self.about(), self.game)
        with self.torch.no_grad():
            for mine, kept in zip([*self.weights, *self.mean], [*found["weights"], *found["mean"]], strict=True):
                mine.copy_(kept)
        self.optimizer.load_state_dict(found["optimizer"])
        self.games, self.seconds, self.rounds = run["about"]["games"], run["seconds"], run["rounds"]
