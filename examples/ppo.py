"""A baseline for learning from nothing: masked PPO by self-play, in one file, on Overland's vector environment.

    pip install 'overland[train]'
    python examples/ppo.py --game oregon --minutes 10

One network plays all seats of a few hundred games at once. It reads the sparse inputs of what a seat knows and scores
the legal actions only: an action is the sum of the words of its notation, so "farmer h4" and "build church h4 wagon"
share what is learned about the cell. A seat is paid what its lead, as far as it knows, has changed by when it is asked
again (rewards="change"). On the way and at the end the network plays against a random and the greedy bot; the learning
curve is kept as curve.json and curve.svg beside the network.
"""

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import nn
from torch.nn import functional

from overland.rl import WAIT, VectorEnv
from overland.rl.opponents import Opponents

POINTS = 20.0  # a lead of so many points counts as 1
LAMBDA = 0.9  # how far ahead advantages look; nothing is discounted
CLIP, ENTROPY, VALUE_WEIGHT, MAX_NORM = 0.2, 0.005, 0.5, 0.5
EPOCHS, BATCH = 3, 2048
WIDTH, QUERY = 256, 64


class Questions(NamedTuple):
    """What many seats were asked, rows of different lengths one behind the other."""

    inputs: torch.Tensor  # inputs that are on
    strengths: torch.Tensor  # how strongly
    input_starts: torch.Tensor  # where those of each question begin
    legal: torch.Tensor  # legal actions
    owners: torch.Tensor  # the question that each belongs to


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="oregon", choices=["oregon", "okanagan"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn")
    parser.add_argument("--cpu-minutes", type=float, help="the same in processor time of all cores: for a busy machine")
    parser.add_argument("--games", type=int, default=256, help="games played side by side")
    parser.add_argument("--steps", type=int, default=128, help="decisions of each game between two lessons")
    parser.add_argument("--rate", type=float, default=1e-3, help="how fast to learn at first")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=10, help="how often to look at how it does on the way")
    parser.add_argument("--look-games", type=int, default=500)
    parser.add_argument("--final-games", type=int, default=2000)
    parser.add_argument("--folder", type=Path, default=Path("ppo"))
    settings = parser.parse_args()
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    settings.folder.mkdir(parents=True, exist_ok=True)
    learner = Learner(settings)
    learner.learn()
    print(learner.report(settings.final_games))


class Network(nn.Module):
    """Scores for legal actions, and what the seat may still expect to gain."""

    def __init__(self, env: VectorEnv) -> None:
        super().__init__()
        self.register_buffer("words", word_table(env))
        self.first = nn.EmbeddingBag(env.input_count, WIDTH, mode="sum")
        self.middle = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.query = nn.Linear(WIDTH, QUERY)
        self.value = nn.Linear(WIDTH, 1)
        self.actions = nn.EmbeddingBag(int(self.words.max()) + 1, QUERY, mode="sum", padding_idx=0)
        nn.init.normal_(self.first.weight, std=0.05)
        nn.init.normal_(self.actions.weight, std=0.1)
        nn.init.zeros_(self.value.weight)

    def forward(self, asked: Questions) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores of all legal actions, one behind the other, and a value for each question."""
        hidden = self.first(asked.inputs, asked.input_starts, per_sample_weights=asked.strengths)
        hidden = self.middle(hidden)
        used, places = torch.unique(asked.legal, return_inverse=True)
        keys = self.actions(self.words[used])
        queries = self.query(hidden).index_select(0, asked.owners)  # its gradient is found faster than that of [...]
        scores = (queries * keys.index_select(0, places)).sum(1) / QUERY**0.5
        return scores, self.value(hidden).squeeze(1)


def word_table(env: VectorEnv) -> torch.Tensor:
    """The words of every action's notation, and pairs of neighbours, as numbers from 1 on; 0 fills a row up."""
    numbers: dict[str, int] = {}
    rows = []
    for action in range(env.action_count):
        words = env.say(action).replace("=", " ").replace("+", " ").split()
        rows.append([*words, *(" ".join(pair) for pair in pairwise(words)), " ".join(words)])
    table = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.int64)
    for row, words in enumerate(rows):
        for place, word in enumerate(words):
            table[row, place] = numbers.setdefault(word, len(numbers) + 1)
    return table


class Learner:
    """A network, the games it plays against itself, and how it did so far."""

    def __init__(self, settings: argparse.Namespace) -> None:
        self.settings = settings
        self.env = VectorEnv(
            settings.game, settings.games, settings.players, seed=settings.seed, rewards="change",
            threads=settings.threads,
        )  # fmt: skip
        self.network = Network(self.env)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.rate, eps=1e-5)
        self.decisions = self.finished = 0
        self.curve: list[dict[str, float]] = []
        self.began, self.cpu_began = time.monotonic(), time.process_time()

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    @property
    def cpu_minutes(self) -> float:
        return (time.process_time() - self.cpu_began) / 60

    @property
    def done(self) -> float:
        """The part of the time that has been used."""
        if self.settings.cpu_minutes:
            return self.cpu_minutes / float(self.settings.cpu_minutes)
        return self.minutes / float(self.settings.minutes)

    def learn(self) -> None:
        """Play and learn until the time is up, showing how it goes."""
        columns = (TextColumn("learning"), BarColumn(), TextColumn("{task.fields[note]}"), TimeRemainingColumn())
        with Progress(*columns) as bar:
            task = bar.add_task("", total=1.0, note="")
            while (done := self.done) < 1:
                for group in self.optimizer.param_groups:
                    group["lr"] = self.settings.rate * max(0.05, 1 - done)
                entropy = self.lesson()
                if done * self.settings.looks >= len(self.curve):
                    self.look(bar)
                note = f"{self.decisions / 1e6:.2f} M decisions, {self.finished:,} games, entropy {entropy:.2f}"
                bar.update(task, completed=self.done, note=note)
        torch.save(self.network.state_dict(), self.settings.folder / "network.pt")

    def lesson(self) -> float:
        """Play some steps of all games and learn from them; returns how undecided the network was."""
        env, steps = self.env, self.settings.steps
        asked, chosen, seats, logs, values, rewards, dones = [], [], [], [], [], [], []
        for _ in range(steps):
            question = questions(env)
            picks, log, value = self.choose(question)
            asked.append(question)
            chosen.append(picks)
            seats.append(env.seats.copy())
            logs.append(log)
            values.append(value)
            env.step(actions_at(env, picks))
            rewards.append(env.rewards / POINTS)
            dones.append(env.dones.copy())
        last = self.choose(questions(env))[2]
        self.decisions += steps * env.count
        self.finished += int(np.sum(dones))
        advantages, known = advantages_of(seats, values, rewards, dones, env.seats, last)
        returns = advantages + np.stack(values)
        kept = np.flatnonzero(known.ravel())
        spread = advantages.ravel()[kept]
        flat = ((advantages - spread.mean()) / (spread.std() + 1e-8)).ravel()
        log, goal, picks = np.concatenate(logs), returns.ravel(), np.concatenate(chosen)
        entropy = 0.0
        for _ in range(EPOCHS):
            order = np.random.permutation(kept)
            for start in range(0, len(order), BATCH):
                rows = np.sort(order[start : start + BATCH])
                batch = gather(asked, rows, env.count)
                entropy = self.improve(batch, picks[rows], log[rows], flat[rows], goal[rows])
        return entropy

    def choose(self, asked: Questions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A legal action of each question by the network's odds: which one, its log-probability, and the value."""
        with torch.inference_mode():
            scores, values = self.network(asked)
            logs = log_softmax(scores, asked.owners, len(values))
            noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_min(1e-20)).clamp_min(1e-20))
            picks = best_of_each(logs + noise, asked.owners, len(values))
            taken = logs[starts_of(asked.owners, len(values)) + picks]
        return picks.numpy(), taken.numpy(), values.numpy()

    def improve(
        self, asked: Questions, picks: np.ndarray, before: np.ndarray, advantages: np.ndarray, goals: np.ndarray
    ) -> float:
        """One step of PPO; returns the entropy."""
        scores, values = self.network(asked)
        logs = log_softmax(scores, asked.owners, len(values))
        taken = logs[starts_of(asked.owners, len(values)) + torch.from_numpy(picks)]
        ratio = torch.exp(taken - torch.from_numpy(before))
        gain = torch.from_numpy(advantages.astype(np.float32))
        policy = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = -(logs.exp() * logs).sum() / len(values)
        error = functional.smooth_l1_loss(values, torch.from_numpy(goals.astype(np.float32)))
        self.optimizer.zero_grad()
        (VALUE_WEIGHT * error - policy - ENTROPY * entropy).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), MAX_NORM)
        self.optimizer.step()
        return float(entropy.detach())

    def look(self, bar: Progress) -> None:
        """Play against bots and add a point to the learning curve."""
        games = self.settings.look_games
        shares = {bot: self.share_against(bot, games, seed=77)[0] for bot in ("random", "greedy")}
        self.curve.append({"minutes": self.minutes, "decisions": self.decisions, **shares})
        text = ", ".join(f"{share:.1%} against {bot}" for bot, share in shares.items())
        bar.console.print(f"{self.minutes:5.1f} min, {self.decisions:,} decisions: {text}", highlight=False)
        self.keep_curve()

    def share_against(self, bot: str, games: int, seed: int) -> tuple[float, float]:
        """The share of the wins, and the mean margin, of the network's likeliest choices against bots."""
        env = VectorEnv(self.settings.game, games, self.settings.players, seed=seed, autoreset=False)
        bots = Opponents(env, bot)
        bots.reset(seed)
        learners = np.arange(games) % env.players
        while (env.seats >= 0).any():
            while bots.play(learners):
                pass
            if not (env.seats >= 0).any():
                break
            asked = questions(env)
            with torch.inference_mode():
                scores, _ = self.network(asked)
                picks = best_of_each(scores, asked.owners, games).numpy()
            env.step(actions_at(env, picks))
        places = np.arange(games)
        won = env.final_winners[places, learners] / env.final_winners.sum(1)
        points = env.final_scores.astype(float)
        mine = points[places, learners].copy()
        points[places, learners] = -np.inf
        return float(won.mean()), float((mine - points.max(1)).mean())

    def report(self, games: int) -> str:
        """How it stands in the end, with an interval of two standard errors."""
        wall, cpu = self.minutes, self.cpu_minutes
        lines = [f"{self.decisions:,} decisions of {self.finished:,} games in {wall:.1f} min ({cpu:.1f} CPU-min)"]
        for bot in ("random", "greedy"):
            share, margin = self.share_against(bot, games, seed=1_000_003)
            error = 2 * (share * (1 - share) / games) ** 0.5
            lines.append(f"against {bot}: wins {share:.1%} ± {error:.1%} of {games} games, {margin:+.1f} points")
        return "\n".join(lines)

    def keep_curve(self) -> None:
        """The learning curve as data and as a picture."""
        folder = self.settings.folder
        (folder / "curve.json").write_text(json.dumps(self.curve, indent=1) + "\n")
        colours = {"random": "#7a8b99", "greedy": "#b3541e"}
        across = self.curve[-1]["minutes"]
        parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -20 640 340" font-family="sans-serif">']
        for share in (0, 25, 50, 75, 100):
            high = 280 - 2.8 * share
            parts.append(
                f'<path d="M0 {high}H560" stroke="#ddd"/><text x="-45" y="{high + 4}" font-size="12">{share} %</text>'
            )
        for row, (bot, colour) in enumerate(colours.items()):
            points = " ".join(
                f"{560 * at['minutes'] / max(across, 0.1):.1f},{280 - 280 * at[bot]:.1f}" for at in self.curve
            )
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<text x="{20 + 160 * row}" y="310" font-size="13" fill="{colour}">wins against {bot}</text>')
        parts.append(f'<text x="470" y="310" font-size="12">{across:.1f} minutes</text></svg>')
        (folder / "curve.svg").write_text("\n".join(parts) + "\n")


def questions(env: VectorEnv) -> Questions:
    """What all games ask now."""
    indices, values, counts = env.sparse_inputs()
    inside = np.arange(indices.shape[1]) < counts[:, None]
    legal = np.arange(int(env.counts.max())) < env.counts[:, None]
    return Questions(
        torch.from_numpy(indices[inside]),
        torch.from_numpy(values[inside]),
        torch.from_numpy(np.concatenate([[0], np.cumsum(counts)[:-1]])),
        torch.from_numpy(env.legal[:, : legal.shape[1]][legal]),
        torch.from_numpy(np.repeat(np.arange(env.count), env.counts)),
    )


def actions_at(env: VectorEnv, picks: np.ndarray) -> np.ndarray:
    """The actions at places of the lists of legal ones; games that are over wait."""
    actions = env.legal[np.arange(env.count), np.maximum(picks, 0)].copy()
    actions[env.counts == 0] = WAIT
    return actions


def gather(asked: list[Questions], rows: np.ndarray, width: int) -> Questions:
    """Some questions of several steps, numbered step by step."""
    inputs, strengths, legal, lengths, owners = [], [], [], [], []
    for step in np.unique(rows // width):
        wanted = torch.from_numpy(rows[rows // width == step] % width)
        one = asked[step]
        counts = torch.diff(one.input_starts, append=torch.tensor([len(one.inputs)]))
        mine = torch.zeros(width, dtype=torch.bool)
        mine[wanted] = True
        inside = torch.repeat_interleave(mine, counts)
        inputs.append(one.inputs[inside])
        strengths.append(one.strengths[inside])
        lengths.append(counts[wanted])
        choices = torch.bincount(one.owners, minlength=width)
        legal.append(one.legal[mine[one.owners]])
        owners.append(choices[wanted])
    counts = torch.cat(lengths)
    choices = torch.cat(owners)
    return Questions(
        torch.cat(inputs),
        torch.cat(strengths),
        torch.cumsum(counts, 0) - counts,
        torch.cat(legal),
        torch.repeat_interleave(torch.arange(len(choices)), choices),
    )


def advantages_of(
    seats: list[np.ndarray],
    values: list[np.ndarray],
    rewards: list[np.ndarray],
    dones: list[np.ndarray],
    next_seats: np.ndarray,
    next_values: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Generalized advantages, seat by seat: a seat's next question is the next state of its last decision.

    Returns also which are known: at the end of the steps only the seat that is asked next knows what comes.
    """
    games, players = rewards[0].shape
    every = np.arange(games)
    coming, later, paid = (np.zeros((games, players)) for _ in range(3))
    is_known = np.zeros((games, players), bool)
    coming[every, next_seats], is_known[every, next_seats] = next_values, True
    advantages, known = np.zeros((len(seats), games)), np.zeros((len(seats), games), bool)
    for step in reversed(range(len(seats))):
        over = dones[step]
        coming[over] = later[over] = paid[over] = 0.0
        is_known[over] = True
        paid += rewards[step]
        seat = seats[step]
        surprise = paid[every, seat] + coming[every, seat] - values[step]
        advantages[step] = surprise + LAMBDA * later[every, seat]
        known[step] = is_known[every, seat]
        coming[every, seat], later[every, seat], paid[every, seat] = values[step], advantages[step], 0.0
        is_known[every, seat] = True
    return advantages, known


def starts_of(owners: torch.Tensor, count: int) -> torch.Tensor:
    """Where the actions of each question begin."""
    counts = torch.bincount(owners, minlength=count)
    return torch.cumsum(counts, 0) - counts


def log_softmax(scores: torch.Tensor, owners: torch.Tensor, count: int) -> torch.Tensor:
    """The log-probabilities of all actions, each question for itself."""
    highest = torch.full((count,), -torch.inf).scatter_reduce(0, owners, scores.detach(), "amax")
    lowered = scores - highest.index_select(0, owners)
    sums = torch.zeros(count).index_add(0, owners, lowered.exp())
    return lowered - torch.log(sums).index_select(0, owners)


def best_of_each(scores: torch.Tensor, owners: torch.Tensor, count: int) -> torch.Tensor:
    """The place of the highest score among the actions of each question; -1 where there are none."""
    highest = torch.full((count,), -torch.inf).scatter_reduce(0, owners, scores, "amax")
    hits = torch.nonzero(scores == highest[owners]).squeeze(1)
    found = torch.full((count,), -1)
    found[owners[hits].flip(0)] = hits.flip(0)
    return torch.where(found < 0, found, found - starts_of(owners, count))


if __name__ == "__main__":
    main()
