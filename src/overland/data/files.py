"""Finding and reading the TOML files of this package, or others of the same format."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from overland.data.errors import DataError


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file; a file that cannot be read or parsed is a ``DataError``."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError("file", str(path), f"cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError("file", str(path), f"is not valid TOML: {error}") from None


def packaged_names(game: str) -> list[str]:
    """The names of a game's data files that come with Overland."""
    return sorted(path.stem for path in packaged(game, "any").parent.glob("*.toml"))


def packaged(game: str, name: str) -> Path:
    """The path of a data file that comes with Overland."""
    return Path(str(resources.files("overland.data"))) / game / f"{name}.toml"
