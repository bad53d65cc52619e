"""Verdicts on finished games: made in the background, told on the way, kept, and only for finished games."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from overland.engine.match import Match
from overland.review import Reviewing
from tests.conftest import IS_POSTGRES
from tests.review.test_verdict import played
from tests.server.local_servers import LocalServer, Person, local_server, new_table

pytestmark = pytest.mark.anyio


async def brought(person: Person, match: Match) -> str:
    """A finished game on the server."""
    await person.introduce()
    answer = await person.http.post("/api/records", json=match.record())
    assert answer.status_code == 201
    id: str = answer.json()["id"]
    return id


async def ready(person: Person, id: str) -> dict[str, Any]:
    """The verdict, when it is there."""
    before = -1
    for _ in range(600):
        state: dict[str, Any] = (await person.http.get(f"/api/tables/{id}/verdict")).json()
        if state["status"] == "done":
            verdict: dict[str, Any] = state["verdict"]
            return verdict
        assert state["status"] in ("waiting", "working")
        assert before <= state["done"] <= state["total"]
        before = state["done"]
        await asyncio.sleep(0.1)
    raise AssertionError("no verdict")


@pytest.mark.server(verdict_simulations=8)
async def test_a_verdict_is_made_in_the_background_and_kept(server: LocalServer, tmp_path: Path) -> None:
    match = played("okanagan", ["greedy", "net"], 3)
    ada = Person(server, "Ada")
    id = await brought(ada, match)
    path = f"/api/tables/{id}/verdict"
    assert (await ada.http.get(path)).json() == {"status": "none", "done": 0, "total": 0}
    asked = await asyncio.gather(*(ada.http.post(path) for _ in range(3)))
    assert all(one.status_code == 202 and one.json()["status"] in ("waiting", "working") for one in asked)
    assert len(server.services.verdicts.works) == 1
    assert len(server.services.verdicts.tasks.running) == 1 + IS_POSTGRES, "where others may ask, they are told how far"
    verdict = await ready(ada, id)
    reviewing = Reviewing(match, 8)
    list(reviewing.run(2))
    assert reviewing.verdict is not None
    assert verdict["decisions"][5]["loss"] == reviewing.verdict.decisions[5].loss
    assert [one["entry"] for one in verdict["decisions"]] == [one.entry for one in reviewing.verdict.decisions]
    assert verdict["record"] == reviewing.verdict.record
    assert await server.store_rows("verdicts") == 1
    assert (await ada.http.post(path)).json()["status"] == "done", "it is not made twice"


async def test_it_is_only_for_finished_games_and_known_visitors(server: LocalServer) -> None:
    ada = Person(server, "Ada")
    await ada.introduce()
    id = await new_table(ada, "oregon", "me", "greenhorn")
    for method in ("GET", "POST", "DELETE"):
        answer = await ada.http.request(method, f"/api/tables/{id}/verdict")
        assert answer.json()["error"]["key"] == "error.not_over"
    finished = await brought(ada, played("okanagan", ["greedy"] * 2, 1))
    stranger = Person(server, "stranger").http
    assert (await stranger.post(f"/api/tables/{finished}/verdict")).status_code in (401, 404)
    assert await server.store_rows("verdicts") == 0


@pytest.mark.server(verdict_simulations=2000)
async def test_it_can_be_stopped_and_others_wait_for_their_turn(server: LocalServer) -> None:
    ada = Person(server, "Ada")
    match = played("okanagan", ["greedy"] * 2, 2)
    first, second = await brought(ada, match), await brought(ada, match)
    for id in (first, second):
        await ada.http.post(f"/api/tables/{id}/verdict")
    assert (await ada.http.get(f"/api/tables/{second}/verdict")).json()["status"] == "waiting"
    stopped = await ada.http.delete(f"/api/tables/{first}/verdict")
    assert stopped.json()["status"] == "none"
    for _ in range(100):
        if (await ada.http.get(f"/api/tables/{second}/verdict")).json()["status"] == "working":
            break
        await asyncio.sleep(0.1)
    else:
        raise AssertionError("the second never began")
    await ada.http.delete(f"/api/tables/{second}/verdict")
    assert await server.store_rows("verdicts") == 0


@pytest.mark.server(verdict_burst=1, verdicts_per_minute=0.01, verdict_simulations=8)
async def test_nobody_has_everything_judged(server: LocalServer) -> None:
    ada = Person(server, "Ada")
    match = played("okanagan", ["greedy"] * 2, 2)
    first, second = await brought(ada, match), await brought(ada, match)
    assert (await ada.http.post(f"/api/tables/{first}/verdict")).status_code == 202
    refused = await ada.http.post(f"/api/tables/{second}/verdict")
    assert refused.json()["error"]["key"] == "limit.verdicts"


async def test_a_server_that_stops_gives_a_verdict_up(tmp_path: Path) -> None:
    match = played("okanagan", ["greedy"] * 2, 2)
    async with local_server(tmp_path, verdict_simulations=5000) as server:
        ada = Person(server, "Ada")
        id = await brought(ada, match)
        await ada.http.post(f"/api/tables/{id}/verdict")
        await asyncio.sleep(0.3)
    async with local_server(tmp_path, verdict_simulations=8) as server:
        again = Person(server, "Ada")
        again.http.cookies = ada.http.cookies
        assert (await again.http.get(f"/api/tables/{id}/verdict")).json()["status"] == "none"
        await again.http.post(f"/api/tables/{id}/verdict")
        await ready(again, id)
    async with local_server(tmp_path, verdict_simulations=8) as server:
        later = Person(server, "Ada")
        later.http.cookies = ada.http.cookies
        assert (await later.http.get(f"/api/tables/{id}/verdict")).json()["status"] == "done"
