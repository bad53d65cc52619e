"""``overland arena``: bots against bots in bulk, with error bars."""

import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from overland.arena.deals import DealRange
from overland.arena.page import page
from overland.arena.report import Report
from overland.arena.results import default_name
from overland.arena.terms import MOVE_LIMIT, Terms
from overland.arena.text_report import WIDTH, print_report
from overland.arena.tournament import Progress, Tournament
from overland.bots.catalogue import look_for_modules_here
from overland.cli.settings import (
    DEFAULT_GAME,
    DataFile,
    OptionTexts,
    Players,
    Preset,
    chosen_data,
    chosen_options,
    separated,
)
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES, game_named

PRINT_EVERY = 10.0  # seconds between two lines of progress if there is no terminal


def arena_command(
    game_name: Annotated[str, typer.Option("--game", "-g", help=f"The game: {' or '.join(GAMES)}.")] = DEFAULT_GAME,
    players: Players = 2,
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT,...", help="Who plays: names, name@budget or module:Class."),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", "-d", help="How many deals; each is played from every seat.")] = 100,
    lineup: Annotated[
        list[str] | None,
        typer.Option(
            "--lineup", metavar="BOT,BOT,...", help="A line-up, instead of every combination; can be repeated."
        ),
    ] = None,
    option: OptionTexts = None,
    preset: Preset = None,
    data_file: DataFile = None,
    range_name: Annotated[
        str, typer.Option("--range", help=f"Which deals: {', '.join(DealRange)}. The ranges do not overlap.")
    ] = "test",
    first: Annotated[int, typer.Option("--first", help="The number of the first deal.")] = 0,
    with_controls: Annotated[
        bool, typer.Option("--controls/--no-controls", help="Also play a mirror match and a saturated pair.")
    ] = True,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="BOT", help="Whose rating is 0: greedy, random or the first bot.")
    ] = None,
    move_limit: Annotated[
        float, typer.Option("--move-limit", metavar="SECONDS", help="How long any bot may think about a decision.")
    ] = MOVE_LIMIT,
    processes: Annotated[
        int | None, typer.Option("--processes", "-n", help="How many processes play; by default one for each core.")
    ] = None,
    dask: Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file of all games, JSON lines.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start the file over instead of continuing it.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="The report as JSON.")] = None,
    html_file: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="The report as a page.")] = None,
) -> None:
    """Let bots play each other and report how strong they are, with error bars.

    One deal is a block: the same luck, once for every rotation of the bots around the table. Finished blocks are kept
    in a file; the same command resumes a tournament that was stopped, and a higher number of deals extends it.
    """
    look_for_modules_here()
    game = game_named(game_name)
    named = [] if bots is None else separated(bots)
    lineups = [separated(bots_of_one) for bots_of_one in lineup or []]
    chosen_data(game, data_file)  # refuses a file of another game with its own message
    terms = Terms(
        players=players,
        deals=deals,
        first=first,
        range_name=range_name,
        options=chosen_options(game, option, preset),
        data=data_file,
        controls=with_controls,
        move_limit=move_limit,
    )
    participants = dict.fromkeys(named or [bot for bots_of_one in lineups for bot in bots_of_one])
    file = out or Path(default_name(game.name, players, participants))
    tournament = Tournament(game.name, named, terms, lineups=lineups, anchor=anchor, out=file, fresh=fresh)
    report = play(tournament, processes or os.cpu_count() or 1, dask)
    show(report, json_file, html_file)


def play(tournament: Tournament, processes: int, dask: str | None) -> Report:
    """Play the tournament and show its progress."""
    console = Console(stderr=True)
    try:
        if console.is_terminal:
            return play_with_bar(tournament, processes, dask, console)
        return tournament.run(processes, dask=dask, watcher=ProgressLines())
    except KeyboardInterrupt:
        print(f"Stopped. The same command resumes {tournament.results.path}.", file=sys.stderr)
        raise


def play_with_bar(tournament: Tournament, processes: int, dask: str | None, console: Console) -> Report:
    """Play with a bar that shows blocks, games per second and the time left."""
    with Bar(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("blocks  {task.fields[speed]}"),
        TimeRemainingColumn(elapsed_when_finished=True), console=console, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("Warming up", speed="")
        began = time.monotonic()

        def watch(progress: Progress) -> None:
            nonlocal began
            if progress.played == 0:
                began = time.monotonic()
            speed = speed_text(progress.played, time.monotonic() - began)
            description = "Playing" if progress.played else "Warming up"
            bar.update(task, completed=progress.done, total=progress.total, description=description, speed=speed)

        return tournament.run(processes, dask=dask, watcher=watch)


def speed_text(games: int, seconds: float) -> str:
    """Games per second; empty before the first game."""
    return f"{games / seconds:.1f} games/s" if games and seconds > 0 else ""


class ProgressLines:
    """A watcher that prints a line of progress now and then."""

    def __init__(self) -> None:
        self.began = self.last_printed = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.last_printed < PRINT_EVERY and progress.done < progress.total:
            return
        self.last_printed = now
        speed = speed_text(progress.played, now - self.began)
        left = progress.total - progress.done
        print(f"{progress.done} of {progress.total} blocks, {speed or 'none played'}, {left} left", file=sys.stderr)


def show(report: Report, json_file: Path | None, html_file: Path | None) -> None:
    """Print the report and write its files."""
    console = Console()
    console = console if console.is_terminal and console.width <= WIDTH else Console(width=WIDTH)
    print_report(report, console)
    for file, text in ((json_file, report.to_json), (html_file, lambda: page(report))):
        if file is not None:
            try:
                file.write_text(text(), encoding="utf-8")
            except OSError as error:
                raise SettingsError(f"{file} cannot be written: {error.strerror or error}.") from None
