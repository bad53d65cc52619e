"""Verdicts on finished games: made one after the other in a thread beside everything else, kept with the table.

Who asks for one is told how far it is; it can be stopped, and goes on by itself when everybody has left. A verdict that
was made is there at once, also after the server was started anew. Of processes that share a database one makes it.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

from overland.engine.match import Match
from overland.review import Reviewing
from overland.server.errors import Refusal
from overland.server.judging import Judging
from overland.server.store import Store
from overland.server.tasks import Tasks
from overland.server.verdict_protocol import VerdictState
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

MOST_WAITING = 24
THREADS = 1  # bots have to think, too
NOTE_SECONDS = 1.0  # between two notes of how far a verdict is, for other processes


class Work:
    """A verdict that is being made, or waits for its turn."""

    def __init__(self, match: Match, budget: int, asked_by: str) -> None:
        self.asked_by = asked_by
        self.claim = secrets.token_hex(6)
        self.reviewing = Reviewing(match, budget)
        self.done = 0
        self.status: Literal["waiting", "working", "failed"] = "waiting"
        self.is_stopped = threading.Event()

    def run(self) -> dict[str, Any] | None:
        """Make it, in a thread; nothing if it was stopped."""
        self.status = "working"
        steps = self.reviewing.run(THREADS)
        while not self.is_stopped.is_set():
            done = next(steps, None)
            if done is None:
                verdict = self.reviewing.verdict
                return None if verdict is None else verdict.as_data()
            self.done = done
        steps.close()
        return None

    @property
    def state(self) -> VerdictState:
        """How far it is."""
        return VerdictState(status=self.status, done=self.done, total=self.reviewing.total)


class Verdicts:
    """The verdicts of a server."""

    def __init__(self, store: Store, budget: int, now: Callable[[], float]) -> None:
        self.store = store
        self.judging = Judging(store)
        self.budget = budget
        self.now = now
        self.works: dict[str, Work] = {}  # by table
        self.tasks = Tasks("the verdicts")
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="verdict")

    async def state(self, id: str) -> VerdictState:
        """The verdict on a table, or how far it is."""
        if (work := self.works.get(id)) is not None:
            return work.state
        elsewhere = await self.judging.elsewhere(id)  # asked for first: it goes when the verdict comes
        body = await self.store.verdict(id)
        if body is not None:
            return VerdictState(status="done", done=1, total=1, verdict=json.loads(body))
        return elsewhere or VerdictState(status="none", done=0, total=0)

    async def ask(self, id: str, match: Match, identity: str) -> VerdictState:
        """Begin to make a verdict, if there is none and none is being made."""
        state = await self.state(id)
        if (before := self.works.get(id)) is not None and before.status != "failed":
            return before.state  # somebody else has asked meanwhile
        if state.status != "none":  # it is done, or another process is at it
            return state
        if sum(work.status != "failed" for work in self.works.values()) >= MOST_WAITING:
            raise Refusal("error.verdicts_busy", 503, wait=60)
        work = self.works[id] = Work(match, self.budget, identity)
        try:
            is_mine = await self.judging.claim(id, work.claim, work.reviewing.total)
            if is_mine and self.store.is_shared and await self.store.verdict(id) is not None:
                await self.judging.let_go(id, work.claim)  # another process has made it meanwhile
                is_mine = False
        except BaseException:
            self.forget(id, work)
            raise
        if not is_mine:
            self.forget(id, work)
            return await self.state(id)
        self.tasks.start(self.make(id, work))
        return work.state

    async def make(self, id: str, work: Work) -> None:
        """Make a verdict when its turn has come, and keep it."""
        noting = self.tasks.start(self.note_regularly(id, work)) if self.store.is_shared else None
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.pool, work.run)
            if found is not None and not work.is_stopped.is_set():
                body = json.dumps(found, separators=(",", ":"))
                with contextlib.suppress(Conflict):  # another process has made one meanwhile
                    await self.store.add_verdict(id, body, self.now(), *self.judging.letting_go(id))
        except asyncio.CancelledError:
            work.is_stopped.set()
            raise
        except Exception:
            log.exception("table %s: no verdict", id)
            work.status = "failed"
            await self.let_go(id, work)
            return
        finally:
            if noting is not None:
                noting.cancel()
        self.forget(id, work)

    async def note_regularly(self, id: str, work: Work) -> None:
        """Let other processes know how far it is; what another one makes by now is not made here any more."""
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with contextlib.suppress(Refusal):  # the database is away
                if self.works.get(id) is work and not await self.judging.note(id, work.claim, work.state):
                    work.is_stopped.set()

    async def let_go(self, id: str, work: Work) -> None:
        """Another process may make it; one that cannot be told so waits until this one is gone."""
        with contextlib.suppress(Refusal):
            await self.judging.let_go(id, work.claim)

    def forget(self, id: str, work: Work) -> None:
        if self.works.get(id) is work:
            del self.works[id]

    def stop(self, id: str, identity: str, is_player: bool) -> None:
        """Stop making a verdict; nothing of it is kept."""
        work = self.works.get(id)
        if work is None:
            return
        if not is_player and identity != work.asked_by:
            raise Refusal("error.not_seated", 403)
        self.give_up(id)

    def give_up(self, id: str) -> None:
        """Stop making a verdict, if one is being made here."""
        if (work := self.works.pop(id, None)) is not None:
            work.is_stopped.set()
            self.tasks.start(self.let_go(id, work))

    def close(self) -> None:
        """The server goes down: what is not ready is given up."""
        for work in self.works.values():
            work.is_stopped.set()
        self.tasks.stop()
        self.pool.shutdown(wait=False, cancel_futures=True)
