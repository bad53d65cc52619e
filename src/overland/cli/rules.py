"""``overland rules``: the rules of a game, in our own words, for players."""

from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from overland.cli.settings import GameName
from overland.engine.games import game_named

#: Where the texts lie in an installed package, and in the source tree.
PLACES = (
    Path(__file__).resolve().parent.parent / "data" / "rules",
    Path(__file__).resolve().parents[3] / "docs" / "rules",
)


def rules(game_name: GameName) -> None:
    """Show the rules of a game."""
    text = rules_text(game_named(game_name).name)
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text, end="")


def rules_text(name: str) -> str:
    for place in PLACES:
        if (file := place / f"{name}.md").exists():
            return file.read_text(encoding="utf-8")
    raise FileNotFoundError(f"the rules of {name} are missing from this installation")
