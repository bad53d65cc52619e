"""``overland bench env``: steps of learning environments per CPU-second, ours beside other people's."""

import json
import os
import time
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from overland.cli import bench_env_peers
from overland.cli.bench_timing import ROUNDS, Runner, median_rate, show_rates
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.playout import play_many
from overland.engine.record import ACTION
from overland.engine.rng import new_rng
from overland.rl import VectorEnv

GAMES_AT_ONCE = 512
ALL_CORES_STEPS = 400  # of all games, in a round of the measurement on all cores
ENGINE, PLAIN = "the engine's bare loop", "vector: view, mask and list"
TOGETHER = "vector, all cores"


def env(as_json: Annotated[bool, typer.Option("--json", help="Print the measurements as JSON.")] = False) -> None:
    """Steps per CPU-second of random play with two players, each with the legal mask and the observation.

    A step is a decision of a seat; what chance does in between is not counted. Each figure is the median of five
    rounds. Other people's environments are measured beside ours when they are installed, which ./dev bench env does.
    """
    rows: list[dict[str, Any]] = []
    together: dict[str, int] = {}
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), transient=True,
        console=Console(stderr=True),
    ) as progress:  # fmt: skip
        task = progress.add_task("")
        for game in GAMES.values():
            for what, play in loops(game).items():
                progress.update(task, description=f"{game.title}: {what}")
                rows.append(row(game.title, what, median_rate(play)))
            by_clock, by_cpu = all_cores_rates(game)
            rows.append(row(game.title, TOGETHER, by_cpu))
            together[game.title] = round(by_clock)
        for peer in bench_env_peers.installed():
            progress.update(task, description=peer.title)
            rows.append(row(peer.title, "its own environment", median_rate(peer.make())))
    if as_json:
        found = {
            "steps_per_cpu_second": rows,
            "steps_per_second_all_cores": together,
            "ratios": ratios(rows),
            "cores": os.cpu_count(),
            "games_side_by_side": GAMES_AT_ONCE,
        }
        print(json.dumps(found, indent=1))
    else:
        show(rows, together)


def row(title: str, what: str, rate: float) -> dict[str, Any]:
    return {"game": title, "what": what, "rate": round(rate)}


def loops(game: Game) -> dict[str, Runner]:
    """All ways of stepping a game that are measured on one core."""
    found = {
        ENGINE: engine_loop(game),
        PLAIN: vector_loop(game, {}),
        "vector: the same, rewards at every step": vector_loop(game, {"rewards": "change"}),
        "vector: the same and sparse inputs": vector_loop(game, {}, VectorEnv.sparse_inputs),
        "vector: the same and dense inputs": vector_loop(game, {}, dense()),
    }
    if any(peer.title.startswith("PettingZoo") for peer in bench_env_peers.installed()):
        from overland.rl.pettingzoo import env as pettingzoo_env

        found["as a PettingZoo environment"] = bench_env_peers.pettingzoo(lambda: pettingzoo_env(game=game.name))()
    return found


def engine_loop(game: Game) -> Runner:
    """Whole random games in one compiled loop, as ``bench engine`` measures it: nothing is shown to anybody."""
    box = game.make_box(game.load_data(None))
    start, states, rng = game.setup(box, 2, {}), np.zeros(1, game.state_type), new_rng(1)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    return lambda games: int(play_many(box, start, states, rng, actions, weights, games))


def vector_loop(game: Game, settings: dict[str, Any], then: Any = None) -> Runner:
    """Random steps of many games on one core; ``then`` asks for more after every step."""
    table = VectorEnv(game.name, GAMES_AT_ONCE, 2, seed=1, **settings)

    def play(steps: int) -> int:
        for _ in range(steps):
            table.step(table.sample())
            if then is not None:
                then(table)
        return steps * table.count

    return play


def dense() -> Any:
    """Dense inputs, always into the same array."""
    kept: dict[int, Any] = {}

    def write(table: VectorEnv) -> None:
        kept[0] = table.dense_inputs(kept.get(0))

    return write


def all_cores_rates(game: Game) -> tuple[float, float]:
    """Steps in a second of the clock, and in a CPU-second, with a thread on every core; medians of five rounds."""
    cores = os.cpu_count() or 1
    by_clock, by_cpu = [], []
    with VectorEnv(game.name, GAMES_AT_ONCE * cores, 2, seed=1, threads=cores) as table:
        for _ in range(ROUNDS + 1):
            began, used = time.perf_counter(), time.process_time()
            for _ in range(ALL_CORES_STEPS):
                table.step(table.sample())
            steps = ALL_CORES_STEPS * table.count
            by_clock.append(steps / (time.perf_counter() - began))
            by_cpu.append(steps / (time.process_time() - used))
    return float(np.median(by_clock[1:])), float(np.median(by_cpu[1:]))  # the first round is for warming up


def ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """How many times faster our plain vector environment steps than all others in this run, and than our engine."""
    found = {}
    titles = [game.title for game in GAMES.values()]
    for ours in rows:
        if ours["what"] != PLAIN:
            continue
        for other in rows:
            is_own = other["game"] == ours["game"] and other is not ours
            if is_own or other["game"] not in titles:
                name = f"{ours['game']}, {PLAIN} / {other['game']}, {other['what']}"
                found[name] = round(ours["rate"] / other["rate"], 2)
    return found


def show(rows: list[dict[str, Any]], together: dict[str, int]) -> None:
    """The figures as tables."""
    console = Console()
    show_rates(
        console, "steps / CPU-second", "Random steps with mask and observation, median of five", rows, ratios(rows)
    )
    for title, rate in together.items():
        console.print(f"{title}: {rate:,} steps in a second of the clock on {os.cpu_count()} cores.")
    if missing := bench_env_peers.missing():
        console.print(f"Not measured, because not installed: {', '.join(missing)} (./dev bench env installs them).")
