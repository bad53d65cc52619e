"""Notation in words: every text of whole games, and the examples that the browser's twin is held against."""

import json
import random
from pathlib import Path

import pytest

from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.words.notation import TABLE, patterns, read_notation
from overland.words.speech import Speech

TOLD = Path(__file__).parents[1] / "data" / "notation_told.json"
OPTIONS = {"oregon": {}, "okanagan": {"blind": "on", "ties": "shared"}}


def texts_of(game: str) -> list[str]:
    """A text for each message, as it comes up in games; every text that comes up has a pattern."""
    found: dict[str, str] = {}
    for seed in range(60):
        match, dice = Match(game, 2 + seed % 3, seed=seed, options=OPTIONS[game]), random.Random(seed)
        while not match.is_over:
            for text in match.legal:
                found.setdefault(read_notation(game, text).key, text)
            match.play(dice.choice(match.legal))
        for text in [*match.entries_for(), *hidden_entries(match)]:
            found.setdefault(read_notation(game, text).key, text)
    assert set(found) <= {pattern.key for pattern in patterns(game)}
    return list(found.values())


def hidden_entries(match: Match) -> list[str]:
    """The entries as seat 0 could read them while the game was played."""
    return [match.at(number).entry_for(entry.action, 0) for number, entry in enumerate(match.entries)]


@pytest.mark.parametrize("game", GAMES)
def test_every_text_has_words_and_the_browser_is_held_against_the_same(game: str) -> None:
    told = [example for example in json.loads(TOLD.read_text(encoding="utf-8")) if example["game"] == game]
    for example in told:
        assert read_notation(game, example["text"]).as_data() == example["said"]
    assert {example["said"]["key"] for example in told} >= set(TABLE[game].values())
    for text in texts_of(game):
        assert "{" not in Speech("en").say(read_notation(game, text))


def test_an_unknown_text_is_its_own_key() -> None:
    assert read_notation("oregon", "fly h4").key == "fly h4"


def test_numbers_lists_and_nested_messages() -> None:
    assert read_notation("okanagan", "tile -1,2 r3").args == {"x": -1, "y": 2, "rotation": 3}
    assert read_notation("okanagan", "warehouse forest+lake").args == {"one": "forest", "other": "lake"}
    assert read_notation("okanagan", "keep hide+ore fish ore").args == {"goals": ["hide+ore", "fish", "ore"]}
    assert read_notation("oregon", "pass").args == {"cards": []}
    back = read_notation("okanagan", "=back shape:square").as_data()
    assert back["args"]["effect"] == {"key": "okanagan.effect.shape", "args": {"what": "square"}}
