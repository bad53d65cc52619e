"""How a map or tile set plays: what its figures count, and that they are the same every time."""

import pytest

from overland.arena.figures import Tally, figures_of, has_tie, play_set
from overland.engine.boxes import named_data
from overland.engine.games import GAMES, checked_options


def figures(game: str, name: str, players: int, games: int = 4, processes: int = 1, **options: str) -> list[str]:
    found = GAMES[game]
    data = named_data(found, name)
    told = play_set(found, data, players, checked_options(found, options, None), ["greedy"], games, 1, processes)
    return [str(figure) for figure in told]


@pytest.mark.parametrize(("game", "name"), [("oregon", "prairie"), ("okanagan", "meeting")])
def test_the_same_games_have_the_same_figures(game: str, name: str) -> None:
    found = figures(game, name, 2)
    assert found == figures(game, name, 2, processes=2), "however many processes play them"
    assert len(found) > 5 and len(set(found)) == len(found)


def test_promo_tiles_and_more_players_are_counted_too() -> None:
    assert figures("okanagan", "valley", 3, promo="on") != figures("okanagan", "valley", 3)


def test_a_tie_is_between_those_who_are_there() -> None:
    assert has_tie([2, 2]) and has_tie([3, 1, 1])
    assert not has_tie([2, 1]) and not has_tie([2])


def test_shares_are_over_all_that_was_counted_and_not_over_games() -> None:
    few, many = Tally(), Tally()
    few.add("closed %", 1, 1)
    many.add("closed %", 0, 3)
    assert [figure.value.value for figure in figures_of([few, many])] == [0.25]
