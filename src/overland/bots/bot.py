"""What a bot is: it gets a question, which holds all that its seat knows, and answers with one of the choices."""

import re
from dataclasses import dataclass
from typing import Protocol, Self

from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.position import Position
from overland.engine.record import Array, Record, new_record


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision, up to the first of two limits; None means no limit."""

    simulations: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """The budget that a text states: ``512`` simulations, ``0.5s``, or both as ``512,0.5s`` or ``512+0.5s``."""
        simulations: int | None = None
        seconds: float | None = None
        for part in re.split("[,+]", text):
            if re.fullmatch(r"[0-9]{1,9}", part) and int(part) > 0 and simulations is None:
                simulations = int(part)
            elif re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?s", part) and float(part[:-1]) > 0 and seconds is None:
                seconds = float(part[:-1])
            else:
                raise SettingsError(f"A budget is written like 512, 0.5s or 512+0.5s, not {text!r}.")
        return cls(simulations, seconds)

    def __str__(self) -> str:
        parts = [] if self.simulations is None else [str(self.simulations)]
        parts += [] if self.seconds is None else [f"{self.seconds:g}s"]
        return "+".join(parts) or "unlimited"


@dataclass(frozen=True)
class Question:
    """What a bot is asked, once: everything its seat knows, and nothing else."""

    game: Game
    box: Record  # what is in the box, as kernels take it
    view: Record  # what the seat knows of the position
    actions: Array  # what may be played, as ascending numbers; one of them is the answer
    budget: Budget
    rng: Record  # the bot's own random stream, for ``overland.engine.rng``

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.view.seat)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.view.players)

    def sample(self) -> Position:
        """A position that the view could come from; unknown cards and tiles are dealt anew each time."""
        return Position(self.game, self.box, self.sample_state())

    def sample_state(self) -> Record:
        """The same as the record that kernels work on."""
        world = new_record(self.game.state_type)
        if not self.game.sample_world(self.box, self.view, self.rng, world):
            raise ValueError("No position is consistent with this view.")
        return world

    def text(self, action: int) -> str:
        """An action in notation."""
        return self.game.action_text(action)


class Bot(Protocol):
    """Anything that can take a seat. It is made once for a game, ``MyBot(game)``, and then asked."""

    def choose(self, question: Question) -> int:
        """One of ``question.actions``."""
        ...
