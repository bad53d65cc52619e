"""Play that is measured: the servers take turns, so that a busy machine slows all of them down."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from overland.load.plan import Plan
from overland.load.players import SimulatedTable
from overland.load.rounds import Round, connect_all, leave_all, play_paced, play_saturated, set_up
from overland.load.server_process import ServerProcess
from overland.load.steps import Steps

WARM_UP_TABLES = 2


async def warm_up(servers: Sequence[ServerProcess], game: str) -> None:
    """Let every server play a few games that are not counted."""
    for server in servers:
        tables = await set_up(server, game, WARM_UP_TABLES, 0)
        await connect_all(server, tables)
        await play_saturated(server, tables)
        await leave_all(tables)


async def saturated(servers: Sequence[ServerProcess], game: str, count: int, plan: Plan, steps: Steps) -> list[Round]:
    """What play as fast as it goes costs each of the servers."""
    found: list[list[Round]] = [[] for _ in servers]
    for number in range(plan.rounds(count)):
        steps.note(f"round {number + 1}, everybody sits down")
        seated = [await set_up(server, game, count, 1000 * number) for server in servers]
        for server, tables in zip(servers, seated, strict=True):
            await connect_all(server, tables)
        for played in range(0, plan.moves, plan.portion):
            steps.note(f"round {number + 1}, move {played}")
            if not await play_portion(servers, seated, found, min(plan.portion, plan.moves - played)):
                break
        for tables in seated:
            await leave_all(tables)
    return [reduce(add, rounds) for rounds in found]


async def play_portion(
    servers: Sequence[ServerProcess], seated: Sequence[list[SimulatedTable]], found: list[list[Round]], moves: int
) -> bool:
    """Let each server play a few moves of every table; False if all games are over."""
    has_played = False
    for server, tables, rounds in zip(servers, seated, found, strict=True):
        if playing := [table for table in tables if not table.is_over]:
            rounds.append(await play_saturated(server, playing, moves))
            has_played = True
    return has_played


async def paced(servers: Sequence[ServerProcess], game: str, count: int, plan: Plan, steps: Steps) -> list[Round]:
    """What play at the pace of people costs each of the servers, some moves into the game."""
    found = []
    for server in servers:
        steps.note(f"{server.name}, everybody sits down")
        tables = await set_up(server, game, count, 0)
        await connect_all(server, tables)
        await play_saturated(server, tables, plan.moves_before_pace)
        steps.note(server.name)
        found.append(await play_paced(server, tables, plan.paced_seconds))
        await leave_all(tables)
    return found
