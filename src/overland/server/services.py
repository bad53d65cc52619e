"""What all tables of a running server share: settings, store, bots, visitors, limits, the time."""

import asyncio
from collections import Counter
from collections.abc import Callable

from overland.server.bot_seats import BotSeats
from overland.server.callers import Callers
from overland.server.devices import Devices
from overland.server.identity import Identities
from overland.server.limits import Limit
from overland.server.metrics import Metrics
from overland.server.outside import Outside
from overland.server.passkeys import Passkeys
from overland.server.preparation import Preparation
from overland.server.registered_bots import RegisteredBots
from overland.server.reminders import Reminders
from overland.server.settings import ServerSettings
from overland.server.sharing import Sharing
from overland.server.steady_time import SteadyTime
from overland.server.store import Identity, Store
from overland.server.verdicts import Verdicts

MINUTE = 60.0
HOUR = 3600.0
RENAMES_PER_MINUTE = 6
OWN_DATA_PER_HOUR = 12  # all that is known of somebody, written out or deleted: a lot of reading
WRONG_TOKENS_PER_MINUTE = 20  # of an address: whoever guesses is slowed down
LINKS_PER_MINUTE = 10  # to another device, and attempts at passkeys: made by an identity, tried by an address
ASKED_BOTS_PER_MINUTE = 20  # registered bots that an identity may ask to play
PER_IDENTITY = 2  # a person may have several sockets open
PER_ADDRESS = 5  # an address may have several people behind it


class Services:
    """What a server's tables, requests and sockets use."""

    def __init__(
        self,
        settings: ServerSettings,
        now: Callable[[], float] | None = None,
        preparation: Preparation | None = None,
    ) -> None:
        self.settings = settings
        self.preparation = preparation or Preparation()  # without one, every game is ready
        self.now = now = now or SteadyTime()  # seconds since 1970
        self.store = Store(settings.open_database())
        self.metrics = Metrics()
        self.store.writer.committed = self.metrics.committed
        self.sharing = Sharing(self.store, now)
        self.verdicts = Verdicts(self.store, settings.verdict_simulations, now)
        self.bots = BotSeats(settings.bot_threads, settings.bot_deadline, self.metrics)
        self.identities = Identities(self.store)
        self.devices = Devices(self.store, now)
        self.passkeys = Passkeys(self.devices)
        self.registered = RegisteredBots(self.store, now, settings.bots_each)
        self.callers = Callers()
        self.reminders = Reminders(self.store, now)
        self.outside = Outside(settings.private_addresses)
        self.connections: Counter[str] = Counter()  # open sockets by identity and by address
        self.reading = (
            asyncio.Lock()
        )  # held while a record or a file is read in a thread: one at a time, others have to think too
        burst, rate = settings.request_burst, settings.requests_per_second
        self.requests = Limit("requests", rate, burst, now)
        self.address_requests = Limit("requests", rate * PER_ADDRESS, burst * PER_ADDRESS, now)
        made, rate = settings.table_burst, settings.tables_per_minute / MINUTE
        self.made = Limit("tables", rate, made, now)
        self.address_made = Limit("tables", rate * PER_ADDRESS, made * PER_ADDRESS, now)
        heard, rate = settings.message_burst, settings.messages_per_second
        self.messages = Limit("messages", rate * PER_IDENTITY, heard * PER_IDENTITY, now)
        self.address_messages = Limit("messages", rate * PER_ADDRESS, heard * PER_ADDRESS, now)
        self.visitors = Limit("identities", settings.visitors_per_minute / MINUTE, settings.visitor_burst, now)
        self.renames = Limit("renames", RENAMES_PER_MINUTE / MINUTE, RENAMES_PER_MINUTE, now)
        self.chats = Limit("chat", settings.chat_per_minute / MINUTE, settings.chat_burst, now)
        self.asked_verdicts = Limit("verdicts", settings.verdicts_per_minute / MINUTE, settings.verdict_burst, now)
        self.checks = Limit("hints", settings.checks_per_minute / MINUTE, settings.check_burst, now)
        asked, rate = settings.check_burst, settings.checks_per_minute / MINUTE
        self.answers = Limit("answers", rate * PER_ADDRESS, asked * PER_ADDRESS, now)  # to puzzles, by address
        checked, rate = settings.set_check_burst, settings.set_checks_per_minute / MINUTE
        self.set_checks = Limit("sets", rate, checked, now)  # by address
        self.own_data = Limit("own_data", OWN_DATA_PER_HOUR / HOUR, OWN_DATA_PER_HOUR, now)  # of an address
        self.wrong_tokens = Limit("tokens", WRONG_TOKENS_PER_MINUTE / MINUTE, WRONG_TOKENS_PER_MINUTE, now)
        self.made_links = Limit("made_links", LINKS_PER_MINUTE / MINUTE, LINKS_PER_MINUTE, now)
        self.opened_links = Limit("links", LINKS_PER_MINUTE / MINUTE, LINKS_PER_MINUTE, now)
        self.asked_bots = Limit("asked_bots", ASKED_BOTS_PER_MINUTE / MINUTE, ASKED_BOTS_PER_MINUTE, now)
        self.reminder_requests = Limit("reminders", LINKS_PER_MINUTE / MINUTE, LINKS_PER_MINUTE, now)
        self.hints = Limit("hints", settings.hints_per_minute / MINUTE, settings.hint_burst, now)

    def connection_limits(self, identity: Identity | None, address: str) -> dict[str, int]:
        """How many connections may be open, by whom they are counted by."""
        limits = {f"address {address}": self.settings.connections * PER_ADDRESS}
        if identity is not None:
            limits[f"identity {identity.id}"] = self.settings.connections
        return limits

    def has_room_for(self, identity: Identity | None, address: str) -> bool:
        """Whether there may be one more open connection."""
        limits = self.connection_limits(identity, address)
        return all(self.connections[key] < limit for key, limit in limits.items())

    async def open(self) -> None:
        await self.store.open()
        self.preparation.start()

    async def close(self) -> None:
        """Wait for no bot, and write what waits."""
        self.reminders.close()
        await self.sharing.close()
        await self.preparation.close()
        self.verdicts.close()
        self.bots.close()
        await self.store.close()
