"""JSON merge patches (RFC 7386): what changed of an object, as an object."""

from typing import Any


def merge(target: dict[str, Any], patch: dict[str, Any]) -> None:
    """Apply a patch to an object, in place: null takes a field away, an object is merged, all else replaces."""
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        elif isinstance(value, dict):
            inner = target.get(name)
            if not isinstance(inner, dict):
                inner = target[name] = {}
            merge(inner, value)
        else:
            target[name] = value
