"""The scripts for researchers run, and the interfaces are used as a stranger would use them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import rarely

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("script", "words", "said"),
    [
        ("vector_env.py", ["--games", "300"], "share of wins by seat"),
        rarely("vector_env.py", ["--game", "okanagan", "--games", "300", "--players", "4"], "share of wins by seat"),
        ("self_play.py", ["--games", "2"], "mean margin by seat"),
        ("imitation.py", ["--games", "4"], "the winner is named rightly in"),
    ],
)
def test_a_script_runs(script: str, words: list[str], said: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / script, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert said in done.stdout
