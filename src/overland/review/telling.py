"""A verdict put into words, in a language."""

from collections.abc import Sequence

from overland.engine.match import Match
from overland.review.decision import Judged
from overland.review.reasons import Moment, Told
from overland.review.verdict import MOMENTS, Verdict
from overland.words import Speech
from overland.words.games import WORDS
from overland.words.message import message


class Teller:
    """Tells a verdict on a match."""

    def __init__(self, match: Match, verdict: Verdict, names: Sequence[str], language: str = "en") -> None:
        self.match, self.verdict, self.names = match, verdict, list(names)
        self.speech = Speech(language, lambda seat: self.names[seat])
        self.words = WORDS[match.game.name]
        self.by_entry = {judged.entry: judged for judged in verdict.decisions}

    @property
    def title(self) -> str:
        """The game and how it ended."""
        points = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.match.scores, strict=True))
        return f"{self.match.game.title}: {points}"

    def judged(self, entry: int) -> Judged:
        """The decision of an entry."""
        return self.by_entry[entry]

    def costliest(self, seat: int | None = None) -> list[Moment]:
        """The three costliest decisions, of one player or of all."""
        found = [moment for moment in self.verdict.moments if seat in (None, moment.seat)]
        return found[:MOMENTS]

    def heading(self, judged: Judged) -> str:
        """Whose decision it was, what it is called and what it cost."""
        return self.speech.say(
            message(
                "verdict.heading",
                seat=judged.seat,
                name=judged.name,
                entry=judged.entry,
                percent=f"{100 * judged.loss:.1f}",
                error=f"{100 * judged.loss_error:.1f}",
            )
        )

    def choice(self, text: str) -> str:
        """A choice in words."""
        return self.speech.say(self.words.action_message(text))

    def told(self, told: Told) -> str:
        """A choice with what it brings at once."""
        gains = [
            self.speech.say(gain) if gain["seat"] == -1 else f"{self.names[gain['seat']]}: {self.speech.say(gain)}"
            for gain in told.gains
        ]
        return f"{self.choice(told.choice)} ({told.choice})" + (f". {'; '.join(gains)}" if gains else "")

    def luck_line(self, seat: int) -> str:
        """What was luck and what was play, in one line."""
        share = self.verdict.shares[seat]
        return self.speech.say(
            message(
                "verdict.luck",
                seat=seat,
                luck=signed(100 * (share.deal + share.luck)),
                play=signed(100 * share.play),
                points=signed(share.luck_points),
            )
        )


def signed(number: float) -> str:
    """A number with its sign, and one figure after the point where it is small."""
    text = f"{number:+.0f}" if abs(number) >= 10 else f"{number:+.1f}"
    return text.replace("-", "−")
