"""What a visitor has played here: finished games, page by page, and what they come to."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import and_, func, or_, select

from overland.bots.catalogue import LEVELS
from overland.engine.games import GAMES
from overland.server import schema
from overland.server.daily import streak_of
from overland.server.days import day_at, end_of
from overland.server.errors import Refusal
from overland.server.played_protocol import (
    FinishedGame,
    FinishedGames,
    LevelResult,
    OwnResults,
    SeatResult,
    SourceMeans,
)
from overland.server.results import result_statements
from overland.server.store import Identity, Store
from overland.server.tables import Tables
from overland.server.writer import Conflict

log = logging.getLogger("overland.server")

PAGE = 20
MOST_COUNTED = 2000  # of one's last games
BETWEEN_OLD_GAMES = 0.05  # seconds

results = schema.results
Row = Mapping[str, Any]


# One by one


async def finished_games(store: Store, identity: Identity | None, after: str | None, now: float) -> FinishedGames:
    """A page of a visitor's finished games, the newest first; ``after`` is the last table of the page before."""
    if identity is None:
        return FinishedGames(games=[], more=False)
    mine = results.c.identity == identity.id
    query = select(results.c.table_id, results.c.finished).where(mine)
    if after is not None:
        last = await store.read(select(results.c.finished).where(mine, results.c.table_id == after))
        if not last:
            raise Refusal("error.no_table", 404)
        at = last[0]["finished"]
        query = query.where(or_(results.c.finished < at, and_(results.c.finished == at, results.c.table_id < after)))
    found = await store.read(query.order_by(results.c.finished.desc(), results.c.table_id.desc()).limit(PAGE + 1))
    ids = [str(row["table_id"]) for row in found[:PAGE]]
    seats = await seats_by_table(store, ids)
    return FinishedGames(games=[finished_game(seats[id], identity, now) for id in ids], more=len(found) > PAGE)


async def seats_by_table(store: Store, ids: Sequence[str]) -> dict[str, list[Row]]:
    """The results of all seats of some tables."""
    rows = await store.read(
        select(results).where(results.c.table_id.in_(ids)).order_by(results.c.table_id, results.c.seat)
    )
    return {id: list(seats) for id, seats in groupby(rows, key=lambda row: str(row["table_id"]))}


def finished_game(seats: Sequence[Row], identity: Identity, now: float) -> FinishedGame:
    """A game in a list."""
    mine = next(row for row in seats if row["identity"] == identity.id)
    return FinishedGame(
        table=mine["table_id"],
        game=mine["game"],
        daily=mine["daily"],
        sealed=mine["daily"] is not None and now < end_of(mine["daily"]),
        finished=mine["finished"],
        ended=mine["ended"],
        won=mine["won"],
        seats=[
            SeatResult(
                kind="person" if row["level"] is None else "bot",
                name=row["name"],
                level=row["level"],
                you=row is mine,
                score=row["score"],
                place=row["place"],
                gave_up=row["gave_up"],
            )
            for row in seats
        ],
    )


# All together


@dataclass
class Sums:
    """Points by source of some seats."""

    seats: int = 0
    points: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, row: Row) -> None:
        self.seats += 1
        for source, points in json.loads(row["points"]).items():
            self.points[source] += points

    def means(self) -> dict[str, float]:
        return {source: round(points / self.seats, 2) for source, points in self.points.items()}


async def own_results(store: Store, identity: Identity | None, now: float) -> OwnResults:
    """What a visitor's games come to: those that were played from the first move and have a result."""
    streak = await streak_of(store, identity, day_at(now))
    if identity is None:
        return OwnResults(games=0, levels=[], points=[], streak=streak)
    mine = results.c.identity == identity.id
    count = await store.read(select(func.count().label("count")).select_from(results).where(mine))
    last = (
        select(results.c.table_id)
        .where(mine, results.c.counts)
        .order_by(results.c.finished.desc())
        .limit(MOST_COUNTED)
        .scalar_subquery()
    )
    rows = await store.read(select(results).where(results.c.table_id.in_(last)).order_by(results.c.table_id))
    games = [list(seats) for _, seats in groupby(rows, key=lambda row: str(row["table_id"]))]
    return OwnResults(
        games=count[0]["count"],
        levels=level_results(games, identity),
        points=[means for game in GAMES if (means := source_means(game, games, identity)) is not None],
        streak=streak,
    )


def level_results(games: Sequence[Sequence[Row]], identity: Identity) -> list[LevelResult]:
    """How many games with a bot of each level there were, and how many of them were won."""
    played: dict[tuple[str, str], int] = defaultdict(int)
    won: dict[tuple[str, str], int] = defaultdict(int)
    for seats in games:
        mine = next(row for row in seats if row["identity"] == identity.id)
        for level in {str(row["level"]) for row in seats if row["level"] is not None}:
            played[mine["game"], level] += 1
            won[mine["game"], level] += mine["won"]
    return [
        LevelResult(game=game, level=level, games=played[game, level], won=won[game, level])
        for game in GAMES
        for level in LEVELS
        if (game, level) in played
    ]


def source_means(game: str, games: Sequence[Sequence[Row]], identity: Identity) -> SourceMeans | None:
    """Where the points came from, one's own and those of the bots at the same tables; finished games only."""
    yours, bots = Sums(), Sums()
    for seats in games:
        mine = next(row for row in seats if row["identity"] == identity.id)
        others = [row for row in seats if row["level"] is not None]
        if mine["game"] != game or mine["ended"] != "finished" or mine["gave_up"] is not None or not others:
            continue
        yours.add(mine)
        for row in others:
            bots.add(row)
    if not yours.seats:
        return None
    return SourceMeans(game=game, games=yours.seats, yours=yours.means(), bots=bots.means())


# Games of before there were results


async def note_old_results(tables: Tables) -> None:
    """Write down how the games ended that were over before results were kept, one after the other."""
    for game in GAMES:
        await tables.services.preparation.settled(game)
        for id in await without_results(tables.services.store, game):
            try:
                await note_result(tables.services.store, id)
            except Conflict:
                continue
            except Exception as error:  # one broken table must not keep the others back
                log.warning("the result of table %s is not known: %s", id, error)
            await asyncio.sleep(BETWEEN_OLD_GAMES)


async def without_results(store: Store, game: str) -> list[str]:
    """The finished tables of a game, by its present rules, whose results are not kept."""
    tables = schema.tables
    rows = await store.read(
        select(tables.c.id).where(
            tables.c.status == "over",
            tables.c.game == game,
            tables.c.rules == GAMES[game].rules_version,
            tables.c.id.not_in(select(results.c.table_id)),
        )
    )
    return [str(row["id"]) for row in rows]


async def note_result(store: Store, id: str) -> None:
    table = await store.table(id)
    if table is not None and (statements := result_statements(table)):
        await store.write(*statements)
