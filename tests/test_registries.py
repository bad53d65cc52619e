"""Every registry has every game and no other, and a third game needs nothing but the registries."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from overland.bots.games import KNOWLEDGE
from overland.bots.nets import first_net_file, net_file
from overland.cli.terminal_games import TERMINAL_GAMES
from overland.engine.games import GAMES
from overland.server.views import VIEWS
from overland.words import LANGUAGES, catalogue
from overland.words.games import WORDS
from tests.engine.drivers import TASTES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "overland"
BROWSER_REGISTRY = (ROOT / "web" / "src" / "games" / "registry.ts").read_text(encoding="utf-8")

#: What names games, and which ones it names.
REGISTRIES = {
    "the bots' knowledge": set(KNOWLEDGE),
    "the words": set(WORDS),
    "the server's views": set(VIEWS),
    "the terminal": set(TERMINAL_GAMES),
    "the tests' drivers": set(TASTES),
    "the golden games": {path.name for path in (ROOT / "tests" / "golden").iterdir() if path.is_dir()},
    "the engine's folders": {path.parent.name for path in (PACKAGE / "engine").glob("*/apply.py")},
    "the bots' folders": {path.parent.name for path in (PACKAGE / "bots").glob("*/heuristic.py")},
    "the data": {path.parent.name for path in (PACKAGE / "data").glob("*/*.toml")},
    "the spec": {path.stem for path in (ROOT / "docs" / "spec").glob("*.md")} - {"trace"},
    "the players' rules": {path.name.split(".")[0] for path in (ROOT / "docs" / "rules").glob("*.md")},
    "the networks": {path.stem.partition("-")[0] for path in (PACKAGE / "bots" / "nets").glob("*.npz")},
    "the browser's games": {path.parent.name for path in (ROOT / "web" / "src" / "games").glob("*/kit.ts")},
    "the browser's registry": set(re.findall(r"import \{ \w+ \} from './(\w+)/kit'", BROWSER_REGISTRY)),
}


@pytest.mark.parametrize("registry", REGISTRIES)
def test_a_registry_has_every_game_and_no_other(registry: str) -> None:
    assert REGISTRIES[registry] == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_files_in_every_language_and_for_every_number_of_players(name: str) -> None:
    game = GAMES[name]
    for language in LANGUAGES:
        rules = ROOT / "docs" / "rules" / (f"{name}.md" if language == "en" else f"{name}.{language}.md")
        assert rules.exists()
        assert any(key.startswith(f"{name}.") for key in catalogue(language))
    for players in range(game.min_players, game.max_players + 1):
        assert net_file(game, players).exists()
        assert first_net_file(game, players).exists()


@pytest.mark.parametrize(("part", "kernels"), [("rules", "compiled"), ("everywhere", "interpreted")])
def test_a_third_game_joins_by_the_registries_alone(part: str, kernels: str, tmp_path: Path) -> None:
    environment = {**os.environ, "OVERLAND_KERNELS": kernels, "OVERLAND_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.toy.tour", part], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
