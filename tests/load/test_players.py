"""Simulated people, told by hand what a server would send."""

import asyncio
import json
from typing import Any

import pytest

from overland.load.errors import LoadError
from overland.load.players import Pace, Player, SimulatedTable, Tally


class Socket:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, text: bytes) -> None:
        self.sent.append(json.loads(text))


def seated(protocol: int) -> tuple[SimulatedTable, list[Socket]]:
    """A table at version 5 where the first player has three choices."""
    table = SimulatedTable("table", ["one", "two"], seed=1)
    sockets = [Socket(), Socket()]
    for player, socket in zip(table.players, sockets, strict=True):
        player.socket = socket  # type: ignore[assignment]  # one that only notes what is sent
    for player, choices in zip(table.players, ([{"n": 0}, {"n": 1}, {"n": 2}], []), strict=True):
        now = {"version": 5, "status": "playing", "to_act": 0, "choices": choices, "stage": {"key": "opening"}}
        tell(player, {"type": "table", "protocol": protocol, "now": now})
    return table, sockets


def tell(player: Player, message: dict[str, Any], at: float = 0.0) -> None:
    player.take(json.dumps(message).encode(), at)


def updates(protocol: int) -> list[dict[str, Any]]:
    """What both are told of the first move: the second player is to act."""
    nows: list[dict[str, Any]] = [{"version": 7, "choices": []}, {"version": 7, "choices": [{"n": 0}]}]
    for now in nows:
        now |= {"to_act": 1, "stage": None} if protocol == 2 else {"to_act": 1, "status": "playing"}
    return [{"type": "update", "since": 5, "log": [], "now": now} for now in nows]


@pytest.mark.parametrize("protocol", [1, 2])
def test_a_move_is_sent_acknowledged_and_seen_and_the_next_one_follows(protocol: int) -> None:
    async def play() -> None:
        table, sockets = seated(protocol)
        tally = Tally()
        done = table.begin(tally, moves=2)
        (move,) = sockets[0].sent
        assert move["type"] == "move" and move["version"] == 5 and move["choice"] in range(3)
        tell(table.players[0], {"type": "ack", "id": move["id"], "version": 6})
        first, second = updates(protocol)
        tell(table.players[0], first)
        assert (tally.moves, len(tally.seen)) == (1, 0)
        tell(table.players[1], second)
        assert (tally.lines, len(tally.seen)) == (2, 1)
        assert table.players[1].now == {"version": 7, "status": "playing", "to_act": 1, "choices": [{"n": 0}]}
        assert [each["version"] for each in sockets[1].sent] == [7] and not done.done()

    asyncio.run(play())


def test_a_player_who_missed_something_asks_for_everything() -> None:
    async def play() -> None:
        table, sockets = seated(2)
        update = {"type": "update", "since": 9, "log": [], "now": {"version": 10}}
        tell(table.players[1], update)
        tell(table.players[1], update)
        assert sockets[1].sent == [{"type": "hello"}] and table.tally.asked_again == 1
        assert table.players[1].now["version"] == 5
        now = {"version": 10, "status": "over", "choices": []}
        tell(table.players[1], {"type": "table", "protocol": 2, "now": now})
        assert table.players[1].now == now

    asyncio.run(play())


def test_a_refusal_ends_the_round_with_its_reason() -> None:
    async def play() -> None:
        table, _ = seated(1)
        done = table.begin(Tally(), moves=1)
        tell(table.players[0], {"type": "refused", "id": "m1", "error": {"key": "error.stale", "args": {}}})
        with pytest.raises(LoadError, match=r"error\.stale"):
            await done

    asyncio.run(play())


def test_a_table_at_a_pace_moves_when_it_is_due_and_stops_in_time() -> None:
    async def play() -> None:
        loop = asyncio.get_running_loop()
        table, sockets = seated(1)
        done = table.begin(Tally(), 100, Pace(loop.time() + 0.05, every=60.0, end=loop.time() + 1))
        assert sockets[0].sent == []
        await asyncio.sleep(0.15)
        (move,) = sockets[0].sent
        tell(table.players[0], {"type": "ack", "id": move["id"], "version": 6})
        for player, update in zip(table.players, updates(1), strict=True):
            tell(player, update)
        await asyncio.wait_for(done, 1)
        assert sockets[1].sent == []

    asyncio.run(play())
