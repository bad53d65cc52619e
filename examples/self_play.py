"""Agents of your own in PettingZoo: python examples/self_play.py [--game okanagan] [--players 3]

One agent takes the first legal action, the others any; the last table is drawn. Needs overland[pettingzoo].
"""

import argparse

import numpy as np

from overland.rl.pettingzoo import env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="okanagan", choices=["oregon", "okanagan"])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=5)
    settings = parser.parse_args()
    table = env(game=settings.game, players=settings.players, render_mode="ansi", rewards="final")
    dice = np.random.default_rng(1)
    margins = np.zeros(settings.players)
    for seed in range(settings.games):
        table.reset(seed=seed)
        for agent in table.agent_iter():
            observation, reward, terminated, truncated, info = table.last()
            if terminated or truncated:
                margins[int(agent[-1])] += reward
                scores = info["scores"]
                action = None
            else:
                legal = np.flatnonzero(observation["action_mask"])
                action = int(legal[0] if agent == "seat_0" else dice.choice(legal))
            table.step(action)
        print(f"game {seed}: {' to '.join(map(str, scores))}")
    print(table.render())
    print("mean margin by seat:", ", ".join(f"{margin:+.1f}" for margin in margins / settings.games))


if __name__ == "__main__":
    main()
