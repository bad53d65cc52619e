"""What a player saw before the last entries of a running game: to see again what the others did."""

from typing import Any

import pytest

from tests.server.local_servers import (
    LocalServer,
    Person,
    ask,
    choose,
    full_table,
    identity_at,
    new_table,
    take_back,
)

pytestmark = pytest.mark.anyio


async def seen_now(person: Person, id: str) -> dict[str, Any]:
    """The position as a connection that says hello is told of it."""
    view: dict[str, Any] = (await ask(await person.sit(id), type="hello"))["now"]["view"]
    return view


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_the_past_is_what_was_seen_then(server: LocalServer, game: str) -> None:
    id, people = await full_table(server, game, 3)
    live = server.tables.live[id]
    seen: list[list[dict[str, Any]]] = [[] for _ in people]  # by seat, after each entry that somebody was asked behind
    counts = []
    for number in range(9):
        for seat, person in enumerate(people):
            seen[seat].append(await seen_now(person, id))
        match = live.table.running()
        counts.append(len(match.entries))
        who = identity_at(live, people, match.to_act)
        await choose(live, who, f"c{number}", live.table.version, number % len(match.legal))
    last = len(live.table.running().entries)
    for seat, person in enumerate(people):
        back = last - counts[2]
        found = (await person.http.get(f"/api/tables/{id}/past/{back}")).json()
        assert found["version"] == live.table.version
        assert len(found["views"]) == back
        for place, entries in enumerate(counts[2:], start=2):
            assert found["views"][entries - counts[2]] == seen[seat][place]
    assert seen[0][4] != seen[1][4], "hands differ"


async def test_what_was_taken_back_is_not_shown(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    who = identity_at(live, people, live.table.running().to_act)
    entries = len(live.table.running().entries)
    await choose(live, who, "c", live.table.version, 0)
    await take_back(live, who, "u", live.table.version)
    found = (await people[0].http.get(f"/api/tables/{id}/past/80")).json()
    assert len(found["views"]) == entries


async def test_only_players_look_back_and_only_so_far(server: LocalServer) -> None:
    ada, eve = await server.person("Ada"), await server.person("Eve")
    id = await new_table(ada, "oregon", "me", "greenhorn", listed=True)
    assert (await eve.http.get(f"/api/tables/{id}/past/3")).json()["error"]["key"] == "error.not_seated"
    for wrong in ("0", "81", "-1", "x"):
        assert (await ada.http.get(f"/api/tables/{id}/past/{wrong}")).status_code == 422
