"""Looking back at a game: what each decision cost, what was better and why, and what was luck."""

from overland.review.decision import Judged
from overland.review.verdict import Reviewing, Verdict

__all__ = ["Judged", "Reviewing", "Verdict"]
