"""The deal of the day: everybody plays it once and is ranked; afterwards the strongest bot shows how it plays it."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import and_, func, insert, or_, select, text

from overland.engine.games import GAMES
from overland.server import schema
from overland.server.days import day_after, day_at, day_before, end_of, longest_run, run_until
from overland.server.deals import PLAYERS, STRONGEST, Deal, deal_of
from overland.server.drafts import Draft, add_start
from overland.server.errors import Refusal
from overland.server.lobby import check_open_tables, person
from overland.server.log_lines import HouseBot, Sat, Sitter
from overland.server.new_tables import DEFAULT_DATA, Plan, data_named, new_table
from overland.server.played_protocol import DailyState, DealInfo, PastDeal, Standing, Streak, TodaysDeal, Try
from overland.server.protocol import Made, TableSettings
from overland.server.store import Identity, Store
from overland.server.table import HOUSE
from overland.server.tables import Tables, seats_at_start
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

SECRET = "daily"
MAKE_SECRET = "INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING"
SHOWN_STANDINGS = 10
LINES_PAUSE = 60.0  # seconds between two looks for deals whose day is over

tries = schema.tries


# Deals


async def secret_of(store: Store) -> bytes:
    """What all deals of this server follow from; made when it is first needed, and never shown."""
    kept = select(schema.secrets.c.value).where(schema.secrets.c.name == SECRET)
    found = await store.read(kept)
    if not found:
        await store.write(text(MAKE_SECRET).bindparams(name=SECRET, value=secrets.token_hex(32)))
        found = await store.read(kept)
    return bytes.fromhex(found[0]["value"])


async def find_deal(store: Store, day: str, game: str) -> Deal:
    """The deal of a day."""
    return deal_of(await secret_of(store), day, game)


def plan_of(deal: Deal, who: Sitter) -> Plan:
    """A table at which a deal is played: no hints, nobody watches, everybody where the deal puts them."""
    settings = TableSettings(
        game=deal.game, players=PLAYERS, data=DEFAULT_DATA, aids=False, shuffled=False, daily=deal.day
    )
    return Plan(settings, data_named(deal.game, DEFAULT_DATA), deal.sitters(who))


# Playing


async def find_try(store: Store, day: str, game: str, identity: Identity) -> str | None:
    """The table at which somebody plays or played a deal."""
    found = await store.read(
        select(tries.c.table_id).where(tries.c.day == day, tries.c.game == game, tries.c.identity == identity.id)
    )
    return None if not found else str(found[0]["table_id"])


async def play(tables: Tables, game: str, identity: Identity) -> Made:
    """Begin today's deal."""
    services = tables.services
    day = day_at(services.now())
    await check_open_tables(services, identity)
    deal = await find_deal(services.store, day, game)
    plan = plan_of(deal, person(identity))
    table = new_table(plan, identity, deal.seed, services.now())
    draft = Draft.of(table, table.created, *seats_of(plan))
    add_start(draft, seats_at_start(draft.table))
    begun = insert(tries).values(day=day, game=game, identity=identity.id, table_id=table.id, outcome="playing")
    try:
        await tables.add(draft.table, draft.lines, [identity.id], [begun])
    except Conflict:  # asked for twice at the same time
        begun_before = await again(tables, game, identity)
        if begun_before is None:
            raise Refusal("error.stale") from None
        return begun_before
    return Made(id=table.id, invite=table.invite)


def seats_of(plan: Plan) -> list[Sat]:
    """The lines with which a table begins at which everybody sits already."""
    return [Sat(seat=seat, who=who) for seat, who in enumerate(plan.sitters)]


async def again(tables: Tables, game: str, identity: Identity) -> Made | None:
    """The table at which somebody has begun today's deal already."""
    id = await find_try(tables.services.store, day_at(tables.services.now()), game, identity)
    live = None if id is None else await tables.find(id)
    return None if live is None else Made(id=live.table.id, invite=live.table.invite)


# What is told


async def state(tables: Tables, identity: Identity | None) -> DailyState:
    """The deals of today and yesterday, as a visitor may know them."""
    now, store = tables.services.now(), tables.services.store
    day, secret = day_at(now), await secret_of(store)
    tomorrow = {game: deal_of(secret, day_after(day), game).commitment for game in GAMES}
    return DailyState(
        day=day,
        seconds=max(1, int(end_of(day) - now)),
        today=[
            TodaysDeal(**await told_deal(store, deal_of(secret, day, game), identity), next_commitment=tomorrow[game])
            for game in GAMES
        ],
        yesterday=[await past_deal(store, deal_of(secret, day_before(day), game), identity) for game in GAMES],
        streak=await streak_of(store, identity, day),
    )


async def past_deal(store: Store, deal: Deal, identity: Identity | None) -> PastDeal:
    """A deal whose day is over."""
    results, deals = schema.results, schema.deals
    line = await store.read(
        select(deals.c.line, results.c.score)
        .select_from(deals.join(results, results.c.table_id == deals.c.line))
        .where(deals.c.day == deal.day, deals.c.game == deal.game, results.c.seat == deal.levels.index(None))
    )
    return PastDeal(
        **await told_deal(store, deal, identity),
        seed=deal.seed.hex(),
        line=line[0]["line"] if line else None,
        line_score=line[0]["score"] if line else None,
        line_level=STRONGEST,
    )


async def told_deal(store: Store, deal: Deal, identity: Identity | None) -> dict[str, Any]:
    """What is told of every deal: the fields of a ``DealInfo``."""
    told = DealInfo(
        day=deal.day,
        game=deal.game,
        levels=deal.levels,
        commitment=deal.commitment,
        finished=await count_ranked(store, deal),
        best=await standings(store, deal, identity),
        yours=None if identity is None else await told_try(store, deal, identity),
    )
    return told.model_dump()


def is_ranked(deal: Deal) -> Any:
    """The tries that a deal's ranking is made of."""
    return and_(tries.c.day == deal.day, tries.c.game == deal.game, tries.c.outcome == "ranked")


def is_better(score: int, lead: int) -> Any:
    """More points, or as many with a larger lead."""
    return or_(tries.c.score > score, and_(tries.c.score == score, tries.c.lead > lead))


async def count_ranked(store: Store, deal: Deal) -> int:
    rows = await store.read(select(func.count().label("count")).select_from(tries).where(is_ranked(deal)))
    return int(rows[0]["count"])


async def rank_of(store: Store, deal: Deal, row: Mapping[str, Any]) -> int | None:
    """The rank of a try; those who are equal share it."""
    if row["outcome"] != "ranked":
        return None
    before = and_(is_ranked(deal), is_better(row["score"], row["lead"]))
    rows = await store.read(select(func.count().label("count")).select_from(tries).where(before))
    return 1 + int(rows[0]["count"])


async def told_try(store: Store, deal: Deal, identity: Identity) -> Try | None:
    """How a visitor does with a deal."""
    mine = and_(tries.c.day == deal.day, tries.c.game == deal.game, tries.c.identity == identity.id)
    rows = await store.read(select(tries).where(mine))
    if not rows:
        return None
    row = rows[0]
    return Try(
        table=row["table_id"],
        outcome=row["outcome"],
        score=row["score"],
        lead=row["lead"],
        rank=await rank_of(store, deal, row),
    )


async def standings(store: Store, deal: Deal, identity: Identity | None) -> list[Standing]:
    """Who did best."""
    identities = schema.identities
    rows = await store.read(
        select(tries, identities.c.name)
        .select_from(tries.join(identities, identities.c.id == tries.c.identity))
        .where(is_ranked(deal))
        .order_by(tries.c.score.desc(), tries.c.lead.desc(), tries.c.identity)
        .limit(SHOWN_STANDINGS)
    )
    order = [(row["score"], row["lead"]) for row in rows]
    return [
        Standing(
            rank=1 + order.index((row["score"], row["lead"])),
            name=row["name"],
            score=row["score"],
            lead=row["lead"],
            you=identity is not None and row["identity"] == identity.id,
        )
        for row in rows
    ]


async def streak_of(store: Store, identity: Identity | None, day: str) -> Streak:
    """On how many days in a row a visitor finished a deal, of whichever game."""
    if identity is None:
        return Streak(now=0, longest=0)
    rows = await store.read(
        select(tries.c.day).where(tries.c.identity == identity.id, tries.c.outcome == "ranked").distinct()
    )
    days = {str(row["day"]) for row in rows}
    return Streak(now=run_until(day if day in days else day_before(day), days), longest=longest_run(days))


# The strongest bot's game


async def keep_lines(tables: Tables) -> None:
    """When a day is over, let the strongest bot play its deals, again and again."""
    while True:
        try:
            await make_lines(tables)
        except Refusal as refusal:
            log.debug("no line yet: %s", refusal)
        except Exception:  # a storage that fails comes back some day
            log.exception("the strongest bot's game could not be begun")
        await asyncio.sleep(LINES_PAUSE)


async def make_lines(tables: Tables) -> None:
    """Begin the strongest bot's game of yesterday's deals that somebody played; they go on by themselves."""
    day = day_before(day_at(tables.services.now()))
    for game in await games_without_line(tables.services.store, day):
        if tables.services.preparation.state_of(game) == "ready":
            await make_line(tables, day, game)


async def games_without_line(store: Store, day: str) -> Sequence[str]:
    """Which of a day's deals were played and have no game of the strongest bot."""
    deals = schema.deals
    known = select(deals.c.game).where(deals.c.day == day)
    rows = await store.read(select(tries.c.game).where(tries.c.day == day, tries.c.game.not_in(known)).distinct())
    return [str(row["game"]) for row in rows if row["game"] in GAMES]


async def make_line(tables: Tables, day: str, game: str) -> None:
    """Begin the game of the strongest bot, on the same deal and against the same bots."""
    services = tables.services
    deal = await find_deal(services.store, day, game)
    plan = plan_of(deal, HouseBot(level=STRONGEST))
    table = new_table(plan, Identity(HOUSE, ""), deal.seed, services.now())
    draft = Draft.of(table, table.created, *seats_of(plan))
    add_start(draft, seats_at_start(draft.table))
    kept = insert(schema.deals).values(day=day, game=game, line=table.id)
    with contextlib.suppress(Conflict):  # another process began it
        await tables.add(draft.table, draft.lines, [], [kept])
