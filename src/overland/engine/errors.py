"""What can go wrong at the edge of the engine, as a small tree.

    OverlandError
    ├── SettingsError      an unknown game, option or value, or a wrong number of players
    ├── DataError          a map or tile file that breaks a rule of its format
    ├── PositionError      a position text that does not parse, or describes an impossible position
    ├── RecordError        a file that is not a record, or one made under other rules
    └── MoveError          a move that was refused; the position is untouched
        ├── NotationError  the text is not a move
        ├── IllegalMove    a move, but not now
        ├── StaleMove      made for an earlier version of the match
        ├── NotYourTurn    another seat is to act
        └── NothingToUndo  the last entry revealed something or was another seat's

Every message is a sentence that can be shown to a player.
"""

from overland.data.errors import DataError, OverlandError

__all__ = [
    "DataError",
    "IllegalMove",
    "MoveError",
    "NotYourTurn",
    "NotationError",
    "NothingToUndo",
    "OverlandError",
    "PositionError",
    "RecordError",
    "SettingsError",
    "StaleMove",
]


class SettingsError(OverlandError, ValueError):
    """An unknown game, option or value, or a number of players the game does not take."""


class PositionError(OverlandError, ValueError):
    """A position text that does not parse, or describes an impossible position."""


class RecordError(OverlandError, ValueError):
    """A file that is not a record of a game, or one made under other rules."""


class MoveError(OverlandError, ValueError):
    """A move that was refused; the position is untouched."""


class NotationError(MoveError):
    """The text is not a move in this game's notation."""


class IllegalMove(MoveError):
    """A move in notation, but not legal in this position."""


class StaleMove(MoveError):
    """A move made for an earlier version of the match."""


class NotYourTurn(MoveError):
    """A move by a seat that is not to act."""


class NothingToUndo(MoveError):
    """Nothing can be taken back: the last entry revealed something or was another seat's."""


def shortened(text: str) -> str:
    """A text in quotes, shortened if it is long, for use in messages."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
