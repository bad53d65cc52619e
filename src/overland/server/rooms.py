"""What the parts of a running server share: settings, store, tables, visitors, limits."""

import time
from collections import Counter
from collections.abc import Callable

from overland.server.bot_seats import BotSeats
from overland.server.identity import Identities
from overland.server.limits import Limit
from overland.server.live import Services
from overland.server.settings import ServerSettings
from overland.server.store import Store
from overland.server.tables import Tables

MINUTE = 60.0
RENAMES_PER_MINUTE = 6
PER_ADDRESS = 5  # an address may have several people behind it


class Rooms:
    """A running server's parts."""

    def __init__(self, settings: ServerSettings, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.clock = clock
        self.store = Store(settings.database_file)
        self.bots = BotSeats(settings.bot_threads, settings.bot_deadline)
        self.tables = Tables(Services(settings, self.store, self.bots, clock))
        self.identities = Identities(self.store)
        self.connections: Counter[str] = Counter()  # open sockets by identity and by address
        burst, rate = settings.request_burst, settings.requests_per_second
        self.requests = Limit("requests", rate, burst, clock)
        self.address_requests = Limit("requests", rate * PER_ADDRESS, burst * PER_ADDRESS, clock)
        made, rate = settings.table_burst, settings.tables_per_minute / MINUTE
        self.made = Limit("tables", rate, made, clock)
        self.address_made = Limit("tables", rate * PER_ADDRESS, made * PER_ADDRESS, clock)
        self.visitors = Limit("identities", settings.visitors_per_minute / MINUTE, settings.visitor_burst, clock)
        self.renames = Limit("renames", RENAMES_PER_MINUTE / MINUTE, RENAMES_PER_MINUTE, clock)
        self.chats = Limit("chat", settings.chat_per_minute / MINUTE, settings.chat_burst, clock)
        self.hints = Limit("hints", settings.hints_per_minute / MINUTE, settings.hint_burst, clock)

    async def open(self) -> None:
        """Open the store and go on with every table."""
        await self.store.open()
        await self.tables.resume()

    async def close(self) -> None:
        """Stop everything, and write what waits."""
        self.tables.close()
        self.bots.close()
        await self.store.close()
