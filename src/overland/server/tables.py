"""All tables, in memory and in the store: setting them up, sitting down, beginning, going on after a restart."""

import asyncio
import json
import logging
import random
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from overland import data
from overland.engine import chance
from overland.engine.errors import OverlandError
from overland.engine.game import CHANCE, Data
from overland.engine.games import GAMES, checked_options
from overland.engine.match import Match
from overland.engine.record import new_record
from overland.engine.rng import new_rng
from overland.server import show
from overland.server.clocks import ClockSettings
from overland.server.errors import Refusal, not_found
from overland.server.identity import new_id
from overland.server.lines import (
    Body,
    Chanced,
    Closed,
    Ended,
    GaveUp,
    Guest,
    House,
    Line,
    Moved,
    Owned,
    Person,
    Rematched,
    Renamed,
    Sat,
    Sitter,
    Started,
)
from overland.server.live import LiveTable, Services
from overland.server.protocol import Made, NewTable, PlayOn, TableInfo, TableSettings
from overland.server.store import Identity
from overland.server.table import STAND_IN, Table, check_settings

log = logging.getLogger("overland.server")

DATA = Path(data.__file__).parent
INVITE_BYTES = 16
SHOWN_TABLES = 50  # in a list


class Tables:
    """The tables of a server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: OrderedDict[str, LiveTable] = OrderedDict()  # those not used for longest first
        self.loading = asyncio.Lock()

    # From the store and back

    async def resume(self) -> None:
        """After a start: every table that is being played goes on, bots and clocks included."""
        for id in await self.services.store.ids_with_status("playing", "waiting"):
            try:
                live = await self.find(id)
                if live is not None and live.table.status == "waiting" and live.table.is_full:
                    async with live.lock:  # it was about to begin
                        await self.begin(live)
            except Refusal as refusal:
                log.warning("table %s is left alone: %s", id, refusal.message)
            except Exception:  # one broken table must not keep the others closed
                log.exception("table %s is left alone", id)
        self.put_away()

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
            table = await self.services.store.table(id)
            if table is None:
                return None
            chat, said = await self.services.store.chat_of(id)
            live = LiveTable(table, self.services, chat=chat, said=said)
            self.live[id] = live
            live.table.clock.resumed(self.services.clock())
            live.note_absence()
            live.go_on()
        self.put_away()
        return live

    def put_away(self) -> None:
        """Forget tables that nobody is at and nothing happens at, if there are too many in memory."""
        spare = len(self.live) - self.services.settings.live_tables
        idle = [id for id, live in self.live.items() if is_idle(live)]
        for id in idle[: max(0, spare)]:
            self.live.pop(id).stop()

    async def visible(self, id: str, identity: Identity | None, invite: str | None) -> LiveTable:
        """A table somebody may look at; the same refusal whether there is none or it is not theirs to see."""
        try:
            live = await self.find(id)
        except Refusal:  # of other rules: only those who sit there are told
            if identity is None or id not in await self.services.store.ids_of(identity.id, SHOWN_TABLES):
                raise not_found() from None
            raise
        if live is None or not live.table.may_see(None if identity is None else identity.id, invite):
            raise not_found()
        return live

    def close(self) -> None:
        """The server goes down: nothing happens by itself any more."""
        for live in self.live.values():
            live.stop()

    # Setting up

    async def make(self, wish: NewTable, identity: Identity) -> Made:
        """A new table as somebody wishes it; it begins at once if nobody is waited for."""
        game = GAMES[wish.game]
        try:
            options = dict(checked_options(game, wish.options, wish.preset))
        except OverlandError as error:
            raise Refusal("error.settings", 422, detail=str(error)) from None
        settings = TableSettings(
            game=wish.game,
            players=len(wish.seats),
            options=options,
            data=wish.data,
            clock=wish.clock,
            listed=wish.listed,
            aids=wish.aids,
            shuffled=wish.shuffled,
        )
        sitters: list[Sitter | None] = []
        for seat in wish.seats:
            if seat.kind == "bot":
                sitters.append(House(level=seat.level or ""))
            else:
                sitters.append(Person(identity=identity.id, name=identity.name) if seat.kind == "me" else None)
        return await self.add(settings, data_named(wish.game, wish.data), sitters, identity)

    async def add(
        self,
        settings: TableSettings,
        contents: Data,
        sitters: Sequence[Sitter | None],
        owner: Identity,
        *,
        start: str | None = None,
        reserved: frozenset[str] = frozenset(),
    ) -> Made:
        """Store a new table with those who sit there already; begin if it is full."""
        if await self.services.store.count_open(owner.id) >= self.services.settings.open_tables:
            limit = self.services.settings.open_tables
            raise Refusal("limit.open_tables", 429, limit=limit)
        check_settings(settings, contents, start)
        now = self.services.clock()
        table = Table(
            id=new_id(),
            settings=settings,
            seed=chance.new_seed(),
            invite=secrets.token_urlsafe(INVITE_BYTES),
            owner=owner.id,
            created=now,
            data=contents,
            start=start,
            reserved=reserved,
        )
        bodies: list[Body] = [Sat(seat=seat, who=who) for seat, who in enumerate(sitters) if who is not None]
        lines = [Line(n=n, at=now, body=body) for n, body in enumerate(bodies)]
        people = {owner.id, *(who.identity for who in sitters if isinstance(who, Person))}
        await self.services.store.add_table(table, lines, sorted(people))
        for line in lines:
            table.apply(line)
        live = self.live[table.id] = LiveTable(table, self.services)
        live.note_absence()
        self.put_away()
        if table.is_full:
            async with live.lock:
                await self.begin(live)
        return Made(id=table.id, invite=table.invite)

    async def begin(self, live: LiveTable) -> None:
        """Begin the game of a full table. The lock is held."""
        seats = [seat.who for seat in live.table.seats if seat.who is not None]
        if live.table.settings.shuffled:
            random.SystemRandom().shuffle(seats)
        await live.write(live.table.propose_start(seats, self.services.clock()))

    # Sitting down and getting up

    async def join(self, live: LiveTable, identity: Identity, invite: str | None, seat: int | None) -> int:
        """Somebody takes a free seat; the game begins when the last one is taken."""
        table = live.table
        async with live.lock:
            if (sitting := table.seat_of(identity.id)) is not None:
                return sitting
            if not table.may_see(identity.id, invite):
                raise not_found()
            self.check_waiting(table)
            if await self.services.store.count_open(identity.id) >= self.services.settings.open_tables:
                raise Refusal("limit.open_tables", 429, limit=self.services.settings.open_tables)
            free = [number for number, found in enumerate(table.seats) if found.who is None]
            if seat is not None and seat not in free:
                raise Refusal("error.seat_taken")
            missing = table.reserved - set(table.people) - {identity.id}
            is_stranger = identity.id not in table.reserved and not table.is_invited(invite)
            if len(free) <= (len(missing) if is_stranger else 0):  # the others are kept for the players of before
                raise Refusal("error.no_seat")
            taken = free[0] if seat is None else seat
            await live.write([Sat(seat=taken, who=Person(identity=identity.id, name=identity.name))])
            if table.is_full:
                await self.begin(live)
            return table.people[identity.id]

    def check_waiting(self, table: Table) -> None:
        """Refuse what is only possible before the start."""
        if table.status != "waiting":
            raise Refusal("error.started" if table.match is not None else "error.over")

    async def leave(self, live: LiveTable, identity: Identity) -> None:
        """Somebody gets up before the start; an owner hands the table on, or closes it."""
        table = live.table
        async with live.lock:
            seat = table.seat_of(identity.id)
            if seat is None and identity.id != table.owner:
                raise Refusal("error.not_seated", 403)
            self.check_waiting(table)
            bodies: list[Body] = [] if seat is None else [Sat(seat=seat, who=None)]
            if identity.id == table.owner:
                others = [other for other in table.people if other != identity.id]
                bodies.append(Owned(identity=others[0]) if others else Closed())
            await live.write(bodies)

    async def start(self, live: LiveTable, identity: Identity, fill: str | None) -> None:
        """The owner begins; bots take the open seats, if a level is named."""
        table = live.table
        async with live.lock:
            if identity.id != table.owner:
                raise Refusal("error.not_owner", 403)
            self.check_waiting(table)
            free = [number for number, seat in enumerate(table.seats) if seat.who is None]
            if free and fill is None:
                raise Refusal("error.open_seats")
            if free:
                await live.write([Sat(seat=seat, who=House(level=fill or "")) for seat in free])
            await self.begin(live)

    async def rename(self, identity: Identity) -> None:
        """Somebody has a new name: say so at the tables that are not over."""
        for id in await self.services.store.ids_of(identity.id, SHOWN_TABLES):
            try:
                live = await self.find(id)
            except Refusal:
                continue
            if live is None:
                continue
            async with live.lock:
                seat = live.table.seat_of(identity.id)
                person = None if seat is None else live.table.seats[seat].person
                if seat is None or person is None or live.table.status not in ("waiting", "playing"):
                    continue
                if person.name != identity.name:
                    await live.write([Renamed(seat=seat, name=identity.name)])

    async def rematch(self, live: LiveTable, identity: Identity) -> Made:
        """A new table with the same settings; the others' seats are kept for them. Asked again, it is that one."""
        table = live.table
        async with live.lock:
            seat = live.seat_for(identity)
            if table.status != "over":
                raise Refusal("error.not_over")
            if table.rematch is not None:
                again = await self.find(table.rematch)
                if again is not None and again.table.status != "closed":
                    return Made(id=again.table.id, invite=again.table.invite)
            people = set(table.people)
            sitters: list[Sitter | None] = []
            for place in table.seats:
                if isinstance(place.who, House):
                    sitters.append(place.who)
                else:
                    is_me = place.person is not None and place.person.identity == identity.id
                    sitters.append(Person(identity=identity.id, name=identity.name) if is_me else None)
            start = None if table.start is None or table.match is None else dealt_anew(table.match, 0, seat)
            made = await self.add(
                table.settings, table.data, sitters, identity, start=start, reserved=frozenset(people)
            )
            await live.write([Rematched(table=made.id, seat=seat)])
            return made

    # Records

    def record(self, table: Table, receiver: show.Receiver) -> dict[str, Any]:
        """A table as a record: all of it when it is over, else what the receiver knows."""
        match = table.match
        if match is None:
            raise Refusal("error.not_started")
        who = [seat_label(seat.who) for seat in table.seats]
        if table.status == "over":
            full = match.record()
            full["table"] = {
                "seats": who,
                "ended": table.ended,
                "gave_up": [seat.gave_up for seat in table.seats],
                "winners": table.winners,
                "commitment": table.commitment,
            }
            return full
        return {
            "format": "overland-partial/1",
            "game": match.game.name,
            "rules": match.game.rules_version,
            "players": match.players,
            "options": dict(match.options),
            "commitment": table.commitment,
            "seat": receiver.seat,
            "entries": match.entries_for(receiver.point_of_view),
            "table": {"seats": who},
        }

    async def bring(self, record: Mapping[str, Any], identity: Identity) -> Made:
        """A record somebody brings along becomes a finished table of theirs, to be reviewed."""
        try:
            json.dumps(record, ensure_ascii=False).encode()  # half of a character cannot be stored
            match = await asyncio.to_thread(Match.from_record, dict(record))
        except (UnicodeError, RecursionError):
            raise Refusal("error.record", 422, detail="it is no proper text") from None
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
        now = self.services.clock()
        table = Table(
            id=new_id(),
            settings=settings,
            seed=match.seed,
            invite=secrets.token_urlsafe(INVITE_BYTES),
            owner=identity.id,
            created=now,
            data=match.data,
            start=match.start,
        )
        notes = record.get("table")
        bodies: list[Body] = [Started(seats=guests(notes, match.players)), *resignations(notes, match)]
        for entry in match.entries:
            if entry.seat == CHANCE:
                bodies.append(Chanced(text=entry.text))
            else:
                bodies.append(Moved(seat=entry.seat, text=entry.text, by="person"))
        if not match.is_over and table_goes_on(bodies):
            bodies.append(Ended())
        lines = [Line(n=n, at=now, body=body) for n, body in enumerate(bodies)]
        for line in lines:
            table.apply(line)
        await self.services.store.add_table(table, lines, [identity.id])
        self.live[table.id] = LiveTable(table, self.services)
        self.put_away()
        return Made(id=table.id, invite=table.invite)

    async def play_on(self, live: LiveTable, identity: Identity, wish: PlayOn) -> Made:
        """A new table from a position of a finished game; what the chosen seat could not know is dealt anew."""
        table, match = live.table, live.table.match
        if match is None or table.status != "over":
            raise Refusal("error.not_over")
        if wish.seat >= match.players:
            raise Refusal("error.cannot_play_on", 422)
        number = wish.entry
        while number < len(match.entries) and match.game.to_act(match.at(number).state) == CHANCE:
            number += 1
        if number > len(match.entries) or match.game.to_act(match.at(number).state) < 0:
            raise Refusal("error.cannot_play_on", 422)
        start = dealt_anew(match, number, wish.seat)
        me = Person(identity=identity.id, name=identity.name)
        sitters: list[Sitter | None] = [
            me if seat == wish.seat else House(level=wish.level) for seat in range(match.players)
        ]
        settings = table.settings.model_copy(
            update={"shuffled": False, "listed": False, "clock": ClockSettings(), "aids": True}
        )
        return await self.add(settings, table.data, sitters, identity, start=start)

    # Lists

    def info(self, live: LiveTable, identity: Identity | None) -> TableInfo:
        """A table in a list."""
        table, receiver = live.table, live.receiver(identity)
        return TableInfo(
            id=table.id,
            game=table.settings.game,
            status=table.status,
            settings=table.settings,
            seats=live.seated(receiver),
            version=table.version,
            your_seat=receiver.seat,
            your_turn=receiver.seat is not None and table.to_act == receiver.seat,
            owner=identity is not None and identity.id == table.owner,
            created=table.created,
            changed=table.lines[-1].at if table.lines else table.created,
        )

    async def infos(self, ids: Sequence[str], identity: Identity | None) -> list[TableInfo]:
        """Tables in a list; those that cannot be opened are left out."""
        found = []
        for id in ids:
            try:
                live = await self.find(id)
            except Exception as error:
                log.warning("table %s is left out of a list: %s", id, error)
                continue
            if live is not None:
                found.append(self.info(live, identity))
            await asyncio.sleep(0)  # others come in between
        return sorted(found, key=lambda info: (not info.your_turn, info.status != "playing", -info.changed))


def data_named(game: str, name: str) -> Data:
    """The map or tile set of a name."""
    if name not in data_names(game):
        raise Refusal("error.settings", 422, detail=f"there is no map or tile set {name!r}")
    return GAMES[game].load_data(None if name == "default" else DATA / game / f"{name}.toml")


def data_names(game: str) -> list[str]:
    """The maps or tile sets that come with the package; ``default`` is one of them."""
    return ["default", *sorted(path.stem for path in (DATA / game).glob("*.toml"))]


def seat_label(who: Sitter | None) -> str:
    """Who sat in a seat, for a record."""
    match who:
        case House(level=level):
            return level
        case Person(name=name) | Guest(name=name):
            return name
        case None:
            return ""


def guests(notes: Any, players: int) -> list[Sitter]:
    """Who sat where, as a record tells it."""
    names = notes.get("seats") if isinstance(notes, dict) else None
    if not (isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)):
        names = [f"{number + 1}" for number in range(players)]
    return [Guest(name=name[:24]) for name in names]


def resignations(notes: Any, match: Match) -> list[Body]:
    """Who gave up, as a record tells it; with two players only if the game was not finished."""
    gave_up = notes.get("gave_up") if isinstance(notes, dict) else None
    if not isinstance(gave_up, list) or len(gave_up) != match.players or (match.players == 2 and match.is_over):
        return []
    level = STAND_IN if match.players > 2 else None
    return [
        GaveUp(kind=kind, seat=seat, level=level) for seat, kind in enumerate(gave_up) if kind in ("resign", "timeout")
    ]


def table_goes_on(bodies: Sequence[Body]) -> bool:
    """Whether nothing in the lines has ended the game."""
    return not any(isinstance(body, GaveUp) and body.level is None for body in bodies)


def dealt_anew(match: Match, entry: int, seat: int) -> str:
    """The position before an entry, with everything that a seat could not know dealt anew."""
    view = new_record(match.game.view_type)
    match.game.view_for(match.box, match.at(entry).state, seat, view)
    world = new_record(match.game.state_type)
    if not match.game.sample_world(match.box, view, new_rng(secrets.randbits(32)), world):
        raise Refusal("error.cannot_play_on", 422)
    return match.game.position_text(world)


def is_idle(live: LiveTable) -> bool:
    """Whether nobody is at a table and nothing happens there by itself."""
    seat = live.table.to_act
    is_waited_for = seat is None or (live.table.seats[seat].level is None and not live.table.clock.is_on)
    return not live.listeners and not live.lock.locked() and is_waited_for
