"""What goes wrong between a bot and a server: it was refused, or it could not be reached."""

from overland.engine.errors import OverlandError


class ServerRefused(OverlandError):
    """The server does not do what was asked for."""

    def __init__(self, key: str, status: int, text: str) -> None:
        """``key`` is the refusal's name, ``text`` a sentence about it."""
        super().__init__(text)
        self.key = key
        self.status = status


class Unreachable(OverlandError):
    """There was no answer, or none that makes sense; trying again later may help."""
