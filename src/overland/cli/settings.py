"""The settings that several commands share: players, options, preset, data file."""

from pathlib import Path
from typing import Annotated

import typer

from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game
from overland.engine.games import checked_options, checked_players

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, e.g. oregon.")]
Players = Annotated[int, typer.Option("--players", "-p", help="Number of players.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="A rules option; can be repeated.")
]
Preset = Annotated[str | None, typer.Option("--preset", help="A named set of options.")]
MapFile = Annotated[Path | None, typer.Option("--map", metavar="FILE", help="Oregon: another map, as TOML.")]


def chosen_options(game: Game, texts: list[str] | None, preset: str | None) -> dict[str, str]:
    """The options that ``--option`` and ``--preset`` ask for, every option with its value."""
    options = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise SettingsError(f"An option is written NAME=VALUE, not {text!r}.")
        options[name] = value
    return checked_options(game, options, preset)


def chosen_data(game: Game, map_file: Path | None) -> Data:
    """The data of the file that was named, or the default."""
    return game.load_data(map_file)


__all__ = [
    "GameName",
    "MapFile",
    "OptionTexts",
    "Players",
    "Preset",
    "checked_players",
    "chosen_data",
    "chosen_options",
]
