"""Finding and reading the TOML files of this package, or others of the same format."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from overland.data.errors import DataError

#: What a game is played with unless somebody chooses.
DEFAULT_NAMES = {"okanagan": "valley", "oregon": "frontier"}
#: Letters of a file that a message quotes.
SHOWN = 80
#: No map or tile set is larger than that.
MAX_BYTES = 200_000
#: Outside comments: reading keys of many parts, and tables, takes far more memory than they have letters, keys of very
#: many parts by their square; no map or tile set has any of the former, or nearly as many of the latter.
MAX_DOTS, MAX_TABLES = 200, 1000


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file; a file that cannot be read or parsed is a ``DataError``."""
    try:
        with path.open("rb") as file:
            return toml_of(file.read(MAX_BYTES + 1), str(path))
    except OSError as error:
        raise DataError("file", str(path), f"cannot be read: {error.strerror or error}") from None


def toml_of(contents: bytes, place: str) -> dict[str, Any]:
    """The contents of a TOML file that somebody sent; what cannot be parsed is a ``DataError``."""
    if len(contents) > MAX_BYTES:
        raise DataError("file", place, f"is larger than {MAX_BYTES // 1000} kB")
    lines = [line for line in map(bytes.lstrip, contents.splitlines()) if not line.startswith(b"#")]
    if sum(line.count(b".") for line in lines) > MAX_DOTS:
        raise DataError("file", place, f"has more than {MAX_DOTS} dots outside comments")
    if sum(line.startswith(b"[") for line in lines) > MAX_TABLES:
        raise DataError("file", place, f"has more than {MAX_TABLES} tables")
    try:
        return tomllib.loads(contents.decode("utf-8"))
    except (ValueError, RecursionError, OverflowError) as error:  # ValueError: bad TOML, bad text, a date out of range
        raise DataError("file", place, f"is not valid TOML: {shortened(str(error))}") from None


def table(found: Any, place: str) -> Mapping[str, Any]:
    """What must be a table of named values."""
    if not isinstance(found, Mapping):
        raise DataError("file", place, "is not a table of named values")
    return found


def shown(found: Any) -> str:
    """Something found in a file, as a message quotes it: not more of it than a reader wants."""
    try:
        return shortened(repr(found))
    except ValueError:  # Python writes no number of so many digits
        return "a number of very many digits"


def shortened(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def packaged_names(game: str) -> list[str]:
    """The names of a game's data files that come with Overland, the usual one first."""
    names = (path.stem for path in packaged(game, "any").parent.glob("*.toml"))
    return sorted(names, key=lambda name: (name != DEFAULT_NAMES[game], name))


def packaged(game: str, name: str) -> Path:
    """The path of a data file that comes with Overland."""
    return Path(str(resources.files("overland.data"))) / game / f"{name}.toml"
