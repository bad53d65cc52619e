"""The settings that several commands share: the game, its players, its options and its data file."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from overland.engine.boxes import data_of
from overland.engine.errors import DataError, SettingsError
from overland.engine.game import Data, Game
from overland.engine.games import GAMES, checked_options, checked_players, game_named
from overland.engine.position import Position

DEFAULT_GAME = next(iter(GAMES))


def described_options() -> str:
    """Every option of every game with its values."""
    return " ".join(
        f"{game.title}: {', '.join(f'{name}={chr(124).join(values)}' for name, values in game.options.items())}."
        for game in GAMES.values()
    )


def described_presets() -> str:
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
DataFile = Annotated[
    Path | None,
    typer.Option("--data", "--map", "--tiles", metavar="FILE", help="Another map or tile set: a TOML file, or a name."),
]


@dataclass(frozen=True)
class GameSettings:
    """A game as the command line asks for it, checked."""

    game: Game
    players: int
    options: dict[str, str]  # every option with its value
    data: Data

    def start(self) -> Position:
        return Position.start(self.game, self.players, options=self.options, data=self.data)


def chosen_settings(
    game_name: str, players: int, option: list[str] | None, preset: str | None, data_file: Path | None
) -> GameSettings:
    game = game_named(game_name)
    options = chosen_options(game, option, preset)
    return GameSettings(game, checked_players(game, players), options, chosen_data(game, data_file))


def chosen_options(game: Game, texts: list[str] | None, preset: str | None) -> dict[str, str]:
    """The options that ``--option`` and ``--preset`` ask for, every option with its value."""
    options = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise SettingsError(f"An option is written NAME=VALUE, not {text!r}.")
        options[name] = value
    return checked_options(game, options, preset)


def chosen_data(game: Game, file: Path | None) -> Data:
    """The data in the named file, of that name, or the default; a file for another game is refused as such."""
    try:
        return data_of(game, "" if file is None else str(file))
    except DataError:
        for other in GAMES.values():
            if other is not game and can_load(other, file):
                raise SettingsError(f"{file} is for {other.title}, not for {game.title}.") from None
        raise


def can_load(game: Game, file: Path | None) -> bool:
    try:
        game.load_data(file)
    except DataError:
        return False
    return True


def separated(text: str) -> list[str]:
    """The items of a comma-separated list; a bot's budget in it uses a plus sign instead."""
    return [word.strip() for word in text.split(",")]
