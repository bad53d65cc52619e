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
    return max(choices, key=lambda choice: sum(g.get("points") or 0 for g in choice["gains"] if g["seat"] == me))["n"]


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
    while True:  # a server that restarts is no reason to give up
        try:
            async with websockets.connect(url, additional_headers={"cookie": cookie}, max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello"}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] not in ("table", "update"):
                        continue
                    now = message["now"]
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
