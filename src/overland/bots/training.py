"""Training a value network: many streams of self-play side by side, averaged after every round.

Each stream plays with its own copy of the network and learns; then the copies are averaged and every stream goes on
from there. The result depends on the course alone (including its seed and number of streams), not on the number of
cores: running the command again gives the same network.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.learning import Lesson, new_learning_scratch, play_and_learn
from overland.bots.net import new_net
from overland.bots.nets import BROKEN_FILE, write_net
from overland.engine.errors import SettingsError
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.games import checked_players, game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import Record, new_record
from overland.engine.rng import RNG, new_rng, random_below, random_weighted

GAMES_EACH = 1  # games of a stream in one round
LAST_RATE = 0.05  # the learning rate falls to this fraction of its first value


@dataclass(frozen=True)
class Course:
    """Everything that a training run's result depends on."""

    game: str
    players: int
    games: int
    seed: int = 1
    streams: int = 4
    trace: float = 0.95  # lambda: how much later results weigh against the next prediction
    rate: float = 0.05  # the fraction of an error that one step corrects, at first
    slips: int = 20  # moves in a thousand that are random
    sparring: int = 0  # games in a thousand that one network plays against greedy bots
    checkpoints: int = 8

    def __post_init__(self) -> None:
        checked_players(game_named(self.game), self.players)
        if self.games < 1 or self.streams < 1 or self.checkpoints < 1:
            raise SettingsError("A training run needs at least one game, one stream and one checkpoint.")
        if self.seed < 0:
            raise SettingsError("A seed cannot be negative.")
        if not (0 <= self.trace <= 1 and 0 < self.rate < 1 and 0 <= self.slips < 1000 and 0 <= self.sparring <= 1000):
            raise SettingsError("lambda is from 0 to 1, the rate below 1, and slips and sparring count in a thousand.")

    @property
    def command(self) -> str:
        """The command that repeats the run."""
        return (
            f"overland train {self.game} --players {self.players} --games {self.games} --seed {self.seed}"
            f" --streams {self.streams} --lambda {self.trace:g} --rate {self.rate:g} --slips {self.slips}"
            f" --sparring {self.sparring}"
            f" --checkpoints {self.checkpoints}"
        )


@dataclass(frozen=True)
class Progress:
    games: int
    error: float  # of the predictions in the last round, in points


class Training:
    """A training run: it goes on round by round and can be saved and resumed."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.game: Game = game_named(course.game)
        self.box = self.game.make_box(self.game.load_data(None))
        self.start = self.game.setup(self.box, course.players, {})
        self.net = new_net(self.game, course.seed)
        self.games = 0
        self.rngs = np.zeros(course.streams, RNG)
        for stream in range(course.streams):
            self.rngs[stream] = new_rng(training_seed(course, stream))

    def run(self, workers: int | None = None) -> Iterator[Progress]:
        """Play and learn to the end of the course; yields after every round."""
        announce_compilation(f"the training of {self.game.title}", "bots")
        streams = self.course.streams
        scratches = [new_learning_scratch(self.game) for _ in range(streams)]
        nets = np.empty((streams, *self.net.shape), np.float32)
        begun = self.rngs.copy()

        def play(stream: int) -> float:
            scratches[stream].search.rngs[0] = begun[stream]
            return play_and_learn(self.box, self.start, nets[stream], self.lesson(), scratches[stream])

        with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
            while self.games < self.course.games:
                nets[:] = self.net
                begun[:] = self.rngs
                error = sum(pool.map(play, range(streams))) / streams
                confirm_compilation(f"the training of {self.game.title}", "bots")
                # all together, so that a run that is stopped in mid-round starts that round again
                self.net = nets.mean(axis=0)
                for stream in range(streams):
                    self.rngs[stream] = scratches[stream].search.rngs[0]
                self.games += streams * GAMES_EACH
                yield Progress(self.games, float(error) ** 0.5)

    def lesson(self) -> Lesson:
        """How the next round is played."""
        course = self.course
        return Lesson(GAMES_EACH, course.slips, course.sparring, course.trace, self.rate)

    @property
    def rate(self) -> float:
        """The learning rate now: it falls evenly."""
        return self.course.rate * (1 - (1 - LAST_RATE) * min(1.0, self.games / self.course.games))

    def about(self) -> dict[str, Any]:
        """Where the network comes from, for its file."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.course.players,
            "games": self.games,
            "seed": self.course.seed,
            "command": self.course.command,
            "features": fingerprint(self.game, self.course.players),
        }

    def export(self, path: Path) -> None:
        """Write the network as it is, ready to play."""
        write_net(path, self.net, self.about())

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on, whole or not at all."""
        text = json.dumps({"course": asdict(self.course), "games": self.games, "about": self.about()})
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(
                file,
                net=self.net,
                words=self.rngs["words"],
                run=np.frombuffer(text.encode(), np.uint8),
            )
        part.replace(path)

    @classmethod
    def load(cls, path: Path, course: Course) -> Self:
        """Resume a saved run; refused if it is a different one, or if rules or inputs have changed since."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                net, words = found["net"], found["words"]
                run = json.loads(found["run"].tobytes())
                games, begun = int(run["games"]), run["about"]["command"]
                made_under = run["about"]["rules"], run["about"]["features"]
        except BROKEN_FILE as error:
            raise SettingsError(f"{path} is not a training run: {error}.") from None
        if run.get("course") != asdict(course):
            raise SettingsError(f"{path} holds a different run; it was started with: {begun}")
        training = cls(course)
        about = training.about()
        if made_under[0] != about["rules"]:
            raise SettingsError(f"{path} was started under other rules of {training.game.title}; use --fresh.")
        if made_under[1] != about["features"]:
            raise SettingsError(f"The rules or inputs have changed since {path} was written; use --fresh.")
        training.net = net
        training.rngs["words"] = words
        training.games = games
        return training


def training_seed(course: Course, stream: int) -> int:
    """The seed of a stream. Its luck comes from the playouts' generator, so it never meets a deal of the arena."""
    digest = hashlib.sha256(f"{course.game} {course.players} {course.seed} {stream}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def fingerprint(game: Game, players: int) -> str:
    """A digest of the inputs along a few fixed random games: it changes with the rules and with the inputs."""
    box = game.make_box(game.load_data(None))
    digest = hashlib.sha256(str(KNOWLEDGE[game.name].input_count).encode())
    for seed in range(3):
        for inputs in random_inputs(game, box, players, seed):
            digest.update(inputs)
    return digest.hexdigest()[:16]


def random_inputs(game: Game, box: Record, players: int, seed: int) -> Iterator[bytes]:
    """What a network would be given at some positions of a random game, for every seat."""
    state, rng, scratch = game.setup(box, players, {}), new_rng(seed), new_learning_scratch(game)
    for entry in count():
        actor = game.to_act(state)
        if actor == OVER:
            return
        choices = game.legal_actions(box, state, scratch.actions)
        if actor == CHANCE:
            game.chance_weights(box, state, scratch.weights)
            pick = random_weighted(rng, scratch.weights, choices)
        else:
            pick = random_below(rng, choices)
        game.apply_action(box, state, int(scratch.actions[pick]))
        if entry % 7 == 0:
            inputs = scratch.search.net.inputs
            for seat in range(players):
                view = new_record(game.view_type)
                game.view_for(box, state, seat, view)
                active = KNOWLEDGE[game.name].write_inputs(box, view, inputs)
                # rounded to steps with no fraction of small numbers midway between two: the last bit does not matter
                steps = np.rint(inputs.values[:active] * 512).astype(np.int64)
                yield inputs.indices[:active].tobytes() + steps.tobytes()
