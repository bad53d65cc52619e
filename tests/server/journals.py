"""Whether a database holds what people were told: nothing lost, nothing doubled, and every table as they saw it."""

import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from overland.server.log_lines import BODIES, LogLine
from overland.server.messages import Receiver, Surroundings, ToldTable
from overland.server.store import table_of
from overland.server.table import Table
from tests.server.parties import Acknowledged, Parties, Person, comparable

LINE_KINDS = {"return": "back"}  # where the log calls it something else than the client


class Findings(Counter[str]):
    """What was compared, for the report of a long run."""


def check_journals(folder: Path, parties: Parties) -> Findings:
    """Compare the database with what everybody was told."""
    found = Findings()
    with sqlite3.connect(folder / "tables.sqlite") as database:
        database.row_factory = sqlite3.Row
        assert [tuple(row) for row in database.execute("PRAGMA integrity_check")] == [("ok",)]
        for party in parties.all:
            for id in party.tables:
                check_table(database, id, party.people, found)
                found["tables"] += 1
            for id, identity in party.sat:
                asked = database.execute("SELECT 1 FROM sittings WHERE table_id = ? AND identity = ?", (id, identity))
                assert asked.fetchone(), "who was seated sits there"
    database.close()
    return found


def check_table(database: sqlite3.Connection, id: str, people: list[Person], found: Findings) -> None:
    """One table: its log, what was promised about it, and what was shown of it."""
    row = database.execute("SELECT * FROM tables WHERE id = ?", (id,)).fetchone()
    assert row is not None, "a table that was made is there"
    lines = database.execute("SELECT n, at, body FROM lines WHERE table_id = ? ORDER BY n", (id,)).fetchall()
    assert [line["n"] for line in lines] == list(range(len(lines))), "no gap"
    bodies = [json.loads(line["body"]) for line in lines]
    requests = requests_of(bodies)
    check_chat(database, id, people, found)
    for person in people:
        for promised in person.journal.acknowledged:
            if promised.table == id and promised.kind != "chat":
                check_promise(promised, requests, bodies)
                found["acknowledged"] += 1
                found[f"acknowledged {promised.kind}"] += 1
        for at, seat, request in person.journal.refused:
            assert at != id or (seat, request) not in requests, "what was refused has changed nothing"
    for body in bodies:
        found[f"lines {body['kind']}"] += 1
    table = replay(table_of(row), lines, people, found)
    assert table.status == row["status"] and table.owner == row["owner"]


def requests_of(bodies: list[dict[str, Any]]) -> dict[tuple[int, str], int]:
    """The numbers of the lines that somebody asked for, by seat and id."""
    found: dict[tuple[int, str], int] = {}
    for number, body in enumerate(bodies):
        if body.get("id") is not None:
            key = (body.get("wish", body["seat"]), body["id"])
            assert key not in found, "nothing is doubled"
            found[key] = number
    return found


def check_promise(promised: Acknowledged, requests: dict[tuple[int, str], int], bodies: list[dict[str, Any]]) -> None:
    """What was acknowledged is in the log, as what it was and where it was said to be."""
    number = requests.get((promised.seat, promised.id))
    if number is None and promised.kind == "resign":  # said twice: the second is only acknowledged
        given_up = [body for body in bodies[: promised.version] if body["kind"] in ("resign", "timeout")]
        assert promised.seat in [body["seat"] for body in given_up], f"lost: {promised}"
        return
    assert number is not None, f"lost: {promised}"
    assert bodies[number]["kind"] == LINE_KINDS.get(promised.kind, promised.kind)
    assert number + 1 == promised.version, "at the version that was said"


def check_chat(database: sqlite3.Connection, id: str, people: list[Person], found: Findings) -> None:
    rows = database.execute("SELECT n, client_id FROM chat WHERE table_id = ? ORDER BY n", (id,)).fetchall()
    assert [row["n"] for row in rows] == list(range(len(rows)))
    said = Counter(row["client_id"] for row in rows)
    assert all(times == 1 for times in said.values()), "nothing is said twice"
    for person in people:
        for promised in person.journal.acknowledged:
            if promised.table == id and promised.kind == "chat":
                assert said[promised.id] == 1, f"lost: {promised}"
                found["acknowledged chat"] += 1


def replay(table: Table, lines: list[sqlite3.Row], people: list[Person], found: Findings) -> Table:
    """Play the log again, and compare each version that somebody saw with what it was then."""
    seen = {person: shown_at(person, table.id) for person in people}
    for line in lines:
        table.apply(LogLine(n=line["n"], at=line["at"], body=BODIES.validate_json(line["body"])))
        for person, shown in seen.items():
            if (text := shown.pop(table.version, None)) is not None:
                receiver = Receiver(person.identity, table.seat_of(person.identity))
                told = json.loads(ToldTable().whole(table, receiver, Surroundings(), [], table.version))
                assert comparable(told["now"]) == text, f"version {table.version} is not what was shown"
                found["versions seen"] += 1
    assert not any(seen.values()), "everything that was shown is in the log"
    return table


def shown_at(person: Person, table: str) -> dict[int, str]:
    """What somebody saw of a table, by version."""
    return {version: text for (id, version), text in person.journal.seen.items() if id == table}
