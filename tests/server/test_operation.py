"""What whoever runs a server needs: health, figures, logs without secrets, pruning, backups, an upgrade from 0.1."""

import asyncio
import json
import logging
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from overland.cli.database import copied
from overland.cli.logs import JsonLines
from overland.load.own_postgres import find_programs
from overland.server.pruning import DAY, prune
from tests.server.databases import place_of, rows_at
from tests.server.local_servers import (
    ORIGIN,
    FakeClock,
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    give_up,
    identity_at,
    local_server,
    new_table,
    until,
)
from tests.server.processes import ServerProcess, running_server

pytestmark = pytest.mark.anyio

OLD = Path(__file__).parent.parent / "data" / "layout_0_1"  # written by a server of the first layout of 0.1


# Health


async def test_a_server_is_alive_and_ready_until_it_lacks_something(server: LocalServer) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=server.app), base_url="http://10.1.2.3") as probe:
        assert (await probe.get("/healthz")).json() == {"status": "ok"}, "by whatever name it is asked"
        if server.services.sharing.listening is not None:
            await until(lambda: bool(server.services.sharing.listening and server.services.sharing.listening.is_on))
        answer = await probe.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
        assert (await probe.get("/metrics")).status_code == 404, "not where visitors come in"
        server.tables.is_closing = True
        answer = await probe.get("/readyz")
        assert answer.status_code == 503 and answer.json()["missing"] == ["stopping"]
        server.tables.is_closing = False
        assert (await probe.get("/api/games")).status_code == 404, "everything else goes by our own name only"


async def test_a_server_whose_database_is_gone_is_alive_but_not_ready(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(query: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(server.services.store, "rows_of", fails)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=server.app), base_url=ORIGIN) as probe:
        assert (await probe.get("/healthz")).status_code == 200
        assert "database" in (await probe.get("/readyz")).json()["missing"]


async def test_figures_tell_what_happened_and_name_nobody(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    ear = await people[0].sit(id)
    assert live.table.to_act is not None
    await choose(live, identity_at(live, people, live.table.to_act), "m", live.table.version, 0)
    await ask(ear, type="ping")
    bot = await new_table(people[0], "oregon", "greenhorn", "me")
    await until(lambda: server.tables.live[bot].table.to_act == 1, 60)
    text = server.services.metrics.text().decode()
    found = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["overland_moves_total", "oregon", "person"] == 1
    assert found["overland_moves_total", "bot", "oregon"] >= 1
    assert found["overland_tables", "playing"] == 2 and found["overland_connections",] == 1
    assert found["overland_message_seconds_count", "ping"] == 1
    assert found["overland_request_seconds_count", "2xx"] >= 3
    assert found["overland_bot_seconds_count", "greenhorn"] >= 0
    assert found["overland_commit_seconds_count",] >= 4
    assert found["overland_driven_tables",] == 2
    assert found["process_resident_memory_bytes",] > 0
    for secret in (id, bot, *(person.identity.id for person in people if person.identity), "Person"):
        assert secret not in text


def test_the_port_for_figures_is_apart_and_a_stop_finishes_what_was_acknowledged(tmp_path: Path) -> None:
    with running_server(tmp_path, metrics_port=free_port(), log_format="json") as server:
        figures = httpx.get(f"http://127.0.0.1:{server.settings['metrics_port']}/metrics")
        assert figures.status_code == 200 and "overland_info" in figures.text
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        made = play_a_little(server)
        assert server.stop() in (0, -15)
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines()]
    assert lines and all({"at", "level", "message"} <= line.keys() for line in lines), "one object a line"
    assert rows_at(server.place, "SELECT id FROM tables WHERE id = :id", id=made["id"]), "it was acknowledged"  # type: ignore[arg-type]


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def play_a_little(server: ServerProcess) -> dict[str, str]:
    """A visitor with a table, and a few requests that fail."""
    with httpx.Client(base_url=server.url) as http:
        http.post("/api/me", json={"name": "Ada"}).raise_for_status()
        wish = {"game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made: dict[str, str] = http.post("/api/tables", json=wish).raise_for_status().json()
        http.get(f"/api/tables/{made['id']}?invite={made['invite']}").raise_for_status()
        return {**made, "token": http.cookies["overland"]}


# Logs


async def test_what_goes_wrong_is_logged_without_tokens_invitations_or_what_was_said(
    server: LocalServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    ear = await people[0].sit(id)
    token = people[0].http.cookies["overland"]

    def broken(*jobs: object, **named: object) -> None:
        server.services.store.writer.connected().exec_driver_sql(
            f"INSERT INTO nowhere VALUES ({server.services.store.database.placeholder})", ("a secret of somebody",)
        )

    with monkeypatch.context() as patch:
        patch.setattr(server.services.store.writer, "execute", broken)
        await ask(ear, type="chat", id="c", text="a secret of somebody")
        await people[0].http.post("/api/me", json={"name": "Augusta"})
    with monkeypatch.context() as patch:
        patch.setattr(server.tables, "infos", broken)
        transport = httpx.ASGITransport(app=server.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, cookies={"overland": token}) as http:
            assert (await http.get(f"/api/tables?invite={live.table.invite}")).status_code == 500
    logged = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert "nothing was stored" in logged and "a request failed" in logged
    for secret in (token, live.table.invite, "a secret of somebody", live.table.seed.hex()):
        assert secret not in logged


def test_a_line_of_the_log_is_an_object_with_its_traceback() -> None:
    try:
        raise ValueError("three\nlines")
    except ValueError as error:
        record = logging.LogRecord("overland", logging.ERROR, "", 1, "it %s", ("failed",), (ValueError, error, None))
    told = json.loads(JsonLines().format(record))
    assert told["message"] == "it failed" and "three\nlines" in told["error"] and told["level"] == "error"


def test_the_password_of_a_database_is_never_shown() -> None:
    from overland.server.databases import database_at

    assert "hunter2" not in database_at("postgresql://overland:hunter2@db.example.org/tables").name


# Pruning


@pytest.mark.server(keep_waiting_days=10, keep_over_days=100)
async def test_old_tables_are_deleted_with_all_that_belongs_to_them(server: LocalServer) -> None:
    clock, store = server.clock, server.services.store
    assert isinstance(clock, FakeClock)
    over, people = await full_table(server, "oregon", 2)
    await ask(await people[0].sit(over), type="chat", id="c", text="hello")
    await give_up(server.tables.live[over], people[0].identity, "r")
    running, _ = await full_table(server, "oregon", 2)
    waiting = await new_table(people[0], "oregon", "me", "open")
    daily = (await people[0].http.post("/api/daily/oregon")).json()["id"]
    assert await prune(store, server.settings, clock.now, server.tables) == 0
    clock.now += 11 * DAY
    assert await prune(store, server.settings, clock.now, server.tables) == 1
    assert await server.tables.find(waiting) is None
    clock.now += 100 * DAY
    assert await prune(store, server.settings, clock.now, server.tables) == 1
    kept = {row["id"] for row in rows_at(place(server), "SELECT id FROM tables")}
    assert kept == {running, daily}, "what is being played stays, and deals of the day"
    for part in ("lines", "chat", "sittings", "results"):
        assert not rows_at(place(server), f"SELECT 1 FROM {part} WHERE table_id = :id", id=over)
    clock.now += 500 * DAY
    await prune(store, server.settings, clock.now, server.tables)
    assert rows_at(place(server), "SELECT id FROM identities"), "who sits somewhere is known"


def place(server: LocalServer) -> str | Path:
    return server.settings.place


# Backups


@pytest.mark.sqlite
def test_a_backup_of_a_running_server_goes_on_where_it_was(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        made = play_a_little(server)
        done = subprocess.run(
            ["overland", "database", "backup", tmp_path / "copy.sqlite", "--database", str(server.place)], text=True,
            capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    again = tmp_path / "again"
    again.mkdir()
    (tmp_path / "copy.sqlite").rename(again / "tables.sqlite")
    with running_server(again, place=again / "tables.sqlite") as server:
        check_table(server, made)


def check_table(server: ServerProcess, made: dict[str, str]) -> None:
    with httpx.Client(base_url=server.url, cookies={"overland": made["token"]}) as http:
        assert http.get(f"/api/tables/{made['id']}").json()["status"] == "waiting"
        assert http.get("/api/me").json()["name"] == "Ada"


@pytest.mark.postgres
def test_a_dump_of_postgresql_is_restored_into_another_and_goes_on(tmp_path: Path) -> None:
    programs, source = find_programs(), place_of(tmp_path, is_postgres=True)
    assert programs is not None
    with running_server(tmp_path, place=source) as server:
        made = play_a_little(server)
        dump: list[str | Path] = [programs / "pg_dump", "--format=custom", "--file", tmp_path / "dump", str(source)]
        subprocess.run(dump, check=True)
    target = place_of(tmp_path / "other", is_postgres=True, is_empty=True)
    subprocess.run([programs / "pg_restore", "--dbname", str(target), tmp_path / "dump"], check=True)
    with running_server(tmp_path, place=target) as server:
        check_table(server, made)


# Upgrades


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_a_database_of_0_1_with_live_games_goes_on(tmp_path: Path, kind: str) -> None:
    known = json.loads((OLD / "tables.json").read_text())
    shutil.copy(OLD / "tables.kept", tmp_path / "tables.sqlite")
    old: str | Path = tmp_path / "tables.sqlite"
    before = rows_at(old, "SELECT * FROM lines ORDER BY table_id, n")
    if kind == "postgresql":
        target = place_of(tmp_path, is_postgres=True, is_empty=True)
        counts = copied(str(old), str(target))
        assert counts["tables"] == 4 and counts["lines"] == len(before)
        old = target
    asyncio.run(play_old_games(tmp_path, old, known))
    after = {(row["table_id"], row["n"]): dict(row) for row in rows_at(old, "SELECT * FROM lines")}
    assert all(after[row["table_id"], row["n"]] == dict(row) for row in before), "no line was touched"
    assert len(after) > len(before)


async def play_old_games(folder: Path, place: str | Path, known: dict[str, dict[str, dict[str, str]]]) -> None:
    """Players of before come back with their cookies, and go on."""
    async with local_server(folder, database=place) as server:
        people = []
        for name, kept in known["people"].items():
            person = Person(server, name)
            person.http.cookies.set("overland", kept["token"])
            me = (await person.http.get("/api/me")).json()
            assert me["name"] == name
            person.identity = await server.services.identities.find(kept["token"])
            people.append(person)
        ids = known["tables"]
        mine = (await people[0].http.get("/api/tables")).json()["mine"]
        assert {table["id"] for table in mine} == set(ids.values())
        live = await server.tables.visible(str(ids["running"]), people[0].identity, None)
        assert live.table.clock.left() is not None and [line.text for line in live.chat] == ["See you tomorrow"]
        for number in range(6):
            assert live.table.to_act is not None
            who = identity_at(live, people, live.table.to_act)
            await choose(live, who, f"later{number}", live.table.version, 0)
        bots = await server.tables.visible(str(ids["with_bot"]), people[0].identity, None)
        await until(lambda: bots.table.to_act == 0, 60)
        answer = await people[1].http.post(f"/api/tables/{ids['waiting']}/join", json={})
        assert answer.status_code == 200 and answer.json()["status"] == "playing"
        assert (await people[1].http.get(f"/api/tables/{ids['over']}/review")).status_code == 200


def test_only_an_empty_database_is_copied_to(tmp_path: Path) -> None:
    from overland.engine.errors import SettingsError

    shutil.copy(OLD / "tables.kept", tmp_path / "one.sqlite")
    assert copied(str(tmp_path / "one.sqlite"), str(tmp_path / "two.sqlite"))["identities"] == 2
    with pytest.raises(SettingsError, match="not empty"):
        copied(str(tmp_path / "one.sqlite"), str(tmp_path / "two.sqlite"))
    assert rows_at(tmp_path / "one.sqlite", "SELECT body FROM lines ORDER BY table_id, n") == rows_at(
        tmp_path / "two.sqlite", "SELECT body FROM lines ORDER BY table_id, n"
    )
