"""How fast random play is, side by side with another revision: ``python bench/engine_revision.py --base CHECKOUT``.

Rounds alternate between the two, each in a process of its own, so that a busy machine slows both down; what counts is
the median of the ratios. ``git worktree add ../base REVISION`` makes a checkout to compare with.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = {"oregon": 4000, "okanagan": 1500}  # games in a round

#: Runs with the sources of either revision, so it uses only what both have.
ROUND = """
import json, sys, time
import numpy as np
from overland.engine.games import GAMES
from overland.engine.playout import play_many
from overland.engine.record import ACTION
from overland.engine.rng import new_rng

found = {}
for name, games in json.loads(sys.argv[1]).items():
    game = GAMES[name]
    box = game.make_box(game.load_data(None))
    start, states = game.setup(box, 2, {}), np.zeros(1, game.state_type)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    play_many(box, start, states, new_rng(0), actions, weights, 50)
    began = time.process_time()
    decisions = play_many(box, start, states, new_rng(1), actions, weights, games)
    found[name] = decisions / (time.process_time() - began)
print(json.dumps(found))
"""


def measure(source: Path) -> dict[str, float]:
    """Decisions per second of processor time, by game."""
    done = subprocess.run(
        [sys.executable, "-c", ROUND, json.dumps(GAMES)],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="a checkout of the revision to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    sources = {"now": ROOT / "src", "base": given.base.resolve() / "src"}
    for source in sources.values():  # compile, if need be
        measure(source)
    rounds = [{name: measure(source) for name, source in sources.items()} for _ in range(given.rounds)]
    for game in GAMES:
        ratio = statistics.median(found["now"][game] / found["base"][game] for found in rounds)
        speeds = [statistics.median(found[name][game] for found in rounds) / 1e6 for name in sources]
        print(f"{game:9} now {speeds[0]:.2f}, base {speeds[1]:.2f} million decisions a second, ratio {ratio:.3f}")


if __name__ == "__main__":
    main()
