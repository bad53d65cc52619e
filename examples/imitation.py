"""Learning from data: python examples/imitation.py [--game oregon] [--games 60]

Writes a data set of games between a greedy and a random bot, then fits, in NumPy alone, a logistic regression from what
a seat knows to whether it will win, and says how often it is right on games it has not seen. Needs overland[data].
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet

from overland.bots.games import KNOWLEDGE
from overland.rl.dataset import Plan, write_dataset


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="oregon", choices=["oregon", "okanagan"])
    parser.add_argument("--games", type=int, default=60)
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_dataset(Plan(settings.game, ("greedy", "random"), games=settings.games, shard_games=20), Path(folder))
        rows = parquet.read_table(Path(folder) / "data", columns=["game", "inputs", "strengths", "won"]).to_pylist()
    inputs = np.zeros((len(rows), KNOWLEDGE[settings.game].input_count + 1), np.float32)
    inputs[:, -1] = 1.0
    for place, row in enumerate(rows):
        np.add.at(inputs[place], row["inputs"], row["strengths"])
    won = np.array([row["won"] for row in rows])
    is_new = np.array([row["game"] % 4 == 0 for row in rows])
    weights = fit(inputs[~is_new], won[~is_new])
    right = (inputs[is_new] @ weights > 0) == (won[is_new] > 0.5)
    print(f"{len(rows)} decisions; the winner is named rightly in {right.mean():.1%} of {len(right)} new ones")


def fit(inputs: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Logistic regression by gradient descent, weights kept small."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(300):
        odds = 1 / (1 + np.exp(-inputs @ weights))
        weights += 0.05 * ((won - odds) @ inputs / len(won) * 10 - 0.001 * weights)
    return weights


if __name__ == "__main__":
    main()
