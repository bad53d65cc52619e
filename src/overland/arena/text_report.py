"""A report for the terminal: tables of at most a hundred columns."""

from collections.abc import Iterator

from rich import box
from rich.console import Console, ConsoleRenderable
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from overland.arena import wording
from overland.arena.report import Report
from overland.arena.tally import Measures

WIDTH = 100


def print_report(report: Report, console: Console) -> None:
    """Show a report, without colours if the output is not a terminal."""
    console.print(Text(f"{report.title}, {report.players} players", "bold"), headline(report))
    for section in sections_of(report):
        console.print(section)
    if report.command:
        console.print(f" {report.command}", soft_wrap=True, highlight=False)


def headline(report: Report) -> str:
    last = report.first + report.deals - 1
    deals = f"{report.range_name} deals {report.first} to {last}"
    return f"– {report.games:,} games in {report.blocks:,} blocks, {deals}"


def sections_of(report: Report) -> Iterator[ConsoleRenderable | str]:
    """Everything under the headline."""
    yield standings(report)
    yield by_seat(report)
    if len(report.lineups) > 1:
        yield by_lineup(report)
    yield thinking(report)
    if report.controls:
        yield controls(report)
    if report.faults:
        yield faults(report)
    for lineup, deal in report.abandoned:
        yield f"Abandoned: deal {deal} of {wording.lineup_text(lineup)} killed its process twice; it is not counted."
    yield Padding(Text("\n".join(notes(report)), "dim"), (1, 1, 0, 1))


def table(title: str, *columns: str, left: int = 1) -> Table:
    """An empty table whose first columns are texts and whose others are numbers."""
    shown = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        is_text = place < left
        shown.add_column(column, justify="left" if is_text else "right", overflow="fold", no_wrap=not is_text)
    return shown


def result_columns(report: Report) -> list[str]:
    """The names of the columns of a bot's results; with more than two players, par is shown beside the share."""
    par = f"\npar {wording.percent(report.par)}" if report.players > 2 else ""
    return [f"win share{par}", "95 %", "rank", "margin", "95 %"]


def results(measures: Measures) -> list[str]:
    margin = measures.margin
    return [
        wording.percent(measures.share.value),
        wording.percent_range(measures.share),
        f"{measures.rank.value:.2f}",
        wording.NOTHING if margin is None else wording.signed(margin.value),
        wording.NOTHING if margin is None else wording.signed_range(margin),
    ]


def standings(report: Report) -> Table:
    """The bots, the best rating first."""
    shown = table("Standings", "bot", "rating", "95 %", *result_columns(report))
    for standing in report.standings:
        rating = wording.rating(standing.rating), wording.rating_range(standing.rating)
        shown.add_row(standing.bot, *rating, *results(standing.total))
    return shown


def by_seat(report: Report) -> Table:
    """How each bot did in each seat."""
    shown = table("By seat", "bot", "seat", "games", *result_columns(report))
    for standing in report.standings:
        for seat, measures in enumerate(standing.seats):
            shown.add_row("" if seat else standing.bot, str(seat), f"{measures.games:,}", *results(measures))
    return shown


def by_lineup(report: Report) -> Table:
    """How the bots of each line-up did."""
    shown = table("By line-up", "line-up", "bot", "games", *result_columns(report), left=2)
    for result in report.lineups:
        for place, (bot, measures) in enumerate(result.bots.items()):
            who = "" if place else wording.lineup_text(result.lineup)
            shown.add_row(who, bot, f"{measures.games:,}", *results(measures))
    return shown


def thinking(report: Report) -> Table:
    """How long each bot thinks, and how often it lost by a fault."""
    shown = table(
        "Thinking time", "bot", "decisions", "mean decision", "median turn", "99 % of turns", "longest", "faults"
    )
    for standing in report.standings:
        time = standing.thinking
        cells = (
            [wording.NOTHING] * 5
            if time is None
            else [
                f"{time.decisions:,}",
                *map(wording.duration, (time.mean_decision, time.median_turn, time.slow_turn, time.longest_turn)),
            ]
        )
        shown.add_row(standing.bot, *cells, str(standing.faults))
    return shown


def controls(report: Report) -> Table:
    """Whether the controls came out as they should."""
    shown = table("Controls", "control", "line-up", "passes if", "blocks", "share", "99 %", "par", "", left=3)
    for control in report.controls:
        shown.add_row(
            control.name,
            wording.lineup_text(control.lineup),
            control.rule,
            str(control.blocks),
            wording.percent(control.share.value),
            wording.percent_range(control.share),
            wording.percent(control.par),
            Text("passed", "green") if control.has_passed else Text("FAILED", "bold red"),
        )
    return shown


def faults(report: Report) -> Table:
    """What bots did that lost them games."""
    shown = table("Faults", "bot", "games", "what", "first seen", left=4)
    for group in report.faults:
        where = (
            f"{wording.lineup_text(group.lineup)}: deal {group.deal}, rotation {group.rotation}, entry {group.entry}"
        )
        shown.add_row(group.bot, str(group.count), group.reason, where)
    return shown


def notes(report: Report) -> Iterator[str]:
    """How to read the tables."""
    yield f"Par is {wording.percent(report.par)} of the wins. Ratings are Elo points above or below {report.anchor}."
    yield "Every deal is played from every seat; 95 % intervals by bootstrap over the deals."
    if any(is_marked(standing.total, standing.rating.is_saturated) for standing in report.standings):
        yield wording.MARK_MEANS
    if report.command:
        yield "To play it again:"


def is_marked(measures: Measures, is_rating_saturated: bool) -> bool:
    """Whether an interval has a mark that must be explained."""
    return measures.share.is_saturated or is_rating_saturated
