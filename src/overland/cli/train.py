"""``overland train``: teach a value network by self-play, and choose the best of its checkpoints in the arena."""

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from overland.arena import Terms, compare
from overland.bots.nets import NET_ENDING, net_file
from overland.bots.training import Course, Training
from overland.cli.settings import GameName
from overland.engine.errors import SettingsError

STATE = f"run{NET_ENDING}"
BEST = f"best{NET_ENDING}"
OURS = (STATE, BEST, f"checkpoint-*{NET_ENDING}", "selection.json", "*.part")  # what a run puts in its folder
SAVE_EVERY = 30.0  # seconds


def train_command(
    game_name: GameName,
    players: Annotated[int, typer.Option("--players", "-p", help="The number of players the network is for.")] = 2,
    games: Annotated[int, typer.Option("--games", help="How many games of self-play.")] = 50_000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes the initial weights and the luck.")] = Course.seed,
    streams: Annotated[
        int, typer.Option("--streams", help="Games played side by side, on as many cores; affects the result.")
    ] = Course.streams,
    trace: Annotated[float, typer.Option("--lambda", help="How much later results weigh, 0 to 1.")] = Course.trace,
    rate: Annotated[float, typer.Option("--rate", help="The fraction of an error that a step corrects.")] = Course.rate,
    slips: Annotated[int, typer.Option("--slips", help="Moves in a thousand that are random.")] = Course.slips,
    sparring: Annotated[int, typer.Option("--sparring", help="Games in a thousand against greedy.")] = Course.sparring,
    checkpoints: Annotated[int, typer.Option("--checkpoints", help="Networks kept on the way.")] = Course.checkpoints,
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where the run is kept.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; affects only the time.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start over instead of resuming the run.")] = False,
    select_deals: Annotated[
        int, typer.Option("--select-deals", help="Deals for choosing the best checkpoint; 0 takes the last.")
    ] = 100,
    install: Annotated[bool, typer.Option("--install", help="Put the best network where the bots find it.")] = False,
) -> None:
    """Teach a network by self-play on several cores. The same command resumes a run that was stopped.

    Checkpoints are kept along the way; at the end they play each other, on deals used for nothing else, and the best
    becomes best.npz.
    """
    if select_deals < 0 or (workers is not None and workers < 1):
        raise SettingsError("--select-deals cannot be negative, and --workers must be at least 1.")
    course = Course(game_name, players, games, seed, streams, trace, rate, slips, sparring, checkpoints)
    run = Run(course, folder or Path("training") / f"{game_name}-{players}-seed{seed}", fresh)
    try:
        run.train(workers)
        best = run.select(select_deals)
        shutil.copyfile(best, run.folder / BEST)
        print(f"The best network is {best.name}; it is kept as {run.folder / BEST}.")
        if install:
            shutil.copyfile(best, net_file(run.training.game, players))
            print(f"The bots now use it for {run.training.game.title} with {players} players.")
    except OSError as error:
        raise SettingsError(f"{error.filename or run.folder} cannot be written: {error.strerror or error}.") from None
    except KeyboardInterrupt:
        print(f"Stopped after {run.training.games:,} games; the same command resumes.", file=sys.stderr)
        raise


class Run:
    """A training run and the folder it is kept in."""

    def __init__(self, course: Course, folder: Path, fresh: bool) -> None:
        self.course = course
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for pattern in OURS if fresh else ():
                for file in folder.glob(pattern):
                    file.unlink()
        except OSError as error:
            raise SettingsError(f"{folder} cannot be used: {error.strerror or error}.") from None
        self.state = folder / STATE
        self.training = Training.load(self.state, course) if self.state.exists() else Training(course)
        if self.training.games:
            print(f"Resuming after {self.training.games:,} games.")

    def train(self, workers: int | None) -> None:
        """Play and learn to the end, showing progress and storing what must not be lost."""
        training, course = self.training, self.course
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            TimeRemainingColumn(),
        )
        saved = printed = began = time.monotonic()
        first = training.games
        with Bar(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("games", total=course.games, completed=training.games, note="")
            try:
                for progress in training.run(workers):
                    now = time.monotonic()
                    speed = (progress.games - first) / (now - began)
                    note = f"error {progress.error:.1f} points, {speed:.0f} games/s"
                    bar.update(task, completed=min(progress.games, course.games), note=note)
                    if not console.is_terminal and now - printed > 10:
                        printed = now
                        print(f"{progress.games:,} of {course.games:,} games, {note}", file=sys.stderr)
                    self.keep_checkpoint()
                    if now - saved > SAVE_EVERY:
                        saved = now
                        training.save(self.state)
            finally:
                training.save(self.state)

    def keep_checkpoint(self) -> None:
        """Store the network whenever another part of the course is done."""
        path = self.folder / self.checkpoint(self.training.games * self.course.checkpoints // self.course.games)
        if self.training.games * self.course.checkpoints >= self.course.games and not path.exists():
            self.training.export(path)

    def checkpoint(self, number: int) -> str:
        return f"checkpoint-{min(number, self.course.checkpoints)}{NET_ENDING}"

    def select(self, deals: int) -> Path:
        """The checkpoint that does best against the last one, on deals reserved for selection."""
        last = self.folder / self.checkpoint(self.course.checkpoints)
        if not last.exists():
            self.training.export(last)
        if deals == 0:
            return last
        players = self.course.players
        results = {last.name: {"share": 1 / players, "low": 1 / players, "high": 1 / players}}
        best, best_share = last, 1 / players
        for number in range(1, self.course.checkpoints):
            path = self.folder / self.checkpoint(number)
            if path.exists():
                terms = Terms(players=players, deals=deals, range_name="selection")
                found = compare(self.course.game, [str(path), str(last)], terms, processes=os.cpu_count() or 1)
                results[path.name] = {"share": found.share, "low": found.low, "high": found.high}
                print(f"{path.name} against the last: {found.share:.1%} ({found.low:.1%} to {found.high:.1%})")
                if found.share > best_share:
                    best, best_share = path, found.share
        text = json.dumps({"deals": deals, "against": last.name, "results": results, "best": best.name}, indent=1)
        (self.folder / "selection.json").write_text(text + "\n", encoding="utf-8")
        return best
