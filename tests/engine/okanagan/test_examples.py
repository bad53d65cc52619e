"""The worked examples of the rules (okanagan 11)."""

from overland.engine.okanagan.scoring import total_points
from overland.engine.okanagan.state import Phase
from tests.engine.okanagan.scenes import begin, closing, give, hold, play_all, tokens_of

WHITE, YELLOW, RED = 0, 1, 2


def test_11_1_a_forest_with_six_icons_is_shared_out_by_rank() -> None:
    match = closing(4, 2, 2, closer=RED)
    assert (match.to_act, list(match.legal)) == (RED, ["rank 1", "rank 2"])
    play_all(match, "rank 1")
    assert (match.to_act, list(match.legal)) == (RED, ["action 1", "action 2", "action 3"])
    play_all(match, "action 1")
    assert match.state.seats[RED].gold == 1
    play_all(match, "take lumberjack", "take lumberjack", "take lumberjack", "take hide")
    assert match.to_act == YELLOW
    play_all(match, "take hide", "take wood")
    assert (match.to_act, match.state.phase) == (RED, Phase.CHOOSE)
    assert tokens_of(match, WHITE) == {"lumberjack": 3, "hide": 1}
    assert tokens_of(match, YELLOW) == {"hide": 1, "wood": 1}
    assert tokens_of(match, RED) == {}


def test_11_2_with_shared_ties_the_tied_take_in_turn() -> None:
    match = closing(4, 2, 2, closer=RED, ties="shared")
    assert (match.to_act, list(match.legal)) == (RED, ["rank 1", "rank 2"])
    play_all(match, "rank 2", "action 1")
    play_all(match, "take lumberjack", "take lumberjack", "take lumberjack", "take hide")
    assert (match.to_act, list(match.legal)) == (RED, ["rank 1", "rank 2"])
    play_all(match, "rank 2", "take hide")
    assert match.to_act == YELLOW
    play_all(match, "take wood")
    assert tokens_of(match, RED) == {"hide": 1}
    assert tokens_of(match, YELLOW) == {"wood": 1}


def test_11_3_explorer_goals_and_gold_add_up_to_59() -> None:
    match = begin()
    state = match._state
    hold(state, 0, "fisher", "lumberjack+hide", "wood+salmon+apple")
    for reward, count in {
        "lumberjack": 3,
        "hide": 3,
        "fisher": 4,
        "wood": 2,
        "salmon": 2,
        "apple": 2,
        "miner": 2,
    }.items():
        give(state, 0, reward, count)
    assert total_points(match.box, state, 0) == 8 + 15 + 12 + 14
    state.seats[0].gold = 2
    assert total_points(match.box, state, 0) == 59


def test_11_4_two_who_tie_for_most_nuggets_get_ten_each_and_the_next_two() -> None:
    match = begin(players=3)
    state = match._state
    for seat, nuggets in enumerate((3, 1, 3)):
        hold(state, seat)
        state.seats[seat].gold = nuggets
    assert [total_points(match.box, state, seat) for seat in range(3)] == [10, 2, 10]
