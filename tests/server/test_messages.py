"""What is sent: it fits the published models, and updates lead to exactly what everything at once would say."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import TypeAdapter

from overland.load.merge_patch import merge
from overland.server.messages.patches import merge_patch
from overland.server.protocol import Said
from overland.server.socket_protocol import SERVER_MESSAGES, Now
from tests.server.local_servers import LocalServer, choose, full_table, identity_at, messages, take_back

pytestmark = pytest.mark.anyio

NOW: TypeAdapter[Any] = TypeAdapter(Now)


@pytest.mark.parametrize(("game", "players"), [("oregon", 2), ("oregon", 4), ("okanagan", 2), ("okanagan", 3)])
async def test_updates_say_what_has_changed_and_nothing_is_missing(
    game: str, players: int, server: LocalServer
) -> None:
    id, people = await full_table(server, game, players, listed=True)
    live, dice = server.tables.live[id], random.Random(players)
    ears = [server.socket(live, who) for who in (*(person.identity for person in people), None)]
    known: list[dict[str, Any]] = [{} for _ in ears]
    for ear in ears:
        await ear.take('{"type": "hello"}')
    number = 0
    while True:
        for place, ear in enumerate(ears):
            for message in messages(ear):
                check_model(message)
                if message["type"] == "table":
                    known[place] = message["now"]
                elif message["type"] == "update":
                    assert message["since"] == known[place]["version"]
                    merge(known[place], message["now"])
            if number % 7 == 0 or live.table.status == "over":
                assert known[place] == json.loads(live.whole(ear.identity, 0))["now"]
                assert without_none(known[place])
        if live.table.status == "over":
            break
        seat = live.table.to_act
        assert seat is not None
        who = identity_at(live, people, seat)
        number += 1
        if dice.random() < 0.1 and live.table.undo_to(seat)[0] is None:
            await take_back(live, who, f"u{number}", live.table.version)
        else:
            choice = dice.randrange(len(live.table.running().legal))
            await choose(live, who, f"m{number}", live.table.version, choice)
    assert number > 20


def check_model(message: dict[str, Any]) -> None:
    """A message has what its model says, and nothing else."""
    kept = SERVER_MESSAGES.validate_python(message, strict=True, extra="forbid")
    again = SERVER_MESSAGES.dump_python(kept, mode="json", exclude_none=message["type"] != "update")
    assert again == message or message["type"] in ("presence", "refused", "table")
    if message["type"] == "table":
        NOW.validate_python(message["now"], extra="forbid")


def without_none(value: Any) -> bool:
    """Whether nothing in a message is null: it would be lost in a patch."""
    if isinstance(value, Mapping):
        return all(part is not None and without_none(part) for name, part in value.items() if name != "args")
    return not isinstance(value, list) or all(without_none(part) for part in value)


async def test_special_actions_are_named_in_the_log_and_in_the_review(server: LocalServer) -> None:
    id, people = await full_table(server, "okanagan", 3, listed=True)
    live, dice, number = server.tables.live[id], random.Random(5), 0
    expected: dict[int, Said] = {}
    while (seat := live.table.to_act) is not None:
        number += 1
        stacks = json.loads(live.whole(None, 0))["now"]["view"]["stacks"]
        entry, legal = len(live.table.running().entries), list(live.table.running().legal)
        actions = [place for place, text in enumerate(legal) if text.startswith(("action", "claim action"))]
        choice = dice.choice(actions or range(len(legal)))
        if legal[choice].startswith("action"):
            kind, _, what = stacks[int(legal[choice].split()[1]) - 1]["back"].partition(":")
            expected[entry] = {"key": f"okanagan.power.{kind}", "args": {"what": what or None}}
        await choose(live, identity_at(live, people, seat), f"m{number}", live.table.version, choice)
    assert len(expected) > 5
    watched = json.loads(live.whole(None, 0))["log"]
    assert {item["entry"]: item["note"] for item in watched if "note" in item} == expected
    review = (await people[0].http.get(f"/api/tables/{id}/review")).json()
    assert {item["entry"]: item["note"] for item in review["items"] if "note" in item} == expected


@pytest.mark.parametrize("seed", range(200))
def test_a_patch_makes_the_new_of_the_old(seed: int) -> None:
    dice = random.Random(seed)
    old, new = random_object(dice, 3), random_object(dice, 3)
    patch = merge_patch(old, new)
    merge(old, patch)
    assert old == new
    assert merge_patch(new, new) == {}


def random_object(dice: random.Random, depth: int) -> dict[str, Any]:
    """An object of few names, so that two of them have much in common."""
    found: dict[str, Any] = {}
    for name in "abcde":
        match dice.randrange(4 if depth else 3):
            case 0:
                found[name] = dice.randrange(3)
            case 1:
                found[name] = [dice.randrange(2) for _ in range(2)]
            case 3:
                found[name] = random_object(dice, depth - 1)
    return found


async def test_who_changes_seats_is_told_everything_again(server: LocalServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    made = await ada.http.post(
        "/api/tables",
        json={"game": "oregon", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True, "shuffled": False},
    )
    id = made.json()["id"]
    ears = [await person.sit(id) for person in (ada, bob)]
    await bob.http.post(f"/api/tables/{id}/join", json={})
    told = [[message for message in messages(ear) if message["type"] in ("table", "update")] for ear in ears]
    assert {message["type"] for message in told[0]} == {"update"}, "her seat is the same"
    assert told[1][0]["type"] == "table" and told[1][0]["seat"] == 1, "he watched, and has a seat now"
    live = server.tables.live[id]
    assert live.table.to_act is not None, "the game has begun with the last who came"
    await choose(live, identity_at(live, [ada, bob], live.table.to_act), "m", live.table.version, 0)
    (news,) = [message for message in messages(ears[1]) if message["type"] in ("table", "update")]
    assert news["type"] == "update" and news["since"] == told[1][0]["now"]["version"]


async def test_a_socket_that_has_not_asked_is_told_nothing_of_the_game(server: LocalServer) -> None:
    id, people = await full_table(server, "oregon", 2)
    live = server.tables.live[id]
    ear = server.socket(live, people[0].identity)
    assert live.table.to_act is not None
    await choose(live, identity_at(live, people, live.table.to_act), "m", live.table.version, 0)
    assert {message["type"] for message in messages(ear)} <= {"presence"}
