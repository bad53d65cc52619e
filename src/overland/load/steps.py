"""How far a run is, for people who wait."""

from collections.abc import Callable
from dataclasses import dataclass

#: Is told what is being measured, how many steps are behind, and how many there are.
Tell = Callable[[str, int, int], None]


@dataclass
class Steps:
    """The steps of a run."""

    tell: Tell
    total: int
    begun: int = 0
    text: str = ""

    def begin(self, text: str) -> None:
        """The next step begins."""
        self.begun += 1
        self.text = text
        self.note()

    def note(self, detail: str = "") -> None:
        """Something within the step that is going on."""
        self.tell(f"{self.text}: {detail}" if detail else self.text, self.begun - 1, self.total)
