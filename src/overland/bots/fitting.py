"""Fitting the heads that the judge speaks with, once a network is done: on fresh games that nothing else learned from.

A network learns from each game many times, and who won is one answer for hundreds of views: it remembers the answers,
and becomes too sure of itself. So at the end the network is left as it is, but for the weights that lead to the heads
for who wins and for points; they are fitted to new games. Of the steps on the way those are kept that did best on games
of which not even they have seen anything. The head that moves are chosen by stays: fitting it too brought nothing.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from overland.bots.inputs import STEPS, Inputs
from overland.bots.learning import Batch, Lesson, new_batch, new_learning_scratch, play_and_keep
from overland.bots.net import DEPTH, POINTS, SCALE, SEATS, WIDTH, WINS, Net, NetScratch, finish, new_net_scratch, sum_up
from overland.engine.game import Data, Game
from overland.engine.jit import compiled
from overland.engine.record import Array
from overland.engine.rng import new_rng

FEATURES = WIDTH + DEPTH + 1  # what the heads are made of: both layers, and one for the bias
VIEWS = 30  # of a game, drawn at random
VIEWS_PER_GAME = 1000  # room for them, on average
PART = 50  # games of a thread at a time
HELD_OUT = 5  # one game in this many is only looked at
ROUNDS, BATCH, RATE = 30, 4096, 0.003
RIDGE = 0.01
CALMS = [step / 50 for step in range(20, 66)]
UNSEATED = -30.0  # the logit of a seat that nobody sits in
TRACE, SLIPS = 0.9, 0


@dataclass(frozen=True)
class Fit:
    """What came of it on games that were only looked at, before and after."""

    net: Net
    surprise: tuple[float, float]  # by who won, in nats
    points_off: tuple[float, float]  # root of the mean squared error in points
    calm: dict[int, float]  # the power that shares are best raised to, by number of players


@dataclass(frozen=True)
class Lot:
    """Views as the heads see them, and who won."""

    features: Array
    wins: Array
    points: Array  # gained, in units of the network
    seated: Array  # whether there is such a seat

    def part(self, rows: Array) -> "Lot":
        """Some of them."""
        return Lot(self.features[rows], self.wins[rows], self.points[rows], self.seated[rows])


@compiled
def write_features(net: Net, batch: Batch, rows: Array, scratch: NetScratch, out: Array) -> None:
    """What the heads are made of, for some rows of a batch."""
    inputs = Inputs(scratch.inputs.indices, scratch.inputs.values)
    for place in range(len(rows)):
        row = int(rows[place])
        count = 0
        for i in range(batch.steps.shape[1]):
            if batch.steps[row, i] != 0:
                inputs.indices[count] = batch.indices[row, i]
                inputs.values[count] = batch.steps[row, i] / STEPS
                count += 1
        sum_up(net, inputs, count, scratch.sums)
        finish(net, scratch)
        for unit in range(WIDTH):
            out[place, unit] = max(np.float32(0.0), scratch.sums[unit])
        for unit in range(DEPTH):
            out[place, WIDTH + unit] = max(np.float32(0.0), scratch.middle[unit])
        out[place, WIDTH + DEPTH] = np.float32(1.0)


def play_lots(game: Game, data: Data, players: int, net: Net, games: int, seed: int, workers: int) -> list[Lot]:
    """Fresh games, a lot for every few of them."""

    def play(part: int) -> Lot:
        box, scratch, batch = (
            game.make_box(data),
            new_learning_scratch(game),
            new_batch(PART * VIEWS_PER_GAME),
        )
        scratch.search.rngs[0] = new_rng((seed * SEATS + players) * 1_000_000 + part)
        lesson = Lesson(PART, SLIPS, 0, TRACE, 0.0)
        kept, _ = play_and_keep(box, game.setup(box, players, {}), net, lesson, scratch, batch, 0)
        rows = np.random.default_rng((seed, players, part)).permutation(kept)[: PART * VIEWS]
        features = np.zeros((len(rows), FEATURES), np.float32)
        write_features(net, batch, rows, new_net_scratch(game), features)
        seated = np.arange(SEATS) < batch.players[rows, None]
        wins, points = (np.where(seated, told[rows], 0.0).astype(np.float32) for told in (batch.wins, batch.points))
        return Lot(features, wins, points, seated)

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(play, range(max(HELD_OUT, games // PART))))


def fit_judge(
    game: Game, players: tuple[int, ...], net: Net, games: int, seed: int, workers: int, data: Data | None = None
) -> Fit:
    """The same network, whose judging heads were fitted to ``games`` fresh games of each number of players."""
    lots = [
        lot
        for count in players
        for lot in play_lots(game, data or game.load_data(None), count, net, games, seed, workers)
    ]
    learned = together([lot for place, lot in enumerate(lots) if place % HELD_OUT])
    watched = together(lots[::HELD_OUT])
    second, last = net.second.copy(), net.last.copy()
    wins, points = leading_to(net, WINS), leading_to(net, POINTS)
    new_wins = fitted_wins(wins, learned, watched, seed)
    new_points = min(points, fitted_points(points, learned), key=lambda weights: points_off(weights, watched))
    for head, weights in ((WINS, new_wins), (POINTS, new_points)):
        columns = slice(DEPTH + head, DEPTH + head + SEATS)
        through, last[:, head : head + SEATS], second[WIDTH:, columns] = np.split(weights, [WIDTH, WIDTH + DEPTH])
        second[:WIDTH, columns] = through
    return Fit(
        Net(net.first, second, last),
        (loss(wins, watched), loss(new_wins, watched)),
        (points_off(points, watched), points_off(new_points, watched)),
        {count: fitted_calm(new_wins, watched.part(watched.seated.sum(axis=1) == count)) for count in players},
    )


def leading_to(net: Net, head: int) -> Array:
    """The weights that lead to the heads of all seats, a row for each feature."""
    columns = slice(DEPTH + head, DEPTH + head + SEATS)
    return np.concatenate([net.second[:WIDTH, columns], net.last[:, head : head + SEATS], net.second[WIDTH:, columns]])


def fitted_wins(weights: Array, learned: Lot, watched: Lot, seed: int) -> Array:
    """Adam, from the weights as they are; the best of all rounds on the games that are watched."""
    best, best_loss = weights, loss(weights, watched)
    moment, spread, steps = np.zeros_like(weights), np.zeros_like(weights), 0
    dice = np.random.default_rng(seed)
    for round_number in range(ROUNDS):
        rate = RATE * (1 - round_number / ROUNDS)
        for rows in np.array_split(dice.permutation(len(learned.wins)), max(1, len(learned.wins) // BATCH)):
            slope = gradient(weights, learned.part(rows))
            steps += 1
            moment += 0.1 * (slope - moment)
            spread += 0.001 * (slope**2 - spread)
            weights = weights - rate * (moment / (1 - 0.9**steps)) / (np.sqrt(spread / (1 - 0.999**steps)) + 1e-8)
        now = loss(weights, watched)
        if now < best_loss:
            best, best_loss = weights, now
    return best


def fitted_calm(weights: Array, watched: Lot) -> float:
    """The power that makes the shares fit best to who won: below one where they are still too sure."""
    return min(CALMS, key=lambda calm: loss(weights * np.float32(calm), watched))


def fitted_points(weights: Array, learned: Lot) -> Array:
    """Least squares, held back towards the weights as they are."""
    fitted = weights.astype(np.float64)
    for seat in range(SEATS):
        rows = learned.seated[:, seat]
        if rows.any():
            features = learned.features[rows].astype(np.float64)
            off = learned.points[rows, seat] - features @ fitted[:, seat]
            ridge = features.T @ features / len(features) + RIDGE * np.eye(FEATURES)
            fitted[:, seat] += np.linalg.solve(ridge, features.T @ off / len(features))
    return fitted.astype(np.float32)


def together(lots: list[Lot]) -> Lot:
    """All of them as one."""
    names = ("features", "wins", "points", "seated")
    return Lot(*(np.concatenate([getattr(lot, name) for lot in lots]) for name in names))


def shares(weights: Array, lot: Lot) -> Array:
    """What heads with these weights say."""
    logits = np.where(lot.seated, lot.features @ weights, UNSEATED)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Array = powers / powers.sum(axis=1, keepdims=True)
    return found


def loss(weights: Array, lot: Lot) -> float:
    """How surprised they are by who won, in nats."""
    return float(-(lot.wins * np.log(np.maximum(shares(weights, lot), 1e-12))).sum(axis=1).mean())


def gradient(weights: Array, lot: Lot) -> Array:
    slope: Array = lot.features.T @ (shares(weights, lot) - lot.wins) / len(lot.wins)
    return slope


def points_off(weights: Array, lot: Lot) -> float:
    """How many points they are off, as the root of the mean square."""
    off = (lot.features @ weights - lot.points)[lot.seated]
    return float(SCALE * np.sqrt((off**2).mean()))
