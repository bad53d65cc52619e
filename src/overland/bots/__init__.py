"""Bots: they choose an action from what their seat knows, and from nothing else; and the judge, which says what a seat
may expect (``evaluate``)."""

from overland.bots.judge import Opinion, evaluate

__all__ = ["Opinion", "evaluate"]
