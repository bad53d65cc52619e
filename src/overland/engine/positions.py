"""What the readers of both games' position texts share: words, numbers in range, and refusals as sentences."""

from collections.abc import Callable, Mapping

from overland.engine.errors import PositionError
from overland.engine.record import Record


def read_words(text: str, read: Callable[[Mapping[str, str]], Record]) -> Record:
    """What ``read`` makes of the key=value words of a text; anything that does not parse is a ``PositionError``."""
    words = dict(word.split("=", 1) for word in str(text).split() if "=" in word)
    try:
        return read(words)
    except KeyError as error:
        raise PositionError(f"The position lacks the word {error}.") from None
    except (ValueError, IndexError, OverflowError) as error:
        raise PositionError(f"The position does not parse: {error}.") from None


def number_in(text: str, allowed: range, name: str) -> int:
    """A whole number that is one of those allowed."""
    if len(text) > 9:
        raise ValueError(f"{name} is not a valid number")
    value = int(text)
    if value not in allowed:
        raise ValueError(f"{name} cannot be {value}")
    return value


def refuse(problems: Mapping[str, object]) -> None:
    """Raise a ``PositionError`` that names the first problem whose value is true."""
    for name, is_wrong in problems.items():
        if is_wrong:
            raise PositionError(f"The position is impossible: {name}.")
