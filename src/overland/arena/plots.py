"""The plots of a report, as SVG that stretches to any width: horizontal positions are in percent, heights in pixels."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from overland.arena import wording
from overland.arena.report import Report

ROW = 48  # pixels of a row with a label above a line
LABEL = 16  # where its text stands
LINE = 31  # where its line lies
AXIS = 28  # pixels under the rows
MARGIN = 6.5  # percent kept free at both sides
TALL = 86  # pixels of a row of the matrix and of the histograms, which are shown side by side
TOP = 26  # where its picture begins, under its label
BARS = 48  # pixels of a histogram
CELL = 44  # pixels of a cell of the matrix
GAP = 0.8  # percent between its columns
COLUMN_SIGNS = 40  # characters that fit above its columns on a phone
MOST_TICKS = 5


def plot(name: str, title: str, description: str, height: float, elements: Sequence[str]) -> str:
    """An SVG with a description for people who cannot see it."""
    return (
        f'<svg class="plot" width="100%" height="{height:g}" role="img" aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(description)}</desc>'
        f"{''.join(elements)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str, anchor: str = "start", whole: str = "") -> str:
    """Text at a position; ``whole`` is the text it abbreviates."""
    more = f"<title>{escape(whole)}</title>" if whole not in ("", words) else ""
    return f'<text x="{x:.2f}%" y="{y:g}" class="{kind}" text-anchor="{anchor}">{more}{escape(words)}</text>'


def segment(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.2f}%" y1="{y1:g}" x2="{x2:.2f}%" y2="{y2:g}" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str, opacity: float = 1.0) -> str:
    """A box: horizontally in percent, vertically in pixels."""
    seen = "" if opacity == 1 else f' fill-opacity="{opacity:.2f}"'
    return f'<rect x="{x:.2f}%" y="{y:.1f}" width="{width:.2f}%" height="{height:.1f}" class="{kind}"{seen} rx="2"/>'


def scale(low: float, high: float, margin: float = MARGIN) -> Callable[[float], float]:
    """From values to percent across."""
    wide = (high - low) or 1.0
    return lambda value: margin + (100 - 2 * margin) * (value - low) / wide


def round_ticks(low: float, high: float) -> list[float]:
    """A few round numbers between two others, including zero if it lies between them."""
    rough = max((high - low) / MOST_TICKS, 1e-9)
    power = 10 ** floor(log10(rough))
    factors = (1, 2, 2.5, 5, 10) if power >= 10 else (1, 2, 5, 10)  # whole numbers only
    step = next(power * factor for factor in factors if power * factor >= rough)
    return [step * place for place in range(ceil(low / step), floor(high / step) + 1)]


def axis(ticks: Sequence[tuple[float, str]], bottom: float) -> Iterator[str]:
    """Lines behind all rows, labelled below; the one for zero stands out."""
    for x, words in ticks:
        yield segment(x, TOP - 2, x, bottom, "zero" if words == "0" else "grid")
        yield text(x, bottom + 18, words, "tick", "start" if x < 1 else "end" if x > 99 else "middle")


def point_ticks(low: float, high: float, at: Callable[[float], float]) -> list[tuple[float, str]]:
    """Where round numbers of points lie, and how they read."""
    return [(at(tick), f"{tick:+.0f}".replace("-", "−") if tick else "0") for tick in round_ticks(low, high)]


def label(top: float, name: str, whole: str, value: str) -> Iterator[str]:
    """The name of a row, perhaps shortened, and its number at the other end."""
    yield text(0, top + LABEL, name, "name", whole=whole)
    yield text(100, top + LABEL, value, "number", "end")


def names_in(report: Report) -> dict[str, str]:
    """The bots, the best first, and what they are called in a plot."""
    short = wording.short_names(standing.bot for standing in report.standings)
    return {bot: wording.clipped(name) for bot, name in short.items()}


def ratings_plot(report: Report) -> str:
    """Each bot's rating as a dot with its interval."""
    ends = [end for standing in report.standings for end in (standing.rating.low, standing.rating.high)]
    known = [end for end in ends if end is not None] + [standing.rating.value for standing in report.standings] + [0.0]
    at = scale(min(known), max(known))
    names = names_in(report)
    elements = list(axis(point_ticks(min(known), max(known), at), ROW * len(names)))
    descriptions = []
    for place, standing in enumerate(report.standings):
        top, rating = ROW * place, standing.rating
        anchor = " (anchor)" if standing.bot == report.anchor else ""
        elements += label(top, names[standing.bot], standing.bot, wording.rating(rating) + anchor)
        if rating.low is not None and rating.high is not None:
            elements.append(segment(at(rating.low), top + LINE, at(rating.high), top + LINE, "interval"))
        elements.append(f'<circle cx="{at(rating.value):.2f}%" cy="{top + LINE}" r="5.5" class="dot"/>')
        descriptions.append(f"{standing.bot} {wording.rating(rating)} ({wording.rating_range(rating)})")
    height = ROW * len(names) + AXIS
    return plot("ratings", "Ratings with 95 % intervals", "; ".join(descriptions) + ".", height, elements)


def matrix_plot(report: Report) -> str:
    """How often each bot finished ahead of each other one."""
    names = names_in(report)
    ahead = {(duel.bot, duel.other): duel.ahead.value for duel in report.duels}
    step = (100 + GAP) / len(names)
    has_room = max(map(len, names.values())) * len(names) <= COLUMN_SIGNS
    elements, descriptions = [], []
    for row, (bot, name) in enumerate(names.items()):
        top = AXIS + row * TALL
        middle = step * row + (step - GAP) / 2
        elements.append(text(middle, LABEL, name if has_room else str(row + 1), "tick", "middle", bot))
        elements.append(text(0, top + LABEL, name if has_room else f"{row + 1}  {name}", "name", whole=bot))
        for column, other in enumerate(names):
            share = ahead.get((bot, other))
            elements += matrix_cell(step * column, top + TOP, step - GAP, share, is_same=bot == other)
            if share is not None:
                descriptions.append(f"{bot} before {other}: {wording.percent(share)}")
    return plot("matrix", "Who finishes before whom", "; ".join(descriptions) + ".", AXIS + len(names) * TALL, elements)


def matrix_cell(x: float, y: float, width: float, share: float | None, is_same: bool) -> Iterator[str]:
    """A share on a background that is bluer the higher it is, and redder the lower."""
    if share is None:
        yield bar(x, y, width, CELL, "same" if is_same else "unknown")
        return
    yield bar(x, y, width, CELL, "good" if share >= 0.5 else "bad", 0.08 + 0.5 * abs(share - 0.5) * 2)
    yield text(x + width / 2, y + CELL / 2 + 5, f"{100 * share:.0f}", "cell", "middle")


def margins_plot(report: Report) -> str:
    """Histograms of the margins, one per bot."""
    used = [place for standing in report.standings for place, count in enumerate(standing.margins) if count]
    low, high = report.bins[min(used, default=0)], report.bins[max(used, default=0) + 1]
    at = scale(low, high)
    names = names_in(report)
    bottom = TALL * (len(names) - 1) + TOP + BARS + (TALL - TOP - BARS) / 2
    elements = list(axis(point_ticks(low, high, at), bottom))
    descriptions = []
    for place, standing in enumerate(report.standings):
        margin = standing.total.margin
        mean = "nothing but faults" if margin is None else f"mean {wording.signed(margin.value)}"
        elements += label(TALL * place, names[standing.bot], standing.bot, mean)
        elements += histogram(standing.margins, report.bins, at, TALL * place + TOP)
        descriptions.append(f"{standing.bot}: {mean}")
    height = TALL * len(names) + AXIS
    return plot("margins", "Points ahead of the best other", "; ".join(descriptions) + ".", height, elements)


def histogram(counts: Sequence[int], bins: Sequence[int], at: Callable[[float], float], top: float) -> Iterator[str]:
    """Bars on a baseline."""
    most = max(counts, default=0) or 1
    for count, low, high in zip(counts, bins, bins[1:], strict=False):
        if count:
            tall = max(1.0, BARS * count / most)
            kind = "good" if low >= 0 else "bad"
            yield bar(at(low) + 0.12, top + BARS - tall, at(high) - at(low) - 0.24, tall, kind, 0.85)
    yield segment(0, top + BARS, 100, top + BARS, "base")


def thinking_plot(report: Report) -> str:
    """Median and slow turns of each bot, on a scale of powers of ten."""
    known = [(standing.bot, standing.thinking) for standing in report.standings if standing.thinking is not None]
    times = [max(time, 1e-6) for _, one in known for time in (one.median_turn, one.slow_turn)] or [1.0]
    low = floor(log10(min(times)))
    high = max(ceil(log10(max(times))), low + 1)
    at = scale(low, high, margin=0)
    powers = range(low, high + 1, ceil((high - low) / MOST_TICKS))
    elements = list(axis([(at(power), wording.duration(10.0**power)) for power in powers], ROW * len(known)))
    names, descriptions = names_in(report), []
    for place, (bot, time) in enumerate(known):
        top = ROW * place
        median, slow = (at(log10(max(value, 1e-6))) for value in (time.median_turn, time.slow_turn))
        words = f"{wording.duration(time.median_turn)} · {wording.duration(time.slow_turn)}"
        elements += label(top, names[bot], bot, words)
        elements.append(bar(at(low), top + LINE - 6, max(median - at(low), 0.4), 12, "time"))
        elements.append(segment(median, top + LINE, slow, top + LINE, "whisker"))
        elements.append(segment(slow, top + LINE - 5, slow, top + LINE + 5, "whisker"))
        descriptions.append(f"{bot}: {words}")
    height = ROW * len(known) + AXIS
    return plot("thinking", "Time of a turn, median and 99 %", "; ".join(descriptions) + ".", height, elements)
