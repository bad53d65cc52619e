"""What a player has not seen yet: counted from that player's view, and only where the table allows aids."""

import pytest

from tests.server.local_servers import LocalServer, choose, new_table

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", ["oregon", "okanagan"])
async def test_what_is_unseen_is_what_can_still_come(server: LocalServer, game: str) -> None:
    ada = await server.person("Ada")
    id = await new_table(ada, game, "me", "greenhorn")
    live = server.tables.live[id]
    for number in range(6):
        found = (await ada.http.get(f"/api/tables/{id}/unseen")).json()
        groups = {group["name"]: group for group in found["groups"]}
        match = live.table.match
        assert match is not None
        view = match.view(0)
        if game == "oregon":
            assert groups["landscape"]["total"] == int(view.deck_size[0]) + int(view.seats[1].cards[0])
            assert groups["building"]["total"] == int(view.deck_size[1]) + int(view.seats[1].cards[1])
            assert sum(groups["building"]["counts"].values()) == groups["building"]["total"]
        else:
            known = int(view.laid_count) - 1 + sum(int(stack.face_up > 0) for stack in view.stacks)
            assert 0 < groups["tiles"]["total"] <= 60 - known
            assert sum(groups["tiles"]["counts"].values()) == 4 * groups["tiles"]["total"]
            assert groups["goals"]["total"] >= int(view.deck_size)
        if match.to_act != 0:
            break
        await choose(live, ada.identity, f"c{number}", live.table.version, 0)


async def test_it_is_an_aid_for_players(server: LocalServer) -> None:
    ada, eve = await server.person("Ada"), await server.person("Eve")
    strict = await new_table(ada, "oregon", "me", "greenhorn", aids=False)
    refused = await ada.http.get(f"/api/tables/{strict}/unseen")
    assert refused.json()["error"]["key"] == "error.hints_off"
    listed = await new_table(ada, "oregon", "me", "greenhorn", listed=True)
    assert (await eve.http.get(f"/api/tables/{listed}/unseen")).json()["error"]["key"] == "error.not_seated"
