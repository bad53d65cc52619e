"""A whole run: every measurement of a plan, on one server or on two side by side."""

import asyncio
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from overland.engine.errors import SettingsError
from overland.load.fast_loop import fast_loop
from overland.load.floors import line_bytes, measure_floors
from overland.load.memory import measure_idle, settled_bytes
from overland.load.plan import Plan
from overland.load.play import paced, saturated, warm_up
from overland.load.processes import allow_many_files, require_proc
from overland.load.ratios import BASE, OURS, ratios
from overland.load.rounds import Round
from overland.load.server_process import ServerProcess, own_source
from overland.load.steps import Steps, Tell


def measure(plan: Plan, base: Path | None, tell: Tell) -> dict[str, Any]:
    """Everything that a plan asks for, as figures; ``base`` is a checkout to compare with."""
    require_proc()
    allow_many_files()
    sources = {OURS: own_source()}
    if base is not None:
        sources[BASE] = source_of(base)
    steps = Steps(tell, plan.steps(len(sources)))
    with tempfile.TemporaryDirectory(prefix="overland-bench-") as folder, asyncio.Runner(**fast_loop()) as runner:
        found = runner.run(measure_all(plan, sources, Path(folder), steps))
    return {**found, "ratios": ratios(found)}


def source_of(checkout: Path) -> Path:
    """Where a checkout has its package."""
    source = checkout.resolve() / "src"
    if not (source / "overland" / "__main__.py").exists():
        raise SettingsError(f"{checkout} is not a checkout of Overland: it has no src/overland.")
    return source


def revision_of(source: Path) -> str:
    """The commit that a source is of, if git can tell."""
    asked = ["git", "-C", str(source), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


async def measure_all(plan: Plan, sources: dict[str, Path], folder: Path, steps: Steps) -> dict[str, Any]:
    """Every measurement, game by game."""
    found: dict[str, Any] = {
        "revisions": {name: revision_of(source) for name, source in sources.items()},
        "play": [], "floors": [], "finished_games": [], "idle": [],
    }  # fmt: skip
    for game in plan.games:
        with ExitStack() as stack:
            steps.begin(f"{game}: warming up")
            servers = started(stack, sources, folder / game)
            play, finished = await measure_play(servers, game, plan, steps)
            length = line_bytes(servers[0].database)
        found["play"] += play
        found["finished_games"] += finished
        for row in play:
            if row["server"] == OURS and row["play"] == "saturated":
                steps.begin(f"{game}, {row['tables']} tables: the floors")
                found["floors"] += await measure_floors(plan, row, length, folder)
        found["idle"] += await measure_servers_idle(sources, folder / f"{game}-idle", game, plan, steps)
    return found


def started(stack: ExitStack, sources: dict[str, Path], folder: Path) -> list[ServerProcess]:
    """A server of each source, with no table yet; they are stopped with the stack."""
    servers = [ServerProcess(name, source, folder / name) for name, source in sources.items()]
    for server in servers:
        stack.callback(server.stop)
        server.start()
    return servers


async def measure_play(
    servers: Sequence[ServerProcess], game: str, plan: Plan, steps: Steps
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Play as fast as it goes and at the pace of people, at every number of tables; and what finished games keep."""
    await warm_up(servers, game)
    before = [await settled_bytes(server) for server in servers]
    rows = []
    for count in plan.tables:
        steps.begin(f"{game}, {count} tables, as fast as it goes")
        rows += rows_of(servers, game, count, "saturated", await saturated(servers, game, count, plan, steps))
    finished = []
    if plan.whole_games:
        for server, held in zip(servers, before, strict=True):
            finished.append(await finished_row(server, game, plan.whole_games, held))
    for count in plan.tables:
        steps.begin(f"{game}, {count} tables, a move every two seconds")
        rows += rows_of(servers, game, count, "paced", await paced(servers, game, count, plan, steps))
    return rows, finished


async def finished_row(server: ServerProcess, game: str, games: int, before: int) -> dict[str, Any]:
    """What a server has kept of the games that were played to their end."""
    grown = await settled_bytes(server) - before
    return {"game": game, "server": server.name, "games": games, "bytes_per_finished_game": round(grown / games)}


def rows_of(
    servers: Sequence[ServerProcess], game: str, count: int, play: str, rounds: Sequence[Round]
) -> list[dict[str, Any]]:
    """The rounds of each server as they are kept."""
    return [
        {"game": game, "server": server.name, "tables": count, "play": play, **found.figures()}
        for server, found in zip(servers, rounds, strict=True)
    ]


async def measure_servers_idle(
    sources: dict[str, Path], folder: Path, game: str, plan: Plan, steps: Steps
) -> list[dict[str, Any]]:
    """What many tables cost each server that nothing happens at, one server after the other."""
    rows = []
    for name, source in sources.items():
        steps.begin(f"{game}, {plan.idle_tables} tables: memory and a restart, {name}")
        server = ServerProcess(name, source, folder / name)
        try:
            rows.append(await measure_idle(server, game, plan))
        finally:
            server.stop()
    return rows
