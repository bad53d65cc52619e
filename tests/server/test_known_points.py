"""The points of Okanagan that everybody can count while the game goes on."""

import random

import pytest

from overland.engine.match import Match
from overland.engine.okanagan.scoring import total_points
from overland.server.messages.review import result
from overland.server.messages.views import open_seats, points_now, seats_of_view
from tests.engine.drivers import TASTES
from tests.server.local_servers import LocalServer, choose, full_table, give_up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_points_and_goals_are_the_score(players: int) -> None:
    seen: set[int] = set()
    taste = TASTES["okanagan"]["farms"]
    for seed in range(6):
        match, dice = Match("okanagan", players, seed=seed), random.Random(seed)
        while not match.is_over:
            match.play(taste(dice, list(match.legal)))
            position = match.position
            everything, watched = open_seats(position), seats_of_view(position, position.all_views()[-1])
            for seat in range(players):
                opened, known = everything[str(seat)], watched[str(seat)]["known"]
                assert known == opened["known"], "it is the same for everybody"
                goals = sum(goal["points"] for goal in opened["goals"])
                whole = total_points(position.box, position.state, seat)
                counted = points_now(position)
                assert counted is not None and known + goals == whole == sum(counted[seat].values())
                seen.add(known)
        ended = open_seats(match.position)
        points = [seat["known"] + sum(goal["points"] for goal in seat["goals"]) for seat in ended.values()]
        assert points == match.scores
        assert points_now(match.position) == match.points_by_source()
        assert [seat["known"] for seat in ended.values()] == [
            found["explorer"] + found["nuggets"] for found in match.points_by_source()
        ]
    assert max(seen) >= 10 and seen & {4, 8, 12}, "both nuggets and sets have counted"


@pytest.mark.anyio
async def test_a_game_given_up_is_counted_as_it_stood(server: LocalServer) -> None:
    dice, points = random.Random(3), [0, 0]
    while max(points) == 0:  # one game in twenty has brought nobody anything by then
        id, people = await full_table(server, "okanagan", 2)
        live = server.tables.live[id]
        while len(live.table.log) < 180 and max(points) == 0 and live.table.to_act is not None:
            seat, legal = live.table.to_act, live.table.running().legal
            number = dice.randrange(len(legal))
            await choose(live, people[seat].identity, f"m{live.table.version}", live.table.version, number)
            assert live.table.match is not None
            position = live.table.match.position
            points = [int(total_points(position.box, position.state, seat)) for seat in range(2)]
    await give_up(live, people[0].identity, "enough")
    ended = result(live.table)
    assert ended is not None and ended["winners"] == [1]
    assert ended["scores"] == points
    assert [sum(sources.values()) for sources in ended["points"]] == points
