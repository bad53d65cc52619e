"""WebSocket frames as a client writes and reads them (RFC 6455), without extensions and without fragments.

A library would cost the simulated players more than the game does; this is the part of the format they need.
"""

from typing import NamedTuple

from overland.load.errors import LoadError

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL = 0x80
MASKED = 0x80
TWO_BYTES, EIGHT_BYTES = 126, 127  # lengths that mean: the length follows, in so many bytes
ZERO_MASK = bytes(4)  # a client must mask; with zeros the payload stays as it is


class Frame(NamedTuple):
    """A frame that was received."""

    opcode: int
    payload: bytes


def client_frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A whole frame, masked as a client's must be."""
    length = len(payload)
    if length < TWO_BYTES:
        header = bytes((FINAL | opcode, MASKED | length))
    elif length < 1 << 16:
        header = bytes((FINAL | opcode, MASKED | TWO_BYTES)) + length.to_bytes(2, "big")
    else:
        header = bytes((FINAL | opcode, MASKED | EIGHT_BYTES)) + length.to_bytes(8, "big")
    return header + ZERO_MASK + payload


class FrameReader:
    """Cuts what a server sends into frames."""

    def __init__(self) -> None:
        self.waiting = bytearray()  # the beginning of a frame whose rest has not come yet

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete now."""
        waiting, start, frames = self.waiting, 0, []
        waiting += data
        while (end := end_of_frame(waiting, start)) is not None:
            body = end_of_header(waiting, start)
            frames.append(Frame(waiting[start] & 0x0F, bytes(waiting[body:end])))
            start = end
        del waiting[:start]
        return frames


def end_of_header(data: bytearray, start: int) -> int:
    """Where the payload of the frame at ``start`` begins."""
    length = data[start + 1]
    return start + (4 if length == TWO_BYTES else 10 if length == EIGHT_BYTES else 2)


def end_of_frame(data: bytearray, start: int) -> int | None:
    """Where the frame at ``start`` ends; None if it is not complete yet."""
    if len(data) < start + 2:
        return None
    if not data[start] & FINAL or data[start + 1] & MASKED:
        raise LoadError("The server sent a frame that is fragmented or masked.")
    body = end_of_header(data, start)
    if len(data) < body:
        return None
    length = data[start + 1] if body == start + 2 else int.from_bytes(data[start + 2 : body], "big")
    return body + length if len(data) >= body + length else None
