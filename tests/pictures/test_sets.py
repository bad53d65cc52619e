"""Maps and tile sets as text and as sheets to print."""

from xml.etree import ElementTree

import pytest

from overland.data.files import packaged_names
from overland.engine.boxes import named_data
from overland.engine.games import GAMES
from overland.pictures.boxes import box_svg, box_text

SETS = [(game, name) for game in GAMES for name in packaged_names(game)]


@pytest.mark.parametrize(("game", "name"), SETS)
def test_every_set_is_drawn_whole(game: str, name: str) -> None:
    data = named_data(GAMES[game], name)
    sheet = ElementTree.fromstring(box_svg(GAMES[game], data, f"<{name}> & more"))
    assert sheet.get("aria-label") == f"<{name}> & more"
    text = box_text(GAMES[game], data)
    assert len(text.splitlines()) > 9
    if game == "okanagan":
        assert len(list(sheet.iter())) > 500
