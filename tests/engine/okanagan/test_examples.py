"""The worked examples of the rules (okanagan 11)."""

from overland import CHANCE, Match
from overland.engine.okanagan.state import Phase
from tests.engine.okanagan.scenes import begin, ended, play_all, tokens_of

WHITE, YELLOW, RED = 0, 1, 2

#: The tile in front of the seat, where it goes, the building, and the stack whose face-up tile is taken next.
TURNS = (
    (21, "tile 1,0 r3", "farm forest", "choose 1"),  # White
    (10, "tile 2,0 r1", "warehouse forest+lake", "choose 2"),  # Yellow
    (58, "tile 1,1 r0", "silo", "choose 3"),  # Red
    (11, "tile 3,0 r3", "silo", "choose 1"),  # White
    (56, "tile -1,0 r1", "silo", "choose 2"),  # Yellow
    (23, "tile 3,-1 r3", "warehouse forest+lake", ""),  # Red closes the forest
)
#: F forest, L lake, E meadow, M mountain; o circle (lumberjack), h hexagon (hide), s square (wood); f farm,
#: w warehouse, s silo of seat 0, 1 or 2.
MAP = """\
                                                     Lh
  -1                                             Ls w2FL Mh
                                                     Fh
         Eh         Fo         Ls         Mo         Fh
   0 Lh  s1  Mo Mo  ++  Lh Lh f0F  Fs Fo w1FL Fo Fo  s0  Es
         Mo         Es         Mh         Ls         Mh
                               Ms
   1                       Ls  s2  Ms
                               Eh
         -1          0          1          2          3
"""


def forest_closed_by_red(**options: str) -> Match:
    """The forest of the example, played from the deal; gold is on every visible back."""
    backs = ("shape:circle", "shape:circle", "shape:square")
    match = begin(3, tiles=(21, 10, 58), faces=(11, 56, 23), backs=backs, **options)
    for tile, square, building, choice in TURNS:
        assert match.position.state.seats[match.to_act].tile == tile
        match.play(square)
        match.play(building)
        if choice:
            match.play(choice)
        while match.to_act == CHANCE:
            match.play("=back gold" if "=back gold" in match.legal else match.legal[0])
    assert match.draw().startswith(MAP)
    return match


def test_11_1_a_forest_with_six_icons_is_shared_out_by_rank() -> None:
    match = forest_closed_by_red()
    told = {gain["seat"]: gain["amount"] for gain in match.gains_for(match.entries[-1])[1:]}
    assert told == {WHITE: 4, YELLOW: 2, RED: 2}
    assert (match.to_act, list(match.legal)) == (RED, ["rank 1", "rank 2"])
    play_all(match, "rank 1")
    assert (match.to_act, list(match.legal)) == (RED, ["action 1", "action 2", "action 3"])
    play_all(match, "action 1")
    assert match.position.state.seats[RED].gold == 1
    assert match.position.state.pool.tolist() == [3, 2, 1]
    play_all(match, "take lumberjack", "take lumberjack", "take lumberjack", "take hide")
    assert match.to_act == YELLOW
    play_all(match, "take hide", "take wood")
    assert (match.to_act, match.position.state.phase) == (RED, Phase.CHOOSE)
    assert tokens_of(match, WHITE) == {"lumberjack": 3, "hide": 1}
    assert tokens_of(match, YELLOW) == {"hide": 1, "wood": 1}
    assert tokens_of(match, RED) == {}


def test_11_2_with_shared_ties_the_tied_take_in_turn() -> None:
    match = forest_closed_by_red(ties="shared")
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
    tokens = "lumberjack:3 hide:3 fisher:4 wood:2 salmon:2 apple:2 miner:2"
    goals = "fisher lumberjack+hide wood+salmon+apple"
    without_gold = ended(f"{tokens} / {goals}", "")
    assert without_gold.scores[0] == 8 + 15 + 12 + 14
    assert ended(f"{tokens} gold:2 / {goals}", "gold:1").scores[0] == 59


def test_11_4_two_who_tie_for_most_nuggets_get_ten_each_and_the_next_two() -> None:
    assert ended("gold:3", "gold:1", "gold:3").scores == [10, 2, 10]
