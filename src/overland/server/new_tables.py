"""New tables: as a visitor wishes, the same again, from a position of a finished game, or from a record."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from overland.data.files import packaged, packaged_names
from overland.engine import chance
from overland.engine.errors import OverlandError
from overland.engine.game import CHANCE, Data
from overland.engine.games import GAMES, checked_options
from overland.engine.match import Match
from overland.engine.position import Position
from overland.pictures.boxes import box_svg
from overland.server import own_sets
from overland.server.attempts import tries_again
from overland.server.clocks import ClockSettings
from overland.server.drafts import Draft, add_start, check_settings
from overland.server.errors import Overtaken, Refusal
from overland.server.identity import new_id
from overland.server.live import LiveTable
from overland.server.lobby import asked, check_open_tables, leave, person, write
from overland.server.log_lines import Asked, HouseBot, LogLine, RegisteredBot, Rematched, Sat, Sitter
from overland.server.protocol import Made, NewTable, PlayOn, SeatWish, TableSettings
from overland.server.record_lines import lines_of_record
from overland.server.requests import seat_for
from overland.server.store import LINES_AT_ONCE, Identity
from overland.server.table import Table
from overland.server.tables import Tables, seats_at_start

INVITE_BYTES = 16
DEFAULT_DATA = "default"
PICTURES = 16  # of maps and tile sets, kept


@dataclass(frozen=True)
class Plan:
    """What a new table begins with."""

    settings: TableSettings
    data: Data
    sitters: Sequence[Sitter | None]
    start: str | None = None  # the text of a position
    reserved: frozenset[str] = frozenset()  # identities that may sit down without an invitation
    asked: Mapping[int, Identity] = field(default_factory=dict)  # registered bots that seats are kept for


async def make(tables: Tables, wish: NewTable, identity: Identity) -> Made:
    """A new table as a visitor wishes it; it begins at once if nobody is waited for."""
    try:
        options = checked_options(GAMES[wish.game], wish.options, wish.preset)
    except OverlandError as error:
        raise Refusal("error.settings", 422, detail=str(error)) from None
    own = None if wish.file is None else await own_sets.brought(tables.services, wish.game, wish.file)
    settings = TableSettings(
        game=wish.game,
        players=len(wish.seats),
        options=options,
        data=wish.data if own is None else own.name,
        title=own.title if own is not None and own.title else None,
        clock=wish.clock,
        listed=wish.listed,
        aids=all(seat.kind != "open" for seat in wish.seats) if wish.aids is None else wish.aids,
        shuffled=wish.shuffled,
    )
    sitters = [sitter_for(seat, identity) for seat in wish.seats]
    bots = await asked_bots(tables, wish, identity)
    data = data_named(wish.game, wish.data) if own is None else own.data
    return await add(tables, Plan(settings, data, sitters, asked=bots), identity)


async def asked_bots(tables: Tables, wish: NewTable, identity: Identity) -> Mapping[int, Identity]:
    """The registered bots that are asked to take seats."""
    found: dict[int, Identity] = {}
    for number, seat in enumerate(wish.seats):
        if seat.bot is None:
            continue
        tables.services.asked_bots.spend(identity.id)
        bot = (await tables.services.registered.asked_by(seat.bot, identity)).identity
        if bot in found.values() or (bot.id == identity.id and any(other.kind == "me" for other in wish.seats)):
            raise Refusal("error.asked_twice", name=bot.name)
        found[number] = bot
    return found


def sitter_for(wish: SeatWish, identity: Identity) -> Sitter | None:
    """Who sits in a seat from the beginning."""
    if wish.kind == "bot":
        return HouseBot(level=wish.level or "")
    return person(identity) if wish.kind == "me" else None


async def add(tables: Tables, plan: Plan, owner: Identity) -> Made:
    """Store a new table with those who sit there already; begin if it is full."""
    await check_open_tables(tables.services, owner)
    check_settings(plan.settings, plan.data, plan.start)
    table = new_table(plan, owner, chance.new_seed(), tables.services.now())
    seats = [Sat(seat=seat, who=who) for seat, who in enumerate(plan.sitters) if who is not None]
    kept = [Asked(seat=seat, who=asked(bot)) for seat, bot in plan.asked.items()]
    draft = Draft.of(table, table.created, *seats, *kept)
    if draft.table.is_full:
        add_start(draft, seats_at_start(draft.table))
    await tables.add(draft.table, draft.lines, sorted({owner.id, *draft.table.people}))
    return Made(id=table.id, invite=table.invite)


def new_table(plan: Plan, owner: Identity, seed: bytes, now: float) -> Table:
    """A table without any lines."""
    return Table(
        id=new_id(),
        settings=plan.settings,
        seed=seed,
        invite=secrets.token_urlsafe(INVITE_BYTES),
        owner=owner.id,
        created=now,
        data=plan.data,
        start=plan.start,
        reserved=plan.reserved,
    )


@tries_again
async def rematch(tables: Tables, live: LiveTable, identity: Identity) -> Made:
    """A new table with the same settings; the others' seats are kept for them. Asked again, it is that one."""
    async with live.lock:
        table = live.table
        seat = seat_for(live, identity)
        if table.status != "over":
            raise Refusal("error.not_over")
        if table.rematch is not None:
            again = await tables.find(table.rematch)
            if again is not None and again.table.status != "closed":
                return Made(id=again.table.id, invite=again.table.invite)
        sitters: list[Sitter | None] = []
        bots: dict[int, Identity] = {}
        for number, place in enumerate(table.seats):
            if isinstance(place.who, RegisteredBot) and number != seat:
                with contextlib.suppress(Refusal):  # it is gone, or nobody may ask it any more: anybody may sit there
                    bots[number] = (await tables.services.registered.asked_by(place.who.identity, identity)).identity
            if isinstance(place.who, HouseBot):
                sitters.append(place.who)
            else:
                sitters.append(person(identity) if number == seat else None)
        start = None if table.start is None or table.match is None else dealt_anew(table.match.at(0), seat)
        settings = table.settings.model_copy(update={"daily": None})
        plan = Plan(settings, table.data, sitters, start, frozenset(table.people), bots)
        made = await add(tables, plan, identity)
        try:
            await write(live, Rematched(table=made.id, seat=seat))
        except Overtaken:  # by another player, by way of another process: that one's table is the rematch
            await give_back(tables, made, identity)
            raise
        return made


async def give_back(tables: Tables, made: Made, identity: Identity) -> None:
    """Close a table that is not wanted after all, if it has not begun."""
    with contextlib.suppress(Refusal):
        live = await tables.find(made.id)
        if live is not None:
            await leave(live, identity)


async def play_on(tables: Tables, live: LiveTable, identity: Identity, wish: PlayOn) -> Made:
    """A new table from a position of a finished game; what the chosen seat could not know is dealt anew."""
    table, match = live.table, check_open(live)
    if wish.seat >= match.players:
        raise Refusal("error.cannot_play_on", 422)
    number = wish.entry
    while number < len(match.entries) and match.at(number).to_act == CHANCE:
        number += 1
    if number > len(match.entries) or match.at(number).to_act < 0:
        raise Refusal("error.cannot_play_on", 422)
    sitters = [
        person(identity) if seat == wish.seat else HouseBot(level=wish.level, name=bot_name_in(table, seat))
        for seat in range(match.players)
    ]
    settings = table.settings.model_copy(
        update={"shuffled": False, "listed": False, "clock": ClockSettings(), "aids": True, "daily": None}
    )
    return await add(tables, Plan(settings, table.data, sitters, dealt_anew(match.at(number), wish.seat)), identity)


def check_open(live: LiveTable) -> Match:
    """The match of a table about which everything may be told: it is over, and no deal of this day."""
    match, now = live.table.match, live.services.now()
    if match is None or live.table.status != "over":
        raise Refusal("error.not_over")
    if live.table.is_sealed(now):
        raise Refusal("error.sealed")
    return match


def bot_name_in(table: Table, seat: int) -> str | None:
    """The name of the bot in a seat, which another bot may go on with."""
    who = table.seats[seat].who
    return who.name if isinstance(who, HouseBot) else None


def dealt_anew(position: Position, seat: int) -> str:
    """A position with everything that a seat could not know dealt anew, as a text."""
    try:
        return position.sample(seat, secrets.randbits(32)).text
    except ValueError:
        raise Refusal("error.cannot_play_on", 422) from None


async def bring(tables: Tables, record: Mapping[str, Any], identity: Identity) -> Made:
    """A record a visitor brings along becomes a finished table of theirs, to be reviewed."""
    try:
        json.dumps(record, ensure_ascii=False).encode()  # half of a character cannot be stored
        async with tables.services.reading:
            match = await asyncio.to_thread(Match.from_record, dict(record))
    except (UnicodeError, RecursionError):
        raise Refusal("error.record", 422, detail="it is not proper text") from None
    except OverlandError as error:
        raise Refusal("error.record", 422, detail=str(error)) from None
    if not match.entries:
        raise Refusal("error.record", 422, detail="it has no entries")
    settings = TableSettings(
        game=match.game.name,
        players=match.players,
        options=dict(match.options),
        data="record",
        clock=ClockSettings(),
        aids=False,
        shuffled=False,
    )
    plan = Plan(settings, match.data, [], match.start)
    table = new_table(plan, identity, match.seed, tables.services.now())
    lines = [
        LogLine(n=n, at=table.created, body=body) for n, body in enumerate(lines_of_record(match, record.get("table")))
    ]
    for line in lines:
        table.apply(line)
        if table.version % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)  # others come in between
    await tables.add(table, lines, [identity.id])
    return Made(id=table.id, invite=table.invite)


def data_named(game: str, name: str) -> Data:
    """The map or tile set of a name."""
    if name not in data_names(game):
        raise Refusal("error.settings", 422, detail=f"there is no map or tile set {name!r}")
    return GAMES[game].load_data(None if name == DEFAULT_DATA else packaged(game, name))


@lru_cache(maxsize=PICTURES)
def data_picture(game: str, name: str) -> str:
    """The map, or all tiles of a set, as an SVG."""
    return box_svg(GAMES[game], data_named(game, name), title=name)


def data_names(game: str) -> list[str]:
    """The maps or tile sets that come with the package; ``default`` is one of them."""
    return [DEFAULT_DATA, *packaged_names(game)]
