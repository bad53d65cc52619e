"""Play that is measured: the servers take turns, so that a busy machine slows all of them down."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add

from overland.load.plan import Plan
from overland.load.players import SimulatedTable
from overland.load.rounds import Round, connect_all, leave_all, play_paced, play_saturated, set_up
from overland.load.server_process import ServerProcess

#: Says what happens now.
Say = Callable[[str], None]
WARM_UP_TABLES = 2


async def warm_up(servers: Sequence[ServerProcess], game: str) -> None:
    """Let every server play a few games that are not counted."""
    for server in servers:
        tables = await set_up(server, game, WARM_UP_TABLES, 0)
        await connect_all(server, tables)
        await play_saturated(server, tables)
        await leave_all(tables)


async def saturated(servers: Sequence[ServerProcess], game: str, count: int, plan: Plan, say: Say) -> list[Round]:
    """What play as fast as it goes costs each of the servers."""
    rounds: list[list[Round]] = [[] for _ in servers]
    for number in range(plan.rounds(count)):
        seated = [await set_up(server, game, count, 1000 * number) for server in servers]
        for server, tables in zip(servers, seated, strict=True):
            await connect_all(server, tables)
        for played in range(0, plan.moves, plan.portion):
            for server, tables, found in zip(servers, seated, rounds, strict=True):
                if playing := [table for table in tables if not table.is_over]:
                    say(f"{game}, {count} tables as fast as they can, {server.name}: move {played} of each")
                    found.append(await play_saturated(server, playing, min(plan.portion, plan.moves - played)))
            if is_over(seated):
                break
        for tables in seated:
            await leave_all(tables)
    return [reduce(add, found) for found in rounds]


def is_over(seated: Sequence[Sequence[SimulatedTable]]) -> bool:
    """Whether every game has ended."""
    return all(table.is_over for tables in seated for table in tables)


async def paced(servers: Sequence[ServerProcess], game: str, count: int, plan: Plan, say: Say) -> list[Round]:
    """What play at the pace of people costs each of the servers."""
    found = []
    for server in servers:
        say(f"{game}, {count} tables with a move every two seconds, {server.name}")
        tables = await set_up(server, game, count, 0)
        await connect_all(server, tables)
        found.append(await play_paced(server, tables, plan.paced_seconds))
        await leave_all(tables)
    return found
