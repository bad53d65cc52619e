"""The plots of a report, as SVG that stretches to any width: places across are in percent, heights in pixels."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from overland.arena import wording
from overland.arena.report import Report

ROW = 48  # pixels of a row with a label above a line
LABEL = 16  # where its text stands
LINE = 31  # where its line lies
AXIS = 28  # pixels under the rows
MARGIN = 5.0  # percent kept free at both sides
BARS = 62  # pixels of a histogram
CELL = 36  # pixels of a cell of the matrix
MOST_TICKS = 5


def plot(name: str, title: str, description: str, height: float, parts: Sequence[str]) -> str:
    """An SVG that says what it shows to those who do not see it."""
    return (
        f'<svg class="plot" width="100%" height="{height:g}" role="img" aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(description)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    """A text at a place."""
    return f'<text x="{x:.2f}%" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line between two places."""
    return f'<line x1="{x1:.2f}%" y1="{y1:g}" x2="{x2:.2f}%" y2="{y2:g}" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str, opacity: float = 1.0) -> str:
    """A box; across in percent, down in pixels."""
    seen = "" if opacity == 1 else f' fill-opacity="{opacity:.2f}"'
    return f'<rect x="{x:.2f}%" y="{y:.1f}" width="{width:.2f}%" height="{height:.1f}" class="{kind}"{seen} rx="2"/>'


def scale(low: float, high: float) -> Callable[[float], float]:
    """From values to percent across."""
    wide = (high - low) or 1.0
    return lambda value: MARGIN + (100 - 2 * MARGIN) * (value - low) / wide


def round_ticks(low: float, high: float) -> list[float]:
    """A few round numbers that lie between two, zero among them if it does."""
    rough = max((high - low) / MOST_TICKS, 1e-9)
    power = 10 ** floor(log10(rough))
    factors = (1, 2, 2.5, 5, 10) if power >= 10 else (1, 2, 5, 10)  # whole numbers only
    step = next(power * factor for factor in factors if power * factor >= rough)
    return [step * place for place in range(ceil(low / step), floor(high / step) + 1)]


def axis(ticks: Sequence[tuple[float, str]], rows: int, row: int = ROW, top: int = LINE - 9) -> Iterator[str]:
    """Marks in each row, under its label, and what they stand for below all rows; that of zero stands out."""
    for x, words in ticks:
        for place in range(rows):
            yield line(
                x, row * place + top, x, row * (place + 1) - (ROW - LINE - 9), "zero" if words == "0" else "grid"
            )
        yield text(x, row * rows + 18, words, "tick", "middle")


def point_ticks(low: float, high: float, at: Callable[[float], float]) -> list[tuple[float, str]]:
    """Where round numbers of points lie, and how they read."""
    return [(at(tick), f"{tick:+.0f}".replace("-", "−") if tick else "0") for tick in round_ticks(low, high)]


def label(x: float, top: float, name: str, value: str) -> Iterator[str]:
    """The name of a row, and its number at the other side."""
    yield text(x, top + LABEL, name, "name")
    yield text(100, top + LABEL, value, "number", "end")


def ratings_plot(report: Report) -> str:
    """Each bot's rating as a dot with its interval."""
    ends = [end for standing in report.standings for end in (standing.rating.low, standing.rating.high)]
    known = [end for end in ends if end is not None] + [standing.rating.value for standing in report.standings] + [0.0]
    at = scale(min(known), max(known))
    parts = list(axis(point_ticks(min(known), max(known), at), len(report.standings)))
    told = []
    for place, standing in enumerate(report.standings):
        top, rating = ROW * place, standing.rating
        parts += label(0, top, standing.bot, wording.rating(rating))
        if rating.low is not None and rating.high is not None:
            parts.append(line(at(rating.low), top + LINE, at(rating.high), top + LINE, "interval"))
        parts.append(f'<circle cx="{at(rating.value):.2f}%" cy="{top + LINE}" r="5.5" class="dot"/>')
        told.append(f"{standing.bot} {wording.rating(rating)} ({wording.rating_range(rating)})")
    height = ROW * len(report.standings) + AXIS
    return plot("ratings", "Ratings with 95 % intervals", "; ".join(told) + ".", height, parts)


def matrix_plot(report: Report) -> str:
    """How often each bot finished ahead of each other one."""
    bots = [standing.bot for standing in report.standings]
    ahead = {(duel.bot, duel.other): duel.ahead.value for duel in report.duels}
    wide = 100 / len(bots)
    parts = [text(wide * (place + 0.5), 12, str(place + 1), "tick", "middle") for place in range(len(bots))]
    told = []
    for row, bot in enumerate(bots):
        top = 22 + row * (CELL + 24)
        parts.append(text(0, top + LABEL, f"{row + 1}  {bot}", "name"))
        for column, other in enumerate(bots):
            share = ahead.get((bot, other))
            parts += matrix_cell(wide * column, top + 24, wide - 0.6, share, is_same=bot == other)
            if share is not None:
                told.append(f"{bot} before {other}: {wording.percent(share)}")
    return plot("matrix", "Who finishes before whom", "; ".join(told) + ".", 22 + len(bots) * (CELL + 24), parts)


def matrix_cell(x: float, y: float, width: float, share: float | None, is_same: bool) -> Iterator[str]:
    """A share on a ground that is greener the higher and redder the lower it is."""
    if share is None:
        yield bar(x, y, width, CELL - 4, "same" if is_same else "unknown")
        return
    yield bar(x, y, width, CELL - 4, "good" if share >= 0.5 else "bad", 0.06 + 0.5 * abs(share - 0.5) * 2)
    yield text(x + width / 2, y + CELL / 2 + 3, f"{100 * share:.0f}", "cell", "middle")


def margins_plot(report: Report) -> str:
    """Histograms of the margins, one a bot."""
    used = [place for standing in report.standings for place, count in enumerate(standing.margins) if count]
    low, high = report.bins[min(used, default=0)], report.bins[max(used, default=0) + 1]
    at = scale(low, high)
    row = BARS + 36
    parts = list(axis(point_ticks(low, high, at), len(report.standings), row, top=24))
    told = []
    for place, standing in enumerate(report.standings):
        margin = standing.total.margin
        mean = wording.NOTHING if margin is None else wording.signed(margin.value)
        parts += label(0, row * place, standing.bot, f"mean {mean}")
        parts += histogram(standing.margins, report.bins, at, row * place + 26)
        told.append(f"{standing.bot}: mean margin {mean}")
    height = row * len(report.standings) + AXIS
    return plot("margins", "Points ahead of the best other", "; ".join(told) + ".", height, parts)


def histogram(counts: Sequence[int], bins: Sequence[int], at: Callable[[float], float], top: float) -> Iterator[str]:
    """Bars that stand on a line."""
    most = max(counts, default=0) or 1
    for count, low, high in zip(counts, bins, bins[1:], strict=False):
        if count:
            tall = max(1.0, BARS * count / most)
            kind = "good" if low >= 0 else "bad"
            yield bar(at(low) + 0.12, top + BARS - tall, at(high) - at(low) - 0.24, tall, kind, 0.85)
    yield line(0, top + BARS, 100, top + BARS, "base")


def thinking_plot(report: Report) -> str:
    """Median and slow turns of each bot, on a scale of powers of ten."""
    known = [(standing.bot, standing.thinking) for standing in report.standings if standing.thinking is not None]
    times = [max(time, 1e-6) for _, one in known for time in (one.median_turn, one.slow_turn)] or [1.0]
    low = floor(log10(min(times)))
    high = max(ceil(log10(max(times))), low + 1)
    at = scale(low, high)
    powers = range(low, high + 1, ceil((high - low) / MOST_TICKS))
    parts = list(axis([(at(power), wording.duration(10.0**power)) for power in powers], len(known)))
    told = []
    for place, (bot, time) in enumerate(known):
        top = ROW * place
        median, slow = (at(log10(max(value, 1e-6))) for value in (time.median_turn, time.slow_turn))
        words = f"{wording.duration(time.median_turn)} · {wording.duration(time.slow_turn)}"
        parts += label(0, top, bot, words)
        parts.append(bar(at(low), top + LINE - 6, max(median - at(low), 0.4), 12, "time"))
        parts.append(line(median, top + LINE, slow, top + LINE, "whisker"))
        parts.append(line(slow, top + LINE - 5, slow, top + LINE + 5, "whisker"))
        told.append(f"{bot}: {words}")
    height = ROW * len(known) + AXIS
    return plot("thinking", "Time of a turn, median and 99 %", "; ".join(told) + ".", height, parts)
