"""Messages as JSON, by a fast encoder: dictionaries, models of the protocol, and texts that are encoded already."""

from typing import Any

import msgspec
from pydantic import BaseModel

Encoded = msgspec.Raw  # stands for itself inside a message


def as_dictionary(value: Any) -> Any:
    """What the encoder does not know itself."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    raise TypeError(f"{type(value).__name__} is not sent")


ENCODER = msgspec.json.Encoder(enc_hook=as_dictionary)


def encoded(message: Any) -> str:
    """A message as it is sent."""
    return ENCODER.encode(message).decode()


def decoded(part: Encoded) -> Any:
    """An encoded part as data again."""
    return msgspec.json.decode(part)


def encoded_part(part: Any) -> Encoded:
    """Part of a message, encoded once for all messages it will be in."""
    return Encoded(ENCODER.encode(part))
