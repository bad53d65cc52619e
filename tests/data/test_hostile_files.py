"""Files that somebody spoiled are refused with a sentence, or can be played to the end."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overland.data.errors import DataError
from overland.data.files import packaged, packaged_names
from overland.engine.errors import SettingsError
from overland.engine.game import OVER, Game
from overland.engine.games import GAMES
from overland.engine.playout import play_randomly
from overland.engine.record import ACTION
from overland.engine.rng import new_rng
from tests.conftest import amount, rarely

WORDS = ("forest", "lake", "meadow", "circle", "square", "gold", "first", "wagon", "eagle", "G", "W", "R", "é")
ODD: tuple[Any, ...] = (None, True, -1, 0, 5, 1e300, "", [], {}, [[]], ["circle"] * 12, "x" * 5000, 10**40)


def spoiled_text(dice: random.Random, text: str) -> bytes:
    """The same file with some letters, words or lines changed."""
    for _ in range(dice.randint(1, 4)):
        lines = text.split("\n")
        line = dice.randrange(len(lines))
        match dice.randrange(6):
            case 0:
                del lines[line]
            case 1:
                lines.insert(line, lines[dice.randrange(len(lines))])
            case 2:
                words = lines[line].split('"')
                words[dice.randrange(len(words))] = dice.choice(WORDS)
                lines[line] = '"'.join(words)
            case 3:
                at = dice.randrange(len(lines[line]) + 1)
                lines[line] = lines[line][:at] + chr(dice.randrange(1, 300)) + lines[line][at + 1 :]
            case 4:
                lines[line] += dice.choice(("\nterritories = [1, 2, 3, 4]", "\nback = 7", "\n[[tile]]", " ]", "= ="))
            case _:
                cut = dice.randrange(len(lines))
                lines = lines[:cut] if dice.random() < 0.2 else lines[: cut // 2] + lines[-cut:]
        text = "\n".join(lines)
    return text.encode("utf-8")


def spoil(dice: random.Random, data: Any, depth: int = 0) -> Any:
    """The same data with something odd, something else or something lost in one place."""
    if isinstance(data, dict | list) and data and (depth == 0 or dice.random() < 0.85):
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = dice.choice(keys)
        copy: Any = dict(data) if isinstance(data, dict) else list(data)
        if dice.random() < 0.1:
            del copy[key]
        elif isinstance(data, list) and dice.random() < 0.15:
            copy[key] = dice.choice(data)
        else:
            copy[key] = spoil(dice, data[key], depth + 1)
        return copy
    return dice.choice((*WORDS, *ODD))


def play_to_the_end(game: Game, data: Any, seed: int) -> None:
    """A random game on a set that was accepted; one for fewer players, if it is not enough for so many."""
    box = game.make_box(data)
    for players in (4, 3, 2):
        try:
            state = game.setup(box, players, {name: values[seed % 2] for name, values in game.options.items()})
            break
        except SettingsError:
            assert players > 2
    play_randomly(box, state, new_rng(seed), np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION))
    assert game.to_act(state) == OVER


def try_mutations(game: Game, name: str, seeds: range, folder: Path) -> tuple[int, int]:
    """How many spoiled files, and spoiled data of records, were refused and how many played."""
    text = packaged(game.name, name).read_text(encoding="utf-8")
    good = game.load_data(packaged(game.name, name))
    refused = played = 0
    for seed in seeds:
        dice = random.Random(f"{game.name} {name} {seed}")
        try:
            if seed % 2:
                file = folder / "spoiled.toml"
                file.write_bytes(spoiled_text(dice, text))
                data = game.load_data(file)
            else:
                spoiled = good
                for _ in range(dice.randint(1, 3)):
                    spoiled = spoil(dice, spoiled)
                data = game.check_data(spoiled, "the data")
        except DataError as error:
            refused += 1
            assert error.rule
            assert len(str(error)) < 800
            continue
        played += 1
        play_to_the_end(game, data, seed)
    return refused, played


CASES = [(game, name) for game in GAMES.values() for name in packaged_names(game.name)]
IDS = [name for _, name in CASES]


@pytest.mark.parametrize(("game", "name"), CASES, ids=IDS)
def test_a_spoiled_file_is_refused_with_a_sentence_or_played(game: Game, name: str, tmp_path: Path) -> None:
    refused, played = try_mutations(game, name, range(amount(150, 30, 150)), tmp_path)
    assert refused > 0
    assert played > 0


@pytest.mark.parametrize("part", [rarely(part) for part in range(10)])
def test_ten_thousand_spoiled_files(part: int, tmp_path: Path) -> None:
    each = 1000 // len(CASES) + 1
    for game, name in CASES:
        try_mutations(game, name, range(1000 + part * each, 1000 + (part + 1) * each), tmp_path)


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    file.write_bytes(b"# " + b"x" * 300_000)
    for game in GAMES.values():
        with pytest.raises(DataError, match="larger than 200 kB"):
            game.load_data(file)


@pytest.mark.parametrize("text", ["a = 9999-99-99", "[" * 5000, "a = 1\na = 2", "\x00", "tile = [1]", "tile = {}"])
def test_what_is_no_map_or_tile_file_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(text, encoding="utf-8")
    for game in GAMES.values():
        with pytest.raises(DataError):
            game.load_data(file)
