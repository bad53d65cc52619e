"""Merge patches: the examples of RFC 7386 that are about objects."""

from typing import Any

import pytest

from overland.load.merge_patch import merge


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": 1}, {"a": {"b": 2, "c": None}}, {"a": {"b": 2}}),
        ({"a": 1}, {}, {"a": 1}),
    ],
)
def test_a_patch_is_merged(target: dict[str, Any], patch: dict[str, Any], result: dict[str, Any]) -> None:
    merge(target, patch)
    assert target == result
