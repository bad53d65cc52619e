"""Trying again what another process got in the way of: its lines have been read, and the request is looked at anew."""

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from overland.server.errors import Overtaken

ATTEMPTS = 5  # to write to a table that another process writes to as well

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def tries_again(work: Callable[Asked, Awaitable[Answer]]) -> Callable[Asked, Awaitable[Answer]]:
    """Something that is begun anew when another process was quicker, and refused when that happens again and again."""

    @functools.wraps(work)
    async def attempts(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        for _ in range(ATTEMPTS - 1):
            try:
                return await work(*args, **named)
            except Overtaken:
                continue
        return await work(*args, **named)

    return attempts
