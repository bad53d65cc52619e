"""Traces: told right, and step by step the same as an independent reading of the rules tells them."""

import importlib
import itertools
import json
from typing import Any

import pytest

from overland.engine.errors import DataError, IllegalMove, OverlandError, RecordError, SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES, checked_options
from overland.engine.trace import random_chooser, replay, trace
from tests.conftest import amount

SEEKS = {
    "oregon": ("random", "farmers", "mines", "builders", "hoard"),
    "okanagan": ("random", "closers", "tangled", "actions", "one-stack"),
}
CASES = [
    pytest.param(game, players, seek, id=f"{game.name}-{players}-{seek}")
    for game in GAMES.values()
    for players, seek in itertools.product(range(game.min_players, game.max_players + 1), SEEKS[game.name])
][:: amount(1, 5, 1)]


def told(game: Game, players: int, seed: int, **options: str) -> list[dict[str, Any]]:
    chosen = checked_options(game, options)
    return list(trace(game, game.load_data(None), players, chosen, random_chooser(seed)))


def option_sets(game: Game) -> list[dict[str, str]]:
    return [dict(zip(game.options, values, strict=True)) for values in itertools.product(*game.options.values())]


@pytest.mark.golden
@pytest.mark.parametrize(("game", "players", "seek"), CASES)
def test_an_independent_reading_tells_the_same_games(game: Game, players: int, seek: str) -> None:
    oracle = importlib.import_module(f"tests.oracle.{game.name}")
    reading = getattr(oracle, game.title)
    data = json.loads(json.dumps(game.load_data(None)))
    choices = option_sets(game)
    for seed in range(amount(2, 1, 40)):
        options = choices[(seed + players + SEEKS[game.name].index(seek)) % len(choices)]
        theirs = [json.dumps(line) for line in oracle.trace(reading(players, options, data), seed, seek)]
        for line, ours in itertools.zip_longest(theirs, replay(theirs)):
            assert json.loads(line) == ours


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_independent_reading_can_replay_our_games(game: Game) -> None:
    oracle = importlib.import_module(f"tests.oracle.{game.name}")
    for seed, options in zip(range(amount(8, 2, 200)), itertools.cycle(option_sets(game)), strict=False):
        ours = told(game, 2 + seed % 3, seed, **options)
        theirs = list(oracle.replay(json.dumps(line) for line in ours))
        assert theirs == ours


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_trace_has_the_promised_form(game: Game) -> None:
    header, *steps, last = told(game, 3, 4)
    assert header["format"] == "overland-trace/1"
    assert list(header) == ["format", "game", "players", "options", "data"]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    for step in steps:
        assert step["legal"] == sorted(set(step["legal"]))
        assert step["move"] in step["legal"]
        assert len(step["scores"]) == 3
        assert ("weights" in step) == (step["seat"] == -1)
        if "weights" in step:
            assert len(step["weights"]) == len(step["legal"])
    assert len(last["final"]["scores"]) == 3
    assert told(game, 3, 4) == [header, *steps, last]
    assert told(game, 3, 5) != [header, *steps, last]


def broken(lines: list[dict[str, Any]], index: int, **changes: Any) -> list[str]:
    copies: list[dict[str, Any]] = [dict(line) for line in lines]
    copies[index].update(changes)
    return [json.dumps(line) for line in copies]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_replay_names_step_move_and_what_was_legal(game: Game) -> None:
    lines = told(game, 2, 1)
    with pytest.raises(IllegalMove, match=r"Step 9: 'farmer z9' is not legal\. Legal: "):
        list(replay(broken(lines, 10, move="farmer z9")))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_broken_trace_is_refused(game: Game) -> None:
    lines = told(game, 2, 1)
    texts = [json.dumps(line) for line in lines]
    cases: list[tuple[list[str], type[OverlandError]]] = [
        ([], RecordError),
        (["nonsense"], RecordError),
        (["[]"], RecordError),
        (broken(lines, 0, format="x"), RecordError),
        (broken(lines, 0, data=None), DataError),
        (broken(lines, 0, players="two"), RecordError),
        (broken(lines, 0, players=2.5), RecordError),
        (broken(lines, 0, players=7), SettingsError),
        (["[" * 100_000], RecordError),
        (broken(lines, 12, move=7), RecordError),
        ([*texts, texts[5]], RecordError),
        (broken(lines, 0, data={}), DataError),
        (texts[:20], RecordError),
        ([*texts[:-1], texts[5]], RecordError),
    ]
    for case, error in cases:
        with pytest.raises(error):
            list(replay(case))


def test_a_replay_can_be_told_which_game_to_expect() -> None:
    lines = [json.dumps(line) for line in told(GAMES["oregon"], 2, 1)]
    assert list(replay(lines, "oregon"))
    with pytest.raises(SettingsError, match="of oregon, not of okanagan"):
        list(replay(lines, "okanagan"))
