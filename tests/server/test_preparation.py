"""While games are compiled: the server listens, what is not ready is refused or waits, and goes on by itself."""

import asyncio
import json
import logging
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from overland.bots.catalogue import DEFAULT_LEVEL
from overland.engine import jit
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.server import preparation
from overland.server.preparation import GameProgress, Preparation
from overland.server.preparation_steps import RULES, STEPS, is_cached, take_step
from tests.server.local_servers import LocalServer, ask, local_server, new_table, until
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.anyio


class Held(Preparation):
    """A preparation that gets on when the test says so."""

    def start(self) -> None:
        """Nothing happens by itself."""

    def ready(self, game: str, *steps: str) -> None:
        for step in steps:
            self.games[game].settle(step, "ready")


def wish(game: str) -> dict[str, Any]:
    return {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "trader"}]}


async def test_a_game_that_is_not_ready_is_refused_and_the_other_is_played(tmp_path: Path) -> None:
    held = Held(GAMES)
    held.ready("oregon", *STEPS)
    async with local_server(tmp_path, preparation=held, table_burst=1) as server:
        ada = await server.person("Ada")
        for _ in range(3):  # what is refused is not counted
            refused = await ada.http.post("/api/tables", json=wish("okanagan"))
            assert refused.status_code == 503
            assert refused.json()["error"] == {"key": "error.preparing", "args": {"game": "okanagan"}}
            assert refused.json()["wait"] == int(refused.headers["retry-after"]) >= 1
        assert (await ada.http.post("/api/tables", json=wish("oregon"))).status_code == 201
        record = await ada.http.post("/api/records", json={"game": "okanagan"})
        assert record.status_code == 503 and record.json()["error"]["key"] == "error.preparing"


async def test_everybody_can_see_how_far_the_games_are(tmp_path: Path) -> None:
    held = Held(GAMES)
    async with local_server(tmp_path, preparation=held) as server:
        ada = await server.person("Ada")
        held.ready("oregon", RULES)
        held.games["oregon"].begin(DEFAULT_LEVEL)
        found = (await ada.http.get("/api/preparation")).json()
        assert found["done"] is False
        oregon, okanagan = found["games"]
        assert [step["name"] for step in oregon["steps"]] == list(STEPS)
        assert [step["state"] for step in oregon["steps"]][:3] == ["ready", "working", "waiting"]
        assert okanagan["percent"] == 0 < oregon["percent"] < 100
        assert okanagan["seconds"] > 0 and oregon["seconds"] > 0
        for game in GAMES:
            held.ready(game, *STEPS)
        found = (await ada.http.get("/api/preparation")).json()
        assert found["done"] and {(game["percent"], game["seconds"]) for game in found["games"]} == {(100, 0)}


async def test_bots_wait_for_their_level_and_then_play_by_themselves(tmp_path: Path) -> None:
    held = Held(GAMES)
    held.ready("oregon", RULES)
    async with local_server(tmp_path, preparation=held) as server:
        ada = await server.person("Ada")
        live = server.tables.live[await new_table(ada, "oregon", "trader", "me")]
        await asyncio.sleep(0.1)
        assert live.table.to_act == 0 and live.table.seats[0].level == "trader", "it waits, and is not replaced"
        held.ready("oregon", "trader")
        await until(lambda: live.table.to_act == 1)


async def test_a_hint_waits_for_the_bot_that_gives_it(tmp_path: Path) -> None:
    held = Held(GAMES)
    held.ready("oregon", RULES, "trader")
    async with local_server(tmp_path, preparation=held) as server:
        ada = await server.person("Ada")
        socket = await ada.sit(await new_table(ada, "oregon", "me", "trader"))
        refused = await ask(socket, type="hint", id="h")
        assert refused["error"]["key"] == "error.preparing" and refused["wait"] >= 1


def test_after_a_restart_tables_go_on_when_their_game_is_ready(tmp_path: Path) -> None:
    async def before() -> tuple[str, str]:
        async with local_server(tmp_path) as server:
            ada = await server.person("Ada")
            return await new_table(ada, "oregon", "me", "trader"), await new_table(ada, "okanagan", "me", "trader")

    async def after(oregon: str, okanagan: str) -> None:
        held = Held(GAMES)
        held.ready("oregon", RULES)
        async with local_server(tmp_path, preparation=held) as server:
            assert oregon in server.tables.live and okanagan not in server.tables.live
            await check_strangers(server, oregon, okanagan)
            held.ready("okanagan", RULES)
            await until(lambda: okanagan in server.tables.live)
            stranger = await server.person("Bob")
            gone = await stranger.http.get(f"/api/tables/{okanagan}")
            assert gone.status_code == 404, "now it is known that it is not for everybody"

    asyncio.run(after(*asyncio.run(before())))


async def check_strangers(server: LocalServer, *ids: str) -> None:
    """Whoever may not see a table does not learn by waiting whether it is there."""
    stranger = await server.person("Eve")
    answers = [await stranger.http.get(f"/api/tables/{id}") for id in (*ids, "AAAAAAAAAAAA")]
    assert [answer.status_code for answer in answers] == [503] * len(answers)
    assert len({json.dumps(answer.json()["error"]) for answer in answers}) == 1
    waits = [answer.json()["wait"] for answer in answers]
    assert max(waits) - min(waits) <= 2, "time passes between two questions"
    lists = (await stranger.http.get("/api/tables")).json()
    assert lists == {"mine": [], "listed": []}


async def settled(prepared: Preparation) -> None:
    prepared.start()
    await until(lambda: prepared.is_over)
    await prepared.close()


def script(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let another program stand for the one that compiles."""
    monkeypatch.setattr(preparation, "is_cached", lambda game, step: False)
    monkeypatch.setattr(preparation, "command_for", lambda game: [sys.executable, "-c", text])


async def test_each_step_is_loaded_when_another_process_has_compiled_it(monkeypatch: pytest.MonkeyPatch) -> None:
    script(monkeypatch, f"for step in {STEPS}: print(step, flush=True)")
    taken: list[str] = []
    monkeypatch.setattr(preparation, "take_step", lambda game, step: taken.append(f"{game.name} {step}"))
    await settled(Preparation(["oregon"]))
    assert taken == [f"oregon {step}" for step in STEPS]


async def test_if_the_process_fails_the_server_compiles_by_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    script(monkeypatch, "print('rules', flush=True); raise SystemExit('no space left on device')")
    taken: list[str] = []
    monkeypatch.setattr(preparation, "take_step", lambda game, step: taken.append(step))
    prepared = Preparation(["oregon"])
    await settled(prepared)
    assert taken == list(STEPS)
    assert {prepared.state_of("oregon", step) for step in STEPS} == {"ready"}
    assert "The process that prepares oregon ended with 1: no space left on device" in caplog.text


async def test_a_game_whose_rules_cannot_be_prepared_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    script(monkeypatch, "raise SystemExit(1)")

    def fail(game: Game, step: str) -> None:
        if game.name == "oregon":
            raise RuntimeError("it does not compile")

    monkeypatch.setattr(preparation, "take_step", fail)
    prepared = Preparation(GAMES)
    async with local_server(tmp_path, preparation=prepared) as server:
        await until(lambda: prepared.is_over)
        ada = await server.person("Ada")
        refused = await ada.http.post("/api/tables", json=wish("oregon"))
        assert (refused.status_code, refused.json()["error"]["key"]) == (503, "error.unprepared")
        assert (await ada.http.post("/api/tables", json=wish("okanagan"))).status_code == 201
        assert "oregon cannot be prepared: rules" in caplog.text and "it does not compile" in caplog.text


async def test_what_is_in_the_cache_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "is_cached", lambda game, step: True)
    monkeypatch.setattr(preparation, "take_step", lambda game, step: None)
    monkeypatch.setattr(preparation, "command_for", lambda game: pytest.fail("a process was started"))
    prepared = Preparation(GAMES)
    assert prepared.is_cached and prepared.games["oregon"].told().seconds <= 4, "too short to be shown"
    await settled(prepared)


async def test_the_server_answers_while_kernels_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "is_cached", lambda game, step: True)
    monkeypatch.setattr(preparation, "take_step", lambda game, step: time.sleep(0.1))
    prepared = Preparation(["oregon"])
    prepared.start()
    waits = []
    while not prepared.is_over:
        began = time.monotonic()
        await asyncio.sleep(0.001)
        waits.append(time.monotonic() - began)
    await prepared.close()
    assert len(waits) > 100 and sorted(waits)[len(waits) // 2] < 0.05


def test_the_time_that_is_left_follows_the_pace_so_far() -> None:
    progress = GameProgress("oregon")
    progress.is_cached = False
    usual = progress.seconds_to(STEPS[-1])
    progress.began -= 3 * progress.cost(RULES)  # three times as slow as expected
    progress.settle(RULES, "ready")
    assert progress.seconds_to(STEPS[-1]) > usual
    assert progress.seconds_to(RULES) == 0


def test_a_step_that_was_taken_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE", {"engine": tmp_path, "bots": tmp_path})
    assert not is_cached(GAMES["oregon"], RULES)
    take_step(GAMES["oregon"], RULES)
    assert is_cached(GAMES["oregon"], RULES) and not is_cached(GAMES["oregon"], "trader")


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_a_prepared_game_needs_no_kernel_more(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.nothing_left", game], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""


def test_the_page_is_there_before_the_games_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAND_CACHE", str(tmp_path / "kernels"))
    server = ServerProcess(tmp_path, is_forked=False)
    server.start(until_ready=False)
    try:
        with httpx.Client(base_url=server.url) as visitor:
            assert visitor.get("/").status_code == 200
            found = visitor.get("/api/preparation").json()
            assert not found["done"] and all(game["seconds"] > 4 for game in found["games"])
            visitor.post("/api/me", json={})
            refused = visitor.post("/api/tables", json=wish("oregon"))
            assert refused.json()["error"]["key"] == "error.preparing"
    finally:
        began = time.monotonic()
        server.stop()
    assert time.monotonic() - began < 10, "it does not wait for the compilation"


def test_log_is_quiet_about_tables_that_wait(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def make() -> None:
        async with local_server(tmp_path) as server:
            await new_table(await server.person("Ada"), "oregon", "me", "trader")

    async def wait() -> None:
        async with local_server(tmp_path, preparation=Held(GAMES)) as server:
            assert server.tables.live == {}

    asyncio.run(make())
    with caplog.at_level(logging.WARNING):
        asyncio.run(wait())
    assert caplog.text == ""
