"""Boards as SVG, for pages that need no browser client: plain shapes in the colours of the game."""

from overland.pictures.boards import board_svg
from overland.pictures.svg import Mark

__all__ = ["Mark", "board_svg"]
