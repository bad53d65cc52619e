"""Games of bots: the luck is that of a match, bots cannot cheat or spoil anything, and a fault loses."""

import random
from typing import Any

import numpy as np
import pytest

from overland.arena import Block, Entrant, GameResult, deal_seed, play_blocks
from overland.arena.blocks import rank_seats
from overland.arena.entrants import Participant
from overland.bots.catalogue import bot_named
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.engine.match import Match
from tests.arena import rude

FIRST = "tests.arena.rude:First"


def play_one(game: str, *bots: Any, **settings: Any) -> GameResult:
    [block] = play_blocks(game, bots, [7], range_name="test", **settings)
    return block.games[0]


def without_times(blocks: list[Block]) -> list[Any]:
    plain = [block.to_json() for block in blocks]
    for block in plain:
        for game in block["games"]:
            del game["seconds"], game["turns"]
    return plain


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_luck_of_a_deal_is_that_of_a_match_with_its_seed(game: str, players: int) -> None:
    match = Match(game, players, seed=deal_seed("test", 7))
    while not match.is_over:
        match.play(match.legal[0])
    played = play_one(game, *[FIRST] * players)
    assert played.points == match.scores
    assert played.entries == len(match.entries)
    assert [seat for seat, share in enumerate(played.shares) if share] == match.winners


def test_a_block_plays_the_deal_once_from_every_seat() -> None:
    [block] = play_blocks("oregon", ["greedy", "random", FIRST], [0])
    assert [game.seats for game in block.games] == [
        ("greedy", "random", FIRST),
        (FIRST, "greedy", "random"),
        ("random", FIRST, "greedy"),
    ]
    for game in block.games:
        assert sum(game.shares) == 1
        assert sorted(game.ranks)[0] == 1
        assert all(sum(turns) > 0 for turns in game.turns)
        assert all(count >= len(turns) for count, turns in zip(game.decisions, game.turns, strict=True))


def test_a_game_is_the_same_whatever_was_played_before_it() -> None:
    bots = ["greedy", "tests.arena.rude:UsesGlobalLuck"]
    both = play_blocks("oregon", bots, [0, 1])
    assert without_times(play_blocks("oregon", bots, [1])) == without_times(both[1:])
    assert without_times(both[:1]) != without_times(both[1:])


def test_playing_leaves_everybody_elses_luck_alone() -> None:
    random.seed(1)
    np.random.seed(1)
    expected = random.random(), np.random.random()
    random.seed(1)
    np.random.seed(1)
    play_blocks("oregon", ["random", "random"], [0])
    assert (random.random(), np.random.random()) == expected


def test_what_a_bot_writes_into_what_it_is_given_changes_nothing() -> None:
    quiet = play_one("oregon", FIRST, FIRST)
    loud = play_one("oregon", "tests.arena.rude:Scribbles", FIRST)
    assert not loud.faults
    assert loud.points == quiet.points


@pytest.mark.parametrize(
    ("bot", "settings", "kind", "reason"),
    [
        ("Raises", {}, "raised ValueError", "raised ValueError: no …/weights.bin here"),
        ("RaisesUnreadably", {}, "raised Mute", "raised Mute: nothing that can be read"),
        ("Exits", {}, "raised SystemExit", "raised SystemExit: 3"),
        ("Illegal", {}, "illegal answer", "answered '1" + 30 * "0" + "', which is not one of the choices"),
        ("Wordy", {}, "illegal answer", "answered with a str instead of a number"),
        ("Agrees", {}, "illegal answer", "answered with a bool instead of a number"),
        ("Sleeps", {"move_limit": 0.2}, "over the limit for a move", "thought longer than 0.2 s"),
        ("Spins", {"move_limit": 0.2}, "over the limit for a move", "thought longer than 0.2 s"),
        ("Dawdles@0.01s", {}, "over its budget", "and had 0.01 s"),
    ],
)
def test_a_bot_that_misbehaves_loses_and_the_game_goes_on(
    bot: str, settings: dict[str, Any], kind: str, reason: str
) -> None:
    name = f"tests.arena.rude:{bot}"
    game = play_one("oregon", name, FIRST, **settings)
    [fault] = game.faults
    assert (fault.bot, fault.seat, fault.kind) == (name, 0, kind)
    assert reason in fault.reason
    assert 0 < fault.entry < game.entries
    assert game.ranks == [2, 1]
    assert game.shares == [0, 1]
    assert game.decisions[0] <= 4  # then a substitute played on


def test_a_bot_that_takes_longer_than_its_budget_but_not_much_is_forgiven() -> None:
    assert not play_one("oregon", "tests.arena.rude:ALittleLate@0.01s", FIRST).faults


def test_seats_that_made_a_fault_share_the_last_rank_and_win_nothing() -> None:
    game = play_one("oregon", "tests.arena.rude:Raises", FIRST, "tests.arena.rude:Exits")
    assert game.ranks == [2, 1, 2]
    assert game.shares == [0, 1, 0]
    nobody = play_one("oregon", "tests.arena.rude:Raises", "tests.arena.rude:Exits")
    assert nobody.ranks == [1, 1]
    assert nobody.shares == [0, 0]


def test_a_bot_that_cannot_be_made_is_refused_before_anything_starts() -> None:
    for bot, says in (
        ("nobody", "There is no bot 'nobody'"),
        ("no.such.module:Bot", "cannot be loaded"),
        ("tests.arena.rude:Nobody", "cannot be loaded"),
        ("tests.arena.rude:CannotBeMade", "cannot be made: OSError: the weights are gone"),
    ):
        with pytest.raises(SettingsError, match=says):
            play_blocks("oregon", ["greedy", bot], [0])
    with pytest.raises(SettingsError, match="may think for 90 s, but a move may last only 60 s"):
        play_blocks("oregon", ["greedy", "random@90s"], [0])


def test_bots_can_be_classes_makers_and_bots_that_are_there_already() -> None:
    seated = bot_named("greedy", GAMES["oregon"], 0)
    bots: list[Participant] = [rude.First, seated, Entrant("mine", lambda game, seed: bot_named("random", game, seed))]
    [block] = play_blocks("oregon", bots, [0])
    assert block.lineup == ("First", "greedy", "mine")
    assert without_times([block])[0]["games"][0]["faults"] == []
    with pytest.raises(SettingsError, match="There is only one bot greedy"):
        play_blocks("oregon", [seated, seated], [0])


def test_ranks_follow_points_and_the_games_tie_break() -> None:
    assert rank_seats([10, 30, 20], [1], []) == ([3, 1, 2], [0, 1, 0])
    assert rank_seats([30, 30, 20], [0], []) == ([1, 2, 3], [1, 0, 0])  # seat 0 won by the tie-break
    assert rank_seats([30, 30, 20], [0, 1], []) == ([1, 1, 3], [0.5, 0.5, 0])
    assert rank_seats([30, 20, 20], [0], [0]) == ([3, 1, 1], [0, 0.5, 0.5])  # the winner made a fault
