"""``overland review``: what each decision of a recorded game cost, what was better and why, and what was luck."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from overland.cli.replay import seat_names
from overland.cli.review_page import write_page
from overland.engine.errors import SettingsError
from overland.engine.match import Match, read_record
from overland.review import Judged, Reviewing, Verdict
from overland.review.naming import BEST, NAMES
from overland.review.telling import Teller
from overland.review.verdict import BUDGET
from overland.words.message import message
from overland.words.speech import LANGUAGES


def review_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a finished game.")],
    budget: Annotated[int, typer.Option("--budget", help="Simulations for each decision.")] = BUDGET,
    seed: Annotated[int, typer.Option("--seed", help="Luck of the simulations.")] = 0,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; all cores if not given.")] = None,
    language: Annotated[str, typer.Option("--language", help="en, fr, nl or de.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with pictures.")] = None,
    every: Annotated[bool, typer.Option("--all", help="List every decision, not only the costly ones.")] = False,
) -> None:
    """Review a recorded game: judge every decision on what the player knew then, and tell luck from play."""
    if language not in LANGUAGES:
        raise SettingsError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    found = read_record(file)
    match = Match.from_record(found)
    if not match.is_over:
        raise SettingsError("The game in this record is not over; only finished games are reviewed.")
    reviewing = Reviewing(match, budget, seed)
    verdict = run(reviewing, workers)
    teller = Teller(match, verdict, seat_names(found, match.players), language)
    if html is not None:
        write_page(html, teller)
        print(f"Written: {html}", file=sys.stderr if as_json else sys.stdout)
    if as_json:
        print(json.dumps(verdict.as_data(), indent=1))
    elif html is None:
        show(teller, every)


def run(reviewing: Reviewing, workers: int | None) -> Verdict:
    """Do the work behind a bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("Judging"), BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        bar = progress.add_task("", total=reviewing.total)
        for done in reviewing.run(workers):
            progress.update(bar, completed=done)
    assert reviewing.verdict is not None
    return reviewing.verdict


def show(teller: Teller, every: bool) -> None:
    """The verdict in the terminal."""
    console = Console(highlight=False)
    verdict = teller.verdict
    table = Table(title=teller.title, title_justify="left")
    for name in ("player", "points", "start", "luck", "play", "loss"):
        table.add_column(teller.speech.word("verdict.column", name), justify="left" if name == "player" else "right")
    table.add_column(teller.speech.word("verdict.column", "verdict"))
    for seat, share in enumerate(verdict.shares):
        table.add_row(
            teller.names[seat],
            str(teller.match.scores[seat]),
            f"{share.start_points:.0f}",
            f"{share.luck_points:+.1f}",
            f"{share.play_points:+.1f}",
            f"{100 * share.loss:.2f} %",
            ", ".join(
                f"{share.counts[name]} {teller.speech.word('mark', name).lower()}"
                for name in [BEST, *(name for _, _, name in NAMES)]
                if name in share.counts
            ),
        )
    console.print(table)
    console.print(teller.speech.say(message("verdict.page.players_note")), style="dim")
    for seat in range(verdict.players):
        console.print(teller.luck_line(seat))
    for number, moment in enumerate(teller.costliest(), 1):
        judged = teller.judged(moment.entry)
        console.print()
        console.print(f"{number}. {teller.heading(judged)}", style="bold")
        for key, told in (("verdict.played", moment.played), ("verdict.better", moment.better)):
            console.print(f"   {teller.speech.say(message(key, choice=teller.told(told)))}")
        for reason in moment.reasons:
            console.print(f"   {teller.speech.say(reason)}")
    if every:
        console.print()
        for judged in verdict.decisions:
            console.print(line(teller, judged))


def line(teller: Teller, judged: Judged) -> str:
    """A decision in a line."""
    better = "" if judged.is_best else f"; better {judged.best}"
    cost = "" if judged.is_best else f" {100 * judged.loss:.1f} ± {100 * judged.loss_error:.1f} %"
    name = teller.speech.word("mark", judged.name).lower()
    return f"{judged.entry:>4}  {teller.names[judged.seat]}: {judged.played}  {name}{cost}{better}"
