"""``overland calibrate``: whether the judge's shares of the win can be believed."""

import os
from pathlib import Path
from typing import Annotated

import typer

from overland.arena import calibration
from overland.cli.ladder import games_for
from overland.engine.errors import SettingsError


def calibrate_command(
    game_name: Annotated[str | None, typer.Option("--game", "-g", help="Only this game.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    games: Annotated[int, typer.Option("--games", help="Games to play, of each kind.")] = 2000,
    processes: Annotated[int | None, typer.Option("--processes", "-n", help="Processes; one for each core.")] = None,
    kept: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Keep the results in it.")] = None,
) -> None:
    """Ask the judge in the middle of games who will win, and compare its answers with what came.

    An error of 3 % means: where it said 40 %, between 37 and 43 % won, on average over all answers.
    """
    if games < 1 or (processes is not None and processes < 1):
        raise SettingsError("--games and --processes must be at least 1.")
    for game in games_for(game_name, players):
        for count in range(game.min_players, game.max_players + 1) if players is None else [players]:
            rows = calibration.measure(game.name, count, games, processes or os.cpu_count() or 1)
            for row in rows:
                bins = ", ".join(f"{told:.0%} {came:.0%}" for _, told, came in row.bins)
                print(
                    f"{game.title}, {count} players, {row.stage}: calibration error {row.error:.1%},"
                    f" squared error {row.squared:.3f}; said and came: {bins}",
                    flush=True,
                )
            if kept is not None:
                calibration.keep(rows, kept)
