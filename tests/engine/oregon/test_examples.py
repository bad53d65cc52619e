"""The worked examples of the rules, drawn (oregon 12); every piece stands where it could on the default map."""

from pathlib import Path
from typing import Any

import pytest

from overland import Match
from overland.engine.games import GAMES
from tests.engine.oregon.scenes import draw_legal, picture, play_all, points, tiles_owed, tokens
from tests.engine.oregon.scenes import scene as any_scene

ROOT = Path(__file__).parent.parent.parent.parent
TERRAIN = "/".join(GAMES["oregon"].load_data(None)["map"])
FITTING = {"P": "G", "H": "G", "C": "G", "K": "M", "G": "M", "W": "G", "S": "R"}  # of each building (5.2)


def scene(drawing: str, *hands: str, **settings: Any) -> Match:
    """A drawn position in which every piece stands on a terrain that it may stand on (5.1, 5.2)."""
    match = any_scene(drawing, *hands, **settings)
    [board] = [word.removeprefix("board=") for word in match.position.text.split() if word.startswith("board=")]
    for place, (piece, terrain) in enumerate(zip(board, TERRAIN, strict=True)):
        if piece not in "./":
            assert terrain in FITTING.get(piece, "GMR"), f"{piece} in row {place // 16 + 1}, column {place % 16 + 1}"
    return match


def test_12_1_a_farmer_beside_gold_mine_post_office_and_church() -> None:
    match = scene(
        """
        2  ... ... G.P ... ...
        4  ... ... .C. ... ...
        5  ... ... 1.0 ... ...
        """,
        "bison settlers wagon church",
    )
    match.play("farmer h3")
    assert points(match) == [3 + 3, 0]
    assert tiles_owed(match) == ["gold to 0"]


def test_12_2_a_farmer_beside_harbor_station_and_warehouse() -> None:
    match = scene(
        """
        6  ... ... S.. ... ...
        7  ... ..H ... ... ...
        8  ... ... W.. ... ...
        """,
        "eagle settlers",
        extras="1000",
    )
    match.play("farmer g7")
    assert points(match) == [6, 0]
    assert tokens(match, "joker") == [1, 0]
    assert tokens(match, "extra") == [1, 0]


@pytest.mark.parametrize(
    ("drawing", "bonus"),
    [
        ("4 ... ..0 0.. ... ...", 5),  # a third joins two in a line
        ("4 ... ..0 0.0 0.. ...", 5),  # one joins two unpaid pairs into five
        ("4 ... .aa a.. ... ...", 0),  # a fourth beside a paid three
    ],
)
def test_12_3_groups_of_farmers(drawing: str, bonus: int) -> None:
    match = scene(drawing, "bison settlers wagon church")
    match.play("farmer h4")
    assert points(match) == [bonus, 0]


def test_12_4_a_church_with_four_farmers_around() -> None:
    match = scene(
        """
        3  ... ... 0.1 ... ...
        5  ... ... 2.2 ... ...
        """,
        "bison church",
        players=3,
    )
    match.play("build church h4 bison")
    assert points(match) == [4, 4, 8]


def test_12_5_a_station_with_three_farmers_around() -> None:
    match = scene(
        """
        1  ... ... ... ... .00
        3  ... ... ... ... .1.
        """,
        "wagon station",
    )
    match.play("build station n2 wagon")
    assert points(match) == [2, 1]
    assert tokens(match, "extra") == [1, 1]


def test_12_6_two_landscape_cards_open_two_mirror_areas() -> None:
    match = scene("4 .1. ... ... ... ...", "wagon bison")
    assert draw_legal(match, "farmer") == picture(
        """
        1  ... xxx ... ... ...
        2  ... xxx ... ... ...
        3  xxx ... ... ... ...
        4  x.x ... ... ... ...
        """
    )
    assert len(match.legal) == 11


def test_12_7_a_campfire_card_and_a_gold_mine_card() -> None:
    match = scene("", "campfire gold")
    assert draw_legal(match, "build gold") == picture(
        """
        4  ... ... ... ... ..x
        5  ... ... ... ... .xx
        6  ... ... ... ... ..x
        9  ... ..x ..x x.. .x.
        10 ... .xx x.. x.. xx.
        """
    )
    assert play_all(match, "build gold n10 campfire").position.state.cells[9 * 15 + 13] != 0


@pytest.mark.parametrize(
    ("move", "hand"),
    [
        ("farmer h4", "bison settlers"),
        ("farmer h4 joker=bison", "settlers"),
        ("build church h4 bison", "bison church"),
        ("build church h4 joker", "church"),
    ],
)
def test_11_the_moves_that_show_the_notation_are_legal_on_the_default_map(move: str, hand: str) -> None:
    assert move in (ROOT / "docs" / "spec" / "oregon.md").read_text(encoding="utf-8")
    assert move in scene("", hand, jokers="1000").legal
