"""What a bot answers, and what counts as a fault: an exception, an answer that is not a choice, too much time."""

import re

import numpy as np

from overland.arena.alarm import Alarm, TimeIsUp
from overland.arena.chairs import Chair
from overland.engine.errors import shortened
from overland.engine.record import Array, Record

SLACK = (1.5, 0.25)  # a time budget may be exceeded by this factor, plus this many seconds
FOLDERS = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s'\"/\\:]+)+(?=[/\\])")
LONGEST_REASON = 200


class BotFault(Exception):
    """A bot did something that loses the game."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def answer_of(chair: Chair, view: Record, choices: Array, limit: float, alarm: Alarm) -> object:
    """Whatever a bot answers; an exception it raises, or taking longer than ``limit`` seconds, is a fault."""
    if chair.bot is None:
        raise BotFault("cannot be made", chair.trouble)
    try:
        alarm.start(limit)
        answer: object = chair.bot.choose(chair.box, view, choices)
        alarm.stop()
    except KeyboardInterrupt:
        raise
    except TimeIsUp:
        raise BotFault("over the limit for a move", f"thought longer than {limit:g} s") from None
    except BaseException as error:  # including SystemExit: a bot must not end the tournament
        kind = f"raised {type(error).__name__}"
        raise BotFault(kind, f"{kind}: {error_text(error)}") from error
    finally:
        alarm.stop()
    return answer


def check_budget(allowed: float | None, seconds: float) -> None:
    """Refuse an answer that took clearly longer than the bot's own budget."""
    if allowed is not None and seconds > SLACK[0] * allowed + SLACK[1]:
        raise BotFault("over its budget", f"thought {seconds:.2f} s and had {allowed:g} s")


def checked_answer(answer: object, choices: Array) -> int:
    """An answer that is one of the choices."""
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise BotFault("illegal answer", f"answered with a {type(answer).__name__} instead of a number")
    if answer not in choices:
        raise BotFault("illegal answer", f"answered {shortened(str(answer))}, which is not one of the choices")
    return int(answer)


def error_text(error: BaseException) -> str:
    """The text of an error, if it has one that can be read."""
    try:
        return str(error)
    except Exception:  # an error whose text raises another
        return "nothing that can be read"


def report_reason(fault: BotFault) -> str:
    """The reason for a fault as a report shows it: short, on one line, without folders of this machine."""
    reason = FOLDERS.sub("…", " ".join(str(fault).split()))
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"
