"""Refusals on their way out: as the answer to a request, or as a message of a socket."""

from typing import Any

from overland.server.errors import Refusal
from overland.server.protocol import Said
from overland.server.socket_protocol import RefusedMessage


def answer_body(refusal: Refusal) -> dict[str, Any]:
    """A refusal as JSON."""
    wait = wait_of(refusal)
    return {"error": refusal.message.as_data()} | ({} if wait is None else {"wait": wait})


def answer_headers(refusal: Refusal) -> dict[str, str]:
    """When to come back."""
    wait = wait_of(refusal)
    headers = {} if wait is None else {"retry-after": str(wait)}
    return headers | ({"www-authenticate": "Bearer"} if refusal.message.key == "error.token" else {})


def refused_message(refusal: Refusal, id: str | None = None, version: int | None = None) -> RefusedMessage:
    """A refusal of the request with the client's ``id``, at a table's version."""
    return RefusedMessage(id=id, error=error_of(refusal), wait=wait_of(refusal), version=version)


def error_of(refusal: Refusal) -> Said:
    return {"key": refusal.message.key, "args": refusal.message.as_data()["args"]}


def wait_of(refusal: Refusal) -> int | None:
    return None if refusal.wait is None else int(refusal.wait)
