"""What a training run tells on the way: a line for each look, and a page with the learning curve."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from overland.arena.html import card, command, table
from overland.arena.page import stylesheet
from overland.arena.plots import plot, text
from overland.engine.errors import SettingsError

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 260, 8.0, 84.0, 16, 30  # of a curve: pixels, and percent across
COLOURS = ("#2563b8", "#b4531c", "#3f7d3a")  # of two, three and four players


class Look(NamedTuple):
    """How a checkpoint did in quick games: one seat against greedy bots, and against the network that is shipped."""

    checkpoint: str
    games: int
    players: int
    played: int
    error: float
    greedy: float
    release: float

    @property
    def words(self) -> str:
        return (
            f"{self.checkpoint}: {self.games:,} games, error {self.error:.1f}; {self.players} players:"
            f" {self.greedy:.1%} over greedy, {self.release:.1%} over the shipped (par {1 / self.players:.0%})"
        )


def read_looks(path: Path) -> list[Look]:
    """The looks of a run that is resumed."""
    try:
        return [Look(**row) for row in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []
    except (OSError, ValueError, TypeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}; use --fresh.") from None


def write_report(path: Path, title: str, words: str, looks: Sequence[Look]) -> None:
    """A page with the curves and the figures, whole or not at all."""
    rows = (
        [
            look.checkpoint,
            f"{look.games:,}",
            str(look.players),
            f"{look.error:.1f}",
            f"{look.greedy:.1%}",
            f"{look.release:.1%}",
        ]
        for look in looks
    )
    columns = ["checkpoint", "games", "players", "error in points", "over greedy", "over the shipped network"]
    played = max((look.played for look in looks), default=0)
    content = (
        card("Over greedy", f"Share of the wins of one seat; {played} quick games each.", curve("greedy", looks))
        + card("Over the shipped network", "The same against the network that the bots use.", curve("release", looks))
        + card("The figures", "Every checkpoint that was looked at.", table("The figures", columns, rows))
        + card("Again", "The command of this run.", command(words))
    )
    page = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Learning {escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{stylesheet()}</style></head>\n'
        f"<body><main><h1>Learning {escape(title)}</h1>\n{content}</main></body></html>\n"
    )
    part = path.with_name(path.name + ".part")
    part.write_text(page, encoding="utf-8")
    part.replace(path)


def curve(field: str, looks: Sequence[Look]) -> str:
    """Shares of wins over games played, a line for each number of players."""
    most = max((look.games for look in looks), default=1)
    words = []
    elements = list(frame(most))
    counts = sorted({look.players for look in looks})
    for place, players in enumerate(counts):
        colour = COLOURS[place % len(COLOURS)]
        points = [(across(look.games / most), down(getattr(look, field))) for look in looks if look.players == players]
        for (x1, y1), (x2, y2) in pairwise(points):
            elements.append(
                f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" stroke="{colour}" stroke-width="2"/>'
            )
        elements += [f'<circle cx="{x:.2f}%" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points]
        last = [getattr(look, field) for look in looks if look.players == players][-1]
        elements.append(text(RIGHT + 1.5, down(last) + 4, f"{players} players", "tick"))
        words.append(f"{players} players: {last:.1%} at the end")
    return plot(field, f"Learning curve, {field}", "; ".join(words) + ".", HEIGHT, elements)


def frame(most: int) -> Iterator[str]:
    """The grid and its numbers."""
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = down(share)
        yield f'<line x1="{LEFT}%" y1="{y:.1f}" x2="{RIGHT}%" y2="{y:.1f}" class="grid"/>'
        yield text(LEFT - 1, y + 4, f"{share:.0%}", "tick", "end")
    for part in (0.0, 0.5, 1.0):
        yield text(across(part), HEIGHT - 8, f"{most * part:,.0f} games", "tick", "middle")


def across(part: float) -> float:
    return LEFT + (RIGHT - LEFT) * part


def down(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
