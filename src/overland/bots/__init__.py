"""Bots: they choose an action from what their seat knows, and from nothing else; and the judge, which says what a seat
may expect (``evaluate``), also after each of its choices (``weigh``)."""

from overland.bots.judge import Opinion, Weighed, evaluate, weigh

__all__ = ["Opinion", "Weighed", "evaluate", "weigh"]
