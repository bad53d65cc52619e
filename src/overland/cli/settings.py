"""The settings that several commands share: players, options, preset, data file."""

from pathlib import Path
from typing import Annotated

import typer

from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game
from overland.engine.games import GAMES, checked_options


def described_options() -> str:
    """Every option of every game with its values."""
    return " ".join(
        f"{game.title}: {', '.join(f'{name}={chr(124).join(values)}' for name, values in game.options.items())}."
        for game in GAMES.values()
    )


def described_presets() -> str:
    """Every preset of every game."""
    return " ".join(f"{game.title}: {', '.join(game.presets)}." for game in GAMES.values())


GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {' or '.join(GAMES)}.")]
Players = Annotated[int, typer.Option("--players", "-p", help="Number of players.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help=f"A rules option; can be repeated. {described_options()}"
    ),
]
Preset = Annotated[str | None, typer.Option("--preset", help=f"A named set of options. {described_presets()}")]
MapFile = Annotated[Path | None, typer.Option("--map", metavar="FILE", help="Oregon: another map, as TOML.")]
TilesFile = Annotated[Path | None, typer.Option("--tiles", metavar="FILE", help="Okanagan: another tile set, as TOML.")]


def chosen_options(game: Game, texts: list[str] | None, preset: str | None) -> dict[str, str]:
    """The options that ``--option`` and ``--preset`` ask for, every option with its value."""
    options = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise SettingsError(f"An option is written NAME=VALUE, not {text!r}.")
        options[name] = value
    return checked_options(game, options, preset)


def separated(text: str) -> list[str]:
    """The words of a list with commas; a bot's budget in it has a plus sign instead."""
    return [word.strip() for word in text.split(",")]


def chosen_data(game: Game, map_file: Path | None, tiles_file: Path | None) -> Data:
    """The data of the file that was named, or the default."""
    check_files(game, map_file, tiles_file)
    return game.load_data(map_file or tiles_file)


def check_files(game: Game, map_file: Path | None, tiles_file: Path | None) -> None:
    """Refuse a map for Okanagan, or tiles for Oregon."""
    for flag, file, owner in (("--map", map_file, "oregon"), ("--tiles", tiles_file, "okanagan")):
        if file is not None and game.name != owner:
            raise SettingsError(f"{flag} is for {owner}, not for {game.name}.")
