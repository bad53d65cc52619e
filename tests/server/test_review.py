"""Reviews: points by source after every entry, and the eyes of every seat."""

import itertools
import random
from typing import Any

import pytest

from overland.engine.match import Match
from overland.server.live import LiveTable
from overland.server.messages.review import points_after_entries
from tests.server.local_servers import LocalServer, Person, ask, choose, full_table, give_up

pytestmark = pytest.mark.anyio

GAMES = ["oregon", "okanagan"]
Told = list[dict[str, Any]]


async def play_some(live: LiveTable, people: list[Person], moves: int, after: Any = None) -> None:
    """Play at random; ``after`` is called when the table waits for the next move."""
    dice = random.Random(5)
    for number in range(moves):
        if after is not None:
            await after()
        seat = live.table.to_act
        if seat is None:
            return
        chosen = dice.randrange(len(live.table.running().legal))
        await choose(live, people[seat].identity, f"m{number}", live.table.version, chosen)


async def over(server: LocalServer, game: str, moves: int = 12) -> tuple[str, list[Person]]:
    """A table of two that one of them has given up."""
    id, people = await full_table(server, game, 2)
    live = server.tables.live[id]
    await play_some(live, people, moves)
    await give_up(live, people[1].identity, "r")
    assert live.table.status == "over"
    return id, people


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.server(request_burst=5000, message_burst=5000)
async def test_with_the_eyes_of_a_seat_one_sees_what_it_was_shown(game: str, server: LocalServer) -> None:
    id, people = await full_table(server, game, 2)
    live = server.tables.live[id]
    ears = [await person.sit(id) for person in people]
    shown: list[tuple[int, Told]] = []

    async def remember() -> None:
        assert live.table.match is not None
        shown.append((len(live.table.match.entries), [await ask(ear, type="hello") for ear in ears]))

    await play_some(live, people, 40, remember)
    assert len(shown) == 40
    await give_up(live, people[1].identity, "r")
    for seat in range(2):
        whole = (await people[0].http.get(f"/api/tables/{id}/review?seat={seat}")).json()
        for entry, told in shown:
            now = told[seat]["now"]
            found = (await people[0].http.get(f"/api/tables/{id}/review/{entry}?seat={seat}")).json()
            assert found["view"] == now["view"]
            assert found["to_act"] == now["to_act"]
            assert found.get("question") == now.get("question")
            assert found["choices"] == now.get("choices", [])
            lines = [item for item in told[seat]["log"] if "text" in item]
            assert [read(item) for item in lines] == [read(item) for item in whole["items"][:entry]]


def read(item: dict[str, Any]) -> tuple[Any, ...]:
    """What a line says."""
    return item["entry"], item.get("seat"), item["text"], item.get("note"), item.get("gains", [])


@pytest.mark.parametrize("game", GAMES)
async def test_other_eyes_see_less_than_all_open(game: str, server: LocalServer) -> None:
    id, people = await over(server, game, moves=20)
    opened = (await people[0].http.get(f"/api/tables/{id}/review")).json()
    masked = (await people[0].http.get(f"/api/tables/{id}/review?seat=1")).json()
    last = len(opened["items"])
    assert not any("?" in item["text"] for item in opened["items"])
    assert any("?" in item["text"] for item in masked["items"])
    secret = "hand" if game == "oregon" else "goals"
    seats = (await people[0].http.get(f"/api/tables/{id}/review/{last}?seat=1")).json()["view"]["seats"]
    assert secret in seats["1"] and secret not in seats["0"]
    seats = (await people[0].http.get(f"/api/tables/{id}/review/{last}")).json()["view"]["seats"]
    assert secret in seats["0"] and secret in seats["1"]


async def test_eyes_that_nobody_has_are_refused(server: LocalServer) -> None:
    id, people = await over(server, "oregon")
    for path in (f"/api/tables/{id}/review", f"/api/tables/{id}/review/3"):
        none = await people[0].http.get(f"{path}?seat=2")
        assert none.status_code == 404 and none.json()["error"]["key"] == "error.no_such_seat"
        for bad in ("4", "-1", "x", "1.5", ""):
            answer = await people[0].http.get(f"{path}?seat={bad}")
            assert answer.status_code == 422 and answer.json()["error"]["key"] == "error.bad_request"


@pytest.mark.parametrize("game", GAMES)
def test_points_by_source_add_up_after_every_entry(game: str) -> None:
    dice, match = random.Random(2), Match(game, 3, seed=2)
    while not match.is_over:
        match.play(dice.choice(list(match.legal)))
    points = points_after_entries(match, None)
    assert len(points) == len(match.entries)
    ended = [{source: count for source, count in sources.items() if count} for sources in match.points_by_source()]
    assert points[-1] == ended and any(ended)
    for number, sources in enumerate(points, start=1):
        if game == "oregon" and number < len(points):  # coal and gold lie face down until the end
            table = [sum(count for name, count in seat.items() if name not in ("coal", "gold")) for seat in sources]
            assert table == match.at(number).scores
    for seat in range(3):
        known = points_after_entries(match, seat)
        assert known[-1] == ended, "at the end everything is open"
        assert [after[seat] for after in known] == [after[seat] for after in points], "everybody knows their own"
        assert all(
            sum(less[other].values()) <= sum(all_[other].values())
            for less, all_ in zip(known, points, strict=True)
            for other in range(3)
        )
    assert any(points_after_entries(match, 0)[number] != sources for number, sources in enumerate(points))


async def test_points_are_told_when_they_change(server: LocalServer) -> None:
    id, people = await over(server, "oregon", moves=60)
    items = (await people[0].http.get(f"/api/tables/{id}/review")).json()["items"]
    told = [item["points"] for item in items if "points" in item]
    assert 0 < len(told) < len(items) / 2
    assert all(one != other for one, other in itertools.pairwise(told))


async def test_a_link_to_a_private_game_opens_for_whoever_has_it(server: LocalServer) -> None:
    id, people = await over(server, "oregon")
    review = (await people[0].http.get(f"/api/tables/{id}/review")).json()
    stranger = await server.person("Eve")
    assert (await stranger.http.get(f"/api/tables/{id}/review")).status_code == 404
    query = f"?invite={review['invite']}"
    seen = await stranger.http.get(f"/api/tables/{id}/review{query}")
    assert seen.status_code == 200 and "invite" not in seen.json(), "who has it passes on what they have"
    assert (await stranger.http.get(f"/api/tables/{id}/review/2{query}&seat=1")).status_code == 200
    wish = {"entry": 9, "seat": 1, "level": "greenhorn"}
    assert (await stranger.http.post(f"/api/tables/{id}/play-on", json=wish)).status_code == 404
    made = await stranger.http.post(f"/api/tables/{id}/play-on{query}", json=wish)
    assert made.status_code == 201
    new = server.tables.live[made.json()["id"]].table
    assert new.seats[1].person is not None and new.seats[0].level == "greenhorn"
