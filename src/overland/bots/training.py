"""Training a value network: many streams of self-play side by side, averaged after every round.

Each stream plays with its own copy of the network and learns; then the copies are averaged and every stream goes on
from there. The result depends on the course alone (including its seed and number of streams), not on the number of
cores: running the command again gives the same network.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import STEPS
from overland.bots.learning import Lesson, new_learning_scratch, play_and_learn
from overland.bots.net import Net, new_net
from overland.bots.nets import BROKEN_FILE, learned_on, net_file, read_net, write_net
from overland.engine.boxes import data_name, data_of
from overland.engine.errors import SettingsError
from overland.engine.game import CHANCE, OVER, Data, Game
from overland.engine.games import checked_players, game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import Record, new_record
from overland.engine.rng import RNG, new_rng, random_below, random_weighted

SHIPPED = "shipped"  # the network that the bots use
TWO = 2  # players, whose games are half of all
GAMES_EACH = 1  # games of a stream in one round
LAST_RATE = 0.05  # the learning rate falls to this fraction of its first value


@dataclass(frozen=True)
class Course:
    """Everything that a training run's result depends on."""

    game: str
    games: int
    players: tuple[int, ...] = (2, 3, 4)
    seed: int = 1
    streams: int = 4
    trace: float = 0.95  # lambda: how much later results weigh against the next prediction
    rate: float = 0.05  # the fraction of an error that one step corrects, at first
    slips: int = 20  # moves in a thousand that are random
    sparring: int = 0  # games in a thousand that one network plays against greedy bots
    checkpoints: int = 8
    start: str = ""  # a network to begin with, SHIPPED or a file; if there is none, it begins with nothing learned
    data: str = ""  # a map or tile set to play on, by name or a file; the default one, if none is given

    def __post_init__(self) -> None:
        check_counts(self.game, self.players)
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
            f"overland train {self.game}{players_option(self.players)} --games {self.games} --seed {self.seed}"
            f" --streams {self.streams} --lambda {self.trace:g} --rate {self.rate:g} --slips {self.slips}"
            f" --sparring {self.sparring}"
            f" --checkpoints {self.checkpoints}{start_option(self.start)}{data_option(self.data)}"
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
        self.data = data_of(self.game, course.data)
        self.box = self.game.make_box(self.data)
        self.starts = [self.game.setup(self.box, players, {}) for players in in_turn(course.players)]
        self.net, self.begun_from = first_net_of(course.start, self.game, course.players, course.seed)
        self.games = 0
        self.rngs = np.zeros(course.streams, RNG)
        for stream in range(course.streams):
            self.rngs[stream] = new_rng(training_seed(course, stream))

    def run(self, workers: int | None = None) -> Iterator[Progress]:
        """Play and learn to the end of the course; yields after every round."""
        announce_compilation(f"the training of {self.game.title}", "bots")
        streams = self.course.streams
        scratches = [new_learning_scratch(self.game) for _ in range(streams)]
        nets = [copied(self.net) for _ in range(streams)]
        begun = self.rngs.copy()

        def play(stream: int) -> float:
            scratches[stream].search.rngs[0] = begun[stream]
            return play_and_learn(self.box, start, nets[stream], self.lesson(), scratches[stream])

        with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
            while self.games < self.course.games:
                for net in nets:
                    assign(net, self.net)
                begun[:] = self.rngs
                start = self.starts[self.games // (streams * GAMES_EACH) % len(self.starts)]
                error = sum(pool.map(play, range(streams))) / streams
                confirm_compilation(f"the training of {self.game.title}", "bots")
                # all together, so that a run that is stopped in mid-round starts that round again
                self.net = mean_of(nets)
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
        return self.course.rate * (1 - (1 - LAST_RATE) * self.done)

    def about(self) -> dict[str, Any]:
        """Where the network comes from, for its file."""
        course = self.course
        return origin(self.game, course.players, self.games, course.seed, course.command, self.begun_from, self.data)

    @property
    def done(self) -> float:
        """How much of the course is done, from 0 to 1."""
        return min(1.0, self.games / self.course.games)

    def export(self, path: Path) -> None:
        """Write the network as it is, ready to play."""
        write_net(path, self.net, self.about())

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on, whole or not at all."""
        text = json.dumps({"games": self.games, "about": self.about()})
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(
                file,
                **self.net._asdict(),
                words=self.rngs["words"],
                run=np.frombuffer(text.encode(), np.uint8),
            )
        part.replace(path)

    @classmethod
    def load(cls, path: Path, course: Course) -> Self:
        """Resume a saved run; refused if it is a different one, or if rules or inputs have changed since."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                net, words = Net(*(found[name] for name in Net._fields)), found["words"]
                run = json.loads(found["run"].tobytes())
                games, about = int(run["games"]), run["about"]
        except BROKEN_FILE as error:
            raise SettingsError(f"{path} is not a training run: {error}.") from None
        training = cls(course)
        check_same_run(path, about, training.about(), training.game)
        training.net = net
        training.rngs["words"] = words
        training.games = games
        return training


def check_same_run(path: Path, kept: dict[str, Any], about: dict[str, Any], game: Game) -> None:
    """Refuse a saved run that is not the one that ``about`` tells of, or was made under other circumstances."""
    if kept["command"] != about["command"]:
        raise SettingsError(f"{path} holds a different run; it was started with: {kept['command']}")
    if kept["rules"] != about["rules"]:
        raise SettingsError(f"{path} was started under other rules of {game.title}; use --fresh.")
    if kept["features"] != about["features"]:
        raise SettingsError(f"The rules or inputs have changed since {path} was written; use --fresh.")
    if learned_on(kept) != about["data"]:
        raise SettingsError(f"{path} was started on another map or tile set: {learned_on(kept)}; use --fresh.")


def copied(net: Net) -> Net:
    """A copy to be changed."""
    return Net(*(weights.copy() for weights in net))


def assign(net: Net, other: Net) -> None:
    """Make a network like another."""
    for weights, wanted in zip(net, other, strict=True):
        weights[:] = wanted


def mean_of(nets: Sequence[Net]) -> Net:
    """The mean of all weights."""
    return Net(*(np.mean(weights, axis=0, dtype=np.float32) for weights in zip(*nets, strict=True)))


def check_counts(game: str, players: Sequence[int]) -> None:
    """Complain about numbers of players that make no sense."""
    if not players or len(set(players)) < len(players):
        raise SettingsError("A network is trained for one number of players or several different ones.")
    for number in players:
        checked_players(game_named(game), number)


def players_option(players: Sequence[int]) -> str:
    """The numbers of players as they are given to the command."""
    return "".join(f" --players {number}" for number in players)


def start_option(start: str) -> str:
    """What a run begins with, as it is given to the command."""
    return f" --from {start}" if start else ""


def data_option(data: str) -> str:
    """What a run plays on, as it is given to the command."""
    return f" --data {data}" if data else ""


def read_start(start: str, game: Game, players: Sequence[int]) -> tuple[Net, dict[str, Any]]:
    """The network that a run begins with, and where it came from; the shipped one is that for most players."""
    net, about = read_net(net_file(game, max(players)) if start == SHIPPED else Path(start), game)
    return copied(net), about


def first_net_of(start: str, game: Game, players: Sequence[int], seed: int) -> tuple[Net, dict[str, Any] | None]:
    """The network that a run begins with: the one that ``start`` names, or one that has learned nothing."""
    return read_start(start, game, players) if start else (new_net(game, seed), None)


def in_turn(players: Sequence[int]) -> list[int]:
    """The numbers of players of one game after the other: two players as often as all other numbers."""
    others = [number for number in players if number != TWO]
    if TWO not in players:
        return others
    return [number for other in others for number in (TWO, other)] or [TWO]


def training_seed(course: Course, stream: int) -> int:
    """The seed of a stream. Its luck comes from the playouts' generator, so it never meets a deal of the arena."""
    digest = hashlib.sha256(f"{course.game} {course.seed} {stream}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def origin(
    game: Game,
    players: Sequence[int],
    games: int,
    seed: int,
    command: str,
    begun_from: dict[str, Any] | None,
    data: Data,
) -> dict[str, Any]:
    """Where a network comes from, for its file: what it learned by and on, and what it began with."""
    return {
        "game": game.name,
        "rules": game.rules_version,
        "players": list(players),
        "games": games,
        "seed": seed,
        "data": data_name(game, data),
        "command": command,
        "features": fingerprint(game),
        "from": begun_from,
    }


def fingerprint(game: Game) -> str:
    """A digest of the inputs along a few fixed random games: it changes with the rules and with the inputs."""
    box = game.make_box(game.load_data(None))
    digest = hashlib.sha256(str(KNOWLEDGE[game.name].input_count).encode())
    for players in range(game.min_players, game.max_players + 1):
        for inputs in random_inputs(game, box, players, seed=players):
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
                steps = (inputs.values[:active] * STEPS).astype(np.int64)
                yield inputs.indices[:active].tobytes() + steps.tobytes()
