"""A report as one HTML page that needs nothing else: no scripts, no files, no network."""

from collections.abc import Iterator
from html import escape
from importlib import resources

from overland.arena import page_tables, plots, wording
from overland.arena.html import breakable, card, command, unbroken
from overland.arena.report import Report

NUMBERS = {2: "two", 3: "three", 4: "four"}


def page(report: Report) -> str:
    title = f"{report.title}, {NUMBERS.get(report.players, str(report.players))} players"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)} – Overland arena</title>\n<style>{stylesheet()}</style>\n</head>\n<body>\n<main>\n"
        f"{header(title, report)}\n"
        f'<div class="plots">\n{"".join(plot_cards(report))}</div>\n'
        f"{''.join(table_cards(report))}{footer(report)}\n</main>\n</body>\n</html>\n"
    )


def stylesheet() -> str:
    return "\n" + resources.files("overland.arena").joinpath("page.css").read_text(encoding="utf-8")


def header(title: str, report: Report) -> str:
    """Who came first, what was played, and whether it can be trusted."""
    shown = "".join(f'<li class="{kind}">{escape(words)}</li>' for kind, words in badges(report))
    last = report.first + report.deals - 1
    return (
        f'<header>\n<p class="kicker">Overland arena</p>\n<h1>{escape(title)}</h1>\n'
        f'<p class="lead">{unbroken(leader(report))}</p>\n'
        f'<p class="played">{len(report.standings)} bots, {report.games:,} games: {escape(report.range_name)} deals '
        f"{report.first} to {last}, each played from every seat.</p>\n"
        + (f'<ul class="badges">{shown}</ul>\n' if shown else "")
        + "</header>"
    )


def leader(report: Report) -> str:
    """Who is rated highest, in a sentence."""
    best = report.standings[0]
    level = [one.bot for one in report.standings if round(one.rating.value) == round(best.rating.value)]
    names = " and ".join(f"<strong>{breakable(bot)}</strong>" for bot in level)
    if len(level) > 1:
        return f"{names} share the highest rating. An equal win share is {wording.percent(report.par)}."
    return (
        f"{names} is rated highest, with a win share of {wording.percent(best.share.value)} "
        f"({wording.percent_range(best.share)}) where an equal one is {wording.percent(report.par)}."
    )


def badges(report: Report) -> Iterator[tuple[str, str]]:
    """What speaks for and against the numbers: passed or failed, and the words."""
    for control in report.controls:
        if control.has_passed:
            yield "passed", f"✓ {control.name} control passed"
        else:
            yield "failed", f"✗ {control.name} control FAILED"
    if lost := sum(group.count for group in report.faults):
        yield "failed", f"{lost:,} {'game' if lost == 1 else 'games'} lost by faults"
    if gone := len(report.abandoned):
        yield "failed", f"{gone:,} {'block' if gone == 1 else 'blocks'} abandoned"


def plot_cards(report: Report) -> Iterator[str]:
    yield card(
        "Ratings",
        f"Elo points above or below {report.anchor}, with 95 % intervals. 400 points mean odds of ten to one.",
        plots.ratings_plot(report),
    )
    yield card(
        "Thinking time",
        "Of a whole turn. Bar and first number: the median; line and second number: what 99 % of the turns stay under.",
        plots.thinking_plot(report),
    )
    yield card(
        "Who finishes before whom",
        "How many times in a hundred the bot of the row finishes before that of the column; draws are half.",
        plots.matrix_plot(report),
    )
    yield card(
        "Margins",
        "Points ahead of the best other, or behind, game by game. Games lost by a fault are left out.",
        plots.margins_plot(report),
    )


def table_cards(report: Report) -> Iterator[str]:
    yield card("Standings", "All games of each bot, with 95 % intervals.", page_tables.standings(report), "wide")
    yield card("By seat", "Seat 0 is the first to act.", page_tables.by_seat(report), "wide")
    yield card("By line-up", "Who sat at the table together.", page_tables.by_lineup(report), "wide")
    if report.controls:
        explanation = "Results known beforehand: if one came out wrong, nothing else here could be trusted."
        yield card("Controls", explanation, page_tables.controls(report), "wide")
    if report.faults:
        yield card("Faults", "Each lost the game; another bot took over the seat.", page_tables.faults(report), "wide")
    if report.abandoned:
        yield card(
            "Abandoned", "Blocks that killed their process twice; not counted.", page_tables.abandoned(report), "wide"
        )
    if report.command:
        yield card("Play it again", "The command that plays these games.", command(report.command), "wide")


def footer(report: Report) -> str:
    """How to read the numbers."""
    options = ", ".join(f"{name} {value}" for name, value in report.options.items())
    notes = [
        "Intervals: whole deals are drawn with replacement, 2,000 times, and hold the middle 95 % of what comes out.",
        wording.MARK_MEANS,
        f"Overland {report.overland}; {report.title}, rules version {report.rules}"
        + (f"; {options}." if options else "."),
    ]
    return "<footer>\n" + "".join(f"<p>{unbroken(escape(note))}</p>\n" for note in notes) + "</footer>"
