"""Overland: the board games Oregon and Okanagan as a fast, exact Python library."""

__version__ = "0.1.0"

from overland.engine.game import CHANCE, OVER, SPECTATOR
from overland.engine.match import Entry, Match
from overland.engine.position import LegalMoves, Position

__all__ = ["CHANCE", "OVER", "SPECTATOR", "Entry", "LegalMoves", "Match", "Position", "__version__"]
