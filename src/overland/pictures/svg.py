"""Pieces of SVG that all boards are made of."""

from dataclasses import dataclass
from html import escape

SEAT_COLOURS = ("#b3261e", "#1d5fa8", "#7a4b00", "#1f6b45")
INK = "#2f261c"
PAPER = "#fffaf0"


@dataclass(frozen=True)
class Mark:
    """An action to be shown on the board, with a colour and a letter."""

    action: int
    colour: str
    letter: str


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{more}/>'


def circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{more}/>'


def polygon(points: list[tuple[float, float]], fill: str, more: str = "") -> str:
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{fill}"{more}/>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{width:g}"/>'


def letters(x: float, y: float, words: str, size: float, fill: str, weight: int = 700) -> str:
    """Text with its middle at a point."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="middle" font-family="system-ui, sans-serif">{escape(words)}</text>'
    )


def tag(x: float, y: float, mark: Mark) -> str:
    """The letter of a mark in its colour."""
    return circle(x, y, 8, mark.colour, f' stroke="{PAPER}" stroke-width="1.5"') + letters(x, y, mark.letter, 11, PAPER)


def drawing(left: float, top: float, width: float, height: float, title: str, parts: list[str]) -> str:
    """A whole picture, with a title for people who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
