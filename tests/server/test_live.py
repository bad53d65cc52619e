"""A table that people and bots sit at: moves, undo, clocks, absence, chat, hints, failing bots, restarts."""

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from overland.engine.chance import seed_from
from overland.engine.errors import SettingsError
from overland.engine.match import Match
from overland.server.drafts import Draft
from overland.server.errors import Refusal
from overland.server.live import LiveTable
from overland.server.sockets import Connection
from overland.server.writer import Promise
from tests.server.local_servers import (
    FakeClock,
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    local_server,
    messages,
    new_table,
    received,
    take_back,
    until,
)

pytestmark = pytest.mark.anyio


def live_of(server: LocalServer, id: str) -> LiveTable:
    return server.tables.live[id]


async def two(
    server: LocalServer, game: str = "oregon", **settings: Any
) -> tuple[LiveTable, list[Person], list[Connection]]:
    """A table of two people with their sockets; the one to act first."""
    id, people = await full_table(server, game, 2, **settings)
    ears = [await person.sit(id) for person in people]
    live = live_of(server, id)
    if live.table.to_act == 1:
        people, ears = people[::-1], ears[::-1]
    return live, people, ears


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_a_person_and_bots_play_to_the_end(game: str, server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, game, "me", "scout", "greenhorn")
    live, ear, dice = live_of(server, id), await ada.sit(id), random.Random(5)
    seen = 0
    number = 0
    while live.table.status == "playing":
        await until(lambda: live.table.to_act in (0, None))
        for message in messages(ear):
            if message["type"] == "update":
                assert message["since"] == (seen or message["since"]), "no gap"
                seen = message["now"]["version"]
        if live.table.to_act == 0:
            now = (await ask(ear, type="hello"))["now"]
            seen = now["version"]
            assert [choice["text"] for choice in now["choices"]] == list(live.table.running().legal)
            answer = await ask(
                ear, type="move", id=f"m{number}", version=seen, choice=dice.randrange(len(now["choices"]))
            )
            assert answer["type"] == "ack"
            seen = 0
            number += 1
    end = (await ask(ear, type="hello"))["now"]["result"]
    assert sorted(end["places"])[0] == 1 and end["winners"]
    for seat, points in enumerate(end["points"]):
        assert sum(points.values()) == end["scores"][seat], "the chart adds up"


async def test_a_move_counts_once(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server)
    version = live.table.version
    first = await ask(ear, type="move", id="a", version=version, choice=3)
    again = await ask(ear, type="move", id="a", version=version, choice=3)
    assert first == again == {"type": "ack", "id": "a", "version": version + 1}
    assert live.table.version == version + 1
    stale = await ask(other, type="move", id="b", version=version, choice=0)
    assert stale["error"]["key"] == "error.stale"
    turn = await ask(ear, type="move", id="c", version=live.table.version, choice=0)
    assert turn["error"]["key"] == "error.not_your_turn"
    none = await ask(other, type="move", id="d", version=live.table.version, choice=9999)
    assert none["error"]["key"] == "error.no_such_choice"
    assert live.table.version == version + 1


async def test_what_was_granted_under_an_id_is_only_acknowledged_again(server: LocalServer) -> None:
    live, _, (ear, _) = await two(server)
    first = await ask(ear, type="move", id="a", version=live.table.version, choice=0)
    for request in ({"type": "resign"}, {"type": "undo", "version": live.table.version}, {"type": "return"}):
        assert await ask(ear, id="a", **request) == first
    assert live.table.status == "playing" and live.table.version == first["version"]


async def test_a_client_that_missed_something_gets_exactly_that(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server)
    before = live.table.version
    await ask(ear, type="move", id="a", version=before, choice=0)
    whole = await ask(other, type="hello", version=before)
    assert whole["since"] == before and [item["n"] for item in whole["log"]] == [before]
    assert (await ask(other, type="hello", version=10_000))["since"] == 0, "a version that never was"


async def test_undo_and_its_refusals(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server)
    refused = await ask(other, type="undo", id="u", version=live.table.version)
    assert refused["error"]["key"] == "undo.revealed"
    await ask(ear, type="move", id="a", version=live.table.version, choice=0)
    now = (await ask(ear, type="hello"))["now"]
    assert now["undo"] == {"possible": True}
    theirs = (await ask(other, type="hello"))["now"]["undo"]
    assert theirs["reason"] == {"key": "undo.other", "args": {"seat": live.table.log[-1].seat}}
    done = await ask(ear, type="undo", id="b", version=live.table.version)
    assert done["type"] == "ack"
    assert live.table.match is not None and live.table.to_act == live.table.log[-1].seat
    assert await ask(ear, type="undo", id="b", version=0) == done, "a repeated wish is the same wish"
    item = (await ask(ear, type="hello"))["log"][-1]
    assert item["kind"] == "undo" and item["to"] == len(live.table.match.entries)


async def test_resigning_with_two_ends_the_game_and_with_three_a_bot_plays_on(server: LocalServer) -> None:
    live, people, (ear, _) = await two(server)
    assert (await ask(ear, type="resign", id="r"))["type"] == "ack"
    seat = live.table.seat_of(people[0].identity.id if people[0].identity else "")
    assert live.table.status == "over" and live.table.winners == [1 - (seat or 0)]
    assert (await ask(ear, type="move", id="m", version=live.table.version, choice=0))["error"]["key"] == ("error.over")
    id, three = await full_table(server, "oregon", 3)
    table = live_of(server, id)
    quitter = await three[0].sit(id)
    await ask(quitter, type="resign", id="r")
    assert table.table.status == "playing" and table.table.seats[0].level == "scout"
    await until(lambda: table.table.to_act != 0)
    while True:
        await until(lambda: table.table.to_act in (1, 2, None))
        if (seat := table.table.to_act) is None:
            break
        await choose(table, three[seat].identity, f"m{table.table.version}", table.table.version, 0)
    assert table.table.places[0] == 3 and 0 not in table.table.winners


async def test_somebody_away_is_replaced_at_the_others_wish_and_comes_back(server: LocalServer) -> None:
    clock: Any = server.clock
    live, people, (ear, other) = await two(server)
    seat = live.table.seat_of(people[0].identity.id if people[0].identity else "")
    assert seat is not None
    assert (await ask(other, type="stand_in", id="s", seat=seat))["error"]["key"] == "error.not_away"
    live.disconnect(ear)
    clock.now += 61
    seen = (await ask(other, type="hello"))["now"]["seats"][seat]
    assert seen["away"] and "connected" not in seen
    assert (await ask(other, type="stand_in", id="s", seat=1 - seat))["error"]["key"] == "error.not_away"
    assert (await ask(other, type="stand_in", id="s", seat=seat))["type"] == "ack"
    await until(lambda: live.table.to_act != seat)
    back = server.socket(live, people[0].identity)
    assert (await ask(back, type="hello"))["now"]["can_return"]
    assert (await ask(back, type="return", id="b"))["type"] == "ack"
    assert live.table.seats[seat].level is None
    assert (await ask(back, type="return", id="c"))["error"]["key"] == "error.not_absent"


async def test_a_clock_for_each_turn_is_enforced(server: LocalServer) -> None:
    live, _, _ = await two(server, clock={"kind": "move", "seconds": 30})
    seat = live.table.to_act
    assert seat is not None and live.table.clock.left_now(server.clock()) == [30_000, 30_000]
    clock: Any = server.clock
    clock.now += 12
    assert live.table.clock.left_now(clock.now) is not None
    left = live.table.clock.left_now(clock.now) or []
    assert left[seat] == 18_000
    live.driver.time_is_up(seat, live.table.asked_at)
    await until(lambda: live.table.status == "over")
    assert live.table.ended == "timeout" and live.table.winners == [1 - seat]


def test_a_clock_runs_out_by_itself(tmp_path: Path) -> None:
    import time

    async def test(server: LocalServer) -> None:
        live, _, _ = await two(server, clock={"kind": "game", "seconds": 10, "increment": 2})
        live.table.clock.milliseconds = [50, 50]
        live.driver.go_on()
        await until(lambda: live.table.status == "over")

    async def run() -> None:
        async with local_server(tmp_path, time.time) as server:
            await test(server)

    asyncio.run(run())


async def test_an_increment_is_earned_and_time_is_not_won_by_undoing(server: LocalServer) -> None:
    live, _, (ear, _) = await two(server, clock={"kind": "game", "seconds": 100, "increment": 5})
    clock: Any = server.clock
    seat = live.table.to_act
    assert seat is not None
    clock.now += 20
    await ask(ear, type="move", id="a", version=live.table.version, choice=0)
    assert live.table.clock.milliseconds[seat] == 85_000
    clock.now += 3
    await ask(ear, type="undo", id="b", version=live.table.version)
    assert live.table.clock.milliseconds[1 - seat] == 97_000
    assert live.table.clock.milliseconds[seat] == 80_000, "what the move earned is taken back with it"
    clock.now += 10
    assert live.table.clock.left_now(clock.now) == ([70_000, 97_000] if seat == 0 else [97_000, 70_000])


async def test_chat_is_for_players_and_watchers_read(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server, listed=True)
    watcher = server.socket(live, None)
    received(other), received(watcher)
    assert (await ask(ear, type="chat", id="1", text="  hello <b>there</b> "))["type"] == "ack"
    for listener in (other, watcher):
        line = messages(listener)[-1]
        assert line["type"] == "chat" and line["line"]["text"] == "hello <b>there</b>"
    assert (await ask(watcher, type="chat", id="2", text="psst"))["error"]["key"] == "error.chat_watchers"
    assert (await ask(ear, type="chat", id="3", text=" "))["error"]["key"] == "error.bad_message"
    assert (await ask(ear, type="chat", id="4", text="x" * 401))["error"]["key"] == "limit.chat_length"
    answers = [await ask(ear, type="chat", id=str(n), text="spam") for n in range(5, 12)]
    assert answers[-1]["error"]["key"] == "limit.chat" and answers[-1]["wait"] >= 1
    assert (await ask(watcher, type="hello"))["chat"][0]["text"] == "hello <b>there</b>"


async def test_a_hint_names_the_best_choice_and_the_runner_up(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server, aids=True)
    hint = await ask(ear, type="hint", id="h")
    assert live.table.match is not None
    count = len(live.table.match.legal)
    assert hint["type"] == "hint" and 0 <= hint["choice"] < count and 0 <= hint["other"] < count
    assert hint["choice"] != hint["other"] and hint["loss"] >= 0 and hint["why"]
    assert (await ask(other, type="hint", id="h"))["error"]["key"] == "error.not_your_turn"


async def test_a_choice_is_checked_before_it_is_made(server: LocalServer) -> None:
    live, _, (ear, other) = await two(server, aids=True)
    assert live.table.match is not None
    version, count = live.table.version, len(live.table.match.legal)
    checked = [await ask(ear, type="check", id="c", version=version, choice=choice) for choice in range(0, count, 9)]
    assert all(one["type"] == "checked" and one["loss"] >= 0 and 0 <= one["better"] < count for one in checked)
    for one in checked:
        assert (one["better"] == one["choice"]) == (one["loss"] == 0 and one.get("lead", 0) == 0)
        assert bool(one["why"]) == (one["better"] != one["choice"])
    hint = await ask(ear, type="hint", id="h")
    best = await ask(ear, type="check", id="c", version=version, choice=hint["choice"])
    assert (best["name"], best["better"], best["loss"]) == ("best", hint["choice"], 0), "hint and warning agree"
    assert {one["better"] for one in checked if one["better"] != one["choice"]} == {hint["choice"]}
    assert {one["name"] for one in checked} - {"best"}, "some are worse than others"
    for wrong, key in (
        ({"version": version, "choice": count}, "error.no_such_choice"),
        ({"version": version - 1, "choice": 0}, "error.stale"),
        ({"version": version, "choice": -1}, "error.bad_message"),
    ):
        assert (await ask(ear, type="check", id="c", **wrong))["error"]["key"] == key
    assert (await ask(other, type="check", id="c", version=version, choice=0))["error"]["key"] == "error.not_your_turn"
    assert live.table.version == version, "asking changes nothing"


async def test_the_coach_is_for_tables_that_allow_it(server: LocalServer) -> None:
    """Against people only if it was said before; against bots unless it was switched off."""
    ada = await server.person("Ada")
    for settings, is_allowed in (({}, True), ({"aids": False}, False)):
        ear = await ada.sit(await new_table(ada, "okanagan", "me", "greenhorn", **settings))
        answer = await ask(ear, type="hint", id="h")
        assert (answer["type"] == "hint") == is_allowed
    _, _, (strict, _) = await two(server)
    for message in ({"type": "hint", "id": "h"}, {"type": "check", "id": "c", "version": 1, "choice": 0}):
        assert (await ask(strict, **message))["error"]["key"] == "error.hints_off"


class Rude:
    """Bots that do not behave."""

    name = "scout"

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, box: Any, view: Any, actions: Any) -> int:
        if self.how == "raises":
            raise ValueError("no idea")
        if self.how == "sleeps":
            import time

            time.sleep(1)
        return -5


@pytest.mark.parametrize("how", ["raises", "sleeps", "cheats"])
@pytest.mark.server(bot_deadline=0.2, bot_threads=1)
async def test_a_bot_that_fails_is_replaced_and_the_table_told(how: str, server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "open")
    live, ear = live_of(server, id), await ada.sit(id)
    seat_bot = server.services.bots.seat
    rude: Any = Rude(how)
    server.services.bots.seat = lambda level, game: rude if level == "scout" else seat_bot(level, game)  # type: ignore[method-assign]  # a bad bot
    await ada.http.post(f"/api/tables/{id}/start", json={"fill": "scout"})
    if live.table.to_act == 0:
        await ask(ear, type="move", id="a", version=live.table.version, choice=0)
    await until(lambda: any(line.body.kind == "bot_failed" for line in (applied.line for applied in live.table.log)))
    assert live.table.seats[1].level == "trader"
    await until(lambda: live.table.to_act == 0)
    log = (await ask(ear, type="hello"))["log"]
    told = [item for item in log if item["kind"] == "bot_failed"]
    assert told[0]["words"] == {"key": "table.bot_failed", "args": {"was": "scout", "now": "trader"}}


async def test_bots_never_block_the_loop(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trailblazer")
    live = live_of(server, id)
    ticks = 0
    for number in range(6):
        await until(lambda: live.table.to_act == 0)
        await choose(live, ada.identity, f"m{number}", live.table.version, 0)
        while live.table.to_act == 1:
            await asyncio.sleep(0.001)
            ticks += 1
    assert ticks > 100, "others were served all the time while the bot was thinking"


@pytest.mark.server(outbox_messages=8, message_burst=100)
async def test_a_slow_client_is_dropped_and_can_come_back(server: LocalServer) -> None:
    live, people, (ear, other) = await two(server)
    for number in range(8):
        await ask(ear, type="move", id=f"a{number}", version=live.table.version, choice=0)
        await ask(ear, type="undo", id=f"b{number}", version=live.table.version)
    assert not other.is_open and other.close_code == 4408 and other.is_dropped
    assert not other.outbox, "nothing is kept for somebody who is gone"
    back = server.socket(live, people[1].identity)
    assert (await ask(back, type="hello"))["now"]["version"] == live.table.version


def test_a_restart_goes_on_where_it_was(tmp_path: Path) -> None:
    clock = FakeClock()

    async def before() -> tuple[str, int, list[str]]:
        async with local_server(tmp_path, clock) as server:
            live, _, (ear, _) = await two(server, clock={"kind": "game", "seconds": 60, "increment": 0})
            clock.now += 10
            await ask(ear, type="move", id="a", version=live.table.version, choice=0)
            await ask(ear, type="chat", id="c", text="back soon")
            clock.now += 5
            assert live.table.match is not None
            ada = await server.person("Ada")
            await new_table(ada, "oregon", "trader", "me")
            return live.table.id, live.table.version, [entry.text for entry in live.table.match.entries]

    async def after(id: str, version: int, texts: list[str]) -> None:
        clock.now += 1000
        async with local_server(tmp_path, clock) as server:
            live = live_of(server, id)
            assert live.table.match is not None
            assert live.table.version == version
            assert [entry.text for entry in live.table.match.entries] == texts
            assert live.chat[0].text == "back soon"
            left = live.table.clock.left_now(clock.now)
            assert left is not None and sorted(left) == [50_000, 60_000], "time without a server is nobody's loss"
            others = [other for other in server.tables.live.values() if other is not live]
            await until(lambda: others[0].table.to_act == 1)

    id, version, texts = asyncio.run(before())
    asyncio.run(after(id, version, texts))


def test_a_table_of_other_rules_is_refused_and_not_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def before() -> tuple[str, str]:
        async with local_server(tmp_path) as server:
            live, people, _ = await two(server)
            return live.table.id, people[0].http.cookies["overland"]

    async def after(id: str, cookie: str) -> None:
        async with local_server(tmp_path) as server:
            assert id not in server.tables.live
            player = Person(server, "")
            player.http.cookies.set("overland", cookie)
            answer = await player.http.get(f"/api/tables/{id}")
            assert answer.json()["error"]["key"] == "error.rules_version"
            assert (await player.http.post("/api/me", json={"name": "Still me"})).status_code == 200
            stranger = await (await server.person("Ada")).http.get(f"/api/tables/{id}")
            assert stranger.json()["error"]["key"] == "error.no_table", "strangers are not told that there is one"

    id, cookie = asyncio.run(before())

    class Newer:
        rules_version = 2

    monkeypatch.setattr("overland.server.store.GAMES", {"oregon": Newer, "okanagan": Newer})
    asyncio.run(after(id, cookie))


async def test_whoever_gave_up_takes_nothing_back(server: LocalServer) -> None:
    id, three = await full_table(server, "oregon", 3)
    live = live_of(server, id)
    quitter = await three[0].sit(id)
    await ask(quitter, type="resign", id="r")
    await until(lambda: live.table.to_act != 0)
    refused = await ask(quitter, type="undo", id="u", version=live.table.version)
    assert refused["error"]["key"] == "undo.replaced"


async def test_what_was_forced_goes_with_the_decision_before_it(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overland.server.new_tables.chance.new_seed", lambda: seed_from(1))

    id, people = await full_table(server, "okanagan", 3)
    live, dice = live_of(server, id), random.Random(2)
    seen = 0
    for number in range(400):
        seat = live.table.to_act
        if seat is None or live.table.match is None:
            break
        count = len(live.table.match.legal)
        await choose(live, people[seat].identity, f"m{number}", live.table.version, dice.randrange(count))
        last = live.table.entry_lines[-1]
        if last.by == "forced" and last.seat != seat and live.table.match.undo_obstacle() is None:
            assert live.table.undo_to(last.seat)[0] is not None, "who decided nothing takes nothing back"
            if live.table.undo_to(seat)[0] is None:
                await take_back(live, people[seat].identity, f"u{number}", live.table.version)
                assert live.table.to_act == seat
                seen += 1
                await choose(live, people[seat].identity, f"n{number}", live.table.version, 0)
    assert seen


async def test_a_turn_that_begins_with_a_forced_step_has_its_full_time(server: LocalServer) -> None:
    id, people = await full_table(server, "okanagan", 2, clock={"kind": "move", "seconds": 60})
    live, dice = live_of(server, id), random.Random(4)
    clock: Any = server.clock
    before = live.table.to_act
    for number in range(300):
        seat = live.table.to_act
        if seat is None or live.table.match is None:
            break
        if seat != before:
            left = live.table.clock.left_now(clock.now)
            assert left is not None and left[seat] == 60_000
        before = seat
        clock.now += 3
        count = len(live.table.match.legal)
        await choose(live, people[seat].identity, f"m{number}", live.table.version, dice.randrange(count))


async def test_somebody_who_never_came_can_be_replaced(server: LocalServer) -> None:
    clock: Any = server.clock
    id, people = await full_table(server, "oregon", 2)
    ear = await people[0].sit(id)
    clock.now += 61
    assert (await ask(ear, type="stand_in", id="s", seat=1))["type"] == "ack"
    assert (await ask(ear, type="stand_in", id="s", seat=1))["type"] == "ack", "a resend is harmless"


async def test_a_storage_that_fails_once_stops_no_bot(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "trader", "trader")
    live = live_of(server, id)
    append, failures = server.services.store.append, 3

    def failing(draft: Draft) -> Promise:
        nonlocal failures
        failures -= 1
        if failures <= 0:
            return append(draft)
        refused = Promise()
        refused.set_exception(Refusal("error.storage", 503))
        return refused

    monkeypatch.setattr(server.services.store, "append", failing)  # a bad disk
    await until(lambda: live.table.status == "over", 40)


async def test_a_move_is_whole_even_if_whoever_made_it_is_gone(server: LocalServer) -> None:
    live, people, (_, other) = await two(server)
    version = live.table.version
    task = asyncio.create_task(choose(live, people[0].identity, "a", version, 0))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    again = await server.services.store.table(live.table.id)
    assert again is not None and again.version == live.table.version
    assert live.table.version in (version, version + 1), "done as a whole, or not at all"
    assert (await ask(other, type="ping")) == {"type": "pong"}


async def test_two_writers_of_one_table_cannot_both_win(server: LocalServer) -> None:
    live, people, (ear, other) = await two(server)
    stranger = await server.services.store.table(live.table.id)
    assert stranger is not None
    twin = LiveTable(stranger, live.services)
    seat = live.table.to_act
    await ask(ear, type="move", id="a", version=live.table.version, choice=0)
    answer = None
    try:
        await choose(twin, people[0].identity, "b", twin.table.version, 1)
    except Exception as error:
        answer = error
    assert getattr(answer, "message", None) is not None, "the position has changed"
    assert twin.table.version == live.table.version, "and has been read"
    again = await server.services.store.table(live.table.id)
    assert again is not None and again.version == live.table.version and seat is not None
    assert other.is_open


async def test_messages_that_make_no_sense_change_nothing(server: LocalServer) -> None:
    live, _, (ear, _) = await two(server)
    version = live.table.version
    for text in (
        "",
        "null",
        "[]",
        "{}",
        '{"type":"move"}',
        "x" * 100,
        '{"type":"hello","version":-1}',
        '"\\ud800"',
    ):
        received(ear)
        await ear.take(text)
        assert json.loads(received(ear)[0])["error"]["key"] == "error.bad_message", text
    assert live.table.version == version


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"host": "0.0.0.0"}, "--public-url"),
        ({"behind_proxy": True}, "--public-url"),
        ({"host": "192.168.1.5", "public_url": "http://192.168.1.5", "behind_proxy": True}, "forge"),
        ({"public_url": "https://play.example.org"}, "--behind-proxy"),
        ({"public_url": "ftp://x"}, "written like"),
        ({"public_url": "https://play.example.org/path", "behind_proxy": True}, "without a path"),
        ({"port": 99999}, "port"),
    ],
)
def test_unsafe_settings_are_refused_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    from overland.cli.serving import checked_settings

    with pytest.raises(SettingsError, match=sentence):
        checked_settings(given)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from overland.cli.serving import checked_settings

    monkeypatch.setenv("OVERLAND_SERVER_PORT", "8123")
    assert checked_settings({}).port == 8123
    assert checked_settings({"port": 9000}).port == 9000
    monkeypatch.setenv("OVERLAND_SERVER_PORT", "many")
    with pytest.raises(SettingsError):
        checked_settings({})


async def test_a_bot_that_is_given_up_does_not_go_on(server: LocalServer) -> None:
    """At any moment: also at the one when its answer is there and nobody has heard it yet."""
    seats, position = server.tables.services.bots, Match("oregon", 2, seed=1).position
    bot = seats.seat("greenhorn", position.game)
    given_up = 0
    for moments in range(12):
        for _ in range(25):
            asked = asyncio.create_task(seats.choose(bot, position.box, position.view(0), position.legal.actions))
            for _ in range(moments):
                await asyncio.sleep(0)
            time.sleep(0.0002)
            await asyncio.sleep(0)
            if not asked.done():
                asked.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await asked
                given_up += 1
    assert given_up > 50
