"""The floor of the sockets: one frame in, one acknowledgement and a frame for each of two out, and no game.

Run as a program it serves until it is stopped: ``python -m overland.load.echo_server``. A socket's path is
``/TABLE/BYTES/BYTES``: which two belong together, and the sizes of an acknowledgement and of an update.
"""

import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
ACKNOWLEDGEMENT, UPDATE = "a", "u"  # what the two kinds of frames are made of

together: dict[str, list[Send]] = defaultdict(list)  # open sockets, by table


async def echo(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """The application: as little as a server of this kind can do."""
    if scope["type"] != "websocket":
        return
    _, table, acknowledgement, update = scope["path"].split("/")
    await receive()
    await send({"type": "websocket.accept"})
    together[table].append(send)
    try:
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": ACKNOWLEDGEMENT * int(acknowledgement)})
            for each in list(together[table]):
                await each({"type": "websocket.send", "text": UPDATE * int(update)})
    finally:
        together[table].remove(send)


class Announcing(uvicorn.Server):
    """A server that prints its port once it listens."""

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        print(sockets[0].getsockname()[1], flush=True)


def main() -> None:
    config = uvicorn.Config(
        echo, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="warning",
        access_log=False,
    )  # fmt: skip
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        Announcing(config).run(sockets=[found])


if __name__ == "__main__":
    main()
