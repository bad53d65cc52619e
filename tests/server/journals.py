"""Whether a database holds what people were told: nothing lost, nothing doubled, and every table as they saw it."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, text

from overland.server.log_lines import BODIES, LogLine
from overland.server.messages import Receiver, Surroundings, ToldTable
from overland.server.store import table_of
from overland.server.table import Table
from tests.server.databases import check_whole, connected, place_of
from tests.server.parties import Acknowledged, Parties, Person, comparable

LINE_KINDS = {"return": "back"}  # where the log calls it something else than the client


class Findings(Counter[str]):
    """What was compared, for the report of a long run."""


def check_journals(folder: Path, parties: Parties, place: str | None = None) -> Findings:
    """Compare the database, which is at the place of the folder or at another, with what everybody was told."""
    found = Findings()
    if place is None:
        check_whole(folder)
    with connected(place or place_of(folder)) as database:
        for party in parties.all:
            for id in party.tables:
                check_table(database, id, party.people, found)
                found["tables"] += 1
            for id, identity in party.sat:
                asked = text("SELECT 1 FROM sittings WHERE table_id = :id AND identity = :identity")
                assert database.execute(asked, {"id": id, "identity": identity}).first(), "who was seated sits there"
    return found


def check_table(database: Connection, id: str, people: list[Person], found: Findings) -> None:
    """One table: its log, what was promised about it, and what was shown of it."""
    row = database.execute(text("SELECT * FROM tables WHERE id = :id"), {"id": id}).mappings().first()
    assert row is not None, "a table that was made is there"
    asked = text("SELECT n, at, body FROM lines WHERE table_id = :id ORDER BY n")
    lines = database.execute(asked, {"id": id}).mappings().all()
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
    table = replay(table_of(dict(row)), lines, people, found)
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


def check_chat(database: Connection, id: str, people: list[Person], found: Findings) -> None:
    asked = text("SELECT n, client_id FROM chat WHERE table_id = :id ORDER BY n")
    rows = database.execute(asked, {"id": id}).mappings().all()
    assert [row["n"] for row in rows] == list(range(len(rows)))
    said = Counter(row["client_id"] for row in rows)
    assert all(times == 1 for times in said.values()), "nothing is said twice"
    for person in people:
        for promised in person.journal.acknowledged:
            if promised.table == id and promised.kind == "chat":
                assert said[promised.id] == 1, f"lost: {promised}"
                found["acknowledged chat"] += 1


def replay(table: Table, lines: Sequence[RowMapping], people: list[Person], found: Findings) -> Table:
    """Play the log again, and compare each version that somebody saw with what it was then."""
    seen = {person: shown_at(person, table.id) for person in people}
    for line in lines:
        table.apply(LogLine(n=line["n"], at=line["at"], body=BODIES.validate_json(line["body"])))
        for person, shown in seen.items():
            if (then := shown.pop(table.version, None)) is not None:
                receiver = Receiver(person.identity, table.seat_of(person.identity))
                told = json.loads(ToldTable().whole(table, receiver, Surroundings(), [], table.version))
                assert comparable(told["now"]) == then, f"version {table.version} is not what was shown"
                found["versions seen"] += 1
    assert not any(seen.values()), "everything that was shown is in the log"
    return table


def shown_at(person: Person, table: str) -> dict[int, str]:
    """What somebody saw of a table, by version."""
    return {version: text for (id, version), text in person.journal.seen.items() if id == table}
