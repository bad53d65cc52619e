"""All tables of a server: those in memory, and the rest in the store."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Sequence

from overland.server.drafts import propose_start
from overland.server.errors import Refusal, not_found
from overland.server.live import LiveTable
from overland.server.log_lines import LogLine
from overland.server.preparation import PREPARING
from overland.server.preparation_steps import RULES
from overland.server.protocol import TableInfo
from overland.server.services import Services
from overland.server.store import Identity
from overland.server.table import Table
from overland.server.tasks import Tasks

log = logging.getLogger("overland.server")

SHOWN_TABLES = 50  # in a list


class Tables:
    """The tables of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: OrderedDict[str, LiveTable] = OrderedDict()  # those not used for longest first
        self.loading = asyncio.Lock()
        self.tasks = Tasks("the tables")

    async def open(self) -> None:
        """Open the store; every table that is being played goes on as soon as its game is ready."""
        await self.services.open()
        await self.resume()
        for game in self.services.preparation.games:
            self.tasks.start(self.resume_once_ready(game))

    async def resume_once_ready(self, game: str) -> None:
        await self.services.preparation.settled(game)
        await self.resume()

    async def resume(self) -> None:
        """Let tables of the games that are ready go on, bots and clocks included."""
        for id in await self.services.store.ids_with_status("playing", "waiting"):
            try:
                live = await self.find(id)
                if live is not None and live.table.status == "waiting" and live.table.is_full:
                    async with live.lock:  # it was about to begin
                        await begin(live)
            except Refusal as refusal:
                if refusal.message.key != PREPARING:
                    log.warning("table %s is left alone: %s", id, refusal.message)
            except Exception:  # one broken table must not keep the others closed
                log.exception("table %s is left alone", id)
        self.put_away()

    async def close(self) -> None:
        """The server goes down: nothing happens by itself any more, and what waits is written."""
        self.tasks.stop()
        for live in self.live.values():
            live.stop()
        await self.services.close()

    async def find(self, id: str) -> LiveTable | None:
        """A table by its id, from memory or the store."""
        live = self.live.get(id)
        if live is not None and not live.is_outdated:
            self.live.move_to_end(id)
            return live
        async with self.loading:
            live = self.live.get(id)
            if live is not None and not live.is_outdated:
                return live
            if live is not None:
                live.stop()
            await self.check_prepared(id)
            table = await self.services.store.table(id)
            if table is None:
                return None
            chat, said = await self.services.store.chat_of(id)
            live = LiveTable(table, self.services, chat, said)
            self.live[id] = live
            live.table.clock.resumed(self.services.now())
            live.presence.note_absence(live.table)
            live.driver.go_on()
        self.put_away()
        return live

    async def check_prepared(self, id: str) -> None:
        """Refuse a table whose game is not ready: its moves cannot be played again yet."""
        preparation = self.services.preparation
        unready = [game for game in preparation.games if preparation.state_of(game) != "ready"]
        if unready and (game := await self.services.store.game_of(id)) in unready:
            preparation.check(str(game))

    async def visible(self, id: str, identity: Identity | None, invite: str | None) -> LiveTable:
        """A table a visitor may look at; the same refusal whether there is none or it is not theirs to see."""
        try:
            live = await self.find(id)
        except Refusal:  # of other rules, or not ready: only those who sit there are told
            if identity is None or id not in await self.services.store.ids_of(identity.id, SHOWN_TABLES):
                raise self.unknown() from None
            raise
        if live is None or not live.table.may_see(None if identity is None else identity.id, invite):
            raise self.unknown()
        return live

    def unknown(self) -> Refusal:
        """The answer about a table that cannot be shown; while games are prepared, it may yet turn out to be there."""
        preparation = self.services.preparation
        for game in preparation.games:
            if preparation.state_of(game) in ("waiting", "working"):
                return Refusal(PREPARING, 503, wait=preparation.games[game].seconds_to(RULES), game=game)
        return not_found()

    async def add(self, table: Table, lines: Sequence[LogLine], sits: Sequence[str]) -> LiveTable:
        """Store a new table, to which its first lines have been applied."""
        await self.services.store.add_table(table, lines, sits)
        live = self.live[table.id] = LiveTable(table, self.services)
        live.presence.note_absence(table)
        self.put_away()
        return live

    def put_away(self) -> None:
        """Forget tables that nobody is at and nothing happens at, if there are too many in memory."""
        spare = len(self.live) - self.services.settings.live_tables
        idle = [id for id, live in self.live.items() if live.is_idle]
        for id in idle[: max(0, spare)]:
            self.live.pop(id).stop()

    async def infos(self, ids: Sequence[str], identity: Identity | None) -> list[TableInfo]:
        """Tables in a list; those that cannot be opened are left out."""
        found = []
        for id in ids:
            try:
                live = await self.find(id)
            except Exception as error:
                if str(error) != PREPARING:
                    log.warning("table %s is left out of a list: %s", id, error)
                continue
            if live is not None:
                found.append(live.info(identity))
            await asyncio.sleep(0)  # others come in between
        return sorted(found, key=lambda info: (not info.your_turn, info.status != "playing", -info.changed))


async def begin(live: LiveTable) -> None:
    """Begin the game of a full table. The lock is held."""
    seats = [seat.who for seat in live.table.seats if seat.who is not None]
    if live.table.settings.shuffled:
        secrets.SystemRandom().shuffle(seats)
    await live.write(propose_start(live.table, seats, live.services.now()))
