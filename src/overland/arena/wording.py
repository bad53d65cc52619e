"""How a report writes numbers and line-ups."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from overland.arena.lineups import Lineup
from overland.arena.statistics import Estimate

MARK = "*"  # after an interval that does not come from the spread of the deals
MARK_MEANS = f"{MARK} Every deal came out the same; the interval comes from the number of games alone (Wilson)."
NOTHING = "–"
LONGEST_NAME = 20  # characters of a name in a plot


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def percent_range(estimate: Estimate) -> str:
    """The interval of a share in percent."""
    return span(estimate, "{:.1f}", 100)


def signed(number: float) -> str:
    """A number of points, with its sign."""
    return f"{number:+.1f}".replace("-", "−")


def signed_range(estimate: Estimate) -> str:
    """The interval of a number of points."""
    return span(estimate, "{:+.1f}", 1)


def rating(estimate: Estimate) -> str:
    """A rating in whole points."""
    return f"{estimate.value:+.0f}".replace("-", "−") if round(estimate.value) else "0"


def rating_range(estimate: Estimate) -> str:
    return span(estimate, "{:+.0f}", 1) if estimate.low != estimate.high else "anchor"


def span(estimate: Estimate, pattern: str, factor: float) -> str:
    """An interval as from–to."""
    if estimate.low is None or estimate.high is None:
        return NOTHING
    low, high = (pattern.format(factor * end).replace("-", "−") for end in (estimate.low, estimate.high))
    return f"{low} … {high}{MARK if estimate.is_saturated else ''}"


def duration(seconds: float) -> str:
    """A time, in the unit that suits it."""
    if seconds < 0.001:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 1:
        return f"{1000 * seconds:.3g} ms"
    return f"{seconds:.3g} s" if seconds < 100 else f"{seconds:.0f} s"


def short_names(bots: Iterable[str]) -> dict[str, str]:
    """Names for where space is short: the class of ``module:Class``, unless two bots share it."""
    classes = {bot: bot.rpartition(":")[2] or bot for bot in bots}
    shared = Counter(classes.values())
    return {bot: short if shared[short] == 1 else bot for bot, short in classes.items()}


def clipped(name: str) -> str:
    """A name without its middle, if it is long; names differ most at their ends."""
    return name if len(name) <= LONGEST_NAME else f"{name[:5]}…{name[6 - LONGEST_NAME :]}"


def lineup_text(lineup: Lineup) -> str:
    """The bots of a line-up, with copies counted."""
    groups = []
    for bot, group in groupby(lineup):
        copies = len(list(group))
        groups.append(bot if copies == 1 else f"{copies} × {bot}")
    return ", ".join(groups)
