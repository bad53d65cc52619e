"""``overland dataset``: games of bots as Parquet files."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from overland.cli.settings import GameName, OptionTexts, chosen_settings
from overland.engine.errors import SettingsError
from overland.rl.dataset import CARD, Plan, write_dataset


def dataset_command(
    game_name: GameName,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="The bots: one for all seats, or one for each, with commas between.")
    ] = "trader",
    players: Annotated[int, typer.Option("--players", "-p", help="The number of players.")] = 2,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    shard_games: Annotated[int, typer.Option("--shard-games", help="How many of them in a file.")] = 200,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes the luck of the games and of the bots.")] = 1,
    option: OptionTexts = None,
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where the files go.")] = None,
    processes: Annotated[int | None, typer.Option("--processes", help="Files written at a time; all cores.")] = None,
) -> None:
    """Play games of bots and keep every decision: the position, what the seat knew, what was legal, what was chosen.

    The same command goes on where a run was stopped. A data card beside the files says what is in them.
    """
    settings = chosen_settings(game_name, players, option, None, None)
    plan = Plan(game_name, tuple(bots.split(",")), players, games, shard_games, seed, settings.options)
    if processes is not None and processes < 1:
        raise SettingsError("--processes must be at least 1.")
    target = folder or Path("dataset") / f"{game_name}-{players}-players"
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=plan.games)
        try:
            played = write_dataset(plan, target, processes or os.cpu_count() or 1, lambda done: bar.advance(task, done))
        except KeyboardInterrupt:
            print("Stopped; the same command goes on.", file=sys.stderr)
            raise
        except OSError as error:
            raise SettingsError(f"{error.filename or target} cannot be written: {error.strerror or error}.") from None
    print(f"{plan.games} games ({played} played now) in {plan.shards} files in {target}; {CARD} describes them.")
