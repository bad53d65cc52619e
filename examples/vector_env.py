"""The vector environment in thirty lines: python examples/vector_env.py [--game oregon] [--games 1000]

Plays random games side by side and says how fast, how long games are, and how often each seat wins.
"""

import argparse
import time

import numpy as np

from overland.rl import VectorEnv


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="oregon", choices=["oregon", "okanagan"])
    parser.add_argument("--games", type=int, default=1000, help="games to be finished")
    parser.add_argument("--players", type=int, default=2)
    settings = parser.parse_args()
    env = VectorEnv(settings.game, 256, settings.players, seed=1, rewards="change")
    finished = steps = 0
    wins, paid = np.zeros(settings.players), np.zeros(settings.players)
    began = time.process_time()
    while finished < settings.games:
        env.step(env.sample())  # your policy goes here: env.dense_inputs() and env.dense_masks() are its inputs
        steps += env.count
        paid += env.rewards.sum(axis=0)
        ended = env.dones
        finished += int(ended.sum())
        wins += (env.final_winners[ended] / env.final_winners[ended].sum(axis=1, keepdims=True)).sum(axis=0)
    rate = steps / (time.process_time() - began)
    print(f"{finished} games of {settings.game}, {steps / finished:.0f} decisions each, {rate:,.0f} steps/CPU-second")
    print("share of wins by seat:", ", ".join(f"{share:.1%}" for share in wins / finished))
    print("mean margin by seat:", ", ".join(f"{points:+.1f}" for points in paid / finished))


if __name__ == "__main__":
    main()
