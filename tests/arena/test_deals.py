"""Deals and line-ups: who meets whom, with which luck, from which seat."""

from itertools import pairwise

import pytest

from overland.arena.deals import FIRST_SEED, RANGE_SIZE, DealRange, bot_seed, deal_seed
from overland.arena.lineups import checked_lineups, entry_in_seat, make_lineups, names_of, seated
from overland.engine.errors import SettingsError


def test_the_ranges_of_deals_have_none_in_common_and_leave_small_numbers_to_people() -> None:
    ranges = sorted((first, first + RANGE_SIZE) for first in FIRST_SEED.values())
    assert len(ranges) == len(DealRange) == 3
    assert ranges[0][0] >= 2**40
    assert all(end <= start for (_, end), (start, _) in pairwise(ranges))


def test_a_deal_outside_its_range_or_of_an_unknown_one_is_refused() -> None:
    assert deal_seed("test", 5) - deal_seed("test", 0) == 5
    for name, number in (("test", -1), ("test", RANGE_SIZE), ("final", 0)):
        with pytest.raises(SettingsError):
            deal_seed(name, number)


def test_every_seat_of_every_game_has_a_stream_of_its_own() -> None:
    seeds = {bot_seed(deal, rotation, seat) for deal in range(5) for rotation in range(4) for seat in range(4)}
    assert len(seeds) == 80
    assert bot_seed(1, 2, 3) == bot_seed(1, 2, 3)


def test_a_line_up_turns_round_the_table() -> None:
    lineup = ("a", "b", "c", "d")
    assert [seated(lineup, rotation) for rotation in range(4)] == [
        ("a", "b", "c", "d"),
        ("d", "a", "b", "c"),
        ("c", "d", "a", "b"),
        ("b", "c", "d", "a"),
    ]
    for rotation in range(4):
        assert [lineup[entry_in_seat(seat, rotation, 4)] for seat in range(4)] == list(seated(lineup, rotation))


def test_two_players_meet_in_every_pair() -> None:
    assert make_lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_enough_bots_for_a_larger_table_meet_in_every_combination() -> None:
    assert make_lineups(["a", "b", "c"], 3) == [("a", "b", "c")]
    assert len(make_lineups(["a", "b", "c", "d", "e"], 3)) == 10


def test_of_too_few_bots_each_sits_alone_against_copies_of_each_other_one_the_first_named_first() -> None:
    assert make_lineups(["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert make_lineups(["a", "b", "c"], 4)[:3] == [("a", "b", "b", "b"), ("a", "c", "c", "c"), ("b", "a", "a", "a")]


def test_line_ups_that_make_no_sense_are_refused() -> None:
    for bots in (["a"], [], ["a", "a"]):
        with pytest.raises(SettingsError):
            make_lineups(bots, 2)
    assert checked_lineups([["a", "b"], ["a", "b"], ["b", "b"]], 2) == [("a", "b"), ("b", "b")]
    for lineup in (["a"], ["a", ""], ["a", "b", "c"]):
        with pytest.raises(SettingsError, match="A line-up for 2 players has 2 bots"):
            checked_lineups([lineup], 2)
    assert names_of([("b", "a"), ("a", "c")]) == ["b", "a", "c"]
