"""How the bytes of a record are to be read, as a short name that two programs can compare."""

import hashlib
from functools import cache
from typing import Any

import numpy as np


@cache
def layout_name(dtype: np.dtype[Any]) -> str:
    """A name for a layout: whoever has another one cannot read its bytes."""
    fields = (dtype.fields or {}).items()
    parts = [(name, str(field[0].base), field[0].shape, *field[1:]) for name, field in fields]
    return hashlib.sha256(f"{dtype.itemsize} {parts}".encode()).hexdigest()[:16]
