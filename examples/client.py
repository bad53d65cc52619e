"""A whole game over the wire, written from docs/protocol.md alone: python examples/client.py [URL] [GAME]

It needs httpx and websockets, and nothing of Overland. It plays the choice that brings most points at once.
"""

import asyncio
import json
import sys

import httpx
import websockets


def best(choices: list[dict], me: int) -> int:
    """The number of the choice that brings me most points now."""
    points = [
        sum(gain.get("points", 0) for gain in choice.get("gains", []) if gain["seat"] == me) for choice in choices
    ]
    return points.index(max(points))


def merged(before: dict, patch: dict) -> dict:
    """An object after a merge patch (RFC 7386): what is absent has not changed, what is null is gone."""
    after = {name: value for name, value in before.items() if patch.get(name, value) is not None}
    for name, value in patch.items():
        if isinstance(value, dict):
            after[name] = merged(before.get(name, {}), value)
        elif value is not None:
            after[name] = value
    return after


async def sit_down(http: httpx.AsyncClient, game: str) -> str:
    """Introduce myself and set a table up with a bot; it begins at once."""
    (await http.post("/api/me", json={"name": "Example"})).raise_for_status()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greenhorn"}]
    made = (await http.post("/api/tables", json={"game": game, "seats": seats})).raise_for_status().json()
    return made["id"]


async def play(server: str, game: str) -> dict:
    """Play one game to its end and return the result."""
    async with httpx.AsyncClient(base_url=server) as http:
        table = await sit_down(http, game)
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    now: dict = {}
    while True:  # a server that restarts is no reason to give up
        try:
            async with websockets.connect(url, additional_headers={"cookie": cookie}, max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello"}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] not in ("table", "update"):
                        continue
                    now = message["now"] if message["type"] == "table" else merged(now, message["now"])
                    if now["status"] == "over":
                        return now["result"]
                    if now.get("choices"):  # the version in the id makes a move that is sent twice count once
                        me = [seat.get("you", False) for seat in now["seats"]].index(True)
                        move = {"type": "move", "id": f"v{now['version']}", "version": now["version"]}
                        await socket.send(json.dumps({**move, "choice": best(now["choices"], me)}))
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.5)


if __name__ == "__main__":
    address, name = (*sys.argv[1:], "http://127.0.0.1:8000", "oregon")[:2] if len(sys.argv) < 3 else sys.argv[1:3]
    print(json.dumps(asyncio.run(play(address.rstrip("/"), name))["scores"]))
