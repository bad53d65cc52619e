"""``overland bench``: speed, as ratios of figures measured in one run."""

import json
import os
import subprocess
import sys
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from overland.cli import bench_peers
from overland.cli.bench_bots import bots
from overland.cli.bench_env import env
from overland.cli.bench_server import server
from overland.cli.bench_timing import Runner, median_rate, show_rates
from overland.engine.batch import advance, step
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.playout import play_many
from overland.engine.record import ACTION, Record
from overland.engine.rng import RNG, new_rng
from overland.engine.warm import warm_up

app = typer.Typer(help="Measure speed; every figure is compared with others from the same run.", no_args_is_help=True)
app.command()(server)
app.command()(bots)
app.command()(env)

Json = Annotated[bool, typer.Option("--json", help="Print the measurements as JSON.")]


@app.callback()
def bench() -> None:
    """Measure speed; every figure is compared with others from the same run."""


@app.command()
def engine(
    as_json: Json = False,
    interpreted_only: Annotated[bool, typer.Option("--interpreted-part", hidden=True)] = False,
) -> None:
    """Seat decisions per CPU-second of random play, all legal moves listed at every decision, on one core.

    Each figure is the median of five rounds; chance events are played but not counted. Other engines are measured
    beside it when they are installed (the extra "bench"; ./dev bench installs them).
    """
    if interpreted_only:
        print(json.dumps({name: median_rate(compiled_loop(game, 2)) for name, game in GAMES.items()}))
        return
    rows: list[dict[str, Any]] = []
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), transient=True,
        console=Console(stderr=True),
    ) as progress:  # fmt: skip
        task = progress.add_task("")
        for game in GAMES.values():
            progress.update(task, description=f"{game.title}: compiling")
            warm_up(game)
            for players in range(game.min_players, game.max_players + 1):
                progress.update(task, description=f"{game.title}: {players} players")
                rows.append(
                    row(game.title, f"compiled loop, {players} players", median_rate(compiled_loop(game, players)))
                )
            progress.update(task, description=f"{game.title}: from Python")
            rows.append(row(game.title, "move by move from Python, 2 players", median_rate(python_loop(game, 2))))
        progress.update(task, description="interpreted")
        for name, rate in interpreted_rates().items():
            rows.append(row(GAMES[name].title, "interpreted, 2 players", rate))
        for peer in bench_peers.installed():
            progress.update(task, description=peer.title)
            rows.append(row(peer.title, "its own engine, driven from Python", median_rate(peer.play)))
    sizes = {
        game.name: {"position": game.state_type.itemsize, "view": game.view_type.itemsize} for game in GAMES.values()
    }
    if as_json:
        print(json.dumps({"decisions_per_cpu_second": rows, "ratios": ratios(rows), "bytes": sizes}, indent=1))
    else:
        show(rows, sizes)


def row(title: str, what: str, rate: float) -> dict[str, Any]:
    return {"game": title, "what": what, "rate": round(rate)}


def compiled_loop(game: Game, players: int) -> Runner:
    """Whole random games in one compiled loop."""
    box, start, actions, weights = prepared(game, players)
    states, rng = np.zeros(1, game.state_type), new_rng(1)
    return lambda games: int(play_many(box, start, states, rng, actions, weights, games))


def python_loop(game: Game, players: int) -> Runner:
    """Whole random games, every seat's move chosen and played from Python, through arrays."""
    box, start, actions, weights = prepared(game, players)
    boxes, states, rngs = np.zeros(1, game.box_type), np.zeros(1, game.state_type), np.zeros(1, RNG)
    boxes[0], rngs[0] = box, new_rng(1)
    dice = np.random.default_rng(1)

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            states[0] = start
            luck = dice.random(2000).tolist()  # numbers in bulk: the dice are not what is measured
            count = advance(boxes, states, 0, rngs, actions, weights)
            turn = 0
            while count:
                action = actions[int(luck[turn % 2000] * count)]
                count = step(boxes, states, 0, action, rngs, actions, weights)
                turn += 1
            decisions += turn
        return decisions

    return play


def prepared(game: Game, players: int) -> tuple[Record, Record, Record, Record]:
    """A box, a start position and two scratch arrays."""
    box = game.make_box(game.load_data(None))
    return box, game.setup(box, players, {}), np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)


def interpreted_rates() -> dict[str, float]:
    """The same loop without compilation, measured in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "overland", "bench", "engine", "--interpreted-part"],
        env={**os.environ, "OVERLAND_KERNELS": "interpreted"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """How many times faster our two ways of playing are than everything else in this run."""
    found = {}
    for ours in rows:
        if ours["what"] not in ("compiled loop, 2 players", "move by move from Python, 2 players"):
            continue
        for other in rows:
            is_peer = other["game"] not in [game.title for game in GAMES.values()]
            is_interpreted = other["game"] == ours["game"] and other["what"].startswith("interpreted")
            if is_peer or is_interpreted:
                name = f"{ours['game']}, {ours['what']} / {other['game']}, {other['what']}"
                found[name] = round(ours["rate"] / other["rate"], 1)
    return found


def show(rows: list[dict[str, Any]], sizes: dict[str, dict[str, int]]) -> None:
    console = Console()
    show_rates(console, "decisions / CPU-second", "Speed of random play, one core, median of five", rows, ratios(rows))
    for name, size in sizes.items():
        console.print(f"{GAMES[name].title}: a position is {size['position']} bytes, a view {size['view']}.")
    if missing := bench_peers.missing():
        console.print(f"Not measured, because not installed: {', '.join(missing)} (./dev bench installs them).")
