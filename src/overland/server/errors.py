"""What the server refuses, as data: a key of the catalogues, its arguments, and an HTTP status."""

from overland.words.message import Message, Value


class Refusal(Exception):
    """Something that was asked for is not done, and nothing has changed."""

    def __init__(self, key: str, status: int = 409, wait: float | None = None, **args: Value) -> None:
        """``key`` is one of the catalogues; ``wait`` says after how many seconds it may be tried again."""
        super().__init__(key)
        self.message = Message(key, args)
        self.status = status
        self.wait = wait


class Overtaken(Refusal):
    """Another process wrote to the table first: it has been read, and what was asked for may be tried again."""

    def __init__(self) -> None:
        super().__init__("error.stale")


def not_found() -> Refusal:
    """The same answer for what does not exist and what is not yours to see."""
    return Refusal("error.no_table", 404)
