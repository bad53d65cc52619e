"""The points of Okanagan that everybody can count while the game goes on."""

import random

import pytest

from overland.engine.match import Match
from overland.engine.okanagan.scoring import total_points
from overland.server.messages.views import open_seats, seats_of_view
from tests.engine.drivers import TASTES


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
                assert known + goals == total_points(position.box, position.state, seat)
                seen.add(known)
        ended = open_seats(match.position)
        points = [seat["known"] + sum(goal["points"] for goal in seat["goals"]) for seat in ended.values()]
        assert points == match.scores
        assert [seat["known"] for seat in ended.values()] == [
            found["explorer"] + found["nuggets"] for found in match.points_by_source()
        ]
    assert max(seen) >= 10 and seen & {4, 8, 12}, "both nuggets and sets have counted"
