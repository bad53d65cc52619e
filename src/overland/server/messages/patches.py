"""What has changed between two messages, as a merge patch (RFC 7386)."""

from collections.abc import Mapping
from typing import Any

MISSING: Any = object()


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What makes ``new`` of ``old``: changed values, and null for what is gone. Neither has null values itself."""
    patch: dict[str, Any] = {}
    added = 0
    for name, value in new.items():
        before = old.get(name, MISSING)
        if before is value or before == value:
            continue
        is_object = type(value) is dict and type(before) is dict
        patch[name] = merge_patch(before, value) if is_object else value
        added += before is MISSING
    if len(old) + added > len(new):
        patch.update(dict.fromkeys(old.keys() - new.keys()))
    return patch
