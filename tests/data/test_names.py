"""What maps and tile sets are called."""

import pytest

from overland.data.files import packaged_names
from overland.engine.boxes import data_digest, data_name, data_of, named_data
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES

SETS = [(game, name) for game in GAMES for name in packaged_names(game)]


@pytest.mark.parametrize(("game", "name"), SETS)
def test_a_set_is_known_by_what_is_in_it(game: str, name: str) -> None:
    data = data_of(GAMES[game], name)
    assert data_name(GAMES[game], data) == name
    others = {data_digest(named_data(GAMES[game], other)) for other in packaged_names(game)}
    assert len(others) == len(packaged_names(game))


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match="valley"):
        named_data(GAMES["okanagan"], "nowhere")
    assert data_name(GAMES["oregon"], data_of(GAMES["oregon"], "")) == packaged_names("oregon")[0]
