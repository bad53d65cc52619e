"""The promo tiles, paragraph by paragraph, in drawn scenes (okanagan 12)."""

import pytest

from overland import Match
from overland.engine.okanagan.state import Phase
from overland.engine.position import Position
from tests.engine.okanagan.scenes import BOX, begin

VOLCANO, DAM = int(BOX.tile_count), int(BOX.tile_count) + 1
BACKS = ("gold", "trade", "refresh")


def dealt(first: int, second: int, *, backs: tuple[str, ...] = BACKS) -> Match:
    """Seat 0 has one tile, seat 1 the other; the start tile lies alone."""
    faces = [tile for tile in range(20, 40) if tile not in (first, second)][:3]
    return begin(2, tiles=(first, second), faces=faces, backs=backs, promo="on")


def test_12_without_the_option_there_are_none_and_texts_do_not_mention_them() -> None:
    match = Match("okanagan", players=2, seed=1)
    assert not match.position.state.unseen[VOLCANO:].any()
    assert "promo" not in match.position.text
    assert "promo" not in match.options
    with_them = Match("okanagan", players=2, seed=1, options={"promo": "on"})
    assert with_them.position.state.unseen[VOLCANO : DAM + 1].all()
    assert "promo=on" in with_them.position.text


def test_12_1_their_sides_match_any_terrain_on_every_square() -> None:
    match = dealt(VOLCANO, 1)
    assert len(match.legal) == 4 * 4
    match.play("tile 0,-1 r0")
    assert match.position.draw().splitlines()[:6] == [
        "         **",
        "  -1 **  ++  **",
        "         **",
        "         Fo",
        "   0 Mo  ++  Lh",
        "         Es",
    ]


def test_12_1_they_close_what_touches_them_and_join_nothing() -> None:
    match = dealt(VOLCANO, 1)
    forest = match.position.state.laid[0].sides[0]
    assert match.position.state.territories[forest]["open"] == 1
    match.play("tile 0,-1 r0")
    state = match.position.state
    assert state.territories[forest]["open"] == 0
    assert state.laid[1].sides.tolist() == [-1] * 4
    assert state.territory_count == 4


def test_12_2_who_lays_one_discards_a_building_of_choice() -> None:
    match = dealt(DAM, 1)
    match.play("tile 1,0 r0")
    assert list(match.legal) == ["discard farm", "discard warehouse", "discard silo"]
    match.play("discard warehouse")
    assert match.position.state.seats[0].buildings.tolist() == [1, 2, 2]


def test_12_3_the_dam_brings_any_reward_of_the_supply() -> None:
    match = dealt(DAM, 1)
    match.play("tile 1,0 r0")
    match.play("discard silo")
    assert len(match.legal) == 12
    match.play("take crystal")
    assert match.position.state.seats[0].tokens.tolist() == [0] * 11 + [1]
    assert match.position.state.phase == Phase.CHOOSE


@pytest.mark.parametrize("back", ["gold", "first"])
def test_12_3_the_volcano_is_a_special_action_at_once(back: str) -> None:
    match = dealt(VOLCANO, 1, backs=(back, "trade", "refresh"))
    match.play("tile 1,0 r2")
    match.play("discard farm")
    assert list(match.legal) == ["action 1", "action 2", "action 3"]
    match.play("action 1")
    match.play(match.legal[0])  # the new top
    state = match.position.state
    assert state.seats[0].gold == (back == "gold")
    assert state.first_pick == 0
    assert state.phase == Phase.CHOOSE


def test_12_4_what_it_closes_is_resolved_after_its_effect() -> None:
    """Seat 0 lays a tile with a two-sided lake at the start tile's lake; the Volcano of seat 1 closes it."""
    tile = next(n for n in range(1, VOLCANO) if BOX.sides[n].tolist()[:2] == [1, 1])
    match = dealt(tile, VOLCANO)
    match.play("tile 1,0 r2")  # a lake to the south and to the west
    match.play("farm lake")
    match.play("choose 1")
    while match.to_act < 0:
        match.play(match.legal[0])
    match.play("tile 1,1 r0")
    match.play("discard farm")
    match.play("action 2")  # a trade, for which nobody has a reward
    match.play(match.legal[0])
    assert (match.to_act, list(match.legal)) == (0, ["claim action", "claim rewards"])


def test_12_5_positions_on_the_way_are_read_back() -> None:
    match = dealt(VOLCANO, DAM)
    for move in ("tile 0,1 r1", "discard silo", "action 2"):
        match.play(move)
        again = Position.parse("okanagan", match.position.text)
        assert again == match.position
        assert again.text == match.position.text
