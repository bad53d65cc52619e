"""All tables of a server: those in memory, and the rest in the store."""

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence

from sqlalchemy import Executable

from overland.engine.games import GAMES
from overland.server import messages
from overland.server.bot_names import with_names
from overland.server.drafts import propose_start
from overland.server.errors import Refusal, not_found
from overland.server.live import LiveTable
from overland.server.log_lines import LogLine, Sitter
from overland.server.messages import Receiver, Surroundings
from overland.server.preparation import PREPARING
from overland.server.preparation_steps import RULES
from overland.server.protocol import TableInfo
from overland.server.put_away import PutAway, PutAwayTables
from overland.server.services import Services
from overland.server.shared_presence import Here
from overland.server.store import Identity
from overland.server.summaries import Summary
from overland.server.table import Table
from overland.server.tasks import Tasks

log = logging.getLogger("overland.server")

SHOWN_TABLES = 50  # in a list
LONGEST_PAUSE = 5.0  # seconds between two looks for tables that nobody is at
IN_USE_SECONDS = 5.0  # a table that was asked for this recently is not put away, however many there are
FINISHED = 0.25  # of the time after which tables are put away, for one that is over
RETRY_SECONDS = 60.0


class Tables:
    """The tables of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: OrderedDict[str, LiveTable] = OrderedDict()  # those not used for longest first
        self.loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.put_aside = PutAwayTables(services.settings.live_tables, self.wake)
        self.tasks = Tasks("the tables")
        self.is_closing = False
        services.metrics.look = self.measure

    async def open(self) -> None:
        """Open the store; every table that is being played goes on as soon as its game is ready."""
        await self.services.open()
        await self.services.sharing.start(self, self.ready_games)
        await self.resume()
        for game in self.services.preparation.games:
            self.tasks.start(self.resume_once_ready(game))
        self.tasks.start(self.put_away_regularly())

    async def resume_once_ready(self, game: str) -> None:
        await self.services.preparation.settled(game)
        if self.services.store.is_shared:
            await self.services.sharing.sweep()
        await self.resume()

    def ready_games(self) -> list[str]:
        """The games whose tables can go on here."""
        return [game for game in GAMES if self.services.preparation.state_of(game) == "ready"]

    async def resume(self) -> None:
        """Let tables of the games that are ready go on, bots and clocks included."""
        for id in await self.to_resume():
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

    async def to_resume(self) -> Sequence[str]:
        """The tables that have to be in memory for something to happen at them."""
        if self.services.store.is_shared:  # each has a process that drives it
            return sorted(self.services.sharing.leases.held)
        return await self.services.store.ids_with_status("playing", "waiting")

    async def close(self) -> None:
        """The server goes down: nothing happens by itself any more, and what waits is written."""
        self.is_closing = True
        self.tasks.stop()
        self.put_aside.stop()
        if self.loading:  # it reads several times; a table that comes now stops with the others
            await asyncio.wait(list(self.loading.values()))
        self.services.callers.close()
        for live in self.live.values():
            live.stop()
        await self.services.close()

    def measure(self) -> None:
        """Bring the figures up to date that are no counts."""
        metrics, services = self.services.metrics, self.services
        counts = Counter(live.table.status for live in self.live.values())
        for status in ("waiting", "playing", "over", "closed"):
            metrics.tables.labels(status).set(counts[status])
        metrics.connections.set(sum(len(live.presence.listeners) for live in self.live.values()))
        playing = counts["playing"] if not services.store.is_shared else len(services.sharing.leases.held)
        metrics.held.set(playing)
        metrics.processes.set(len(services.sharing.leases.others))

    async def find(self, id: str) -> LiveTable | None:
        """A table by its id, from memory or the store; those who ask for it at the same time wait for the same one."""
        live = self.live.get(id)
        if live is not None and not live.is_outdated:
            live.used = self.services.now()
            self.live.move_to_end(id)
            return live
        loading = self.loading.get(id)
        if loading is None:
            loading = self.loading[id] = asyncio.create_task(self.load(id))
            loading.add_done_callback(lambda done: self.loaded(id, done))
        return await asyncio.shield(loading)

    def loaded(self, id: str, done: asyncio.Task[LiveTable | None]) -> None:
        del self.loading[id]
        if not done.cancelled():
            done.exception()  # is told to those who wait for it, if they still do

    async def load(self, id: str) -> LiveTable | None:
        """Bring a table from the store into memory."""
        await self.check_prepared(id)
        table = await self.services.store.table(id)
        if table is None:
            self.services.sharing.leases.held.discard(id)
            return None
        chat, said = await self.services.store.chat_of(id)
        outdated = self.live.pop(id, None)
        if outdated is not None:
            outdated.stop()
        live = self.live[id] = LiveTable(table, self.services, chat, said)
        if self.services.store.is_shared:
            await self.join_others(live)
        else:
            self.put_aside.take_back(live, self.services.now())
        live.presence.note_absence(live.table)
        live.drive()
        return live

    async def join_others(self, live: LiveTable) -> None:
        """Take in what other processes know of a table; what they wrote while it was read was told to nobody here."""
        sharing, id = self.services.sharing, live.table.id
        self.put_aside.take_back(live, None)
        live.resume_at(await sharing.leases.resumed(id))
        live.presence.others_here((await sharing.presence.elsewhere([id]))[id], live.table)
        async with live.lock:
            await live.catch_up()
            await live.catch_up_chat()

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
        known = None if identity is None else identity.id
        if live is None or not live.table.may_see(known, invite):
            raise self.unknown()
        if live.table.is_sealed(self.services.now()) and live.table.seat_of(known) is None:
            raise self.unknown()  # whoever has yet to play the deal does not look on
        return live

    def unknown(self) -> Refusal:
        """The answer about a table that cannot be shown; while games are prepared, it may yet turn out to be there."""
        preparation = self.services.preparation
        for game in preparation.games:
            if preparation.state_of(game) in ("waiting", "working"):
                return Refusal(PREPARING, 503, wait=preparation.games[game].seconds_to(RULES), game=game)
        return not_found()

    async def add(
        self, table: Table, lines: Sequence[LogLine], sits: Sequence[str], also: Sequence[Executable] = ()
    ) -> LiveTable:
        """Store a new table, to which its first lines have been applied, and whatever is written with it."""
        await self.services.store.add_table(table, lines, sits, also)
        self.services.sharing.leases.follow(None, table)
        self.services.callers.follow(None, table)
        live = self.live[table.id] = LiveTable(table, self.services)
        live.presence.note_absence(table)
        live.driver.go_on()
        return live

    # What other processes do

    def shared(self) -> Mapping[str, LiveTable]:
        """The tables in memory."""
        return self.live

    def heard_of(self, id: str) -> None:
        """Something has happened at a table that is not in memory: whoever drives it has to look."""
        self.put_aside.known.pop(id, None)
        if self.services.sharing.leases.holds(id):
            self.wake(id)

    def retire_soon(self, id: str) -> None:
        """A table is gone or was written anew."""
        self.tasks.start(self.retire(id))

    async def retire(self, id: str) -> None:
        """Let a table go that is written otherwise now: whoever is there comes back and reads it anew."""
        if (loading := self.loading.get(id)) is not None:
            await asyncio.wait([loading])
        self.put_aside.drop(id)
        live = self.live.pop(id, None)
        if live is not None:
            live.is_outdated = True
            self.services.sharing.note_presence(id, {})
            live.stop()
            for listener in list(live.presence.listeners):
                listener.drop()
            if self.services.store.is_shared and self.services.sharing.leases.holds(id):
                self.wake(id)

    def forget_soon(self, identity: str) -> None:
        """A visitor was deleted by another process: nobody is that visitor any more."""
        self.services.store.gone.add(identity)
        self.services.identities.forget(identity)
        self.drop_connections(identity)

    def drop_connections(self, identity: str) -> None:
        """Whoever was forgotten and still listens comes back as a stranger."""
        for live in list(self.live.values()):
            for listener in list(live.presence.listeners):
                if listener.identity is not None and listener.identity.id == identity:
                    listener.drop()

    def reread_visitor(self, identity: str) -> None:
        """A visitor is called otherwise now."""
        self.services.identities.forget(identity)

    def reread_visitors(self) -> None:
        """Any visitor may be."""
        self.services.identities.known.clear()

    def signed_out(self, identity: str) -> None:
        """A device of a visitor is not signed in any more: all of them show anew who they are."""
        self.services.identities.forget(identity)
        self.drop_connections(identity)

    def call_bot(self, identity: str) -> None:
        """There is news for a registered bot."""
        self.services.callers.call(identity)

    def reread_reminders(self, identity: str | None) -> None:
        """A visitor is told of their turns otherwise, or any may be."""
        self.services.reminders.reread_soon(identity)

    def stop_verdict(self, id: str) -> None:
        """Nobody wants the verdict on a table any more."""
        self.services.verdicts.give_up(id)

    # Those that nobody is at

    async def put_away_regularly(self) -> None:
        """Look for tables that nobody is at, again and again."""
        pause = min(self.services.settings.idle_seconds / 4, LONGEST_PAUSE)
        while True:
            await asyncio.sleep(pause)
            self.put_away()

    def put_away(self) -> None:
        """Put tables away that nobody is at and nothing happens at; sooner if there are too many in memory."""
        settings, now = self.services.settings, self.services.now()
        spare = len(self.live) - settings.live_tables
        for id, live in list(self.live.items()):
            is_open = live.table.status in ("waiting", "playing")
            patience = settings.idle_seconds if is_open else settings.idle_seconds * FINISHED
            if live.is_idle(min(patience, IN_USE_SECONDS) if spare > 0 else patience):
                self.put_aside.put(self.live.pop(id), now, self.services.sharing.leases.holds(id))
                spare -= 1

    def wake(self, id: str) -> None:
        """A player's time is up at a table that was put away."""
        self.tasks.start(self.bring_back(id))

    async def bring_back(self, id: str) -> None:
        try:
            await self.find(id)
        except Exception:  # a storage that fails comes back some day
            log.exception("table %s cannot go on", id)
            self.tasks.later(RETRY_SECONDS, lambda: self.wake(id))

    # Lists

    async def infos(self, ids: Sequence[str], identity: Identity | None) -> list[TableInfo]:
        """Tables in a list; those that cannot be opened are left out. None is brought into memory for it."""
        found = []
        others = await self.services.sharing.presence.elsewhere(ids)
        for id in ids:
            try:
                info = await self.info(id, identity, others[id])
            except Exception as error:
                if str(error) != PREPARING:
                    log.warning("table %s is left out of a list: %s", id, error)
                continue
            if info is not None:
                found.append(info)
            await asyncio.sleep(0)  # others come in between
        return sorted(found, key=lambda info: (not info.your_turn, info.status != "playing", -info.changed))

    async def info(self, id: str, identity: Identity | None, others: Here) -> TableInfo | None:
        """A table in short; ``others`` are there by way of other processes."""
        live = self.live.get(id)
        if live is not None and not live.is_outdated:
            return live.info(identity)
        found = self.put_aside.get(id) or await self.summarize(id)
        return None if found is None else self.info_of(found, identity, others)

    async def summarize(self, id: str) -> PutAway | None:
        """Read a table only to know what lists say about it."""
        await self.check_prepared(id)
        table = await self.services.store.table(id)
        if table is None:
            return None
        found = PutAway(Summary.of(table), dict.fromkeys(table.people, self.services.now()))
        if id not in self.live:
            self.put_aside.keep(found)
        return found

    def info_of(self, found: PutAway, identity: Identity | None, others: Here) -> TableInfo:
        """A table that is not in memory, in short: nobody is at it but by way of other processes."""
        settings, now = self.services.settings, self.services.now()

        def is_away(gone: str) -> bool:
            return gone not in others and now - found.gone_since.get(gone, now) >= settings.away_seconds

        known = None if identity is None else identity.id
        receiver = Receiver(known, found.summary.seat_of(known))
        return messages.info(found.summary, receiver, Surroundings(others.__contains__, is_away, now))


async def begin(live: LiveTable) -> None:
    """Begin the game of a full table. The lock is held."""
    await live.write(propose_start(live.table, seats_at_start(live.table), live.services.now()))


def seats_at_start(table: Table) -> list[Sitter]:
    """Who sits where at a full table when its game begins, and what the bots are called."""
    seats = [seat.who for seat in table.seats if seat.who is not None]
    if table.settings.shuffled:
        secrets.SystemRandom().shuffle(seats)
    return with_names(table.id, seats)
