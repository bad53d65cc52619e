"""``overland bench server``: what play costs a server, with simulated people over real sockets."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from overland.engine.errors import SettingsError
from overland.engine.games import GAMES, game_named

Measured = TypeVar("Measured")

if TYPE_CHECKING:
    from collections.abc import Callable

    from overland.load.plan import Plan
    from overland.load.steps import Tell

WIDTH = 140  # of the tables where there is no terminal


def server(
    as_json: Annotated[bool, typer.Option("--json", help="Print the measurements as JSON.")] = False,
    base: Annotated[
        Path | None, typer.Option("--base", metavar="CHECKOUT", help="Another checkout to compare with, side by side.")
    ] = None,
    games: Annotated[
        list[str] | None, typer.Option("--game", help=f"Only this game: {' or '.join(GAMES)}; may be repeated.")
    ] = None,
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="N,N,...", help="How many tables; by default 10,50,200.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="About a minute: the beginnings of games only.")] = False,
    crowd: Annotated[
        str | None,
        typer.Option(
            "--crowd",
            metavar="N,N,...",
            help="Only this: so many connections at SQLite, and at PostgreSQL with one process and with two.",
        ),
    ] = None,
    rate: Annotated[float, typer.Option("--rate", help="Moves a second of the whole crowd.")] = 200.0,
) -> None:
    """Acknowledged, durable moves per CPU-second of a server, and how long they take, with two people a table.

    The server is a process of its own, on the other core; the simulated people play over real sockets, as fast as it
    goes and at a pace of one move in two seconds. Linux only.
    """
    from rich.console import Console

    from overland.load.report import show

    if crowd is not None:
        show_crowd(games, crowd, rate, as_json)
        return
    plan = chosen_plan(games, tables, quick)
    found = {"command": command(games, tables, quick, base), **with_progress(plan, base)}
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console = Console()
        show(found, console if console.is_terminal else Console(width=WIDTH))


def show_crowd(games: list[str] | None, connections: str, rate: float, as_json: bool) -> None:
    """Measure a crowd on both databases."""
    from rich.console import Console

    from overland.load.crowd import Crowd, measure_crowd
    from overland.load.report import crowd_grid

    game = game_named(games[0]).name if games else "oregon"
    crowd = Crowd(game, counts(connections, "--crowd", 20_000), rate)
    said = f"overland bench server --crowd {connections} --rate {rate:g} --game {game}"
    found = progressing(lambda tell: measure_crowd(crowd, tell))
    if as_json:
        print(json.dumps({"command": said, "crowd": found}, indent=1))
    else:
        console = Console()
        (console if console.is_terminal else Console(width=WIDTH)).print(crowd_grid(found))


def chosen_plan(games: list[str] | None, tables: str | None, is_quick: bool) -> "Plan":
    """The plan that the options ask for."""
    from dataclasses import replace

    from overland.load.plan import Plan, quick

    plan = Plan()
    if games:
        plan = replace(plan, games=tuple(game_named(name).name for name in games))
    if tables is not None:
        plan = replace(plan, tables=counts(tables))
    return quick(plan) if is_quick else plan


def counts(text: str, option: str = "--tables", most: int = 1000) -> tuple[int, ...]:
    """Numbers of tables, as they were given."""
    words = text.split(",")
    if not all(word.isdecimal() and 1 <= int(word) <= most for word in words):
        raise SettingsError(f"{option} takes numbers from 1 to {most} with commas between them, not {text!r}.")
    return tuple(int(word) for word in words)


def command(games: list[str] | None, tables: str | None, is_quick: bool, base: Path | None) -> str:
    """The command that this is, without the place of a checkout on this machine."""
    words = ["overland bench server --json"]
    words += [f"--game {name}" for name in games or ()]
    words += [f"--tables {tables}"] if tables is not None else []
    words += ["--quick"] if is_quick else []
    words += ["--base CHECKOUT"] if base is not None else []
    return " ".join(words)


def with_progress(plan: "Plan", base: Path | None) -> dict[str, Any]:
    """Measure what a plan asks for."""
    from overland.load.run import measure

    return progressing(lambda tell: measure(plan, base, tell))


def progressing(work: "Callable[[Tell], Measured]") -> "Measured":
    """Measure, and say what is going on as long as it takes."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        BarColumn(20), TimeElapsedColumn(), TextColumn("{task.description}"), transient=True,
        console=Console(stderr=True), refresh_per_second=2,
    ) as progress:  # fmt: skip
        task = progress.add_task("")

        def tell(text: str, done: int, total: int) -> None:
            progress.update(task, description=text, completed=done, total=total)

        return work(tell)
