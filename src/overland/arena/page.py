"""A report as one HTML page that needs nothing else: no scripts, no files, no network."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape

from overland.arena import plots, wording
from overland.arena.lineups import Lineup
from overland.arena.report import Report
from overland.arena.tally import Measures

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #f8f5ee; --card: #fffdf9; --ink: #24211b; --soft: #6a6458; --line: #e3dccd; --faint: #f1ecdf;
  --accent: #1f6690; --good: #2c7a56; --bad: #b4532a; --shade: #24211b2e;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e23; --ink: #ece7dc; --soft: #a8a194; --line: #343840; --faint: #23272d;
    --accent: #7ab9e0; --good: #68c398; --bad: #ea9268; --shade: #00000099;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--sans); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
main { max-width: 76rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(0.9rem, 4vw, 3rem) 4rem; }
header { margin-bottom: clamp(1.5rem, 3vw, 2.5rem); }
.kicker {
  margin: 0 0 0.4rem; color: var(--accent); font-size: 0.8rem; font-weight: 600;
  letter-spacing: 0.12em; text-transform: uppercase;
}
h1 {
  margin: 0; font-family: var(--serif); font-size: clamp(1.9rem, 5vw, 3.1rem); font-weight: 600;
  line-height: 1.1; letter-spacing: -0.01em; text-wrap: balance;
}
h2 { margin: 0; font-family: var(--serif); font-size: 1.3rem; font-weight: 600; line-height: 1.25; }
.lead { margin: 0.8rem 0 0; max-width: 46rem; font-size: 1.15rem; line-height: 1.45; text-wrap: pretty; }
.played { margin: 0.35rem 0 0; max-width: 46rem; color: var(--soft); text-wrap: pretty; }
.lead strong { overflow-wrap: anywhere; }
.badges { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.1rem 0 0; padding: 0; list-style: none; }
.badges li {
  padding: 0.15rem 0.75rem; border: 1px solid currentColor; border-radius: 99px; font-size: 0.85rem; font-weight: 600;
}
.passed { color: var(--good); }
.failed { color: var(--bad); }
.plots {
  display: grid; gap: clamp(0.9rem, 2vw, 1.5rem); margin-bottom: clamp(0.9rem, 2vw, 1.5rem);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr));
}
section {
  display: flex; flex-direction: column; min-width: 0;
  padding: clamp(1rem, 2.2vw, 1.6rem); border: 1px solid var(--line); border-radius: 12px;
  background: var(--card);
}
section + section.wide { margin-top: clamp(0.9rem, 2vw, 1.5rem); }
section > p { margin: 0.3rem 0 1rem; max-width: 46rem; color: var(--soft); font-size: 0.9rem; text-wrap: pretty; }
.plot { display: block; flex: none; margin-top: auto; overflow: visible; }
.plot text {
  fill: var(--ink); font-size: 14px;
  paint-order: stroke; stroke: var(--card); stroke-width: 9px; stroke-linejoin: round;
}
.plot .name { font-weight: 600; }
.plot .number, .plot .tick { fill: var(--soft); }
.plot .tick { font-size: 12px; }
.plot .cell { stroke: none; font-size: 15px; font-weight: 600; }
.plot .grid { stroke: var(--line); }
.plot .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
.plot .base { stroke: var(--line); }
.plot .interval { stroke: var(--accent); stroke-width: 5; stroke-linecap: round; stroke-opacity: 0.4; }
.plot .dot { fill: var(--accent); stroke: var(--card); stroke-width: 2; }
.plot .good { fill: var(--accent); }
.plot .bad { fill: var(--bad); }
.plot .same { fill: var(--faint); }
.plot .unknown { fill: none; stroke: var(--line); }
.plot .time { fill: var(--accent); fill-opacity: 0.75; }
.plot .whisker { stroke: var(--accent); stroke-width: 2; }
.scroll {
  overflow-x: auto; margin: 0 -0.55rem; background-repeat: no-repeat; background-attachment: local, scroll;
  background-position: right; background-size: 2.5rem 100%, 0.8rem 100%;
  background-image: linear-gradient(to left, var(--card) 40%, transparent),
    linear-gradient(to left, var(--shade), transparent);
}
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; line-height: 1.4; }
th, td { padding: 0.5rem 0.55rem; text-align: right; vertical-align: baseline; white-space: nowrap; }
th { font-weight: 600; }
thead th {
  min-width: 3.2rem; padding-top: 0; color: var(--soft); font-size: 0.8rem; line-height: 1.3; white-space: normal;
  vertical-align: bottom;
}
tbody tr > * { border-top: 1px solid var(--line); }
tbody tr.again > * { padding-top: 0; border-top: 0; }
tbody tr.again > th { color: var(--soft); font-weight: 400; }
th:first-child { position: sticky; left: 0; background: var(--card); }
th.text, td.text { text-align: left; }
th[scope="row"], td.text { white-space: normal; overflow-wrap: break-word; }
td.long { min-width: 15rem; overflow-wrap: anywhere; }
.range { display: block; color: var(--soft); font-size: 0.84em; font-weight: 400; }
thead .range, td.text .range { font-size: 0.92em; }
@media (max-width: 40rem) {
  th, td { padding-inline: 0.4rem; }
  .scroll { margin: 0 -0.4rem; }
  table { font-size: 0.88rem; }
  th[scope="row"] { max-width: 10.5rem; }
  td.text { min-width: 7rem; }
  td.long { min-width: 13rem; }
}
pre {
  margin: 0; padding: 0.8rem 1rem; border-radius: 8px; background: var(--faint);
  font: 0.86rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere;
}
pre span { display: inline-block; max-width: 100%; }
footer { margin-top: 1.6rem; color: var(--soft); font-size: 0.86rem; }
footer p { margin: 0.25rem 0; max-width: 56rem; text-wrap: pretty; }
"""
NUMBERS = {2: "two", 3: "three", 4: "four"}


def page(report: Report) -> str:
    """The whole page."""
    title = f"{report.title}, {NUMBERS.get(report.players, str(report.players))} players"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)} – Overland arena</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{header(title, report)}\n"
        f'<div class="plots">\n{"".join(plot_cards(report))}</div>\n'
        f"{''.join(table_cards(report))}{footer(report)}\n</main>\n</body>\n</html>\n"
    )


def header(title: str, report: Report) -> str:
    """Who came first, what was played, and whether it can be trusted."""
    shown = "".join(f'<li class="{kind}">{escape(words)}</li>' for kind, words in badges(report))
    last = report.first + report.deals - 1
    return (
        f'<header>\n<p class="kicker">Overland arena</p>\n<h1>{escape(title)}</h1>\n'
        f'<p class="lead">{tied(leader(report))}</p>\n'
        f'<p class="played">{len(report.standings)} bots, {report.games:,} games: {escape(report.range_name)} deals '
        f"{report.first} to {last}, each played from every seat.</p>\n"
        + (f'<ul class="badges">{shown}</ul>\n' if shown else "")
        + "</header>"
    )


def leader(report: Report) -> str:
    """Who is rated highest, in a sentence."""
    best = report.standings[0]
    level = [one.bot for one in report.standings if round(one.rating.value) == round(best.rating.value)]
    names = " and ".join(f"<strong>{named(bot)}</strong>" for bot in level)
    if len(level) > 1:
        return f"{names} share the highest rating. An equal win share is {wording.percent(report.par)}."
    return (
        f"{names} is rated highest, with a win share of {wording.percent(best.share.value)} "
        f"({wording.percent_range(best.share)}) where an equal one is {wording.percent(report.par)}."
    )


def badges(report: Report) -> Iterator[tuple[str, str]]:
    """What speaks for the numbers and what against: passed or failed, and the words."""
    for control in report.controls:
        if control.has_passed:
            yield "passed", f"✓ {control.name} control passed"
        else:
            yield "failed", f"✗ {control.name} control FAILED"
    if lost := sum(group.count for group in report.faults):
        yield "failed", f"{lost:,} {'game' if lost == 1 else 'games'} lost by faults"
    if gone := len(report.abandoned):
        yield "failed", f"{gone:,} {'block' if gone == 1 else 'blocks'} abandoned"


def tied(words: str) -> str:
    """Words whose numbers stay on a line with their units and ends."""
    return words.replace(" %", "\u00a0%").replace(" … ", "\u00a0…\u00a0")


def named(name: str) -> str:
    """A bot or a line-up, which may break after the parts of a module's name."""
    return escape(name).replace(".", ".<wbr/>").replace(":", ":<wbr/>")


def card(title: str, explanation: str, content: str, kind: str = "") -> str:
    """A part of the page."""
    named = f' class="{kind}"' if kind else ""
    return f"<section{named}>\n<h2>{escape(title)}</h2>\n<p>{tied(escape(explanation))}</p>\n{content}\n</section>\n"


def plot_cards(report: Report) -> Iterator[str]:
    """The four plots."""
    yield card(
        "Ratings",
        f"Elo points above or below {report.anchor}, with 95 % intervals. 400 points are odds of ten to one.",
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
        "Points ahead of the best other, or behind, game by game. Games that were lost by a fault are left out.",
        plots.margins_plot(report),
    )


def table_cards(report: Report) -> Iterator[str]:
    """Everything in numbers."""
    yield card("Standings", "All games of each bot, with 95 % intervals.", standings(report), "wide")
    yield card("By seat", "Seat 0 is the first to act.", by_seat(report), "wide")
    yield card("By line-up", "Who sat at the table together.", by_lineup(report), "wide")
    if report.controls:
        explanation = "What is known beforehand: if it came out wrong, nothing else here could be trusted."
        yield card("Controls", explanation, controls(report), "wide")
    if report.faults:
        yield card("Faults", "Each lost the game; another bot played the seat on.", faults(report), "wide")
    if report.abandoned:
        yield card("Abandoned", "Blocks that killed their process twice; not counted.", abandoned(report), "wide")
    if report.command:
        yield card("Play it again", "The command that plays these games.", command(report.command), "wide")


def short_names(report: Report) -> dict[str, str]:
    """What all bots are called in the tables after the standings, those among them that only were abandoned."""
    told = [lineup for lineup, _ in report.abandoned] + [result.lineup for result in report.lineups]
    return wording.short_names([bot for lineup in told for bot in lineup])


def lineup_text(lineup: Lineup, names: Mapping[str, str]) -> str:
    """Who sits together, with short names."""
    return wording.lineup_text(tuple(names.get(bot, bot) for bot in lineup))


def command(words: str) -> str:
    """A command that breaks between its options, or else between the bots."""
    options = words.split(" --")
    shown = " ".join(f"<span>{escape(option)}</span>" for option in [options[0], *("--" + one for one in options[1:])])
    return f"<pre>{shown.replace(',', ',<wbr/>')}</pre>"


def table(
    name: str,
    columns: Sequence[str],
    rows: Iterator[list[str]],
    texts: Collection[int] = (),
    long: Collection[int] = (),
) -> str:
    """A table that scrolls sideways where it is too wide.

    Columns and cells are HTML; the first cell of a row is its header, and rows with the same one stand together.
    """
    texts = {0, *texts, *long}
    kinds = [
        f' class="text{" long" if place in long else ""}"' if place in texts else "" for place in range(len(columns))
    ]
    head = "".join(f'<th scope="col"{kind}>{column}</th>' for kind, column in zip(kinds, columns, strict=True))
    body, before = "", ""
    for header, *cells in rows:
        shown = "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds[1:], cells, strict=True))
        again = ' class="again"' if header == before else ""
        body += f'<tr{again}><th scope="row" class="text">{header}</th>{shown}</tr>\n'
        before = header
    return (
        f'<div class="scroll" role="region" aria-label="{escape(name)}" tabindex="0"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>"
    )


def value_and_range(value: str, ends: str) -> str:
    """A cell with a number and its interval."""
    return f'{value} <span class="range">{ends}</span>'


def result_columns(report: Report) -> list[str]:
    """The names of the columns of a bot's results."""
    return [value_and_range("win share", f"par {wording.percent(report.par)}"), "mean rank", "mean margin"]


def results(measures: Measures) -> list[str]:
    """The cells of a bot's results."""
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
                named(standing.bot),
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
        [named(names.get(standing.bot, standing.bot)), str(seat), f"{measures.games:,}", *results(measures)]
        for standing in report.standings
        for seat, measures in enumerate(standing.seats)
    )
    return table("By seat", ("bot", "seat", "games", *result_columns(report)), rows)


def by_lineup(report: Report) -> str:
    """How the bots of each line-up did."""
    names = short_names(report)
    rows = (
        [
            named(lineup_text(result.lineup, names)),
            named(names.get(bot, bot)),
            f"{measures.games:,}",
            *results(measures),
        ]
        for result in report.lineups
        for bot, measures in result.bots.items()
    )
    return table("By line-up", ("line-up", "bot", "games", *result_columns(report)), rows, texts=[1])


def controls(report: Report) -> str:
    """Whether what is known beforehand came out."""
    rows = (
        [
            escape(control.name),
            named(wording.lineup_text(control.lineup)),
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
            named(names.get(group.bot, group.bot)),
            escape(group.kind),
            f"{group.count:,}",
            escape(group.reason),
            value_and_range(
                named(lineup_text(group.lineup, names)),
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
    rows = ([named(lineup), str(len(told)), ", ".join(told)] for lineup, told in deals.items())
    return table("Abandoned", ("line-up", "blocks", "deals"), rows, long=[2])


def footer(report: Report) -> str:
    """How the numbers are meant."""
    options = ", ".join(f"{name} {value}" for name, value in report.options.items())
    notes = [
        "Intervals: whole deals are drawn with replacement, 2,000 times, and hold the middle 95 % of what comes out.",
        wording.MARK_MEANS,
        f"Overland {report.overland}; {report.title}, rules version {report.rules}"
        + (f"; {options}." if options else "."),
    ]
    return "<footer>\n" + "".join(f"<p>{tied(escape(note))}</p>\n" for note in notes) + "</footer>"
