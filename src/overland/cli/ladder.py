"""``overland ladder``: how strong the levels are: shown, measured again, or checked."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from overland.arena import calibration, ladder
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES, checked_players, game_named

MARK = "<!-- tables: overland ladder --page docs/ladder.md -->"


def ladder_command(
    game_name: Annotated[str | None, typer.Option("--game", "-g", help="Only this game.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure a small version again; exit code 1 if a level has dropped.")
    ] = False,
    measure: Annotated[bool, typer.Option("--measure", help="Measure everything again and keep the results.")] = False,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="BOT,BOT", help="Measure only this pair."),
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="ADDRESS", help="Measure on the machines of a Dask cluster.")
    ] = None,
    deals: Annotated[int | None, typer.Option("--deals", "-d", help="How many deals: 200, or 20 to check.")] = None,
    processes: Annotated[int | None, typer.Option("--processes", "-n", help="Processes; one for each core.")] = None,
    kept: Annotated[Path, typer.Option("--file", metavar="FILE", help="Where results are kept.")] = ladder.FILE,
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE", help="Write the tables into it.")] = None,
) -> None:
    """Show how strong the levels are, each against the one below; every number can be measured again."""
    games = games_for(game_name, players)
    if measure and check:
        raise SettingsError("Use --check or --measure, not both.")
    if only is not None and not measure:
        raise SettingsError("--only goes with --measure.")
    if dask is not None and not measure:
        raise SettingsError("--dask goes with --measure.")
    if (deals is not None and deals < 1) or (processes is not None and processes < 1):
        raise SettingsError("--deals and --processes must be at least 1.")
    names = [game.name for game in games]
    rows = [row for row in ladder.load(kept) if row.game in names and players in (None, row.players)]
    workers = processes or os.cpu_count() or 1
    if measure:
        pair = None if only is None else chosen_pair(only)
        measure_rows(pairings(games, players, pair), deals or 200, workers, kept, dask)
    elif check:
        check_rows(rows, deals or 20, workers)
    elif page is not None:
        write_page(ladder.load(kept), page)
    else:
        show(rows)


def games_for(game_name: str | None, players: int | None) -> list[Game]:
    """The named game, or every game for that number of players."""
    games = list(GAMES.values()) if game_name is None else [game_named(game_name)]
    if players is None:
        return games
    fitting = [game for game in games if game.min_players <= players <= game.max_players]
    if not fitting:
        checked_players(games[0], players)
    return fitting


def pairings(games: Sequence[Game], players: int | None, pair: tuple[str, str] | None) -> Iterator[ladder.Pairing]:
    """What is measured: every pair, or one, for every number of players, or one."""
    for game in games:
        for count in range(game.min_players, game.max_players + 1) if players is None else [players]:
            for one, other in ladder.pairs(count) if pair is None else [pair]:
                yield ladder.Pairing(game.name, count, one, other)


def measure_rows(pairings: Iterable[ladder.Pairing], deals: int, workers: int, kept: Path, dask: str | None) -> None:
    """Measure rows of the ladder, one after another, storing each as soon as it is done."""
    for pairing in pairings:
        say(f"{pairing.game}, {pairing.players} players: {pairing.one} against {pairing.other} ...")
        row = ladder.measure(pairing, deals, workers, dask=dask)
        ladder.keep([row], kept)
        say(f"  {row.share:.1%} ({row.low:.1%} to {row.high:.1%}) in {row.games} games")


def chosen_pair(text: str) -> tuple[str, str]:
    """Two bots, separated by a comma."""
    one, comma, other = text.partition(",")
    if not (one and comma and other):
        raise SettingsError(f"A pair is written BOT,BOT, not {text!r}.")
    return one, other


def check_rows(rows: list[ladder.Row], deals: int, workers: int) -> None:
    """Say how every quick row does now; exit with 1 if one has dropped."""
    if not rows:
        raise SettingsError("Nothing has been measured yet: overland ladder --measure.")
    dropped = checked = 0
    for before, now, has_dropped in ladder.check(rows, deals, workers):
        checked += 1
        dropped += has_dropped
        say(
            f"{'DROPPED' if has_dropped else 'fine   '} {now.game}, {now.players} players:"
            f" {now.one} against {now.other}: {now.share:.1%} ({now.low:.1%} to {now.high:.1%}), was {before.share:.1%}"
            f" ({before.low:.1%} to {before.high:.1%})"
        )
    if not checked:
        raise SettingsError("A check plays none of these rows again.")
    if dropped:
        sys.exit(1)


def write_page(rows: list[ladder.Row], path: Path) -> None:
    """Put the tables into a file, after its mark."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}.") from None
    if MARK not in text:
        raise SettingsError(f"{path} has no line {MARK}")
    path.write_text(page_with_tables(text, rows), encoding="utf-8")


def page_with_tables(text: str, rows: list[ladder.Row]) -> str:
    """A text with the current tables after its mark: the ladder, and whether the judge can be believed."""
    judge = "\n".join(["## The judge", "", *calibration.page(calibration.load())])
    return f"{text.partition(MARK)[0]}{MARK}\n\n{ladder.page(rows)}\n{judge}\n"


def show(rows: list[ladder.Row]) -> None:
    table = Table(box=None)
    for heading in ("game", "players", "bot", "against", "wins", "95 % interval", "par"):
        table.add_column(heading)
    for row in rows:
        interval = f"{row.low:.1%} to {row.high:.1%}"
        table.add_row(row.game, str(row.players), row.one, row.other, f"{row.share:.1%}", interval, f"{row.par:.0%}")
    Console(highlight=False).print(table)


def say(text: str) -> None:
    print(text, flush=True)
