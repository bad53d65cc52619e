"""Bots that do what bots must not do, for the tests of the arena."""

import os
import random
import signal
import sys
import time
from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np

from overland.bots.bot import Question
from overland.engine.game import Game


class First:
    """Plays the first choice, always."""

    def __init__(self, game: Game) -> None:
        self.asked = 0

    def choose(self, question: Question) -> int:
        self.asked += 1
        return int(question.actions[0])


class Misbehaving(First, ABC):
    """Behaves three times, then no more."""

    def choose(self, question: Question) -> int:
        choice = super().choose(question)
        return choice if self.asked <= 3 else self.misbehave(choice)

    @abstractmethod
    def misbehave(self, choice: int) -> int:
        """What it does from then on."""


class Raises(Misbehaving):
    def misbehave(self, choice: int) -> int:
        raise ValueError("no /some/folder/of/mine/weights.bin here")


class RaisesUnreadably(Misbehaving):
    def misbehave(self, choice: int) -> int:
        class Mute(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Mute


class Exits(Misbehaving):
    def misbehave(self, choice: int) -> int:
        sys.exit(3)


class Illegal(Misbehaving):
    def misbehave(self, choice: int) -> int:
        return 10**30


class Wordy(Misbehaving):
    def misbehave(self, choice: int) -> int:
        return f"the move {choice}"  # type: ignore[return-value]  # the wrong type is what is wrong with it


class Agrees(Misbehaving):
    def misbehave(self, choice: int) -> int:
        return True


class Sleeps(Misbehaving):
    def misbehave(self, choice: int) -> int:
        time.sleep(1e6)
        return choice


class Spins(Misbehaving):
    def misbehave(self, choice: int) -> int:
        while True:
            try:
                while True:
                    pass
            except Exception:  # not what the arena raises
                pass


class Dawdles(Misbehaving):
    """To be given a budget of a hundredth of a second."""

    def misbehave(self, choice: int) -> int:
        time.sleep(0.3)
        return choice


class ALittleLate(Misbehaving):
    """With the same budget: late, but not by much."""

    def misbehave(self, choice: int) -> int:
        if self.asked == 4:
            time.sleep(0.03)
        return choice


class Dies(Misbehaving):
    def misbehave(self, choice: int) -> int:
        os._exit(1)


class DiesOnce(Misbehaving):
    """Dies unless the file that an environment variable names is there; it is afterwards."""

    def misbehave(self, choice: int) -> int:
        flag = Path(os.environ["RUDE_FLAG"])
        if not flag.exists():
            flag.touch()
            os._exit(1)
        return choice


class Deaf(Misbehaving):
    """Cannot be interrupted by the alarm, like compiled code that never returns."""

    def misbehave(self, choice: int) -> int:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(1e6)
        return choice


class Slow(First):
    """Rude only to people who wait."""

    def choose(self, question: Question) -> int:
        time.sleep(0.005)
        return super().choose(question)


class Scribbles(First):
    """Writes into everything it is given."""

    def choose(self, question: Question) -> int:
        choice = super().choose(question)
        for record in (question.box, question.view):
            for name in record.dtype.names:
                record[name] = np.zeros_like(record[name])
        question.actions[:] = 0
        return choice


class UsesGlobalLuck(First):
    def choose(self, question: Question) -> int:
        return int(random.choice(question.actions))


class CannotBeMade:
    def __init__(self, game: Game) -> None:
        raise OSError("the weights are gone")

    def choose(self, question: Question) -> int:
        return 0
