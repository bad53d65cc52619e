"""Okanagan, paragraph by paragraph: each test's name is a sentence of the rules, its number the paragraph."""

from typing import Any

import pytest

from overland import CHANCE, OVER, SPECTATOR, Match
from overland.engine.errors import PositionError
from overland.engine.okanagan.components import BACK_NAMES, GOAL_NAMES, REWARD_NAMES, SIDES, Terrain
from overland.engine.okanagan.state import DISCARDED, HELD, Phase, stack_size
from tests.engine.okanagan.scenes import (
    BOX,
    at_the_last_turn_of,
    begin,
    closing,
    draw_legal,
    ended,
    late,
    lay,
    luck,
    play_all,
    scene,
    tile_with,
    tokens_of,
)

START = """
         Fo
   0 Mo  ++  Lh
         Es
          0
"""

# 1 In the box


def test_1_1_there_are_twelve_tokens_of_each_of_twelve_rewards() -> None:
    assert begin().position.state.supply.tolist() == [12] * 12
    assert REWARD_NAMES.index("wood") == 2


def test_1_4_there_are_twelve_singles_twelve_pairs_and_twelve_triples() -> None:
    assert [name.count("+") for name in GOAL_NAMES] == [0] * 12 + [1] * 12 + [2] * 12
    assert {"wheat+apple", "hide+whitefish+ore"} <= set(GOAL_NAMES)


@pytest.mark.parametrize(("players", "turns"), [(2, 12), (3, 11), (4, 10)])
def test_1_5_everybody_has_so_many_turns(players: int, turns: int) -> None:
    match = Match("okanagan", players=players, seed=1)
    while not match.is_over:
        match.play(match.legal[0])
    assert match.position.state.laid_count == 1 + players * turns


# 2 Set-up


def test_2_1_five_goals_are_dealt_to_each_and_three_kept_in_secret() -> None:
    match = Match("okanagan", players=2, seed=1)
    assert [entry.text.split()[0] for entry in match.entries] == ["=goal"] * 10
    assert (match.to_act, len(match.legal)) == (0, 10)
    match.play(match.legal[3])
    assert match.to_act == 1
    assert (match.position.state.goals == HELD).sum() == 3
    assert (match.position.state.goals == DISCARDED).sum() == 2


@pytest.mark.parametrize(("players", "sizes"), [(2, [20, 19, 19]), (3, [19, 19, 19]), (4, [19, 19, 18])])
def test_2_2_three_stacks_as_equal_as_possible_with_a_tile_face_up_before_each(players: int, sizes: list[int]) -> None:
    state = begin(players).position.state
    assert [stack_size(stack) + 1 for stack in state.stacks] == sizes
    assert all(stack.face_up > 0 and stack.top < 0 for stack in state.stacks)
    assert all(seat.tile > 0 and seat.shown == 0 for seat in state.seats[:players])


def test_2_3_the_start_tile_lies_at_the_origin_and_seat_0_begins() -> None:
    match = begin(4)
    assert match.to_act == 0
    first = match.position.state.laid[0]
    assert (first.tile, first.x, first.y) == (0, 0, 0)


# 3 and 4 A turn


def test_3_a_turn_is_tile_building_closed_territories_new_tile() -> None:
    match = begin()
    assert match.legal[0].startswith("tile ")
    lay(match)
    assert "silo" in match.legal
    match.play("silo")
    assert list(match.legal) == ["choose 1", "choose 2", "choose 3"]
    match.play("choose 2")
    assert [match.to_act, match.legal[0].split()[0]] == [CHANCE, "=tile"]
    match.play(match.legal[0])
    assert match.legal[0].split()[0] == "=back"
    match.play(match.legal[0])
    assert match.to_act == 1


def test_4_1_a_tile_goes_where_every_touching_side_shows_the_same_terrain() -> None:
    match = begin()
    tile = int(match.position.state.seats[0].tile)
    sides = [int(side) for side in match.box.sides[tile]]
    start = {(0, -1): (0, 2), (1, 0): (1, 3), (0, 1): (2, 0), (-1, 0): (3, 1)}  # square: start tile's side, ours
    expected = {
        f"tile {x},{y} r{rotation}"
        for (x, y), (terrain, facing) in start.items()
        for rotation in range(SIDES)
        if sides[(facing - rotation) % SIDES] == terrain
    }
    assert set(match.legal) == expected


def test_4_1_a_tile_may_go_on_every_square_whose_sides_it_matches() -> None:
    match = scene(
        """
         Eh         Fo         Ls
   0 Lh w1LE Mo Mo  ++  Lh Lh f0F  Fs
         Mo         Es         Mh
         -1          0          1
        """,
        hands={0: tile_with("FFLE")},  # it has no mountain
    )
    assert draw_legal(match) == "\n".join([".xxx.", "x#+#x", "..x.."])


#: Every free square touches forest, so a tile without any fits nowhere.
FOREST_ALL_AROUND = """
         Fo         Fo         Fh
  -1 Fh  s0  Mh Mo  s1  Ls Lo  s0  Fs
         Lh         Fo         Es
         Ls         Fo         Eo
   0 Fs  s1  Mo Mo  ++  Lh Ls f0F  Fs
         Lh         Es         Lo
         Lo         Eo         Lo
   1 Fs f1F  Ms Mo w0FE Eo Es w1FL Fs
         Fs         Fh         Fo
         -1          0          1
"""
WITHOUT_FOREST = tile_with("MLME")


def has_forest(outcome: str) -> bool:
    """Whether the tile of an outcome like ``=tile 37`` shows forest."""
    return Terrain.FOREST in BOX.sides[int(outcome.split()[1])]


def test_4_1_a_tile_that_fits_nowhere_is_exchanged_for_the_top_of_a_stack() -> None:
    match = scene(FOREST_ALL_AROUND, phase=Phase.CHOOSE, hands={0: WITHOUT_FOREST}, hidden=[0])
    assert match.view(1).seats[0].tile == 0
    play_all(match, "choose 1")
    mine = int(match.position.state.seats[0].tile)
    assert mine == WITHOUT_FOREST
    assert (match.to_act, list(match.legal)) == (0, ["return 1", "return 2", "return 3"])
    assert match.view(1).seats[0].tile == mine, "the player shows it"
    match.play("return 2")
    assert match.to_act == CHANCE
    assert match.position.state.stacks[1].under[0] == mine
    assert match.entries_for(0)[-1] == "return 2"
    taken = next(outcome for outcome in match.legal if not has_forest(outcome))
    match.play(taken)
    assert match.entries_for(0)[-1] == taken
    assert match.entries_for(1)[-1] == match.entries_for(SPECTATOR)[-1] == "=tile ?"
    match.play("=back gold")  # the new top
    assert list(match.legal) == ["return 1", "return 2", "return 3"], "again, until one fits"
    match.play("return 2")
    match.play(next(outcome for outcome in match.legal if has_forest(outcome)))
    match.play(match.legal[0])
    assert draw_legal(match) == "\n".join([".xxx.", "x###x", "x#+#x", "x###x", ".xxx."])


def test_4_1_a_move_that_makes_another_show_its_tile_cannot_be_taken_back() -> None:
    known = tile_with("EEFL")
    stack = f"{known}/0/goals+goals+goals+trade+trade+recolour+recolour"
    match = scene(FOREST_ALL_AROUND, phase=Phase.CHOOSE, hands={0: WITHOUT_FOREST}, hidden=[0], stacks={1: stack})
    match.play("choose 1")  # nothing is left to chance, but seat 0's tile fits nowhere
    assert match.entries[-1].text == "choose 1"
    assert match.why_not_undo(1) == "The last entry revealed something."


def test_4_1_a_turn_is_lost_when_all_tiles_were_exchanged_in_vain() -> None:
    stuck = play_all(scene(FOREST_ALL_AROUND, phase=Phase.CHOOSE, hands={0: WITHOUT_FOREST}), "choose 1")
    words = stuck.position.text.replace(f" turn=1,{Phase.RETURN:d},", f" turn=1,{Phase.DISCARD:d},")
    with pytest.raises(PositionError, match="nothing to discard a building for"):
        Match("okanagan", position=words)
    match = Match("okanagan", position=f"{words} stalled={BOX.tile_count}", auto_chance=False)
    assert (match.to_act, list(match.legal)) == (0, ["discard warehouse"])
    before = match.view(0).seats[0]
    match.play("discard warehouse")
    after = match.view(0).seats[0]
    assert after.tile == before.tile, "it is kept"
    assert before.buildings.sum() - after.buildings.sum() == 1
    assert match.to_act == 1, "nothing is built, closed or chosen"
    again = Match("okanagan", position=match.position.text)
    assert again.position == match.position
    assert "skipped=1,0,0,0" in match.position.text and "stalled" not in match.position.text


def test_4_2_a_warehouse_stands_on_a_border_and_on_a_band_tile_there_are_only_two() -> None:
    corner = """
         Fo         Fh
   0 Mo  ++  Lh Lo  ++  Fs
         Es         Es
          0          1
    """
    band = """
         Fo
  -1 Eo  ++  Lo
         Fh
         Fo
   0 Mo  ++  Lh
         Es
          0
    """
    farms = ["farm forest", "farm lake", "farm meadow"]
    borders = ["warehouse forest+lake", "warehouse forest+meadow", "warehouse lake+meadow"]
    assert list(scene(corner, phase=Phase.BUILD, last=(1, 0)).legal) == [*farms, *borders, "silo"]
    assert list(scene(band, phase=Phase.BUILD, last=(0, -1)).legal) == [*farms, *borders[:2], "silo"]


def test_4_2_a_building_that_is_used_up_cannot_be_built() -> None:
    match = scene(
        """
         Fo         Ls         Mo         Fh
   0 Mo  ++  Lh Lh f0F  Fs Fo w1FL Fo Fo  ++  Es
         Es         Mh         Ls         Mh
          0          1          2          3
        """,
        phase=Phase.BUILD,
        last=(3, 0),
    )
    assert match.to_act == 0
    assert [move.split()[0] for move in match.legal] == ["warehouse"] * 3 + ["silo"]


def test_4_3_a_territory_is_closed_when_each_of_its_sides_touches_another_tile() -> None:
    match = scene(START, hands={0: tile_with("LLFE")})
    match.play("tile 0,-1 r0")  # its forest meets the only forest side of the start tile
    assert match.position.state.territories[0].open == 0
    match.play("farm forest")
    assert list(match.legal) == ["claim action", "claim rewards"]


def test_4_4_the_chosen_tile_stays_public_and_the_top_is_turned_up_in_its_place() -> None:
    match = begin()
    face_up, top = int(match.position.state.stacks[1].face_up), int(match.position.state.stacks[1].top)
    lay(match)
    match.play("silo")
    match.play("choose 2")
    assert match.view(1).seats[0].tile == face_up
    back = -top - 1
    assert all(match.box.back[int(text.split()[1])] == back for text in match.legal)
    drawn = int(match.legal[0].split()[1])
    match.play(match.legal[0])
    assert match.position.state.stacks[1].face_up == drawn


def test_4_4_an_empty_stack_is_refilled_with_the_bottom_half_of_the_largest() -> None:
    match = late("top/0/", "top/13/", "top/9/a+back+b+c")  # of equals the lower number
    lay(match)
    play_all(match, "silo", "choose 1")
    assert [stack_size(stack) for stack in match.position.state.stacks] == [7, 7, 14]
    match = late("top/0/", "top/12/", "top/10/a+back+b+c")
    beneath = match.position.state.stacks[2].under[:4].tolist()
    assert [tile > 0 for tile in beneath] == [True, False, True, True]
    lay(match)
    play_all(match, "silo", "choose 1")
    assert [stack_size(stack) for stack in match.position.state.stacks] == [7, 13, 8]
    assert match.position.state.stacks[0].under[:4].tolist() == beneath, "they keep their order"
    assert match.position.state.stacks[2].under_count == 0


def test_4_4_a_player_with_no_turn_left_takes_no_tile() -> None:
    match = at_the_last_turn_of(0)
    lay(match)
    match.play(match.legal[0])
    assert match.to_act == 1
    assert match.position.state.seats[0].tile == 0


# 5 A closed territory


def test_5_1_several_closed_at_once_are_resolved_in_the_order_the_closer_chooses() -> None:
    match = scene(
        """
         Fo         Ls         Eo
  -1 Mo  s0  Ls Lh w1LM Mo Mo  s1  Ms
         Fo         Fh         Ls
         Fo         Fh         Lo
   0 Mo  ++  Lh Lo  ++  Fs Fs w0LE Ls
         Es         Es         Eo
         Eh         Eh
   1 Ms w0LM Ls Lh f1M  Ms
         Ms         Lh
          0          1          2
        """,
        phase=Phase.BUILD,
        last=(1, 0),
    )
    match.play("silo")
    assert list(match.legal) == ["resolve forest", "resolve lake", "resolve meadow"]
    play_all(match, "resolve lake", "claim action", "action 1")
    assert match.position.state.closing == 0b0101
    assert list(match.legal) == ["resolve forest", "resolve meadow"]


def test_5_2_influence_is_three_for_a_farm_two_for_a_warehouse_one_for_a_silo() -> None:
    for build, expected in (("farm", [3]), ("warehouse", [2, 2]), ("silo", [1, 1, 1])):
        match = begin()
        match.play(match.legal[0])
        match.play(next(move for move in match.legal if move.startswith(build)))
        influences = [int(territory.influence[0]) for territory in match.position.state.territories]
        assert sorted(value for value in influences if value) == expected


def test_5_3_with_nobody_present_nothing_happens() -> None:
    assert closing("w0LM", "f1L", "w1EM", "s0").position.state.phase == Phase.CHOOSE


def test_5_3_a_lone_player_takes_either_a_special_action_or_rewards() -> None:
    match = closing("w1FL", "f0L", "w0EM", "s1")
    assert (match.to_act, list(match.legal)) == (1, ["claim action", "claim rewards"])
    play_all(match, "claim rewards", "take lumberjack", "take wood")
    assert (match.to_act, match.position.state.phase) == (0, Phase.CHOOSE)
    match = closing("w1FL", "f0L", "w0EM", "s1")
    play_all(match, "claim action", "action 2")
    assert match.position.state.seats[1].gold == 1
    assert (match.to_act, match.position.state.phase) == (0, Phase.CHOOSE)


def test_5_4_the_closer_orders_the_tied_whether_involved_or_not() -> None:
    match = closing("f3F", "w1FL", "w2FE", "s0", players=4)
    assert (match.to_act, list(match.legal)) == (0, ["rank 1", "rank 2"])
    match.play("rank 2")
    assert (match.to_act, match.position.state.phase) == (1, Phase.ACTION), "the last of a tie is implied"


def test_5_4_each_tie_is_asked_from_the_highest_to_the_lowest() -> None:
    match = closing("s1", "f2F", "s3", "s0", build="farm forest", players=4)
    assert list(match.legal) == ["rank 0", "rank 2"]
    match.play("rank 2")
    assert list(match.legal) == ["rank 1", "rank 3"]
    match.play("rank 3")
    assert match.position.state.order.tolist() == [2, 0, 3, 1]


def test_5_5_the_lowest_acts_before_the_rewards_and_still_takes_part() -> None:
    match = closing("f0F", "s0", "w1FM", "s1")
    assert (match.to_act, match.position.state.phase) == (1, Phase.ACTION)
    play_all(match, "action 1", *["take lumberjack"] * 3, "take hide")
    assert (match.to_act, list(match.legal)) == (1, ["take hide", "take wood"])


def test_5_6_the_pool_holds_what_the_supply_has_after_the_special_action() -> None:
    backs = ("kind:hide", "gold", "gold")
    match = closing("f0F", "s0", "s1", "w1LE", backs=backs, supply={"hide": 3, "lumberjack": 1})
    play_all(match, "action 1")
    assert tokens_of(match, 1) == {"hide": 2}
    assert match.position.state.pool.tolist() == [1, 1, 1], "of three lumberjacks, two hides and one wood"
    play_all(match, "take hide", "take wood", "take lumberjack")
    assert match.position.state.phase == Phase.CHOOSE, "the pool is used up"


# 6 Rounds and the end


def finish_round(match: Match) -> Match:
    while match.position.state.round_number == 1 and match.position.state.phase != Phase.OVER:
        match.play(match.legal[0])
    return match


def test_6_1_after_round_1_everybody_gets_buildings_and_keeps_three_of_five_goals() -> None:
    match = begin(players=3)
    finish_round(match)
    assert [seat.buildings.tolist() for seat in match.position.state.seats[:3]] == [[1, 2, 2]] * 3
    assert match.to_act == CHANCE
    entries = len(match.entries)
    luck(match)
    assert [entry.text.split()[0] for entry in match.entries[entries:]] == ["=goal"] * 6
    for seat in range(3):
        assert (match.to_act, match.position.state.phase, len(match.legal)) == (seat, Phase.KEEP, 10)
        match.play(match.legal[-1])
    assert (match.to_act, match.legal[0].split()[0]) == (0, "tile")


def test_6_2_the_game_ends_after_the_last_building_of_round_2() -> None:
    match = at_the_last_turn_of(1)
    lay(match)
    match.play(match.legal[0])
    assert match.to_act == OVER


def test_6_3_points_for_explorer_singles_pairs_and_triples() -> None:
    tokens = "wood:2 wheat:3 apple:1 hide:1 whitefish:1 ore:1"
    match = ended(f"{tokens} / wood wheat+apple hide+whitefish+ore", "")
    assert match.scores == [4 + 6 + 5 + 7, 0]


@pytest.mark.parametrize(
    ("nuggets", "points"),
    [
        ((3, 2, 1, 0), [10, 5, 2, 0]),
        ((2, 2, 2, 1), [10, 10, 10, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
        ((1, 2, 1, 0), [5, 10, 5, 0]),
    ],
)
def test_6_4_gold_pays_by_place_and_the_tied_share_the_better_one(nuggets: tuple[int, ...], points: list[int]) -> None:
    assert ended(*(f"gold:{count}" for count in nuggets)).scores == points


def test_6_5_among_equals_more_tokens_win_and_then_the_win_is_shared() -> None:
    assert ended("", "").winners == [0, 1]
    match = ended("", "wood:1")
    assert (match.scores, match.winners) == ([0, 0], [1])


# 7 Special actions


def act(back: str, **settings: Any) -> Match:
    """Seat 1, the lowest, takes the special action that a back shows."""
    match = closing("f0F", "s0", "s1", "w1LE", backs=(back, "gold", "gold"), **settings)
    match.play("action 1")
    return match


def test_7_the_tile_goes_beneath_its_stack_and_a_new_back_is_visible_before_the_effect() -> None:
    match = act("gold")
    stack = match.position.state.stacks[0]
    assert BACK_NAMES[-int(stack.under[stack.under_count - 1]) - 1] == "gold"
    assert (match.to_act, match.legal[0].split()[0]) == (CHANCE, "=back")
    assert match.position.state.seats[1].gold == 0
    assert luck(match).position.state.seats[1].gold == 1


def test_7_shape_bonus_is_a_reward_of_the_shape_of_any_terrain() -> None:
    match = luck(act("shape:hexagon", supply={"wheat": 0}))
    assert (match.to_act, list(match.legal)) == (1, ["take hide", "take whitefish", "take ore"])
    play_all(match, "take ore")
    assert tokens_of(match, 1) == {"ore": 1}


def test_7_kind_bonus_is_two_of_the_reward_or_as_many_as_there_are() -> None:
    assert tokens_of(luck(act("kind:salmon")), 1) == {"salmon": 2}
    assert tokens_of(luck(act("kind:salmon", supply={"salmon": 1})), 1) == {"salmon": 1}
    assert tokens_of(luck(act("kind:salmon", supply={"salmon": 0})), 1) == {}


def test_7_first_pick_takes_before_everybody_else() -> None:
    match = luck(act("first"))
    assert match.to_act == 1
    play_all(match, "take wood")
    assert match.to_act == 0


def test_7_gold_gives_a_nugget_if_any_is_left() -> None:
    assert luck(act("gold")).position.state.seats[1].gold == 1
    assert luck(act("gold", gold=(16, 0))).position.state.seats[1].gold == 0


def test_7_goals_draws_two_and_discards_any_two_of_five() -> None:
    match = luck(act("goals"))
    assert (match.to_act, len(match.legal)) == (1, 10)
    assert all(move.startswith("drop ") for move in match.legal)
    match.play(match.legal[0])
    assert (match.position.state.goals == HELD + 1).sum() == 3
    assert match.entries_for(0)[-1] == "drop ? ?"


def test_7_the_goal_deck_is_renewed_from_its_discards_when_none_is_left() -> None:
    match = act("goals", thrown=GOAL_NAMES[6:])  # the others are held
    assert (match.position.state.goals == DISCARDED).sum() == 30
    match.play(match.legal[0])  # the new back
    assert match.legal[0].startswith("=goal ")
    assert not (match.position.state.goals >= DISCARDED).any()


def test_7_tribute_is_a_reward_of_everybody_elses_choice_in_order_of_seats() -> None:
    tokens: list[dict[str, int]] = [{"wood": 1, "ore": 1}, {}, {"hide": 1}, {"apple": 2}]
    backs = ("tribute", "gold", "gold")
    match = closing("f1F", "s2", "f3F", "s0", build="farm forest", players=4, backs=backs, tokens=tokens)
    play_all(match, "rank 0", "rank 1", "action 1")
    assert (match.to_act, list(match.legal)) == (0, ["give wood", "give ore"])
    match.play("give ore")
    assert (match.to_act, list(match.legal)) == (3, ["give apple"])
    match.play("give apple")
    assert tokens_of(match, 2) == {"hide": 1, "apple": 1, "ore": 1}


def test_7_trade_takes_one_reward_for_one_of_ones_own_or_not() -> None:
    match = luck(act("trade", tokens=({"ore": 1, "wood": 1}, {"wood": 1})))
    assert list(match.legal) == ["trade 0 give=wood take=wood", "trade 0 give=wood take=ore", "no-trade"]
    match.play("trade 0 give=wood take=ore")
    assert (tokens_of(match, 0), tokens_of(match, 1)) == ({"wood": 2}, {"ore": 1})


@pytest.mark.parametrize("tokens", [({"ore": 1}, {}), ({}, {"ore": 1})])
def test_7_a_trade_that_cannot_happen_is_not_asked_for(tokens: tuple[dict[str, int], ...]) -> None:
    match = luck(act("trade", tokens=tokens))
    assert match.position.state.phase == Phase.TAKE


def test_7_refresh_replaces_the_face_up_tiles_stack_by_stack() -> None:
    match = act("refresh")
    old = [int(stack.face_up) for stack in match.position.state.stacks]
    entries = len(match.entries)
    luck(match)
    kinds = [entry.text.split()[0] for entry in match.entries[entries:]]
    assert kinds == ["=back", *["=tile", "=back"] * 3]
    assert [int(stack.under[stack.under_count - 1]) for stack in match.position.state.stacks] == old
    assert match.view(0).stacks[0].under[match.position.state.stacks[0].under_count - 1] == old[0], (
        "its front stays public"
    )


def test_7_reshape_swaps_up_to_twice_for_another_shape_of_the_terrain() -> None:
    match = luck(act("reshape", tokens=({}, {"wood": 1})))
    assert list(match.legal) == ["swap wood lumberjack", "swap wood hide", "stop"]
    match.play("swap wood hide")
    assert list(match.legal) == ["swap hide lumberjack", "swap hide wood", "stop"]
    match.play("swap hide wood")
    assert match.position.state.phase == Phase.TAKE, "after the second swap nothing is asked"
    assert tokens_of(match, 1) == {"wood": 1}


def test_7_recolour_swaps_for_another_terrain_of_the_shape() -> None:
    match = luck(act("recolour", tokens=({}, {"wood": 1}), supply={"apple": 0}))
    assert list(match.legal) == ["swap wood salmon", "swap wood crystal", "stop"]
    match.play("stop")
    assert match.position.state.phase == Phase.TAKE


def test_7_a_swap_that_cannot_happen_is_not_asked_for() -> None:
    assert luck(act("reshape")).position.state.phase == Phase.TAKE
    none_left = {"lumberjack": 0, "hide": 0}
    assert luck(act("reshape", tokens=({}, {"wood": 1}), supply=none_left)).position.state.phase == Phase.TAKE


# 8 What is known to whom, and 9 how it is written


def test_8_1_a_tile_taken_face_up_and_everybodys_tokens_are_public() -> None:
    match = begin()
    lay(match)
    play_all(match, "silo", "choose 3")
    assert match.view(SPECTATOR).seats[0].tile == match.position.state.seats[0].tile
    assert match.view(1).seats[0].tokens.tolist() == match.position.state.seats[0].tokens.tolist()


def test_8_2_goals_and_the_dealt_tile_are_known_to_their_owner_only() -> None:
    match = begin()
    mine = match.view(0)
    assert (mine.goals == HELD).sum() == 3
    assert (mine.goals == DISCARDED).sum() == 2
    assert not ((mine.goals == HELD + 1) | (mine.goals == DISCARDED + 1)).any()
    assert mine.seats[0].tile == match.position.state.seats[0].tile
    assert (mine.seats[1].tile, mine.seats[1].has_tile) == (0, 1)
    texts = match.entries_for(0)
    assert texts.count("=goal ?") == 5
    assert texts.count("keep ? ? ?") == 1
    assert texts.count("=tile ?") == 1
    assert match.entries_for(SPECTATOR).count("=tile ?") == 2


def test_8_2_of_a_tile_taken_blind_the_others_know_the_back_they_saw() -> None:
    match = begin(blind="on")
    lay(match)
    back = -int(match.position.state.stacks[0].top)
    play_all(match, "silo", "choose 1 blind")
    assert match.view(1).seats[0].tile == 0
    assert match.view(1).seats[0].tile_back == back
    assert match.view(0).seats[0].tile == match.position.state.seats[0].tile


def test_8_3_at_the_end_everything_is_open() -> None:
    match = Match("okanagan", players=3, seed=4)
    while not match.is_over:
        match.play(match.legal[-1])
    assert sum((match.view(SPECTATOR).goals == HELD + seat).sum() for seat in range(3)) == 9


def test_9_a_known_front_comes_up_without_an_entry() -> None:
    match = late("known/0/back", "top/13/", "top/12/")
    known, beneath = int(match.position.state.stacks[0].top), int(match.position.state.stacks[0].under[0])
    assert (known > 0, beneath < 0) == (True, True)
    lay(match)
    match.play("silo")
    entries = len(match.entries)
    match.play("choose 1")
    assert len(match.entries) == entries + 1
    assert match.to_act == 1
    assert (match.position.state.stacks[0].face_up, match.position.state.stacks[0].top) == (known, beneath)


# 10 Options


def test_10_ties_shared_names_who_acts_and_who_begins_and_goes_round() -> None:
    match = closing("w0FL", "w1FL", "w2FM", "s0", ties="shared", players=3)
    assert (match.to_act, list(match.legal)) == (1, ["rank 0", "rank 1", "rank 2"])
    play_all(match, "rank 0", "action 1")
    assert (match.to_act, list(match.legal)) == (1, ["rank 0", "rank 1", "rank 2"])
    match.play("rank 2")
    takers = []
    while match.position.state.phase == Phase.TAKE:
        takers.append(match.to_act)
        match.play(match.legal[0])
    assert takers == [2, 0, 1, 2, 0, 1]


def test_10_with_shared_ties_first_pick_is_out_of_the_group() -> None:
    match = closing("w0FL", "w1FL", "w2FM", ties="shared", players=3, backs=("first", "gold", "gold"))
    play_all(match, "rank 1", "action 1", "take lumberjack", "take lumberjack")
    assert tokens_of(match, 1) == {"lumberjack": 2}
    assert list(match.legal) == ["rank 0", "rank 2"]


def test_10_blind_offers_the_unseen_tops_and_leaves_the_face_up_tile() -> None:
    match = begin(blind="on")
    lay(match)
    match.play("silo")
    assert set(match.legal) == {f"choose {n}{blind}" for n in (1, 2, 3) for blind in ("", " blind")}
    before = int(match.position.state.stacks[2].face_up)
    play_all(match, "choose 3 blind")
    assert match.position.state.stacks[2].face_up == before


# Explanations


def test_a_closed_territory_tells_who_closed_it_and_everybodys_influence() -> None:
    match = closing("f0F", "w1FL", "s0", "s1", "s2", build="warehouse forest+lake", players=3)
    told = match.gains_for(match.entries[-1])
    assert [(gain["source"], gain["seat"], gain["what"], gain["amount"]) for gain in told] == [
        ("closed", 2, "forest", 6),
        ("influence", 0, "forest", 4),
        ("influence", 1, "forest", 2),
        ("influence", 2, "forest", 2),
    ]


def test_tokens_tell_where_they_came_from() -> None:
    match = luck(act("trade", tokens=({"ore": 1}, {"wood": 1})))
    match.play("trade 0 give=wood take=ore")
    told = match.gains_for(match.entries[-1])
    assert [(gain["seat"], gain["what"], gain["other"]) for gain in told] == [(1, "ore", 0), (0, "wood", 1)]
    match.play("take lumberjack")
    [gain] = match.gains_for(match.entries[-1])
    assert (gain["seat"], gain["source"], gain["what"]) == (0, "reward", "lumberjack")
