"""Boards as SVG: well-formed, everything on the board is there, and actions are marked where they happen."""

from xml.etree import ElementTree

import pytest

from overland import Match
from overland.engine.games import GAMES
from overland.pictures import Mark, board_svg

SVG = "{http://www.w3.org/2000/svg}"


def played(game: str, seed: int) -> Match:
    match = Match(game, players=3, seed=seed)
    while len(match.entries) < 120 and not match.is_over:
        match.play(int(match.legal.actions[len(match.entries) % len(match.legal)]))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_is_drawn(game: str) -> None:
    match = played(game, 2)
    root = ElementTree.fromstring(board_svg(match.position, title="After <many> moves"))
    assert root.get("aria-label") == "After <many> moves"
    view = match.position.view()
    words = [text.text for text in root.iter(f"{SVG}text")]
    if game == "oregon":
        farmers = sum(int(piece) >= 8 for piece in view.cells)
        assert sum(word in ("1", "2", "3") for word in words) >= farmers > 0
    else:
        assert len(list(root.iter(f"{SVG}polygon"))) >= 4 * int(view.laid_count) > 4
        assert sum(word in ("F", "W", "S") for word in words) == sum(int(tile.owner) > 0 for tile in view.laid)


@pytest.mark.parametrize("game", GAMES)
def test_an_action_is_marked_where_it_happens(game: str) -> None:
    match = played(game, 2)
    wanted = "farmer" if game == "oregon" else "tile"
    while not match.legal[0].startswith(wanted):
        match.play(int(match.legal.actions[0]))
    plain = board_svg(match.position)
    action = int(match.legal.actions[0])
    marked = board_svg(match.position, [Mark(action, "#123456", "+")])
    assert "#123456" in marked and "#123456" not in plain
    ElementTree.fromstring(marked)
