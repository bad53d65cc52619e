"""The same plug in another library: MaskablePPO of sb3-contrib learns Oregon against a bot, through Gymnasium.

    pip install 'overland[gymnasium]' sb3-contrib
    python examples/sb3_ppo.py --steps 50000

The environment has ``action_masks()``, which is all that MaskablePPO asks for.
"""

import argparse
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import overland.rl.gymnasium  # noqa: F401  # registers the games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="Oregon", choices=["Oregon", "Okanagan"])
    parser.add_argument("--bot", default="random", help="the opponent")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=200, help="games to judge it by")
    settings = parser.parse_args()
    env = gymnasium.make(f"overland/{settings.game}-v0", bots=settings.bot, rewards="change").unwrapped
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=256, gamma=1.0, seed=1, device="cpu")
    before = share_of_wins(model, env, settings.games)
    began = time.process_time()
    model.learn(settings.steps)
    seconds = time.process_time() - began
    after = share_of_wins(model, env, settings.games)
    print(f"{settings.steps:,} steps in {seconds:.0f} CPU-seconds")
    print(f"wins against {settings.bot}: {before:.1%} before, {after:.1%} after")


def share_of_wins(model: MaskablePPO, env: gymnasium.Env, games: int) -> float:
    """Of games that the model plays without chance."""
    won = 0.0
    for seed in range(games):
        observation, info = env.reset(seed=1_000_000 + seed)
        is_over = False
        while not is_over:
            action, _ = model.predict(
                observation, action_masks=info["action_mask"].astype(np.bool_), deterministic=True
            )
            observation, _, is_over, _, info = env.step(action)
        won += info["winners"][info["seat"]] / info["winners"].sum()
    return won / games


if __name__ == "__main__":
    main()
