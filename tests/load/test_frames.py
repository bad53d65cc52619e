"""Frames of a socket, against the library that the server uses."""

import pytest
from websockets.frames import Frame as LibraryFrame
from websockets.frames import Opcode
from websockets.streams import StreamReader

from overland.load.errors import LoadError
from overland.load.frames import PING, TEXT, Frame, FrameReader, client_frame

LENGTHS = [0, 1, 125, 126, 127, 65535, 65536, 70_000]


@pytest.mark.parametrize("length", LENGTHS)
def test_the_library_reads_what_a_client_writes(length: int) -> None:
    reader = StreamReader()
    reader.feed_data(client_frame(b"x" * length))
    parsing = LibraryFrame.parse(reader.read_exact, mask=True)
    with pytest.raises(StopIteration) as found:
        next(parsing)
    assert found.value.value == LibraryFrame(Opcode.TEXT, b"x" * length)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_client_reads_what_the_library_writes(length: int) -> None:
    data = LibraryFrame(Opcode.TEXT, b"x" * length).serialize(mask=False)
    assert FrameReader().feed(data) == [Frame(TEXT, b"x" * length)]


def test_frames_may_come_in_any_pieces() -> None:
    sent = [Frame(TEXT, b"a" * 300), Frame(PING, b"still there?"), Frame(TEXT, b"")]
    data = b"".join(LibraryFrame(Opcode(each.opcode), each.payload).serialize(mask=False) for each in sent)
    for size in (1, 2, 3, 7, 100, len(data)):
        reader = FrameReader()
        pieces = [data[start : start + size] for start in range(0, len(data), size)]
        assert [frame for piece in pieces for frame in reader.feed(piece)] == sent


def test_fragments_and_masks_are_refused() -> None:
    with pytest.raises(LoadError, match="fragmented or masked"):
        FrameReader().feed(LibraryFrame(Opcode.TEXT, b"half", fin=False).serialize(mask=False))
    with pytest.raises(LoadError, match="fragmented or masked"):
        FrameReader().feed(client_frame(b"from a client"))
