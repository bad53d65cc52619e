"""Oregon, paragraph by paragraph: each test's name is a sentence of the rules, its number the paragraph."""

import pytest

from overland import CHANCE, OVER, SPECTATOR, Match
from overland.engine.errors import IllegalMove
from overland.engine.oregon.components import Building, Symbol
from tests.engine.oregon.scenes import (
    draw_legal,
    hand_of,
    picture,
    play_all,
    points,
    resolve,
    scene,
    tiles_owed,
    tokens,
)

BUILDINGS = [building.name.lower() for building in Building]


# 1 In the box


def test_1_1_an_area_has_six_cells_where_a_row_band_crosses_a_column_band() -> None:
    match = scene("", "campfire campfire")
    assert draw_legal(match, "farmer") == picture(
        """
        9  ... ... ... ... xxx
        10 ... ... ... ... xxx
        """
    )


def test_1_2_the_default_map_has_the_terrain_of_the_rules() -> None:
    assert Match("oregon", seed=1).data["map"][5] == "MMGGGRRRRGWWGGM"


def test_1_3_there_are_ten_cards_of_each_symbol_and_three_of_each_building() -> None:
    match = Match("oregon", auto_chance=False)
    assert match.weights == [10] * 5
    assert match.position.state.deck.tolist() == [10] * 5 + [3] * 7


def test_1_4_there_are_four_tiles_of_each_building_and_seven_start_tiles() -> None:
    match = play_all(Match("oregon", auto_chance=False), "=wagon", "=wagon", "=wagon", "=church")
    assert match.position.state.stacks.tolist() == [4] * 7
    assert list(match.legal) == [f"=start {name}" for name in BUILDINGS]


def test_1_5_mine_tiles_are_seven_of_each_value() -> None:
    match = play_all(scene("3 ... ... K.G ... ...", "bison settlers"), "farmer h4")
    assert dict(zip(match.legal, match.weights, strict=True)) == {"=coal 1": 7, "=coal 2": 7, "=coal 3": 7}
    match.play("=coal 2")
    assert dict(zip(match.legal, match.weights, strict=True)) == {"=gold 3": 7, "=gold 4": 7, "=gold 5": 7}


def test_1_6_every_player_has_fourteen_farmers_and_two_active_tokens() -> None:
    match = Match("oregon", players=4, seed=1)
    assert [int(seat.farmers) for seat in match.position.state.seats] == [14] * 4
    assert tokens(match, "joker") == tokens(match, "extra") == [1] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_7_two_to_four_can_play(players: int) -> None:
    assert Match("oregon", players=players, seed=1).scores == [0] * players


# 2 Set-up and 3 the opening round


def test_2_1_three_landscape_cards_a_building_card_and_a_start_tile_are_dealt_seat_by_seat() -> None:
    match = Match("oregon", players=3, seed=5)
    kinds = [entry.text.split()[0].lstrip("=") for entry in match.entries]
    symbols = [symbol.name.lower() for symbol in Symbol]
    dealt = ["L" if kind in symbols else "S" if kind == "start" else "B" for kind in kinds]
    assert "".join(dealt) == "LLLBS" * 3
    assert all(entry.seat == CHANCE for entry in match.entries)


def test_2_1_no_start_tile_is_dealt_twice() -> None:
    match = Match("oregon", auto_chance=False)
    play_all(match, "=wagon", "=wagon", "=wagon", "=church", "=start gold")
    play_all(match, "=wagon", "=wagon", "=wagon", "=church")
    assert "=start gold" not in match.legal
    assert match.weights == [1] * 6


def test_2_2_seat_0_starts() -> None:
    assert Match("oregon", players=4, seed=2).to_act == 0


def test_3_1_start_tiles_go_in_seat_order_on_cells_that_fit_and_score_nothing() -> None:
    match = Match("oregon", auto_chance=False)
    for start in ("=start harbor", "=start post"):
        play_all(match, "=wagon", "=bison", "=eagle", "=church", start)
    assert draw_legal(match, "start") == HARBOR_CELLS
    match.play("start b7")
    assert match.to_act == 1
    assert "start b7" not in match.legal
    match.play("start c6")
    assert match.to_act == 0
    assert points(match) == [0, 0]
    assert all(tuple(seat.hand) == tuple(match.position.state.seats[0].hand) for seat in match.position.state.seats[:2])


HARBOR_CELLS = picture(
    """
    5  ... ... ... .xx x..
    6  ..x xx. ... x.. xx.
    7  .xx ..x ... xx. .x.
    8  .x. .xx ... .x. .x.
    9  .x. .x. ... .xx x..
    10 .xx x.. ... ... ...
    """
)


# 4 A turn


def test_4_1_a_turn_is_main_action_then_extra_action_then_draw() -> None:
    match = scene("", "bison settlers eagle eagle", "wagon wagon wagon church", extras="1100")
    match.play("farmer h4")
    assert list(match.legal) == ["extra", "no-extra"]
    match.play("extra")
    match.play("farmer j7")
    assert list(match.legal) == ["draw landscape", "draw building"]


def test_4_2_a_player_must_place_if_anything_can_be_placed() -> None:
    match = scene("", "bison settlers wagon church")
    assert all(move.startswith(("farmer", "build")) for move in match.legal)


def test_4_3_two_equal_landscape_cards_open_one_area_and_one_card_none() -> None:
    assert len(scene("", "wagon wagon church church", stacks="4404444").legal) == 6
    only_one = scene("", "wagon church church church", stacks="4404444")
    assert all(move.startswith("pass") for move in only_one.legal)


def test_4_3_a_farmer_cannot_stand_on_water() -> None:
    match = scene("", "settlers eagle")
    assert draw_legal(match, "farmer") == picture(
        """
        5  ... ... ... xxx ...
        6  ... ... ... x.. ...
        7  ... ... xxx ... ...
        8  ... ... xxx ... ...
        """
    )


def test_4_4_a_building_goes_anywhere_in_the_two_bands_of_its_landscape_card() -> None:
    match = scene("2 ... ... ... ... .1.", "wagon station")
    assert draw_legal(match, "build station") == picture(
        """
        2  ... ... ... ... x.x
        3  xxx ... ... ... ...
        """
    )
    match.play("build station o2 wagon")
    assert match.position.state.stacks.tolist() == [4, 4, 4, 4, 4, 4, 3]


def test_4_4_a_building_whose_stack_is_empty_cannot_be_placed() -> None:
    match = scene("", "wagon wagon station church", stacks="4444440")
    assert not any("station" in move for move in match.legal)


def test_4_5_the_joker_stands_for_one_landscape_card_of_a_farmer() -> None:
    match = scene("", "bison church", jokers="1000", stacks="4404444")
    assert draw_legal(match, "farmer") == picture(
        """
        1  ... xxx ... ... ...
        2  ... xxx ... ... ...
        3  xxx xxx xxx xxx xxx
        4  xxx xxx xxx xxx xxx
        5  ... xxx ... ... ...
        6  ... xxx ... ... ...
        7  ... ..x ... ... ...
        8  ... .xx ... ... ...
        9  ... .xx ... ... ...
        10 ... xxx ... ... ...
        """
    )
    assert "farmer h4 joker=settlers" in match.legal
    assert "farmer h4 joker=bison" not in match.legal
    match.play("farmer h4 joker=settlers")
    assert tokens(match, "joker") == [0, 0]
    assert hand_of(match, 0) == ["church"]


def test_4_5_with_both_cards_in_hand_the_joker_may_stand_for_either() -> None:
    match = scene("", "bison settlers", jokers="1000")
    assert {"farmer h4", "farmer h4 joker=bison", "farmer h4 joker=settlers"} <= set(match.legal)
    match.play("farmer h4 joker=bison")
    assert hand_of(match, 0) == ["bison"]


def test_4_5_a_building_with_the_joker_goes_on_any_cell_that_fits() -> None:
    match = scene("", "station", jokers="1000")
    assert len(match.legal) == sum(row.count("R") for row in match.data["map"])
    match.play("build station h10 joker")
    assert tokens(match, "joker") == [0, 0]
    assert hand_of(match, 0) == []


def test_4_5_the_joker_replaces_neither_a_building_card_nor_both_landscape_cards() -> None:
    assert list(scene("", "church", jokers="1000", stacks="4404444").legal) == ["pass church"]
    assert not any(move.startswith("build") for move in scene("", "wagon bison", jokers="1000").legal)


def test_4_6_played_cards_go_face_up_to_their_discard_pile() -> None:
    match = play_all(scene("", "wagon bison church church"), "build church h4 bison")
    assert match.position.state.discard.tolist() == [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_4_7_with_nothing_possible_two_cards_of_choice_are_thrown_away() -> None:
    match = scene("", "wagon church church harbor", stacks="4004444", extras="1110", players=3)
    assert list(match.legal) == [
        "pass wagon harbor",
        "pass wagon church",
        "pass harbor church",
        "pass church church",
    ]
    match.play("pass church church")
    assert list(match.legal) == ["draw landscape", "draw building", "discard harbor"]  # no extra action
    assert tokens(match, "extra") == [1, 1, 1]
    assert match.position.state.discard.tolist()[7] == 2


@pytest.mark.parametrize(("hand", "passes"), [("church", ["pass church"]), ("", ["pass"])])
def test_4_7_a_shorter_hand_is_thrown_away_whole(hand: str, passes: list[str]) -> None:
    match = scene("", hand, stacks="4404444")
    assert list(match.legal) == passes
    match.play(passes[0])
    assert hand_of(match, 0) == []


def test_4_7_without_farmers_left_there_is_no_farmer_placement() -> None:
    match = scene(
        """
        1  000 000 000 000 00.
        """,
        "bison settlers eagle eagle",
        seat=0,
    )
    assert all(move.startswith("pass") for move in match.legal)


def test_4_8_a_token_just_reactivated_allows_an_extra_action() -> None:
    match = scene("3 ... ... S.. ... ...", "bison settlers wagon wagon", extras="0000")
    match.play("farmer h4")
    assert list(match.legal) == ["extra", "no-extra"]


def test_4_8_without_a_possible_placement_the_question_is_not_asked() -> None:
    match = scene("", "bison settlers wagon church", extras="1000", stacks="4404444")
    match.play("farmer h4")
    assert "extra" not in match.legal
    assert "draw landscape" in match.legal


def test_4_8_a_token_reactivated_by_the_extra_action_stays_for_a_later_turn() -> None:
    match = scene("3 ... ... S.. ... ...", "bison settlers settlers bison", extras="1000")
    play_all(match, "farmer h3", "extra")
    assert tokens(match, "extra") == [0, 0]
    match.play("farmer h4")
    assert tokens(match, "extra") == [1, 0]
    assert "draw landscape" in match.legal


def test_4_8_an_end_triggered_by_the_main_action_leaves_the_extra_action() -> None:
    match = scene("1 000 000 000 000 0..", "bison settlers wagon church", extras="1000")
    match.play("farmer h4")
    assert list(match.legal) == ["extra", "no-extra"]
    match.play("extra")
    assert all(move.startswith("build") for move in match.legal)


def test_4_9_the_hand_must_end_with_a_card_of_each_deck() -> None:
    match = scene("", "wagon wagon wagon", phase="draw")
    assert list(match.legal) == ["draw building"]
    match = scene("", "wagon wagon", phase="draw")
    assert list(match.legal) == ["draw landscape", "draw building"]
    match = scene("", "church church church", phase="draw")
    assert list(match.legal) == ["draw landscape"]
    match = scene("", "", phase="draw")
    play_all(match, "draw landscape", "=wagon", "draw landscape", "=wagon")
    assert list(match.legal) == ["draw landscape", "draw building"]
    play_all(match, "draw landscape", "=wagon")
    assert list(match.legal) == ["draw building"]


def test_4_9_cards_are_seen_one_by_one_and_the_full_hand_ends_the_turn() -> None:
    match = scene("", "wagon church", phase="draw")
    play_all(match, "draw landscape", "=bison")
    assert match.to_act == 0
    play_all(match, "draw building", "=post")
    assert match.to_act == 1
    assert hand_of(match, 0) == ["wagon", "bison", "post", "church"]


def test_4_9_an_empty_deck_is_renewed_from_all_its_discards_when_it_is_drawn_from() -> None:
    every_building = " ".join(name for name in BUILDINGS for _ in range(3)).replace(
        "church church church", "church church"
    )
    match = scene("", "wagon church", phase="draw", discard=every_building)
    assert match.position.state.deck.tolist()[5:] == [0] * 7
    match.play("draw building")
    assert match.position.state.discard.tolist()[5:] == [0] * 7
    assert match.weights == [3, 3, 2, 3, 3, 3, 3]


def test_4_9_cards_thrown_away_under_4_10_do_not_come_back_in_the_same_turn() -> None:
    spread = "post post post harbor harbor harbor coal coal coal gold gold gold warehouse warehouse warehouse"
    match = scene(
        "", "wagon church church", phase="draw", stacks="4404444", discard=spread + " station station station"
    )
    play_all(match, "discard church", "draw building")
    assert "=church" in match.legal  # the one church card nobody has seen
    match.play("=church")
    play_all(match, "discard church", "draw building")
    assert "=church" not in match.legal


def test_4_9_a_deck_without_cards_and_discards_cannot_be_drawn_from() -> None:
    hands = ("wagon wagon", "post post post harbor", "harbor harbor church church", "church coal coal coal")
    match = scene("", *hands, players=4, phase="draw", stacks="4444000", aside="0000333", is_dead_end=True)
    assert list(match.legal) == ["draw landscape"]


def test_4_10_useless_cards_may_be_thrown_away_at_every_decision_of_the_draw() -> None:
    match = scene("", "wagon church", phase="draw", stacks="4404444")
    assert list(match.legal) == ["draw landscape", "draw building", "discard church"]
    play_all(match, "draw landscape", "=wagon", "draw landscape", "=wagon")
    assert list(match.legal) == ["discard church", "done"]
    match.play("discard church")
    assert list(match.legal) == ["draw building"]
    assert match.position.state.aside.tolist()[2] == 1
    play_all(match, "draw building", "=post")
    assert match.to_act == 1
    assert match.position.state.aside.tolist()[2] == 0
    assert match.position.state.discard.tolist()[7] == 1


def test_4_10_done_keeps_the_useless_card() -> None:
    match = scene("", "wagon wagon church", phase="draw", stacks="4404444")
    play_all(match, "draw landscape", "=wagon", "done")
    assert match.to_act == 1
    assert "church" in hand_of(match, 0)


def test_4_11_a_player_who_has_no_further_turn_does_not_draw() -> None:
    match = scene("1 000 000 000 000 0..", "bison settlers wagon church", "wagon wagon wagon church")
    match.play("farmer h4")
    assert match.to_act == 1
    assert hand_of(match, 0) == ["wagon", "church"]


# 5 Where pieces go


def test_5_1_a_cell_holds_one_piece() -> None:
    match = scene("3 ... ... 1P0 ... ...", "bison settlers")
    assert not {"farmer g3", "farmer h3", "farmer i3"} & set(match.legal)


@pytest.mark.parametrize(
    ("building", "letters"),
    [("post", "G"), ("church", "G"), ("warehouse", "G"), ("coal", "M"), ("gold", "M"), ("station", "R")],
)
def test_5_2_buildings_stand_on_their_terrain(building: str, letters: str) -> None:
    match = scene("", building, jokers="1000")
    cells = [move.split()[2] for move in match.legal]
    assert {match.data["map"][int(cell[1:]) - 1]["abcdefghijklmno".index(cell[0])] for cell in cells} == {letters}
    assert len(cells) == sum(row.count(letters) for row in match.data["map"])


def test_5_2_a_harbor_stands_on_plains_that_touch_water() -> None:
    assert draw_legal(scene("", "harbor", jokers="1000"), "build harbor") == HARBOR_CELLS


# 6 Scoring a farmer


def test_6_0_points_and_tokens_come_before_the_mine_tiles() -> None:
    match = scene("3 ... ... KPG ... ...", "bison settlers wagon wagon", extras="1000")
    match.play("farmer h4")
    assert points(match) == [3, 0]
    assert match.to_act == CHANCE
    play_all(match, "=coal 1", "=gold 3")
    assert list(match.legal) == ["extra", "no-extra"]


@pytest.mark.parametrize(("letter", "gained"), [("P", 3), ("H", 4), ("C", 1), ("K", 0), ("G", 0), ("W", 1), ("S", 1)])
def test_6_1_every_neighbouring_building_pays(letter: str, gained: int) -> None:
    match = scene(f"3 ... ... .{letter}. ... ...", "bison settlers")
    match.play("farmer h4")
    assert points(match) == [gained, 0]


def test_6_1_several_buildings_of_a_kind_all_count() -> None:
    match = scene("3 ... ... PP. ... ...\n5 ... ... C.P ... ...\n6 ... ..1 1.. ... ...", "bison settlers")
    match.play("farmer h4")
    assert points(match) == [3 + 3 + 3 + 3, 0]


def test_6_2_activating_an_active_token_changes_nothing() -> None:
    match = scene("3 ... ... W.S ... ...", "bison settlers", jokers="1000", extras="1000")
    match.play("farmer h4")
    assert tokens(match, "joker")[0] == tokens(match, "extra")[0] == 1
    assert [gain["token"] for gain in match.gains_for(match.entries[0])] == [None, None]


def test_6_2_two_warehouses_activate_the_joker_once() -> None:
    match = scene("3 ... ... W.W ... ...", "bison settlers")
    match.play("farmer h4")
    assert [gain["token"] for gain in match.gains_for(match.entries[0])] == ["joker", None]


def test_6_3_others_see_how_many_tiles_but_not_their_value() -> None:
    match = play_all(scene("3 ... ... K.. ... ...", "bison settlers"), "farmer h4", "=coal 3")
    assert match.entries_for(0)[-1] == "=coal 3"
    assert match.entries_for(1)[-1] == match.entries_for(SPECTATOR)[-1] == "=coal ?"
    assert match.view(1).seats[0].mined.tolist() == [1, 0]
    assert match.view(1).seats[0].tiles.sum() == 0


def test_6_3_an_empty_pile_gives_nothing() -> None:
    every = ("1111111222222233333", "3")
    match = scene("3 ... ... KKG ... ...", "bison settlers", coal=every)
    match.play("farmer h4")
    assert tiles_owed(match) == ["coal to 0", "gold to 0"]  # one coal tile is left for two mines
    assert [gain["tile"] for gain in match.gains_for(match.entries[0])] == ["coal", None, "gold"]


def test_6_3_mine_tiles_come_in_reading_order_of_the_mines() -> None:
    match = play_all(scene("3 ... ... .G. ... ...\n5 ... ... K.G ... ...", "bison settlers"), "farmer h4")
    assert tiles_owed(match) == ["gold to 0", "coal to 0", "gold to 0"]


def test_6_4_a_group_pays_once_whatever_it_grows_to() -> None:
    match = scene("3 ... ... 0.. ... ...\n4 ... ... 0.. ... ...", "bison settlers settlers bison", extras="1000")
    match.play("farmer h4")
    assert points(match)[0] == 5
    play_all(match, "extra", "farmer i4")
    assert points(match)[0] == 5


def test_6_4_joining_a_paid_group_makes_the_whole_group_paid() -> None:
    match = scene("4 ... .aa a.0 0.. ...", "bison settlers eagle bison", extras="1000")
    play_all(match, "farmer h4", "extra", "farmer k4")
    assert points(match)[0] == 0


def test_6_4_diagonal_neighbours_do_not_form_a_group() -> None:
    match = scene("3 ... ... 0.0 ... ...", "bison settlers")
    match.play("farmer h4")
    assert points(match)[0] == 0


def test_6_4_farmers_of_another_colour_do_not_belong() -> None:
    match = scene("4 ... ..0 1.0 ... ...", "bison settlers")
    match.play("farmer h4")
    assert points(match)[0] == 0


# 7 Scoring a building


@pytest.mark.parametrize(
    ("building", "cell", "symbol", "gained"),
    [
        ("post", "h4", "bison", 3),
        ("warehouse", "h4", "bison", 1),
        ("church", "h4", "bison", 3),
        ("harbor", "c7", "eagle", 4),
    ],
)
def test_7_1_everybody_scores_for_each_own_farmer_beside_it(building: str, cell: str, symbol: str, gained: int) -> None:
    drawing = "3 ... ... 0.1 ... ...\n5 ... ... 1.. ... ...\n6 01. ... ... ... ...\n8 .1. ... ... ... ..."
    match = scene(drawing, f"{symbol} {building}")
    match.play(f"build {building} {cell} {symbol}")
    beside = [1, 2] if cell == "h4" else [0, 2]
    assert points(match) == [count * gained for count in beside]


def test_7_1_a_mine_gives_each_neighbouring_farmer_a_tile() -> None:
    match = scene("5 ... ... ... ... 1.0\n6 ... ... ... ... .1.", "campfire gold")
    match.play("build gold n5 campfire")
    assert tiles_owed(match) == ["gold to 0", "gold to 1", "gold to 1"]


def test_7_2_a_neighbouring_farmer_activates_the_token() -> None:
    match = scene("3 ... ... .1. ... ...", "bison warehouse")
    match.play("build warehouse h4 bison")
    assert tokens(match, "joker") == [0, 1]
    match = scene("3 ... ... ... ... .1.", "wagon station")
    match.play("build station n2 wagon")
    assert tokens(match, "extra") == [0, 1]


def test_7_3_only_the_new_building_scores_and_the_placer_needs_a_farmer() -> None:
    match = scene("3 ... ... P.1 ... ...\n4 ... ... ... P.. ...", "bison post")
    match.play("build post h4 bison")
    assert points(match) == [0, 3]


def test_7_3_mine_tiles_go_round_from_the_active_player() -> None:
    match = scene("5 ... ... ... ... 0.1\n6 ... ... ... ... .2.", "", "campfire coal", players=3, seat=1)
    match.play("build coal n5 campfire")
    assert tiles_owed(match) == ["coal to 1", "coal to 2", "coal to 0"]


# 8 End


@pytest.mark.parametrize(
    ("players", "stacks", "ends"),
    [(2, "1044444", True), (2, "1444444", False), (3, "1044444", False), (3, "1004444", True), (4, "1000444", True)],
)
def test_8_1_enough_empty_stacks_trigger_the_end(players: int, stacks: str, ends: bool) -> None:
    match = scene("", "bison post wagon wagon", "", "", "", players=players, stacks=stacks, seat=0)
    match.play("build post h4 bison")
    assert ("draw landscape" not in match.legal) == ends


def test_8_1_the_fourteenth_farmer_triggers_the_end() -> None:
    match = scene("1 000 000 000 000 0..", "bison settlers", "wagon wagon wagon church")
    match.play("farmer h4")
    assert match.to_act == 1


def test_8_2_the_round_is_finished_so_that_all_have_equally_many_turns() -> None:
    match = scene("", "bison post", "bison settlers", "eagle eagle", players=3, stacks="1044440")
    match.play("build post h4 bison")
    match.play("farmer g3")
    assert match.to_act == 2
    match.play("farmer j7")
    assert match.to_act == OVER
    with pytest.raises(IllegalMove, match="over"):
        match.play("farmer j8")


def test_8_3_coal_and_gold_are_added_at_the_end_and_most_points_win() -> None:
    match = scene("1 111 ... ... ... ...", "", "bison post", seat=1, stacks="1044444", scores=(10, 12), gold=("5", ""))
    match.play("build post h4 bison")
    assert match.is_over
    assert match.scores == [15, 12]
    assert match.winners == [0]


def test_8_3_among_equals_more_farmers_on_the_board_win() -> None:
    match = scene("1 111 0.. ... ... ...", "", "bison post", seat=1, stacks="1044444", scores=(9, 9))
    match.play("build post h4 bison")
    assert match.winners == [1]


def test_8_3_still_equal_is_a_shared_win() -> None:
    match = scene("1 1.. 0.. ... ... ...", "", "bison post", seat=1, stacks="1044444", scores=(9, 9))
    match.play("build post h4 bison")
    assert match.winners == [0, 1]


# 9 Options and presets


def test_9_groups_diagonal_counts_diagonal_neighbours() -> None:
    match = scene("3 ... ... 0.0 ... ...", "bison settlers", groups="diagonal")
    match.play("farmer h4")
    assert points(match)[0] == 5


@pytest.mark.parametrize("drawing", ["", "5 ... ... ... ... 1.0\n6 ... ... ... ... .1."])
def test_9_mines_placer_gives_one_tile_to_whoever_placed_the_mine(drawing: str) -> None:
    match = scene(drawing, "campfire gold", mines="placer")
    match.play("build gold n5 campfire")
    assert tiles_owed(match) == ["gold to 0"]


def test_9_mines_placer_changes_nothing_for_farmers() -> None:
    match = scene("3 ... ... .G. ... ...", "bison settlers", mines="placer")
    match.play("farmer h4")
    assert tiles_owed(match) == ["gold to 0"]


def test_9_church_flat_pays_one_per_own_neighbour() -> None:
    match = scene("3 ... ... 0.1 ... ...\n5 ... ... 1.1 ... ...", "bison church", church="flat")
    match.play("build church h4 bison")
    assert points(match) == [1, 3]


def test_9_church_flat_changes_nothing_for_farmers() -> None:
    match = scene("2 ... ... 1.. ... ...\n3 ... ... .C. ... ...", "bison settlers", church="flat")
    match.play("farmer h4")
    assert points(match)[0] == 2


def test_9_the_presets_are_written_out() -> None:
    assert Match("oregon", preset="manual").options == {"groups": "diagonal", "mines": "placer", "church": "product"}
    assert Match("oregon", preset="rulebook").options == Match("oregon").options
    assert Match("oregon", preset="manual", options={"mines": "farmers"}).options["mines"] == "farmers"


# 10 What is known to whom


def test_10_1_everybody_sees_how_many_cards_of_each_deck_a_hand_holds() -> None:
    match = scene("", "wagon bison church post", "eagle gold")
    for seat in (0, 1, SPECTATOR):
        assert match.view(seat).seats[0].cards.tolist() == [2, 2]
        assert match.view(seat).seats[1].cards.tolist() == [1, 1]


def test_10_2_a_hand_is_known_to_its_owner_only() -> None:
    match = scene("", "wagon bison church post", "eagle gold")
    assert match.view(0).seats[0].hand.sum() == 4
    assert match.view(0).seats[1].hand.sum() == match.view(SPECTATOR).seats[0].hand.sum() == 0


def test_10_2_a_drawn_card_is_named_to_its_owner_only() -> None:
    match = play_all(scene("", "wagon bison church", phase="draw"), "draw landscape", "=eagle")
    assert match.entries_for(0) == ["draw landscape", "=eagle"]
    assert match.entries_for(1) == match.entries_for(SPECTATOR) == ["draw landscape", "=? landscape"]


def test_10_3_at_the_end_everything_is_open() -> None:
    match = scene("", "wagon", "bison post eagle", seat=1, stacks="1044444", gold=("5", ""))
    match.play("build post h4 bison")
    assert match.view(SPECTATOR).seats[1].hand.tolist()[3] == 1
    assert match.view(1).seats[0].tiles[1].tolist() == [0, 0, 1]


# 11 Notation


def test_11_every_kind_of_entry_has_its_text() -> None:
    seen = set()
    for seed in range(12):
        match = Match("oregon", players=2 + seed % 3, seed=seed)
        while not match.is_over:
            move = match.legal[(7 * len(match.entries) + seed) % len(match.legal)]
            match.play(move)
        seen |= {entry.text.split()[0] for entry in match.entries}
    assert {
        "start",
        "farmer",
        "build",
        "extra",
        "no-extra",
        "draw",
        "=start",
        "=wagon",
        "=church",
        "=coal",
        "=gold",
    } <= seen


def test_11_done_is_only_offered_with_a_full_hand_and_a_useless_card() -> None:
    assert "done" not in scene("", "wagon wagon church", phase="draw", stacks="4404444").legal
    match = play_all(scene("", "wagon wagon church", phase="draw"), "draw landscape", "=wagon")
    assert match.to_act == 1


def test_11_a_mine_built_draws_one_tile_per_farmer_player_by_player() -> None:
    match = scene("5 ... ... ... ... 1.0\n6 ... ... ... ... .1.", "campfire gold", "wagon")
    play_all(match, "build gold n5 campfire", "=gold 3", "=gold 4", "=gold 5")
    assert match.position.state.seats[0].tiles[1].tolist() == [1, 0, 0]
    assert match.position.state.seats[1].tiles[1].tolist() == [0, 1, 1]
    assert resolve(match).to_act == 0
