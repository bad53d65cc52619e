"""Before the start: visitors sit down and get up, the owner begins; and new names, at any time."""

from overland.server.attempts import tries_again
from overland.server.drafts import Draft, add_start
from overland.server.errors import Refusal, not_found
from overland.server.live import LiveTable
from overland.server.log_lines import Asked, Body, Closed, HouseBot, Owned, Person, RegisteredBot, Renamed, Sat, Visitor
from overland.server.names import distinct
from overland.server.protocol import MAX_NAME
from overland.server.services import Services
from overland.server.store import Identity
from overland.server.table import Seat, Table
from overland.server.tables import SHOWN_TABLES, Tables, seats_at_start


def person(identity: Identity, table: Table | None = None) -> Person | RegisteredBot:
    """A visitor as a player, called differently from all others at the table."""
    taken = [] if table is None else [name for seat in table.seats if (name := taken_name(seat, identity, table))]
    sitter = RegisteredBot if identity.is_bot else Person
    return sitter(identity=identity.id, name=distinct(identity.name, taken, MAX_NAME))


def taken_name(seat: Seat, identity: Identity, table: Table) -> str | None:
    """The name in a seat that a visitor cannot have as well; before the start bots give way."""
    match seat.who:
        case Visitor(identity=other, name=name):
            return None if other == identity.id else name
        case HouseBot(name=name):
            return None if table.match is None else name
        case _:
            return None


async def check_open_tables(services: Services, identity: Identity) -> None:
    """Refuse a visitor who sits at too many tables that are not over."""
    limit = services.settings.open_tables
    if await services.store.count_open(identity.id) >= limit:
        raise Refusal("limit.open_tables", 429, limit=limit)


def check_waiting(table: Table) -> None:
    """Refuse what is only possible before the start."""
    if table.status != "waiting":
        raise Refusal("error.started" if table.match is not None else "error.over")


async def write(live: LiveTable, *bodies: Body) -> None:
    """Write lines that need no deliberation. The lock is held."""
    await live.write(Draft.of(live.table, live.services.now(), *bodies))


@tries_again
async def join(live: LiveTable, identity: Identity, invite: str | None, seat: int | None) -> int:
    """A visitor takes a free seat; the game begins when the last one is taken."""
    async with live.lock:
        table = live.table
        if (sitting := table.seat_of(identity.id)) is not None:
            return sitting
        if not table.may_see(identity.id, invite):
            raise not_found()
        check_waiting(table)
        await check_open_tables(live.services, identity)
        kept, mine = table.asked.values(), table.asked.get(identity.id)
        free = [number for number, found in enumerate(table.seats) if found.who is None]
        free = [mine] if mine is not None else [number for number in free if number not in kept]
        if seat is not None and seat not in free:
            raise Refusal("error.seat_taken")
        missing = table.reserved - set(table.people) - {identity.id}
        is_stranger = identity.id not in table.reserved and mine is None and not table.is_invited(invite)
        if len(free) <= (len(missing) if is_stranger else 0):  # the others are kept for the players of before
            raise Refusal("error.no_seat")
        sat = Sat(seat=free[0] if seat is None else seat, who=person(identity, table))
        draft = Draft.of(table, live.services.now(), sat)
        if draft.table.is_full:
            add_start(draft, seats_at_start(draft.table))
        await live.write(draft)
        return live.table.people[identity.id]


@tries_again
async def leave(live: LiveTable, identity: Identity) -> None:
    """A visitor gets up before the start; an owner hands the table on, or closes it."""
    async with live.lock:
        table = live.table
        seat = table.seat_of(identity.id)
        if seat is None and identity.id != table.owner:
            raise Refusal("error.not_seated", 403)
        check_waiting(table)
        bodies: list[Body] = [] if seat is None else [Sat(seat=seat, who=None)]
        if identity.id == table.owner:
            others = [other for other in table.people if other != identity.id]
            bodies.append(Owned(identity=others[0]) if others else Closed())
        await write(live, *bodies)


@tries_again
async def start(live: LiveTable, identity: Identity, fill: str | None) -> None:
    """The owner begins; bots take the open seats, if a level is named."""
    async with live.lock:
        table = live.table
        if identity.id != table.owner:
            raise Refusal("error.not_owner", 403)
        check_waiting(table)
        free = [number for number, seat in enumerate(table.seats) if seat.who is None]
        if free and fill is None:
            raise Refusal("error.open_seats")
        bots = (Sat(seat=seat, who=HouseBot(level=fill or "")) for seat in free)
        draft = Draft.of(table, live.services.now(), *bots)
        add_start(draft, seats_at_start(draft.table))
        await live.write(draft)


@tries_again
async def ask_bot(live: LiveTable, identity: Identity, seat: int, bot: Identity | None) -> None:
    """The owner asks a registered bot to take a free seat, or does so no longer."""
    async with live.lock:
        table = live.table
        if identity.id != table.owner:
            raise Refusal("error.not_owner", 403)
        check_waiting(table)
        if seat >= len(table.seats) or table.seats[seat].who is not None:
            raise Refusal("error.seat_taken")
        if bot is not None and (table.seat_of(bot.id) is not None or table.asked.get(bot.id, seat) != seat):
            raise Refusal("error.asked_twice", name=bot.name)
        if bot is None and table.seats[seat].asked is None:
            return
        await write(live, Asked(seat=seat, who=None if bot is None else asked(bot)))


def asked(bot: Identity) -> RegisteredBot:
    """A registered bot that a seat is kept for."""
    return RegisteredBot(identity=bot.id, name=bot.name)


@tries_again
async def decline(live: LiveTable, bot: Identity) -> None:
    """A registered bot does not want to play: its seat is for anybody again."""
    async with live.lock:
        seat = live.table.asked.get(bot.id)
        if seat is not None:
            await write(live, Asked(seat=seat, who=None))


async def rename(tables: Tables, identity: Identity) -> None:
    """A visitor has a new name: say so at the tables that are not over."""
    for id in await tables.services.store.ids_of(identity.id, SHOWN_TABLES):
        try:
            live = await tables.find(id)
        except Refusal:
            continue
        if live is None:
            continue
        await rename_at(live, identity)


@tries_again
async def rename_at(live: LiveTable, identity: Identity) -> None:
    """Say at a table what somebody is called now."""
    async with live.lock:
        seat = live.table.seat_of(identity.id)
        if seat is None or live.table.status not in ("waiting", "playing"):
            return
        named = person(identity, live.table)
        if live.table.seats[seat].who != named:
            await write(live, Renamed(seat=seat, name=named.name))
