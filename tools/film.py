"""A turn of each game as a short film: ./dev run python -m tools.film

Writes docs/screenshots/<game>-turn.webp: what a person does with the mouse, and what three bots answer, in beats. The
frames are taken one after the other and put together here, because a browser alone makes no films.
"""

import base64
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession
from tests.server.processes import running_server
from tests.web.browsers import Visitor, chromium, click, step

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SIZE = {"width": 1280, "height": 720}
SCALE = 0.6
QUALITY = 42
PAUSE = 0.14  # seconds between two frames, at most
SECONDS = 5.5
LARGEST = 1_000_000  # bytes


def main() -> None:
    """Film both games."""
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        for game, steps in (("oregon", 22), ("okanagan", 14)):
            visitor = Visitor(browser, server.url, "normal", viewport=SIZE)
            visitor.page.add_init_script("localStorage.setItem('overland.speed', 'slow')")
            visitor.play_now(game, players=4)
            dice = random.Random(4)
            for _ in range(steps):
                step(visitor, dice)
            while not visitor.page.locator("[data-place]").count():  # up to the beginning of a turn
                step(visitor, dice)
                visitor.wait_for_turn()
            film = animated(filmed(visitor, dice))
            assert len(film) < LARGEST, len(film)
            (FOLDER / f"{game}-turn.webp").write_bytes(film)
            print(game, len(film))
            visitor.close()


def filmed(visitor: Visitor, dice: random.Random) -> list[tuple[bytes, int]]:
    """Frames with their milliseconds, while somebody plays."""
    camera = visitor.context.new_cdp_session(visitor.page)
    frames: list[tuple[bytes, int]] = []
    began = last = time.monotonic()
    clicked = began
    while time.monotonic() - began < SECONDS:
        frames.append((frame(camera), 0))
        now = time.monotonic()
        if len(frames) > 1:
            frames[-2] = (frames[-2][0], int((now - last) * 1000))
        last = now
        if visitor.page.locator("[data-turn=mine]").count() and now - clicked > 0.7:
            click(visitor, dice)
            clicked = now
        time.sleep(max(0.0, PAUSE - (time.monotonic() - now)))
    return [*frames[:-1], (frames[-1][0], 1500)]


def frame(camera: CDPSession) -> bytes:
    clip: dict[str, Any] = {"x": 0, "y": 0, **SIZE, "scale": SCALE}
    shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    return base64.b64decode(shot["data"])


def animated(frames: list[tuple[bytes, int]]) -> bytes:
    """Pictures in WebP as one that moves: the same pictures once are shown longer instead."""
    shown: list[tuple[bytes, int]] = []
    for picture, length in frames:
        if shown and shown[-1][0] == picture:
            shown[-1] = (picture, shown[-1][1] + length)
        else:
            shown.append((picture, length))
    width, height = round(SIZE["width"] * SCALE), round(SIZE["height"] * SCALE)
    size = three(width - 1) + three(height - 1)
    body = chunk(b"VP8X", bytes([0b10, 0, 0, 0]) + size) + chunk(b"ANIM", bytes([255, 255, 255, 255, 0, 0]))
    for picture, length in shown:
        body += chunk(b"ANMF", bytes(6) + size + three(length) + bytes([0]) + image_of(picture))
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def image_of(picture: bytes) -> bytes:
    """The chunk of a WebP file that holds its image."""
    at = 12
    while at < len(picture):
        length = int.from_bytes(picture[at + 4 : at + 8], "little")
        if picture[at : at + 4] in (b"VP8 ", b"VP8L"):
            return chunk(picture[at : at + 4], picture[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    raise ValueError("no image in it")


def three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def chunk(name: bytes, data: bytes) -> bytes:
    return name + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2)


if __name__ == "__main__":
    main()
