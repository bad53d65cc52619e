"""``overland train``: teach a value network by self-play, and choose the best of its checkpoints in the arena."""

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from overland.arena import Terms, compare
from overland.bots.device_training import DeviceCourse, DeviceTraining
from overland.bots.duels import score_against
from overland.bots.fitting import fit_judge
from overland.bots.nets import NET_ENDING, load_net, net_file, own_net_file, read_net, write_net
from overland.bots.replay_training import ReplayCourse, ReplayTraining
from overland.bots.training import Course, Training
from overland.cli.settings import DataFile, GameName, chosen_data
from overland.cli.training_report import Look, read_looks, write_report
from overland.engine.errors import SettingsError
from overland.engine.games import game_named

STATE = f"run{NET_ENDING}"
DEVICE_STATE = "run.pt"
BEST = f"best{NET_ENDING}"
LOOKS = "curve.json"
REPORT = "report.html"
#: What a run puts in its folder.
OURS = (STATE, DEVICE_STATE, BEST, f"checkpoint-*{NET_ENDING}", "selection.json", LOOKS, REPORT, "*.part")
SAVE_EVERY = 30.0  # seconds
LOOK_SEED = 1  # of the games of a look
CPU = "cpu"
Number = TypeVar("Number", int, float)
AnyCourse = Course | ReplayCourse | DeviceCourse
PARTS = 1000  # of the bar of progress


def train_command(
    game_name: GameName,
    players: Annotated[
        list[int] | None,
        typer.Option("--players", "-p", help="A number of players to learn; may be repeated. All, if none is given."),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="On the processor: games of self-play.")] = 50_000,
    seconds: Annotated[
        float, typer.Option("--seconds", help="How long to learn (on a device).")
    ] = DeviceCourse.seconds,
    device: Annotated[
        str, typer.Option("--device", help="Where to learn: cpu, or a device of PyTorch's such as cuda.")
    ] = CPU,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="On the processor: learn from a memory of games, not from each as it ends."),
    ] = False,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help='A network to begin with; "shipped" is the one that the bots use.'),
    ] = None,
    data: DataFile = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes the initial weights and the luck.")] = Course.seed,
    streams: Annotated[
        int, typer.Option("--streams", help="Games played side by side, on as many cores; affects the result.")
    ] = Course.streams,
    trace: Annotated[
        float | None, typer.Option("--lambda", help="How much later results weigh, 0 to 1; 0.95, with a memory 0.88.")
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option("--rate", help="How fast to learn at first: 0.05, --replay 0.0004, a device 0.0007."),
    ] = None,
    slips: Annotated[int, typer.Option("--slips", help="Moves in a thousand that are random.")] = Course.slips,
    sparring: Annotated[int, typer.Option("--sparring", help="Games in a thousand against greedy.")] = Course.sparring,
    games_each: Annotated[
        int, typer.Option("--games-each", help="With a memory: games of a stream in a round.")
    ] = DeviceCourse.games_each,
    steps: Annotated[int, typer.Option("--steps", help="On a device: steps in a round.")] = DeviceCourse.steps,
    repeats: Annotated[
        int, typer.Option("--repeats", help="With --replay: how often a view is learned from.")
    ] = ReplayCourse.repeats,
    batch: Annotated[
        int | None, typer.Option("--batch", help="With a memory: views in a step; 4,096, on a device 16,384.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", help="What to learn from: with --replay 2,000,000 views, on a device 16 rounds."),
    ] = None,
    shortlist: Annotated[
        int | None,
        typer.Option(
            "--shortlist", help="On a device: play faster by asking the network about so many choices only.", min=1
        ),
    ] = None,
    thorough: Annotated[
        int, typer.Option("--thorough", help="Games in a thousand in which a shortlist leaves nothing out.")
    ] = DeviceCourse.thorough,
    checkpoints: Annotated[int, typer.Option("--checkpoints", help="Networks kept on the way.")] = Course.checkpoints,
    look_games: Annotated[
        int, typer.Option("--look-games", help="Quick games that show how a checkpoint does; 0 looks at none.")
    ] = 200,
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where the run is kept.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; affects only the time.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start over instead of resuming the run.")] = False,
    select_deals: Annotated[
        int, typer.Option("--select-deals", help="Deals for choosing the best checkpoint; 0 takes the last.")
    ] = 100,
    fit_games: Annotated[
        int, typer.Option("--fit-games", help="Fresh games, of each number of players, to fit the judge's heads to.")
    ] = 5000,
    install: Annotated[bool, typer.Option("--install", help="Put the best network where the bots find it.")] = False,
) -> None:
    """Teach a network by self-play, on the processor or with PyTorch on a device. The same command resumes a run.

    From nothing, learning from each game as it ends is the better start; --replay, or a device, the better finish.

    Checkpoints are kept along the way, with a look at how each does; report.html shows the learning curve. At the end
    the checkpoints play each other, on deals used for nothing else, and the best becomes best.npz, after the heads
    that say who wins and by how many points have been fitted to fresh games.
    """
    if min(select_deals, look_games, fit_games) < 0 or (workers is not None and workers < 1):
        raise SettingsError(
            "--select-deals, --look-games and --fit-games cannot be negative, and --workers must be at least 1."
        )
    counts = tuple(players or Course.players)
    if data is not None:
        chosen_data(game_named(game_name), data)  # complains
    played_on = "" if data is None else str(data)
    if replay and device != CPU:
        raise SettingsError("--replay is for the processor; a device always learns from a memory.")
    course: AnyCourse
    if replay:
        course = ReplayCourse(
            game_name, games, counts, seed, streams, games_each, slips, given(trace, ReplayCourse.trace), repeats,
            given(batch, ReplayCourse.batch), given(rate, ReplayCourse.rate), given(memory, ReplayCourse.memory),
            checkpoints, start or ReplayCourse.start, played_on,
        )  # fmt: skip
    elif device == CPU:
        course = Course(
            game_name, games, counts, seed, streams, given(trace, Course.trace), given(rate, Course.rate), slips,
            sparring, checkpoints, start or "", played_on,
        )  # fmt: skip
    else:
        course = DeviceCourse(
            game_name, counts, seconds, seed, games_each, slips, given(trace, DeviceCourse.trace), steps,
            given(batch, DeviceCourse.batch), given(rate, DeviceCourse.rate), given(memory, DeviceCourse.memory),
            checkpoints, start or DeviceCourse.start, given(shortlist, DeviceCourse.shortlist), thorough, played_on,
        )  # fmt: skip
    run = Run(course, device, folder or Path("training") / default_folder(game_name, seed, data), fresh)
    try:
        run.train(workers, look_games)
        best = run.select(select_deals)
        run.fit(best, fit_games)
        print(f"The best network is {best.name}; it is kept as {run.folder / BEST}.")
        if install:
            game = run.training.game
            place = own_net_file(game, counts[0]) if len(counts) == 1 else net_file(game, max(counts))
            shutil.copyfile(run.folder / BEST, place)
            print(f"The bots now use it for {game.title}.")
    except OSError as error:
        raise SettingsError(f"{error.filename or run.folder} cannot be written: {error.strerror or error}.") from None
    except KeyboardInterrupt:
        print(f"Stopped after {run.training.games:,} games; the same command resumes.", file=sys.stderr)
        raise


def given(value: Number | None, otherwise: Number) -> Number:
    """What the command was given, or what holds otherwise."""
    return otherwise if value is None else value


def default_folder(game: str, seed: int, data: Path | None) -> str:
    """Where a run is kept if nobody says where."""
    return f"{game}-seed{seed}" + ("" if data is None else f"-{data.stem}")


class Run:
    """A training run and the folder it is kept in."""

    def __init__(self, course: AnyCourse, device: str, folder: Path, fresh: bool) -> None:
        self.course = course
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for pattern in OURS if fresh else ():
                for file in folder.glob(pattern):
                    file.unlink()
        except OSError as error:
            raise SettingsError(f"{folder} cannot be used: {error.strerror or error}.") from None
        self.training: Training | ReplayTraining | DeviceTraining
        self.state = folder / (DEVICE_STATE if isinstance(course, DeviceCourse) else STATE)
        if isinstance(course, Course):
            self.training = Training.load(self.state, course) if self.state.exists() else Training(course)
        else:
            self.training = (
                ReplayTraining(course) if isinstance(course, ReplayCourse) else DeviceTraining(course, device)
            )
            if self.state.exists():
                self.training.load(self.state)
        self.looks = read_looks(folder / LOOKS)
        if self.training.games:
            print(f"Resuming after {self.training.games:,} games.")

    def train(self, workers: int | None, look_games: int) -> None:
        """Play and learn to the end, showing progress and storing what must not be lost."""
        training = self.training
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[note]}"),
            TimeRemainingColumn(),
        )
        saved = printed = began = time.monotonic()
        first = training.games
        with Bar(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("learning", total=PARTS, completed=int(PARTS * training.done), note="")
            try:
                for progress in training.run(workers):
                    now = time.monotonic()
                    speed = (progress.games - first) / (now - began)
                    note = f"{progress.games:,} games, error {progress.error:.1f} points, {speed:.0f} games/s"
                    bar.update(task, completed=int(PARTS * training.done), note=note)
                    if not console.is_terminal and now - printed > 10:
                        printed = now
                        print(f"{training.done:.0%}: {note}", file=sys.stderr)
                    self.keep_checkpoint(progress.error, look_games, bar.console)
                    if now - saved > SAVE_EVERY:
                        saved = now
                        training.save(self.state)
            finally:
                training.save(self.state)

    def keep_checkpoint(self, error: float, look_games: int, console: Console) -> None:
        """Store the network whenever another part of the course is done, and look at how it does."""
        number = int(self.training.done * self.course.checkpoints)
        path = self.folder / self.checkpoint(number)
        if number == 0 or path.exists():
            return
        self.training.export(path)
        if look_games == 0:
            return
        game, net = self.training.game, self.training.net
        for players in self.course.players:
            release = load_net(game, players)
            greedy = score_against(game, players, net, None, look_games, LOOK_SEED, self.training.data)
            before = score_against(game, players, net, release, look_games, LOOK_SEED + 1, self.training.data)
            look = Look(path.stem, self.training.games, players, look_games, error, greedy.share, before.share)
            console.print(look.words, highlight=False)
            self.looks.append(look)
        text = json.dumps([look._asdict() for look in self.looks], indent=1)
        (self.folder / LOOKS).write_text(text + "\n", encoding="utf-8")
        write_report(self.folder / REPORT, game.title, self.course.command, self.looks)

    def checkpoint(self, number: int) -> str:
        return f"checkpoint-{min(number, self.course.checkpoints)}{NET_ENDING}"

    def select(self, deals: int) -> Path:
        """The checkpoint that does best against the last one, on deals reserved for selection."""
        last = self.folder / self.checkpoint(self.course.checkpoints)
        if not last.exists():
            self.training.export(last)
        if deals == 0:
            return last
        results: dict[str, dict[int, dict[str, float]]] = {}
        best, best_lead = last, 0.0
        for number in range(1, self.course.checkpoints):
            path = self.folder / self.checkpoint(number)
            if not path.exists():
                continue
            results[path.name] = {}
            lead = 0.0  # over par, in shares, all numbers of players together
            for players in self.course.players:
                terms = Terms(players=players, deals=deals, range_name="selection", data=self.training.data)
                found = compare(self.course.game, [str(path), str(last)], terms, processes=os.cpu_count() or 1)
                results[path.name][players] = {"share": found.share, "low": found.low, "high": found.high}
                print(
                    f"{path.name} against the last, {players} players: {found.share:.1%}"
                    f" ({found.low:.1%} to {found.high:.1%}, par {found.par:.1%})"
                )
                lead += found.share / found.par - 1
            if lead > best_lead:
                best, best_lead = path, lead
        text = json.dumps({"deals": deals, "against": last.name, "results": results, "best": best.name}, indent=1)
        (self.folder / "selection.json").write_text(text + "\n", encoding="utf-8")
        return best

    def fit(self, best: Path, games: int) -> None:
        """Keep the best network, its judging heads fitted to fresh games."""
        game = self.training.game
        net, about = read_net(best, game)
        if games:
            fit = fit_judge(
                game, self.course.players, net, games, self.course.seed, os.cpu_count() or 1, data=self.training.data
            )
            net, about = fit.net, {**about, "fitted": games, "calm": fit.calm}
            print(
                f"Who wins: surprise {fit.surprise[0]:.3f}, after fitting {fit.surprise[1]:.3f} nats;"
                f" points off by {fit.points_off[0]:.1f}, after fitting {fit.points_off[1]:.1f}."
            )
        write_net(self.folder / BEST, net, about)
