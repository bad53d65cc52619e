"""The worked examples of the rules, drawn (oregon 12)."""

import pytest

from tests.engine.oregon.scenes import draw_legal, picture, play_all, points, scene, tiles_owed, tokens


def test_12_1_a_farmer_beside_gold_mine_post_office_and_church() -> None:
    match = scene(
        """
        3  ... ... G.P ... ...
        5  ... ... .C. ... ...
        6  ... ... 1.0 ... ...
        """,
        "bison settlers wagon church",
    )
    match.play("farmer h4")
    assert points(match) == [3 + 3, 0]
    assert tiles_owed(match) == ["gold to 0"]


def test_12_2_a_farmer_beside_harbor_station_and_warehouse() -> None:
    match = scene(
        """
        3  ... ... H.S ... ...
        5  ... ... W.. ... ...
        """,
        "bison settlers",
        extras="1000",
    )
    match.play("farmer h4")
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
    match = scene("4 ... ... .1. ... ...", "bison settlers")
    assert draw_legal(match, "farmer") == picture(
        """
        3  ... ... xxx ... ...
        4  ... ... x.x ... ...
        5  ... xxx ... ... ...
        6  ... xxx ... ... ...
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
    assert play_all(match, "build gold n10 campfire").state.cells[9 * 15 + 13] != 0
