"""The tables of a report's page: everything in numbers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape

from overland.arena import wording
from overland.arena.html import breakable, table, value_and_range
from overland.arena.lineups import Lineup
from overland.arena.report import Report
from overland.arena.tally import Measures


def result_columns(report: Report) -> list[str]:
    return [value_and_range("win share", f"par {wording.percent(report.par)}"), "mean rank", "mean margin"]


def results(measures: Measures) -> list[str]:
    share, rank, margin = measures.share, measures.rank, measures.margin
    return [
        value_and_range(wording.percent(share.value), wording.percent_range(share)),
        value_and_range(f"{rank.value:.2f}", wording.span(rank, "{:.2f}", 1)),
        wording.NOTHING
        if margin is None
        else value_and_range(wording.signed(margin.value), wording.signed_range(margin)),
    ]


def standings(report: Report) -> str:
    """The bots, the best rating first."""
    columns = (
        "bot",
        "rating",
        "games",
        *result_columns(report),
        "mean decision",
        "median turn",
        "99\u00a0% of turns under",
        "faults",
    )

    def rows() -> Iterator[list[str]]:
        for standing in report.standings:
            time = standing.thinking
            times = (time.mean_decision, time.median_turn, time.slow_turn) if time else ()
            yield [
                breakable(standing.bot),
                value_and_range(wording.rating(standing.rating), wording.rating_range(standing.rating)),
                f"{standing.total.games:,}",
                *results(standing.total),
                *([wording.duration(value) for value in times] or [wording.NOTHING] * 3),
                str(standing.faults),
            ]

    return table("Standings", columns, rows())


def by_seat(report: Report) -> str:
    """How each bot did in each seat."""
    names = short_names(report)
    rows = (
        [breakable(names.get(standing.bot, standing.bot)), str(seat), f"{measures.games:,}", *results(measures)]
        for standing in report.standings
        for seat, measures in enumerate(standing.seats)
    )
    return table("By seat", ("bot", "seat", "games", *result_columns(report)), rows)


def by_lineup(report: Report) -> str:
    """How the bots of each line-up did."""
    names = short_names(report)
    rows = (
        [
            breakable(lineup_text(result.lineup, names)),
            breakable(names.get(bot, bot)),
            f"{measures.games:,}",
            *results(measures),
        ]
        for result in report.lineups
        for bot, measures in result.bots.items()
    )
    return table("By line-up", ("line-up", "bot", "games", *result_columns(report)), rows, texts=[1])


def controls(report: Report) -> str:
    """Whether the controls came out as they should."""
    rows = (
        [
            escape(control.name),
            breakable(wording.lineup_text(control.lineup)),
            escape(control.rule),
            str(control.blocks),
            value_and_range(wording.percent(control.share.value), wording.percent_range(control.share)),
            wording.percent(control.par),
            f'<strong class="{"passed" if control.has_passed else "failed"}">'
            f"{'passed' if control.has_passed else 'FAILED'}</strong>",
        ]
        for control in report.controls
    )
    share = value_and_range("share of greedy", "99\u00a0% interval")
    columns = ("control", "line-up", "passes if", "blocks", share, "par", "result")
    return table("Controls", columns, rows, texts=[1, 2])


def faults(report: Report) -> str:
    """What bots did that lost them games."""
    names = short_names(report)
    rows = (
        [
            breakable(names.get(group.bot, group.bot)),
            escape(group.kind),
            f"{group.count:,}",
            escape(group.reason),
            value_and_range(
                breakable(lineup_text(group.lineup, names)),
                f"deal {group.deal}, rotation {group.rotation}, entry {group.entry}",
            ),
        ]
        for group in report.faults
    )
    return table("Faults", ("bot", "kind", "games", "what", "first seen"), rows, texts=[1], long=[3, 4])


def abandoned(report: Report) -> str:
    """Blocks that could not be played."""
    names = short_names(report)
    deals = defaultdict(list)
    for lineup, deal in report.abandoned:
        deals[lineup_text(lineup, names)].append(str(deal))
    rows = ([breakable(lineup), str(len(numbers)), ", ".join(numbers)] for lineup, numbers in deals.items())
    return table("Abandoned", ("line-up", "blocks", "deals"), rows, long=[2])


def short_names(report: Report) -> dict[str, str]:
    """What bots are called in the tables after the standings, including those whose blocks were all abandoned."""
    lineups = [lineup for lineup, _ in report.abandoned] + [result.lineup for result in report.lineups]
    return wording.short_names([bot for lineup in lineups for bot in lineup])


def lineup_text(lineup: Lineup, names: Mapping[str, str]) -> str:
    """The bots of a line-up, with short names."""
    return wording.lineup_text(tuple(names.get(bot, bot) for bot in lineup))
