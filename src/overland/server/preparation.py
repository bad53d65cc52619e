"""How far each game is: its kernels are compiled by a process of its own, and then loaded, while the server runs.

A game can be played as soon as its rules are ready, and bots of a level play as soon as that level is. When all is in
the cache from an earlier run there is no other process, and everything is ready within seconds. If a process fails, the
server does its work in a thread; if that fails too, the step is given up, and a game without rules is refused.
"""

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from overland.engine import jit
from overland.engine.games import GAMES
from overland.server.errors import Refusal
from overland.server.preparation_steps import JUDGE, RULES, STEPS, is_cached, take_step
from overland.server.protocol import GamePreparation, PreparationState, PreparationStep
from overland.server.tasks import Tasks

log = logging.getLogger("overland.server")

State = Literal["waiting", "working", "ready", "failed"]
PREPARING = "error.preparing"
#: Seconds that steps take to compile on two cores, and any step to load: only to guess how long it will be.
COMPILE_SECONDS = {RULES: 17.0, "homesteader": 3.0, "drover": 9.0, "guide": 6.0, JUDGE: 9.0}
LOAD_SECONDS = 0.4
ALMOST = 0.95  # of its expected time is the most that a step which is not done counts for


class GameProgress:
    """How far one game is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.states: dict[str, State] = dict.fromkeys(STEPS, "waiting")
        self.settled = {step: asyncio.Event() for step in STEPS}  # ready, or given up
        self.is_cached = all(is_cached(GAMES[name], step) for step in STEPS)
        self.began = self.step_began = time.monotonic()

    def begin(self, step: str) -> None:
        self.states[step] = "working"
        self.step_began = time.monotonic()

    def settle(self, step: str, state: Literal["ready", "failed"]) -> None:
        """A step is done with, one way or the other."""
        self.states[step] = state
        self.settled[step].set()

    @property
    def is_over(self) -> bool:
        return all(event.is_set() for event in self.settled.values())

    def cost(self, *steps: str) -> float:
        """The seconds that steps are expected to take."""
        compiling = {} if self.is_cached else COMPILE_SECONDS
        return sum(compiling.get(step, 0.0) + LOAD_SECONDS for step in steps)

    def worked(self) -> float:
        """The expected seconds of all that is done, with a part of the step that is being worked on."""
        done = [step for step in STEPS if self.settled[step].is_set()]
        working = [step for step in STEPS if self.states[step] == "working"]
        return self.cost(*done) + min(time.monotonic() - self.step_began, ALMOST * self.cost(*working))

    def percent(self) -> int:
        return 100 if self.is_over else int(100 * self.worked() / self.cost(*STEPS))

    def seconds_to(self, last: str) -> int:
        """Roughly how many seconds it is until a step is done, at the pace so far."""
        if self.settled[last].is_set():
            return 0
        pace = max(1.0, (time.monotonic() - self.began) / max(self.worked(), 1.0))
        return max(1, round(pace * (self.cost(*STEPS[: STEPS.index(last) + 1]) - self.worked())))

    def told(self) -> GamePreparation:
        steps = [PreparationStep(name=step, state=state) for step, state in self.states.items()]
        return GamePreparation(game=self.name, steps=steps, percent=self.percent(), seconds=self.seconds_to(STEPS[-1]))


class Preparation:
    """How far all games of a server are; games it was not given are ready."""

    def __init__(self, games: Iterable[str] = ()) -> None:
        names = [] if jit.MODE == "interpreted" else games
        self.games = {name: GameProgress(name) for name in names}
        self.tasks = Tasks("the preparation")
        self.helpers: set[Process] = set()
        self.cores = asyncio.Semaphore(os.cpu_count() or 1)
        self.loader = ThreadPoolExecutor(1, thread_name_prefix="prepare")

    # What is asked

    @property
    def is_cached(self) -> bool:
        """Whether there is nothing to compile."""
        return all(progress.is_cached for progress in self.games.values())

    @property
    def is_over(self) -> bool:
        """Whether nothing is being prepared any more."""
        return all(progress.is_over for progress in self.games.values())

    def state_of(self, game: str, step: str = RULES) -> State:
        progress = self.games.get(game)
        return "ready" if progress is None else progress.states.get(step, "ready")

    def check(self, game: str, step: str = RULES) -> None:
        """Refuse what needs a step that is not done, with the seconds it may take."""
        match self.state_of(game, step):
            case "ready":
                return
            case "failed":
                raise Refusal("error.unprepared", 503, game=game)
            case _:
                raise Refusal(PREPARING, 503, wait=self.games[game].seconds_to(step), game=game)

    async def settled(self, game: str, step: str = RULES) -> None:
        """Wait until a step is done, or given up."""
        if self.state_of(game, step) not in ("ready", "failed"):
            await self.games[game].settled[step].wait()

    def told(self) -> PreparationState:
        """All of it, for everybody."""
        return PreparationState(done=self.is_over, games=[progress.told() for progress in self.games.values()])

    # What is done

    def start(self) -> None:
        """Prepare all games, beside everything else."""
        for progress in self.games.values():
            self.tasks.start(self.prepare(progress))

    async def close(self) -> None:
        """Wait for nothing."""
        self.tasks.stop()
        for helper in self.helpers:
            if helper.returncode is None:
                helper.kill()
                await helper.wait()
        self.loader.shutdown(wait=False, cancel_futures=True)

    async def prepare(self, progress: GameProgress) -> None:
        """Compile a game in a process of its own, and load each step once it is compiled."""
        if progress.is_cached:
            for step in STEPS:
                await self.load(progress, step)
            return
        async with self.cores:
            helper = await self.start_helper(progress.name)
            for step in STEPS:
                progress.begin(step)
                if helper is not None and await helper.stdout_line() != step:
                    await helper.report_end()
                    helper = None  # from here on the server compiles by itself
                await self.load(progress, step)
            if helper is not None:
                await helper.process.wait()

    async def start_helper(self, game: str) -> "Helper | None":
        """The process that compiles a game; none if it cannot be started."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command_for(game),
                stdout=PIPE,
                stderr=PIPE,
                env={**os.environ, "OVERLAND_CACHE": str(jit.CACHE["engine"].parent), "OVERLAND_KERNELS": jit.MODE},
                start_new_session=True,  # Ctrl-C is for the server, which then ends it
            )
        except OSError as error:
            log.error("No process can be started to prepare %s: %s", game, error)
            return None
        self.helpers.add(process)
        return Helper(process, game, self.tasks)

    async def load(self, progress: GameProgress, step: str) -> None:
        """Take a step in this process, in a thread: it loads what another process has compiled."""
        if progress.states[step] == "waiting":
            progress.begin(step)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self.loader, take_step, GAMES[progress.name], step)
        except Exception:
            log.exception("%s cannot be prepared: %s", progress.name, step)
            progress.settle(step, "failed")
            return
        progress.settle(step, "ready")
        log.info("%s: %s ready after %.1f s", progress.name, step, time.monotonic() - progress.began)


def command_for(game: str) -> list[str]:
    """The command that compiles a game."""
    return [sys.executable, "-m", "overland.server.preparation_steps", game]


class Helper:
    """A process that compiles a game: it says which step it has done, and complains on its standard error."""

    def __init__(self, process: Process, game: str, tasks: Tasks) -> None:
        self.process = process
        self.game = game
        self.complaint = b""
        self.listening = tasks.start(self.listen())

    async def listen(self) -> None:
        assert self.process.stderr is not None
        self.complaint = await self.process.stderr.read()

    async def stdout_line(self) -> str:
        """What it says next; nothing when it has ended."""
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()

    async def report_end(self) -> None:
        """It ended too early: say so."""
        code = await self.process.wait()
        await self.listening  # its last words may still be in the pipe
        lines = self.complaint.decode(errors="replace").strip().splitlines()
        log.error("The process that prepares %s ended with %s: %s", self.game, code, lines[-1] if lines else "no word")
