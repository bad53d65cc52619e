"""What can go wrong while load is put on a server."""

from overland.engine.errors import OverlandError


class LoadError(OverlandError, RuntimeError):
    """The measurement cannot be made: the message says why."""
