"""The parser of what the server sends: the fastest that is installed, because the clients must be cheap."""

import importlib
import importlib.util
import json
from collections.abc import Callable
from typing import Any

Parser = Callable[[bytes], Any]


def fastest_parser() -> Parser:
    """msgspec's, or else the one that Python has."""
    if importlib.util.find_spec("msgspec") is None:
        return json.loads
    decode: Parser = importlib.import_module("msgspec.json").decode
    return decode


parse = fastest_parser()
