"""How a game ended for each of its seats, as it is kept beside the log: for lists, sums and ranks."""

import json
from typing import Any

from sqlalchemy import Executable, insert, update

from overland.server import schema
from overland.server.days import end_of
from overland.server.log_lines import BotFailed, Guest, HouseBot, Sitter, Started, Visitor
from overland.server.messages.review import result
from overland.server.table import Table

COUNTING = ("finished", "resign", "timeout")  # endings after which somebody has won


def result_statements(table: Table) -> list[Executable]:
    """What is written when a table is over."""
    rows = result_rows(table)
    statements: list[Executable] = [insert(schema.results).values(rows)] if rows else []
    if table.settings.daily is not None:
        tries = schema.tries
        statements.append(update(tries).where(tries.c.table_id == table.id).values(try_result(table)))
    return statements


def result_rows(table: Table) -> list[dict[str, Any]]:
    """The result of each seat."""
    found = result(table)
    if found is None:
        return []
    places, counts = found["places"], table.start is None and table.ended in COUNTING
    return [
        {
            "table_id": table.id,
            "seat": seat,
            **sitter_columns(place.who),
            "level": levels_at_start(table)[seat],
            "game": table.settings.game,
            "daily": table.settings.daily,
            "finished": table.changed,
            "ended": table.ended,
            "counts": counts,
            "won": seat in found["winners"],
            "place": places[seat] if places else None,
            "score": found["scores"][seat],
            "points": json.dumps(found["points"][seat]),
            "gave_up": place.gave_up,
        }
        for seat, place in enumerate(table.seats)
    ]


def sitter_columns(who: Sitter | None) -> dict[str, str | None]:
    """Who sat there."""
    match who:
        case Visitor(identity=identity, name=name):
            return {"identity": identity, "name": name}
        case HouseBot(name=name) | Guest(name=name):
            return {"identity": None, "name": name}
        case None:
            return {"identity": None, "name": None}


def levels_at_start(table: Table) -> list[str | None]:
    """The level of the bot in each seat as the game began, whoever played on for one that failed."""
    for applied in table.log:
        if isinstance(applied.line.body, Started):
            return [who.level if isinstance(who, HouseBot) else None for who in applied.line.body.seats]
    return [None] * table.settings.players


def try_result(table: Table) -> dict[str, Any]:
    """What a game means for the rank of whoever played the deal of the day."""
    assert table.settings.daily is not None and table.match is not None
    mine = next((seat for seat, place in enumerate(table.seats) if place.person is not None), None)
    if mine is None or table.ended != "finished" or has_failed_bot(table):
        return {"outcome": "broken"}
    if table.seats[mine].gave_up is not None:
        return {"outcome": "gave_up"}
    scores = table.match.scores
    best = max(score for seat, score in enumerate(scores) if seat != mine)
    is_in_time = table.changed < end_of(table.settings.daily)
    return {"outcome": "ranked" if is_in_time else "late", "score": scores[mine], "lead": scores[mine] - best}


def has_failed_bot(table: Table) -> bool:
    """Whether a weaker bot than everybody else meets has taken over."""
    return any(isinstance(applied.line.body, BotFailed) for applied in table.log)
