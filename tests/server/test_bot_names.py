"""What bots are called: different from everybody else at the table, the same after a restart and in the record."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from overland.server.bot_names import GIVEN_NAMES, bot_name, with_names
from overland.server.log_lines import BODIES, BotFailed, Guest, HouseBot, LogLine, Person, Sitter, Started, body_text
from overland.server.table import Table
from tests.server.local_servers import LocalServer, give_up, invite_of, local_server, new_table

pytestmark = pytest.mark.anyio

IDS = [f"table{number:07d}" for number in range(200)]


def names_of(seats: list[dict[str, Any]]) -> list[str | None]:
    return [seat.get("name") for seat in seats]


def test_the_names_are_short_plain_and_different() -> None:
    assert len(set(GIVEN_NAMES)) == len(GIVEN_NAMES) == 60
    assert all(name.isascii() and name.isalpha() and name.istitle() and len(name) <= 6 for name in GIVEN_NAMES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_at_a_table_differ_whatever_people_are_called(players: int) -> None:
    used = set()
    for id in IDS:
        person = Person(identity="a", name=bot_name(id, 1, []).upper())  # the first bot's name, if it were free
        sitters: list[Sitter] = [person, *(HouseBot(level="trader") for _ in range(players - 1))]
        named = with_names(id, sitters)
        names = [who.name or "" for who in named]
        assert len({name[0].casefold() for name in names}) == players
        assert named[0] == person and named == with_names(id, sitters)
        used.update(names[1:])
    assert len(used) > 50, "all names come up"


def test_names_follow_from_the_id_and_the_seat() -> None:
    assert bot_name("table0000001", 2, []) == "Zora"
    assert len({bot_name("table0000001", seat, []) for seat in range(4)}) > 1


def test_bots_keep_their_names_unless_somebody_is_called_so() -> None:
    mila, nameless = HouseBot(level="scout", name="Mila"), HouseBot(level="scout")
    assert with_names("x", [Guest(name="Max"), mila])[1] == mila
    again = with_names("x", [Guest(name="mila"), mila])[1]
    assert isinstance(again, HouseBot) and again.level == "scout" and again.name not in (None, "Mila")
    for id in IDS:
        first, second = with_names(id, [nameless, mila])
        assert second == mila and first.name is not None and first.name[0] != "M", "kept names come first"


def test_an_old_line_has_bots_without_names() -> None:
    old = BODIES.validate_json(
        '{"kind":"start","seats":[{"kind":"bot","level":"trader"},{"kind":"guest","name":"Ada"}]}'
    )
    assert isinstance(old, Started) and old.seats[0] == HouseBot(level="trader", name=None)
    new = Started(seats=[HouseBot(level="trader", name="Mila")])
    assert BODIES.validate_json(body_text(new)) == new


async def test_bots_are_named_when_the_game_begins(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    id = await new_table(ada, "oregon", "me", "trader", "open", "open", shuffled=True)
    assert names_of((await ada.http.get(f"/api/tables/{id}")).json()["seats"]) == ["Ada", None, None, None]
    await bob.http.post(f"/api/tables/{id}/join", json={"invite": await invite_of(ada, id)})
    begun = (await ada.http.post(f"/api/tables/{id}/start", json={"fill": "scout"})).json()
    names = names_of(begun["seats"])
    assert len(set(names)) == 4 and {"Ada", "Bob"} < set(names)
    assert [seat["level"] for seat in begun["seats"] if seat["kind"] == "bot"] in (
        ["trader", "scout"],
        ["scout", "trader"],
    )
    bots = [name for name in names if name in GIVEN_NAMES]
    await bob.http.post("/api/me", json={"name": bots[0]})
    renamed = names_of((await ada.http.get(f"/api/tables/{id}")).json()["seats"])
    assert set(renamed) == {"Ada", *bots, f"{bots[0]} 2"}, "a person who comes later gives way"


def test_names_outlast_a_restart_and_the_loss_of_a_bot(tmp_path: Path) -> None:
    async def before() -> tuple[str, list[str | None]]:
        async with local_server(tmp_path) as server:
            ada = await server.person("Ada")
            id = await new_table(ada, "oregon", "me", "trader", "trader")
            return id, names_of((await ada.http.get(f"/api/tables/{id}")).json()["seats"])

    async def after(id: str, names: list[str | None]) -> None:
        async with local_server(tmp_path) as server:
            table: Table = server.tables.live[id].table
            sitters = [seat.who for seat in table.seats]
            assert [who.name for who in sitters if who is not None] == names
            table.take_in(LogLine(n=table.version, at=0.0, body=failure), None)
            assert table.seats[1].who == HouseBot(level="random", name=names[1])

    failure = BotFailed(seat=1, was="trader", now="random")
    asyncio.run(after(*asyncio.run(before())))


async def test_a_record_keeps_the_names_and_gives_them_back(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trader")
    seats = (await ada.http.get(f"/api/tables/{id}")).json()["seats"]
    name = seats[1]["name"]
    running = (await ada.http.get(f"/api/tables/{id}/record")).json()["table"]
    assert running == {"seats": ["Ada", name], "levels": [None, "trader"]}
    await give_up(server.tables.live[id], ada.identity, "r")
    record = (await ada.http.get(f"/api/tables/{id}/record")).json()
    assert record["table"]["seats"] == ["Ada", name] and record["table"]["levels"] == [None, "trader"]

    async def brought(**notes: Any) -> list[dict[str, Any]]:
        made = (await ada.http.post("/api/records", json={**record, "table": {**record["table"], **notes}})).json()
        found: list[dict[str, Any]] = (await ada.http.get(f"/api/tables/{made['id']}/review")).json()["seats"]
        return found

    bot = {"kind": "bot", "level": "trader", "connected": True}
    assert await brought() == [{"kind": "person", "name": "Ada"}, {**bot, "name": name}]
    old = await brought(seats=["Ada", "trader"], levels=None)
    assert old[1] == {"kind": "person", "name": "trader"}, "older records say no more"
    assert (await brought(seats=["Ada", "trader"]))[1] == bot, "a bot of an older table has no name"
    strange: list[Any] = [["x", "os:system"], [[], {}], "no", [None], {"0": "trader"}]
    for odd in strange:
        assert [seat["kind"] for seat in await brought(levels=odd)] == ["person", "person"]


async def test_the_same_bots_come_to_a_rematch_and_play_on(server: LocalServer) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, "oregon", "me", "trader")
    await give_up(server.tables.live[id], ada.identity, "r")
    names = names_of((await ada.http.get(f"/api/tables/{id}")).json()["seats"])
    again = (await ada.http.post(f"/api/tables/{id}/rematch")).json()["id"]
    assert names_of((await ada.http.get(f"/api/tables/{again}")).json()["seats"]) == names
    for seat, expected in ((0, ["Ada", names[1]]), (1, None)):
        wish = {"entry": 0, "seat": seat, "level": "scout"}
        made = (await ada.http.post(f"/api/tables/{id}/play-on", json=wish)).json()["id"]
        found = (await ada.http.get(f"/api/tables/{made}")).json()["seats"]
        assert len(set(names_of(found))) == 2 and found[1 - seat]["level"] == "scout"
        assert expected is None or names_of(found) == expected
