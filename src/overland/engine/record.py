"""How positions, boxes and views are laid out: one NumPy structured record each.

A record is a flat block of bytes with named fields. Copying it is one ``memcpy``, a batch of
positions is an array, and the same ``state.field`` reads it in plain Python and in compiled code.
"""

from collections import namedtuple
from functools import cache
from typing import Any

import numpy as np

from overland.engine.jit import part_of_callers

#: A record: a position, a box, a view. NumPy's stubs narrow ``record.field`` wrongly, hence ``Any``.
Record = Any
#: A record as a tuple of plain numbers with the names of its fields: see ``plain_rows``.
Plain = Any
#: An array that a kernel reads or writes.
Array = Any
#: The type of numbers in arrays of actions and weights: that of a plain integer, so that kernels compile only once.
ACTION = np.int64


def struct(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A part of a record: an aligned structure without attribute access of its own."""
    for name in (field[0] for field in fields):
        if hasattr(np.record, name):  # interpreted, r.round would be NumPy's method and not the field
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records have an attribute of that name")
    return np.dtype(list(fields), align=True)


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A whole record, readable as ``r.field`` interpreted and compiled alike."""
    return np.dtype((np.record, struct(*fields)))


def new_record(dtype: np.dtype[Any]) -> Record:
    """One record of zeros, into which compiled code can write (it cannot write to a 0-d array)."""
    return np.zeros(1, dtype)[0]


def copy_record(source: Record) -> Record:
    return array_of(source)[0]


def array_of(source: Record) -> Array:
    """A copy of a record in an array of its own."""
    holder = np.empty(1, source.dtype)
    holder[0] = source
    return holder


def plain_rows(records: Array) -> list[Plain]:
    """Records as tuples of plain numbers with the names of their fields: much cheaper to read than records are.

    Fields of several numbers are arrays, and parts are read by ``part["field"]``.
    """
    row = row_type(records.dtype)
    return [row._make(numbers) for numbers in records.tolist()]


def plain(record: Record) -> Plain:
    """The same of one record."""
    return row_type(record.dtype)._make(record.item())


@cache
def row_type(dtype: Any) -> Any:
    """A tuple with the names of a record's fields."""
    return namedtuple("Row", dtype.names)  # the names are known only here


@part_of_callers
def copy_array(source: Array, into: Array) -> None:
    """Copy numbers one by one: of ``into[:] = source`` Numba compiles also how to complain of shapes that differ."""
    for index in range(len(into)):
        into[index] = source[index]
