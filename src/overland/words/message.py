"""A message: what is to be said, before it is said in any language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

Value: TypeAlias = Union[str, int, "Message", Sequence["Value"], None]


@dataclass(frozen=True)
class Message:
    """A key of the catalogues and arguments for the places in its text: words, numbers, messages, lists of them."""

    key: str
    args: Mapping[str, Value] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """The message ready for JSON."""
        return {"key": self.key, "args": {name: as_data(value) for name, value in self.args.items()}}


def as_data(value: Value) -> Any:
    """An argument ready for JSON."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Message):
        return value.as_data()
    return [as_data(part) for part in value]


def message(key: str, **args: Value) -> Message:
    return Message(key, args)
