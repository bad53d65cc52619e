"""Tables that nobody is at leave memory, and come back as they were."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from overland.server.live import LiveTable
from overland.server.sockets import Connection
from tests.server.local_servers import LocalServer, Person, ask, choose, full_table, give_up, messages, new_table
from tests.server.test_fire import QueuedSocket

pytestmark = pytest.mark.anyio


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Memory is given back at once, not when the collector happens to look."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def pass_time(server: LocalServer, seconds: float) -> None:
    clock: Any = server.clock
    clock.now += seconds


async def leave_for(server: LocalServer, seconds: float) -> None:
    """Nobody asks for anything for so long; then the server looks around."""
    pass_time(server, seconds)
    server.tables.put_away()


async def found(server: LocalServer, id: str) -> LiveTable:
    live = await server.tables.find(id)
    assert live is not None
    return live


async def test_a_table_that_nobody_is_at_is_put_away_and_comes_back_as_it_was(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    seat = live.table.to_act
    assert seat is not None
    await choose(live, people[seat].identity, "a", live.table.version, 0)
    before = live.whole(people[0].identity, 0)
    await leave_for(server, 59)
    assert id in server.tables.live
    await leave_for(server, 2)
    assert id not in server.tables.live
    again = await found(server, id)
    assert again is not live and again.table.granted == live.table.granted
    pass_time(server, -61)
    assert again.whole(people[0].identity, 0) == before


async def test_a_table_stays_while_somebody_is_there_or_a_bot_is_to_act(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    ear = await people[0].sit(id)
    await leave_for(server, 1000)
    assert id in server.tables.live
    server.tables.live[id].disconnect(ear)
    await leave_for(server, 59)
    assert id in server.tables.live, "counted from when the last one went"
    await leave_for(server, 2)
    assert id not in server.tables.live


async def test_a_table_that_somebody_got_up_from_comes_back(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    id = await new_table(ada, "oregon", "me", "open", "open")
    invite = server.tables.live[id].table.invite
    assert (await bob.http.post(f"/api/tables/{id}/join", json={"invite": invite})).status_code == 200
    assert (await bob.http.post(f"/api/tables/{id}/leave?invite={invite}")).status_code == 200
    await leave_for(server, 61)
    assert id not in server.tables.live
    assert [seat.who is None for seat in (await found(server, id)).table.seats] == [False, True, True]


async def test_a_finished_table_is_put_away_sooner(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    await give_up(server.tables.live[id], people[0].identity, "enough")
    await leave_for(server, 16)
    assert id not in server.tables.live
    review = await people[1].http.get(f"/api/tables/{id}/review")
    assert review.status_code == 200 and review.json()["items"]


@pytest.mark.server(live_tables=2)
async def test_with_too_many_in_memory_those_not_used_for_longest_go_sooner(server: LocalServer) -> None:
    ada = await server.person("Ada")
    ids = [await new_table(ada, "oregon", "me", "open") for _ in range(4)]
    await leave_for(server, 1)
    assert len(server.tables.live) == 4, "they were asked for just now"
    await leave_for(server, 5)
    assert list(server.tables.live) == ids[2:]


async def test_a_list_shows_tables_without_bringing_them_back(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2, listed=True)
    stranger = Person(server, "stranger")
    pass_time(server, 61)
    before = [(await person.http.get("/api/tables")).json() for person in (*people, stranger)]
    server.tables.put_away()
    assert id not in server.tables.live
    reads = count_reads(server)
    after = [(await person.http.get("/api/tables")).json() for person in (*people, stranger)]
    assert after == before and id not in server.tables.live
    assert not reads, "what was known of it when it was put away is enough"
    server.tables.put_aside.known.clear()
    after = [(await person.http.get("/api/tables")).json() for person in (*people, stranger)]
    assert [each["mine"] for each in after[:2]] == [unmarked(each["mine"]) for each in before[:2]]
    assert id not in server.tables.live and reads == [id], "it is read once"


def count_reads(server: LocalServer) -> list[str]:
    """The tables that are read from the store from now on."""
    done: list[str] = []
    read = server.services.store.table

    async def counting(id: str) -> Any:
        done.append(id)
        return await read(id)

    server.services.store.table = counting  # type: ignore[method-assign]  # to count
    return done


def unmarked(infos: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tables of a list whose players are not known to be away."""
    return [
        {**info, "seats": [{name: value for name, value in seat.items() if name != "away"} for seat in info["seats"]]}
        for info in infos
    ]


async def test_who_was_gone_still_is_when_the_table_comes_back(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    for person in people:
        server.tables.live[id].disconnect(await person.sit(id))
    await leave_for(server, 61)
    assert id not in server.tables.live
    ear = await people[0].sit(id)
    assert (await ask(ear, type="stand_in", id="s", seat=1))["type"] == "ack"


async def test_a_clock_runs_on_while_the_table_is_put_away(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2, clock={"kind": "move", "seconds": 3600})
    seat = server.tables.live[id].table.to_act
    await leave_for(server, 1000)
    assert id not in server.tables.live
    alarm = server.tables.put_aside.alarms[id]
    assert 2590 < alarm.timer.when() - asyncio.get_running_loop().time() <= 2600
    live = await found(server, id)
    left = live.table.clock.left_now(server.clock())
    assert left is not None and seat is not None and left[seat] == 2_600_000, "looking at it wins no time"
    assert not server.tables.put_aside.alarms and alarm.timer.cancelled()
    await leave_for(server, 1000)
    pass_time(server, 2000)
    server.tables.wake(id)
    for _ in range(500):
        if id in server.tables.live and server.tables.live[id].table.status == "over":
            break
        await asyncio.sleep(0.01)
    assert server.tables.live[id].table.ended == "timeout"


async def test_a_clock_that_runs_out_soon_keeps_its_table(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2, clock={"kind": "move", "seconds": 100})
    await leave_for(server, 61)
    assert id in server.tables.live


async def test_what_is_read_while_a_storage_fails_is_tried_again(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overland.server.tables.RETRY_SECONDS", 0.01)
    id, _ = await full_table(server, "oregon", 2, clock={"kind": "move", "seconds": 3600})
    await leave_for(server, 1000)
    read, failures = server.services.store.table, [1, 2]

    async def failing(id: str) -> Any:
        if failures:
            failures.pop()
            raise OSError("the disk is gone")
        return await read(id)

    server.services.store.table = failing  # type: ignore[method-assign]  # a bad disk
    server.tables.wake(id)
    for _ in range(500):
        if id in server.tables.live:
            break
        await asyncio.sleep(0.01)
    assert id in server.tables.live and not failures


async def test_all_who_ask_for_a_table_at_the_same_time_get_the_same_one(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2)
    await leave_for(server, 61)
    reads = count_reads(server)
    lives = await asyncio.gather(*(server.tables.find(id) for _ in range(20)))
    assert len(set(lives)) == 1 and reads == [id] and not server.tables.loading


async def test_whoever_waited_for_a_table_may_go_away(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2)
    await leave_for(server, 61)
    first = asyncio.create_task(server.tables.find(id))
    second = asyncio.create_task(server.tables.find(id))
    await asyncio.sleep(0)
    first.cancel()
    assert await second is server.tables.live[id]


@pytest.mark.usefixtures("uncollected")
async def test_a_table_that_is_put_away_gives_its_memory_back_at_once(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trader", clock={"kind": "game", "seconds": 3000})
    live = server.tables.live[id]
    ear = await ada.sit(id)
    for _ in range(500):
        if live.table.to_act == 0:
            break
        await asyncio.sleep(0.01)
    assert (await ask(ear, type="move", id="a", version=live.table.version, choice=0))["type"] == "ack"
    assert (await ask(ear, type="resign", id="r"))["type"] == "ack"
    live.disconnect(ear)
    left: list[weakref.ref[Any]] = [
        weakref.ref(live),
        weakref.ref(live.table),
        weakref.ref(live.told),
        weakref.ref(ear),
    ]
    del live, ear
    await leave_for(server, 61)
    await asyncio.sleep(0.01)  # what was to be told later is called off
    assert [each() for each in left] == [None] * len(left)


@pytest.mark.usefixtures("uncollected")
async def test_what_was_told_before_gives_its_memory_back_at_once(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    ears = [await person.sit(id) for person in people]
    told: list[weakref.ref[Any]] = []
    for number in range(4):
        seat = live.table.to_act
        assert seat is not None and live.told.moment is not None
        told += [weakref.ref(live.told.moment), weakref.ref(live.table)]
        await choose(live, people[seat].identity, f"m{number}", live.table.version, 0)
    assert [each() for each in told] == [None] * len(told)
    assert all(ear.is_open for ear in ears)


@pytest.mark.usefixtures("uncollected")
async def test_a_connection_that_is_closed_gives_its_memory_back_at_once(server: LocalServer) -> None:
    id, _ = await full_table(server, "oregon", 2, listed=True)
    left: list[weakref.ref[Any]] = []
    for stays in (False, True):
        socket = QueuedSocket('{"type": "hello"}', stays=stays)
        connection = Connection(socket, server.services, server.tables.live[id], None, "127.0.0.1")  # type: ignore[arg-type]  # stands in
        running = asyncio.create_task(connection.run())
        await asyncio.sleep(0.05)
        connection.drop()
        await running
        left += [weakref.ref(connection), weakref.ref(socket)]
        del connection, socket, running
    assert [each() for each in left] == [None] * len(left)


async def test_a_crowd_that_comes_to_a_table_whose_players_are_gone_starts_one_timer(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2, listed=True)
    live = server.tables.live[id]
    for _ in range(50):
        live.disconnect(server.socket(live, None))
    assert len(live.tasks.running) == 1
    ear = await people[0].sit(id)
    pass_time(server, 61)
    live.tell_absence()
    told = [message for message in messages(ear) if message["type"] == "presence"]
    assert told[-1]["seats"][1]["away"] and "away" not in told[-1]["seats"][0]
