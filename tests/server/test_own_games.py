"""Your games: the list of what you have finished, what it comes to, and the file with all that is known of you."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from overland.engine.match import Match
from overland.server import own_games, schema
from tests.server.local_servers import (
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    give_up,
    local_server,
    new_table,
    until,
)
from tests.server.test_daily import finish, play_on
from tests.server.test_http import key_of

pytestmark = [pytest.mark.anyio, pytest.mark.server(bot_deadline=120, table_burst=100, open_tables=100)]


async def told(person: Person, path: str) -> Any:
    answer = await person.http.get(f"/api/me/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def played(person: Person, game: str, *bots: str, seed: int = 1) -> str:
    """A whole game against bots."""
    id = await new_table(person, game, "me", *bots)
    live = await person.server.tables.visible(id, person.identity, None)
    await play_on(live, person, random.Random(seed))
    assert live.table.ended == "finished"
    return id


def pass_time(server: LocalServer, seconds: float) -> None:
    clock: Any = server.clock
    clock.now += seconds


async def test_finished_games_come_page_by_page_the_newest_first(server: LocalServer) -> None:
    ada = await server.person("Ada")
    made = []
    for number in range(own_games.PAGE + 3):
        made.append(await new_table(ada, "oregon", "me", "trader"))
        await give_up(server.tables.live[made[-1]], ada.identity, "enough")
        if number % 3 == 0:  # some end at the same moment
            pass_time(server, 60)
    running = await new_table(ada, "oregon", "me", "trader")
    first = await told(ada, "games")
    assert len(first["games"]) == own_games.PAGE and first["more"]
    second = await told(ada, f"games?after={first['games'][-1]['table']}")
    found = [game["table"] for game in (*first["games"], *second["games"])]
    assert sorted(found) == sorted(made) and running not in found and not second["more"]
    times = [game["finished"] for game in (*first["games"], *second["games"])]
    assert times == sorted(times, reverse=True)
    game = first["games"][0]
    assert [seat["kind"] for seat in game["seats"]] == ["person", "bot"]
    assert game["seats"][0]["you"] and game["seats"][0]["gave_up"] == "resign" and game["seats"][0]["place"] == 2
    assert not game["won"] and game["ended"] == "resign" and not game["sealed"]
    assert key_of(await ada.http.get("/api/me/games?after=AAAAAAAAAAAA")) == "error.no_table"
    assert key_of(await ada.http.get("/api/me/games?after=x")) == "error.bad_request"
    bob = await server.person("Bob")
    assert await told(bob, "games") == {"games": [], "more": False}
    assert key_of(await bob.http.get(f"/api/me/games?after={made[0]}")) == "error.no_table", "nor others' games"
    assert await told(Person(server, "stranger"), "games") == {"games": [], "more": False}


async def test_results_by_level_and_points_by_source(server: LocalServer) -> None:
    ada = await server.person("Ada")
    ids = [await played(ada, "oregon", "greenhorn", "trader", seed=1), await played(ada, "oregon", "trader", seed=2)]
    given_up = await new_table(ada, "oregon", "me", "trader")
    await give_up(server.tables.live[given_up], ada.identity, "enough")
    found = await told(ada, "results")
    tables = [server.tables.live[id].table for id in ids]
    wins = [0 in table.winners for table in tables]
    assert found["games"] == 3
    assert found["levels"] == [
        {"game": "oregon", "level": "greenhorn", "games": 1, "won": int(wins[0])},
        {"game": "oregon", "level": "trader", "games": 3, "won": sum(wins)},
    ]
    (points,) = found["points"]
    sources = [table.match.points_by_source() for table in tables if table.match is not None]
    assert points["games"] == 2, "one that was given up says nothing of points"
    for source, mean in points["yours"].items():
        assert mean == pytest.approx(sum(each[0][source] for each in sources) / 2, abs=0.01)
    for source, mean in points["bots"].items():
        bots = [sources[0][1][source], sources[0][2][source], sources[1][1][source]]
        assert mean == pytest.approx(sum(bots) / 3, abs=0.01)


async def test_a_game_played_on_from_a_position_is_listed_and_does_not_count(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await played(ada, "oregon", "trader")
    wish = {"entry": 30, "seat": 0, "level": "greenhorn"}
    again = (await ada.http.post(f"/api/tables/{id}/play-on", json=wish)).json()["id"]
    await give_up(server.tables.live[again], ada.identity, "enough")
    assert len((await told(ada, "games"))["games"]) == 2
    levels = (await told(ada, "results"))["levels"]
    assert [(row["level"], row["games"]) for row in levels] == [("trader", 1)]
    record = (await ada.http.get(f"/api/tables/{id}/record")).json()
    await ada.http.post("/api/records", json=record)
    assert len((await told(ada, "games"))["games"]) == 2, "a record that was brought along is nobody's game"


async def test_everybody_at_a_table_has_its_result(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    await give_up(server.tables.live[id], people[1].identity, "enough")
    for person in people:
        (game,) = (await told(person, "games"))["games"]
        assert game["won"] == (person is people[0])
        assert [seat["you"] for seat in game["seats"]].count(True) == 1
        found = await told(person, "results")
        assert found["levels"] == [] and found["points"] == [], "no bots, nothing to compare with"


async def test_games_of_before_are_noted_when_the_server_starts(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ada = await server.person("Ada")
        id, _ = await full_table(server, "oregon", 2)
        own = await new_table(ada, "oregon", "me", "trader")
        live = server.tables.live[own]
        for _ in range(3):
            await until(lambda: live.table.to_act == 0, 60)
            await choose(live, ada.identity, f"m{live.table.version}", live.table.version, 0)
        await give_up(live, ada.identity, "enough")
        await server.services.store.write(delete(schema.results))
        assert (await told(ada, "games"))["games"] == []
        await own_games.note_old_results(server.tables)
        await own_games.note_old_results(server.tables)
        (game,) = (await told(ada, "games"))["games"]
        assert game["table"] == own and game["ended"] == "resign"
        assert await server.store_rows("results") == 2, "and nothing of a game that goes on"
        assert id in server.tables.live


# All that is known of somebody


async def test_the_file_has_everything_and_of_a_running_game_only_what_one_knows(server: LocalServer) -> None:
    ada, eve = await server.person("Ada"), await server.person("Eve")
    finished = await played(ada, "oregon", "trader")
    live = await finish(ada, "okanagan")
    running = await new_table(ada, "okanagan", "me", "trader")
    waiting = await new_table(ada, "oregon", "me", "open")
    await new_table(eve, "oregon", "me", "open")
    socket = await ada.sit(running)
    await ask(socket, type="chat", id="c1", text="Hello there")
    answer = await ada.http.get("/api/me/data")
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["format"] == "overland-own-data/1"
    assert (
        found["identity"] == {"id": ada.identity.id, "name": "Ada", "created": 1_000_000.0} if ada.identity else False
    )
    assert [line["text"] for line in found["chat"]] == ["Hello there"]
    assert [(row["game"], row["outcome"], row["table_id"]) for row in found["daily"]] == [
        ("okanagan", "ranked", live.table.id)
    ]
    tables = {table["id"]: table for table in found["tables"]}
    assert set(tables) == {finished, live.table.id, running, waiting}
    assert Match.from_record(tables[finished]["record"]).is_over
    assert tables[running]["record"]["format"] == "overland-partial/1" and tables[waiting]["record"] is None
    for id in (running, waiting, live.table.id):
        assert server.tables.live[id].table.seed.hex() not in answer.text
    assert "token" not in answer.text and "Eve" not in answer.text
    assert key_of(await Person(server, "stranger").http.get("/api/me/data")) == "error.no_identity"


async def test_the_file_is_not_asked_for_again_and_again(server: LocalServer) -> None:
    ada = await server.person("Ada")
    answers = [await ada.http.get("/api/me/data") for _ in range(20)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and key_of(refused[0]) == "limit.own_data"
    assert json.loads(answers[0].text)["tables"] == []
