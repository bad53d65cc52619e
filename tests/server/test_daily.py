"""The deal of the day: the same for everybody, once for everybody, and nothing of it opened before its day is over."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from overland.engine import chance
from overland.server import daily, deals
from overland.server.days import day_at, end_of
from overland.server.live import LiveTable
from overland.server.lobby import write
from overland.server.log_lines import BotFailed
from overland.server.table import HOUSE
from tests.server.local_servers import (
    LocalServer,
    Person,
    ask,
    choose,
    give_up,
    invite_of,
    local_server,
    messages,
    take_back,
    until,
)
from tests.server.test_http import key_of

pytestmark = [pytest.mark.anyio, pytest.mark.server(bot_deadline=120)]  # the first decision may have to be compiled
GAMES = ("oregon", "okanagan")


async def told(person: Person) -> Any:
    """What somebody is told of the deals."""
    answer = await person.http.get("/api/daily")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def todays(person: Person, game: str) -> Any:
    return next(deal for deal in (await told(person))["today"] if deal["game"] == game)


async def yesterdays(person: Person, game: str) -> Any:
    return next(deal for deal in (await told(person))["yesterday"] if deal["game"] == game)


async def begin(person: Person, game: str) -> LiveTable:
    """Somebody's table of today's deal."""
    answer = await person.http.post(f"/api/daily/{game}")
    assert answer.status_code == 201, answer.text
    return await person.server.tables.visible(answer.json()["id"], person.identity, None)


async def play_on(live: LiveTable, person: Person, dice: random.Random, most: int = 10_000) -> None:
    """Choose by dice until the game is over, or so many times."""
    seat = live.table.seat_of(person.identity.id if person.identity else None)
    for _ in range(most):
        await until(lambda: live.table.to_act in (seat, None), 60)
        if live.table.to_act is None:
            return
        count = len(live.table.running().legal)
        await choose(live, person.identity, f"m{live.table.version}", live.table.version, dice.randrange(count))


async def finish(person: Person, game: str, seed: int = 1) -> LiveTable:
    """Play today's deal to its end."""
    live = await begin(person, game)
    await play_on(live, person, random.Random(seed))
    assert live.table.ended == "finished"
    return live


def next_day(server: LocalServer) -> None:
    clock: Any = server.clock
    clock.now = end_of(day_at(clock.now)) + 1


@pytest.mark.parametrize("game", GAMES)
async def test_who_plays_the_same_gets_the_same_luck_and_the_same_answers(game: str, server: LocalServer) -> None:
    ada, bob, cat = [await server.person(name) for name in ("Ada", "Bob", "Cat")]
    tables = [await finish(person, game, seed) for person, seed in ((ada, 1), (bob, 1), (cat, 2))]
    first, second, third = ([entry.text for entry in live.table.match.entries] for live in tables if live.table.match)
    assert first == second != third
    levels = [seat.level for seat in tables[0].table.seats]
    assert sorted(filter(None, levels)) == sorted(deals.BOTS)
    names = [[seat["name"] for seat in live.info(None).seats if seat["kind"] == "bot"] for live in tables]
    assert names[0] == names[1] == names[2], "the bots are called the same everywhere"
    assert [seat.person is None for seat in tables[0].table.seats] == [level is not None for level in levels]


async def test_a_deal_differs_by_day_game_and_server(tmp_path: Path) -> None:
    seen: set[str] = set()
    for number in range(2):
        async with local_server(tmp_path / str(number)) as server:
            ada = await server.person("Ada")
            for _ in range(2):
                state = await told(ada)
                seen |= {deal["commitment"] for deal in state["today"]}
                tomorrow = {deal["game"]: deal["next_commitment"] for deal in state["today"]}
                next_day(server)
                state = await told(ada)
                assert {deal["game"]: deal["commitment"] for deal in state["today"]} == tomorrow, "said the day before"
    assert len(seen) == 8


async def test_the_secret_outlives_the_server(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        async with local_server(tmp_path) as server:
            said.append(await told(Person(server, "stranger")))
            assert await server.store_rows("secrets") == 1
    assert said[0] == said[1]


async def test_strangers_read_and_introduce_themselves_to_play(server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    state = await told(stranger)
    assert [deal["game"] for deal in state["today"]] == list(GAMES)
    assert state["streak"] == {"now": 0, "longest": 0} and 0 < state["seconds"] <= 86_400
    assert all(deal["yours"] is None and deal["best"] == [] and deal["finished"] == 0 for deal in state["today"])
    assert key_of(await stranger.http.post("/api/daily/oregon")) == "error.no_identity"
    assert await server.store_rows("identities") == 0
    ada = await server.person("Ada")
    assert key_of(await ada.http.post("/api/daily/chess")) == "error.bad_request"
    assert await server.store_rows("tables") == 0


async def test_everybody_plays_a_deal_once(server: LocalServer) -> None:
    ada = await server.person("Ada")
    both = await asyncio.gather(*(ada.http.post("/api/daily/oregon") for _ in range(3)))
    assert {answer.status_code for answer in both} == {201}
    assert len({answer.json()["id"] for answer in both}) == 1
    assert await server.store_rows("tables") == 1 and await server.store_rows("tries") == 1
    live = await finish(ada, "oregon")
    assert (await begin(ada, "oregon")) is live, "another try is the same table"
    okanagan = await begin(ada, "okanagan")
    assert okanagan is not live and (await todays(ada, "okanagan"))["yours"]["outcome"] == "playing"
    next_day(server)
    assert (await begin(ada, "oregon")) is not live


async def test_a_rank_counts_points_and_then_the_lead(server: LocalServer) -> None:
    people = [await server.person(f"Person {number}") for number in range(5)]
    for number, person in enumerate(people):
        await finish(person, "oregon", seed=number % 4)  # the last one plays as the first
    best = (await todays(people[0], "oregon"))["best"]
    order = [(row["score"], row["lead"]) for row in best]
    assert len(best) == 5 and order == sorted(order, reverse=True)
    mine = [(await todays(person, "oregon"))["yours"] for person in people]
    for yours in mine:
        assert yours["outcome"] == "ranked"
        assert yours["rank"] == 1 + sum(pair > (yours["score"], yours["lead"]) for pair in order)
    assert mine[0]["rank"] == mine[4]["rank"], "equals share a rank"
    assert [row["you"] for row in best].count(True) == 1
    assert {row["name"] for row in best} == {person.name for person in people}
    assert (await todays(people[0], "oregon"))["finished"] == 5
    live = await begin(people[1], "oregon")
    assert live.table.match is not None
    seat = live.table.people[people[1].identity.id if people[1].identity else ""]
    scores = live.table.match.scores
    lead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
    assert (mine[1]["score"], mine[1]["lead"]) == (scores[seat], lead)


async def test_who_gives_up_is_not_ranked_and_has_had_the_try(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await begin(ada, "oregon")
    await give_up(live, ada.identity, "enough")
    await until(lambda: live.table.status == "over", 60)
    deal = await todays(ada, "oregon")
    assert deal["yours"]["outcome"] == "gave_up" and deal["yours"]["rank"] is None and deal["finished"] == 0
    assert (await begin(ada, "oregon")) is live


async def test_a_deal_that_is_finished_after_its_day_is_not_ranked(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await begin(ada, "oregon")
    await play_on(live, ada, random.Random(1), 3)
    next_day(server)
    await play_on(live, ada, random.Random(1))
    yours = (await yesterdays(ada, "oregon"))["yours"]
    assert yours["outcome"] == "late" and yours["score"] is not None and yours["rank"] is None
    assert (await told(ada))["streak"] == {"now": 0, "longest": 0}


async def test_a_game_whose_bot_failed_is_not_ranked(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await begin(ada, "oregon")
    bot = next(seat for seat, place in enumerate(live.table.seats) if place.level is not None)
    async with live.lock:
        await write(live, BotFailed(seat=bot, was="scout", now="random"))
    await play_on(live, ada, random.Random(1))
    assert (await todays(ada, "oregon"))["yours"]["outcome"] == "broken"


async def test_no_hints_and_undo_as_at_every_table(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await begin(ada, "okanagan")
    seat = live.table.people[ada.identity.id if ada.identity else ""]
    await until(lambda: live.table.to_act == seat, 60)
    socket = await ada.sit(live.table.id)
    answer = await ask(socket, type="hint", id="h")
    assert answer["type"] == "refused" and answer["error"]["key"] == "error.hints_off"
    for _ in range(12):
        await play_on(live, ada, random.Random(3), 1)
        if live.table.undo_to(seat)[0] is None:
            break
    version = live.table.version
    await take_back(live, ada.identity, "back", version)
    assert live.table.version == version + 1


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_is_opened_before_the_day_is_over(game: str, server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    live = await finish(ada, game)
    id, invite = live.table.id, await invite_of(ada, live.table.id)
    socket = await ada.sit(id)
    await socket.take('{"type": "hello"}')
    message = next(found for found in messages(socket) if found["type"] == "table")
    assert message["now"]["status"] == "over" and message["now"]["result"]["scores"]
    assert "seed" not in message["now"]["result"] and live.table.seed.hex() not in str(message)
    hidden = [item for item in message["log"] if "?" in item.get("text", "")]
    assert hidden, "what others drew stays theirs"
    record = (await ada.http.get(f"/api/tables/{id}/record")).json()
    assert record["format"] == "overland-partial/1" and not record.keys() & {"seed", "final", "data"}
    assert any("?" in entry for entry in record["entries"])
    assert live.table.match is not None and len(record["entries"]) == len(live.table.match.entries)
    for path in ("/review", "/review/3"):
        assert key_of(await ada.http.get(f"/api/tables/{id}{path}")) == "error.sealed"
    wish = {"entry": 3, "seat": 0, "level": "trader"}
    assert key_of(await ada.http.post(f"/api/tables/{id}/play-on", json=wish)) == "error.sealed"
    for path in ("", "/record", "/review"):
        assert key_of(await bob.http.get(f"/api/tables/{id}{path}?invite={invite}")) == "error.no_table"
    joining = await bob.http.post(f"/api/tables/{id}/join", json={"invite": invite})
    assert key_of(joining) == "error.no_table"
    whole = (await ada.http.get("/api/me/data")).text + (await ada.http.get("/api/daily")).text
    assert live.table.seed.hex() not in whole and '"seed"' not in (await ada.http.get("/api/me/data")).text

    next_day(server)
    live = await server.tables.visible(id, ada.identity, None)
    opened = await ada.sit(id)
    await opened.take('{"type": "hello"}')
    message = next(found for found in messages(opened) if found["type"] == "table")
    assert message["now"]["result"]["seed"] == live.table.seed.hex()
    assert not any("?" in item.get("text", "") for item in message["log"])
    record = (await ada.http.get(f"/api/tables/{id}/record")).json()
    assert chance.commitment(bytes.fromhex(record["seed"])) == message["commitment"]
    assert (await bob.http.get(f"/api/tables/{id}/review?invite={invite}")).status_code == 200
    assert (await ada.http.post(f"/api/tables/{id}/play-on", json=wish)).status_code == 201


async def test_yesterdays_seed_is_told_and_fits_what_was_committed_to(server: LocalServer) -> None:
    ada = await server.person("Ada")
    before = await todays(ada, "oregon")
    live = await finish(ada, "oregon")
    assert live.table.commitment == before["commitment"] and "seed" not in before
    next_day(server)
    past = await yesterdays(ada, "oregon")
    assert past["commitment"] == before["commitment"] == chance.commitment(bytes.fromhex(past["seed"]))
    assert past["yours"]["rank"] == 1 and past["finished"] == 1 and past["line"] is None


async def test_a_streak_goes_on_until_a_day_without(server: LocalServer) -> None:
    ada = await server.person("Ada")
    seen = []
    for is_played in (True, True, False, True):
        if is_played:
            await finish(ada, "oregon")
        next_day(server)
        seen.append((await told(ada))["streak"])
    assert seen == [
        {"now": 1, "longest": 1},
        {"now": 2, "longest": 2},
        {"now": 0, "longest": 2},
        {"now": 1, "longest": 2},
    ]


async def test_the_strongest_bot_plays_yesterdays_deal_once(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "STRONGEST", "drover")  # a quick one
    ada, bob = await server.person("Ada"), await server.person("Bob")
    mine = await finish(ada, "oregon")
    await daily.make_lines(server.tables)
    assert await server.store_rows("deals") == 0, "the day is not over"
    next_day(server)
    await asyncio.gather(daily.make_lines(server.tables), return_exceptions=True)
    await daily.make_lines(server.tables)
    assert await server.store_rows("deals") == 1, "only of what somebody played, and once"
    line = next(live for live in server.tables.live.values() if live.table.owner == HOUSE)
    await until(lambda: line.table.status == "over", 60)
    past = await yesterdays(bob, "oregon")
    assert past["line"] == line.table.id and past["line_level"] == "drover"
    place = deals.deal_of(await daily.secret_of(server.services.store), past["day"], "oregon").levels.index(None)
    assert line.table.match is not None and past["line_score"] == line.table.match.scores[place]
    assert line.table.seed == mine.table.seed and line.table.seats[place].level == "drover"
    review = await Person(server, "stranger").http.get(f"/api/tables/{line.table.id}/review")
    assert review.status_code == 200 and review.json()["items"], "everybody may open it"
    tables = (await bob.http.get("/api/tables")).json()
    assert tables == {"mine": [], "listed": []}
    assert (await yesterdays(ada, "okanagan"))["line"] is None


async def test_a_line_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "STRONGEST", "drover")
    async with local_server(tmp_path) as server:
        ada = await server.person("Ada")
        live = await begin(ada, "oregon")
        await give_up(live, ada.identity, "enough")
        next_day(server)
        await daily.make_lines(server.tables)
        now = server.clock()
    async with local_server(tmp_path) as server:
        clock: Any = server.clock
        clock.now = now
        await until(lambda: any(live.table.owner == HOUSE for live in server.tables.live.values()))
        line = next(live for live in server.tables.live.values() if live.table.owner == HOUSE)
        await until(lambda: line.table.status == "over", 60)
        assert (await yesterdays(Person(server, ""), "oregon"))["line"] == line.table.id


async def test_a_result_is_stored_with_the_last_move_or_not_at_all(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await begin(ada, "oregon")
    written: list[set[str]] = []
    write_jobs = server.services.store.writer.write

    def noting(*statements: Any, notices: Any = ()) -> Any:
        if statements:
            written.append({getattr(getattr(part, "table", None), "name", "lines") for part in statements})
        return write_jobs(*statements, notices=notices)

    server.services.store.writer.write = noting  # type: ignore[method-assign]  # to look at
    await play_on(live, ada, random.Random(1))
    assert written[-1] >= {"lines", "results", "tries"}, "in one job"
    assert not any({"results", "tries"} & job for job in written[:-1])
    assert await server.store_rows("results") == 3


async def test_a_rematch_of_a_deal_is_a_game_like_any_other(server: LocalServer) -> None:
    ada = await server.person("Ada")
    live = await finish(ada, "oregon")
    answer = await ada.http.post(f"/api/tables/{live.table.id}/rematch")
    assert answer.status_code == 201
    again = await server.tables.visible(answer.json()["id"], ada.identity, None)
    assert again.table.settings.daily is None and again.table.seed != live.table.seed
