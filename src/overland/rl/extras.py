"""Libraries that come with an extra: what is said when one is missing."""

from overland.engine.errors import SettingsError


class MissingExtra(SettingsError, ImportError):
    """A library that is not installed."""


def missing(library: str, extra: str) -> MissingExtra:
    """The error that names the extra which brings a library."""
    return MissingExtra(f"This needs {library}: pip install 'overland[{extra}]'.")
