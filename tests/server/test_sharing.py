"""Several processes on one PostgreSQL: each serves every table, and everybody sees the same."""

import asyncio
import functools
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from overland.server import leases, verdicts
from overland.server.live import LiveTable
from overland.server.notices import MOST_BYTES, Notice, messages_of, read_message
from overland.server.reminder_sending import send_due
from overland.server.verdicts import Work
from tests.server.databases import place_of, postgres, rows_at
from tests.server.local_servers import (
    FakeClock,
    LocalServer,
    Person,
    ask,
    choose,
    give_up,
    identity_at,
    invite_of,
    local_server,
    messages,
    new_table,
    received,
    until,
)
from tests.server.receivers import receiver

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@asynccontextmanager
async def two_processes(folder: Path, **settings: Any) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    """Two servers with the same database and the same time."""
    clock, place = FakeClock(), place_of(folder, is_postgres=True)
    wanted = {"database": place, "table_burst": 1000, "bot_deadline": 120, **settings}
    async with local_server(folder, clock, **wanted) as one, local_server(folder, clock, **wanted) as other:
        await until(lambda: is_listening(one) and is_listening(other))
        yield one, other


def is_listening(server: LocalServer) -> bool:
    listening = server.services.sharing.listening
    return listening is not None and listening.is_on


def guest(person: Person, server: LocalServer) -> Person:
    """The same person at another process."""
    found = Person(server, person.name)
    found.identity = person.identity
    found.http.cookies = person.http.cookies
    return found


async def shared_table(
    one: LocalServer, other: LocalServer, game: str, **settings: Any
) -> tuple[str, LiveTable, LiveTable, list[Person]]:
    """A table with a player at each of two processes, begun."""
    ada, bob = await one.person("Ada"), guest(await one.person("Bob"), other)
    id = await new_table(ada, game, "me", "open", **settings)
    answer = await bob.http.post(f"/api/tables/{id}/join", json={"invite": await invite_of(ada, id)})
    assert answer.status_code == 200, answer.text
    here = await one.tables.visible(id, ada.identity, None)
    there = await other.tables.visible(id, bob.identity, None)
    await until(lambda: here.table.status == "playing")
    return id, here, there, [ada, bob]


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_players_at_different_processes_play_a_whole_game(tmp_path: Path, game: str) -> None:
    dice = random.Random(5)
    async with two_processes(tmp_path) as (one, other):
        id, here, there, people = await shared_table(one, other, game)
        ears = [await people[0].sit(id), await people[1].sit(id)]
        lives = [here, there]
        while here.table.to_act is not None:
            seat = here.table.to_act
            who = identity_at(here, people, seat)
            live = lives[[person.identity for person in people].index(who)]
            await until(lambda: here.table.version == there.table.version)
            legal = len(live.table.running().legal)
            await choose(live, who, f"m{live.table.version}", live.table.version, dice.randrange(legal))
            await until(lambda: here.table.version == there.table.version)
        assert here.table.log[-1].line == there.table.log[-1].line
        assert here.table.match is not None and there.table.match is not None
        assert here.table.match.position == there.table.match.position
        told = [[found for found in messages(ear) if found["type"] == "update"][-1] for ear in ears]
        assert {found["now"]["status"] for found in told} == {"over"}
        assert told[0]["now"]["result"] == told[1]["now"]["result"]
        assert (await people[1].http.get(f"/api/tables/{id}/review")).status_code == 200
        assert (await people[1].http.get("/api/me/games")).json()["games"][0]["table"] == id
        assert not rows_at(place_of(tmp_path, is_postgres=True), "SELECT 1 FROM leases"), "over: nobody drives it"


async def test_of_two_racing_moves_one_wins_and_the_other_is_told_that_the_position_has_changed(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        id, here, there, people = await shared_table(one, other, "oregon")
        refused = 0
        for number in range(20):
            await until(lambda: here.table.version == there.table.version)
            seat, version = here.table.to_act, here.table.version
            assert seat is not None
            who = identity_at(here, people, seat)
            answers = await asyncio.gather(
                choose(here, who, f"a{number}", version, 0),
                choose(there, who, f"b{number}", version, 0),
                return_exceptions=True,
            )
            lost = [answer for answer in answers if answer is not None]
            assert len(lost) == 1, answers
            refused += str(lost[0]) == "error.stale"
            await until(lambda: here.table.version == there.table.version)
            kept = await one.services.store.table(id)
            assert kept is not None and kept.version == here.table.version
        assert refused == 20


async def finished_table(one: LocalServer, other: LocalServer) -> tuple[str, Person, Person]:
    """A finished game, and two who may ask for its verdict, each at a process of their own."""
    id, here, there, people = await shared_table(one, other, "okanagan")
    for number in range(8):
        seat = here.table.to_act
        assert seat is not None
        await choose(here, identity_at(here, people, seat), f"m{number}", here.table.version, 0)
    await give_up(here, people[0].identity, "enough")
    await until(lambda: there.table.status == "over")
    return id, people[0], people[1]


async def verdict_of(person: Person, id: str, method: str = "GET") -> Any:
    answer = await person.http.request(method, f"/api/tables/{id}/verdict")
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


async def until_judged(person: Person, id: str) -> None:
    for _ in range(600):
        if (await verdict_of(person, id))["status"] == "done":
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no verdict")


def count_works(patch: pytest.MonkeyPatch) -> list[Work]:
    """The verdicts that are begun from now on, at whichever process."""
    begun: list[Work] = []
    run = Work.run

    def counted(work: Work) -> Any:
        begun.append(work)
        return run(work)

    patch.setattr(Work, "run", counted)
    return begun


async def test_a_verdict_that_is_asked_for_at_two_processes_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = count_works(monkeypatch)
    monkeypatch.setattr(verdicts, "NOTE_SECONDS", 0.01)
    async with two_processes(tmp_path, verdict_simulations=64) as (one, other):
        id, ada, bob = await finished_table(one, other)
        asked = await asyncio.gather(*(verdict_of(person, id, "POST") for person in (ada, bob, ada, bob)))
        assert {state["status"] for state in asked} <= {"waiting", "working"}
        assert all(state["total"] == asked[0]["total"] > 0 for state in asked)
        seen: set[str] = set()
        for _ in range(2000):
            states = [await verdict_of(person, id) for person in (ada, bob)]
            seen.update(f"{number} {state['done']}" for number, state in enumerate(states) if state["done"])
            if all(state["status"] == "done" for state in states):
                break
            assert all(state["status"] != "none" for state in states), "who did not begin it knows that it is made"
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("no verdict")
        assert states[0]["verdict"] == states[1]["verdict"]
        assert len(begun) == 1
        assert {found[0] for found in seen} == {"0", "1"}, "both told how far it was"
        assert (await verdict_of(bob, id, "POST"))["status"] == "done" and len(begun) == 1
        assert await one.store_rows("judging") == 0


async def test_a_verdict_is_made_elsewhere_when_it_was_stopped_or_its_process_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = count_works(monkeypatch)
    async with two_processes(tmp_path, verdict_simulations=5000) as (one, other):
        id, ada, bob = await finished_table(one, other)
        await verdict_of(ada, id, "POST")
        assert (await verdict_of(bob, id, "POST"))["status"] in ("waiting", "working")
        assert not other.services.verdicts.works
        await verdict_of(bob, id, "DELETE")  # from elsewhere
        await until(lambda: not one.services.verdicts.works)
        for _ in range(200):
            if not await one.store_rows("judging"):
                break
            await asyncio.sleep(0.05)
        assert (await verdict_of(ada, id))["status"] == "none"
        await verdict_of(ada, id, "POST")
        await until(lambda: len(begun) == 2)
        one.services.sharing.tasks.stop()  # no beat any more
        await one.services.sharing.leases.end()  # and the others have noticed
        other.services.verdicts.budget = 8
        assert (await verdict_of(bob, id))["status"] == "none"
        await verdict_of(bob, id, "POST")
        await until_judged(bob, id)
        assert len(begun) == 3


async def test_a_request_that_is_sent_again_to_another_process_counts_once(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        _, here, there, people = await shared_table(one, other, "oregon")
        seat, version = here.table.to_act, here.table.version
        assert seat is not None
        who = identity_at(here, people, seat)
        there.is_catching_up = True  # it hears of nothing meanwhile
        await choose(here, who, "same", version, 0)
        ear = other.socket(there, who)
        answer = await ask(ear, type="move", id="same", version=version, choice=0)
        assert answer["type"] == "ack" and answer["version"] == here.table.granted[seat, "same"]
        assert there.table.version == here.table.version
        there.is_catching_up = False


async def test_what_is_said_and_who_is_there_is_told_at_every_process(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        id, here, there, (ada, bob) = await shared_table(one, other, "oregon")
        ear = await ada.sit(id)
        assert ada.identity is not None and bob.identity is not None
        await until(lambda: there.presence.is_connected(str(ada.identity and ada.identity.id)))
        voice = await bob.sit(id)
        await until(lambda: here.presence.is_connected(str(bob.identity and bob.identity.id)))
        received(ear)
        await asyncio.gather(
            ask(voice, type="chat", id="c1", text="from there"), ask(ear, type="chat", id="c2", text="from here")
        )
        await until(lambda: len(here.chat) == len(there.chat) == 2)
        assert here.chat == there.chat and {line.text for line in here.chat} == {"from there", "from here"}
        watcher = other.socket(there, None)
        await until(lambda: here.presence.count_watchers(here.table) == 1)
        there.disconnect(watcher)
        there.disconnect(voice)
        await until(lambda: not here.presence.is_connected(str(bob.identity and bob.identity.id)))
        assert here.presence.count_watchers(here.table) == 0
        (shown,) = (await guest(ada, other).http.get("/api/tables")).json()["mine"]
        assert [seat.get("connected", False) for seat in shown["seats"]].count(True) == 1


async def test_bots_play_at_one_process_and_go_on_at_another_when_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "DEAD_SECONDS", 1.5)
    async with two_processes(tmp_path) as (one, other):
        ada = await one.person("Ada")
        id = await new_table(ada, "oregon", "greenhorn", "greenhorn", "me")
        here = one.tables.live[id]
        await until(lambda: here.table.to_act == 2, 60)
        there = await other.tables.visible(id, ada.identity, None)
        assert one.services.sharing.leases.holds(id) and not other.services.sharing.leases.holds(id)
        one.services.sharing.tasks.stop()  # as if the process stood still
        for live in one.tables.live.values():
            live.stop()
        await choose(there, ada.identity, "first", there.table.version, 0)
        version = there.table.version
        await until(lambda: there.table.version > version and there.table.to_act == 2, 60)
        assert other.services.sharing.leases.holds(id)
        await one.services.sharing.beat()
        assert not one.services.sharing.leases.holds(id), "it notices that it was taken for dead"


async def test_a_clock_runs_on_when_a_player_comes_by_way_of_another_process(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        clock = {"kind": "game", "seconds": 100, "increment": 0}
        id, here, _, people = await shared_table(one, other, "oregon", clock=clock)
        assert isinstance(one.clock, FakeClock)
        await other.tables.retire(id)
        one.clock.now += 30
        who = identity_at(here, people, here.table.to_act or 0)
        again = await other.tables.visible(id, who, None)
        assert again.table.clock.left_now(one.clock.now) == here.table.clock.left_now(one.clock.now)
        await choose(again, who, "m", again.table.version, 0)
        left = again.table.clock.left()
        assert left is not None and min(left) == 70_000, "what was used is used"


async def test_whoever_is_forgotten_at_one_process_is_gone_at_all(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        id, _, _, (ada, bob) = await shared_table(one, other, "oregon")
        ear, voice = await ada.sit(id), await bob.sit(id)
        same = guest(ada, other)
        assert (await same.http.get("/api/me")).json()["name"] == "Ada"
        assert (await ada.http.post("/api/me/delete", json={"confirm": True})).status_code == 200
        await until(lambda: not voice.is_open)
        assert (await same.http.get("/api/me")).json()["id"] is None
        assert not ear.is_open
        again = await other.tables.visible(id, bob.identity, None)
        assert "Ada" not in str([seat.who for seat in again.table.seats])
        refused = await same.http.post("/api/tables", json={"game": "oregon", "seats": [{"kind": "me"}] * 2})
        assert refused.status_code in (401, 422)


async def test_a_new_name_is_known_at_every_process(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        ada = await one.person("Ada")
        same = guest(ada, other)
        assert (await same.http.get("/api/me")).json()["name"] == "Ada"
        assert (await ada.http.post("/api/me", json={"name": "Augusta"})).status_code == 200

        async def name() -> str:
            return str((await same.http.get("/api/me")).json()["name"])

        for _ in range(200):
            if await name() == "Augusta":
                break
            await asyncio.sleep(0.01)
        assert await name() == "Augusta"


async def test_seats_that_two_ask_for_at_once_go_to_one_of_them(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        for _ in range(5):
            ada, bob, cat = await one.person("Ada"), await one.person("Bob"), guest(await one.person("Cat"), other)
            id = await new_table(ada, "oregon", "me", "open", listed=True)
            await cat.http.get(f"/api/tables/{id}")
            answers = await asyncio.gather(
                bob.http.post(f"/api/tables/{id}/join", json={}), cat.http.post(f"/api/tables/{id}/join", json={})
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            await until(functools.partial(is_playing, one.tables.live[id]))


def is_playing(live: LiveTable) -> bool:
    return live.table.status == "playing"


async def test_a_database_that_is_away_makes_everybody_wait_and_nothing_is_lost(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        _, here, there, people = await shared_table(one, other, "oregon")
        for mode in ("fast", "immediate"):
            await asyncio.to_thread(postgres().stop, mode)
            seat, version = here.table.to_act, here.table.version
            assert seat is not None
            move = asyncio.create_task(choose(here, identity_at(here, people, seat), f"away-{mode}", version, 0))
            await asyncio.sleep(0.5)
            assert not move.done()
            await asyncio.to_thread(postgres().start)
            await move
            await until(lambda: there.table.version == here.table.version, 30)


async def test_a_process_that_heard_nothing_for_a_while_reads_what_it_missed(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (one, other):
        _, here, there, people = await shared_table(one, other, "oregon")
        listening = other.services.sharing.listening
        assert listening is not None
        other.services.sharing.tasks.stop()
        await asyncio.sleep(0.05)
        voice = one.socket(here, people[0].identity)
        await ask(voice, type="chat", id="unheard", text="unheard")
        await choose(here, identity_at(here, people, here.table.to_act or 0), "unheard", here.table.version, 0)
        await asyncio.sleep(0.2)
        assert there.table.version < here.table.version and not there.chat
        other.services.sharing.tasks.start(listening.run())
        await until(lambda: there.table.version == here.table.version and len(there.chat) == 1)


def test_notices_hold_ids_and_numbers_and_fit_into_messages() -> None:
    notices = [Notice("line", f"table{number:07d}", number) for number in range(2000)]
    sent = list(messages_of("me", notices))
    assert len(sent) > 1 and all(len(message) <= MOST_BYTES for message in sent)
    assert [notice for message in sent for notice in read_message(message)[1]] == notices
    assert {read_message(message)[0] for message in sent} == {"me"}
    assert read_message("me what:x:1 line:x:y line:x")[1] == []


def test_many_processes_that_start_together_make_the_layout_once(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from overland.server.databases import database_at

    place = place_of(tmp_path, is_postgres=True, is_empty=True)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: database_at(place).migrate(), range(4)))
    assert rows_at(place, "SELECT version_num FROM alembic_version")


async def test_a_turn_is_told_once_whoever_drives_and_whoever_sends(tmp_path: Path) -> None:
    async with two_processes(tmp_path, private_addresses=True) as (one, other), receiver() as place:
        _, here, there, people = await shared_table(one, other, "oregon")
        wish = {"kind": "webhook", "url": place.url}
        assert (await people[1].http.post("/api/me/reminders", json=wish)).status_code == 201
        bob = people[1].identity
        assert bob is not None
        await until(lambda: bob.id in one.services.reminders.wanted_by)
        assert isinstance(one.clock, FakeClock)
        one.clock.now += 61
        drives = [server for server in (one, other) if server.services.sharing.leases.holds(here.table.id)]
        assert len(drives) == 1
        while here.table.to_act != here.table.seat_of(bob.id):
            assert here.table.to_act is not None
            who = identity_at(here, people, here.table.to_act)
            await choose(here, who, f"m{here.table.version}", here.table.version, 0)
            await until(lambda: here.table.version == there.table.version)
        for live in (here, there):
            live.tell_absence()
        reminders = drives[0].services.reminders
        await until(lambda: reminders.bell.is_set())
        await asyncio.gather(send_due(one.tables), send_due(other.tables))
        assert len(place.got) == 1
