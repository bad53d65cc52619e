"""Golden games: whole games kept as text, told the same by every way of running the kernels.

``./dev run python -m tests.engine.test_golden`` writes them anew; a diff there is a change of the rules.
"""

import hashlib
import importlib
import itertools
import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from overland.engine.boxes import named_data
from overland.engine.chance import pick_outcome, seed_from
from overland.engine.game import Game
from overland.engine.games import GAMES, checked_options
from overland.engine.perft import perft
from overland.engine.trace import Chooser, trace
from tests.conftest import amount
from tests.engine.differences import TraceLine, first_difference
from tests.engine.drivers import TASTES

FOLDER = Path(__file__).parent.parent / "golden"

CASES = [
    (game, players, taste)
    for game in GAMES.values()
    for players, taste in itertools.product(range(game.min_players, game.max_players + 1), TASTES[game.name])
]


def tasteful(game: Game, taste: str, seed: int) -> Chooser:
    dice = random.Random(seed)
    chances = itertools.count()

    def choose(texts: list[str], weights: list[int]) -> str:
        if weights:
            return texts[pick_outcome(seed_from(seed), next(chances), weights)]
        return TASTES[game.name][taste](dice, texts)

    return choose


def golden_trace(game: Game, players: int, taste: str) -> list[TraceLine]:
    """The whole trace of a golden game, as the rules tell it now."""
    number = list(TASTES[game.name]).index(taste)
    first = {name: values for name, values in game.options.items() if name not in game.quiet_options}
    values = [choices[(number + players + n) % len(choices)] for n, choices in enumerate(first.values())]
    options = checked_options(game, dict(zip(first, values, strict=True)))
    return list(trace(game, game.load_data(None), players, options, tasteful(game, taste, players)))


def golden_lines(game: Game, taste: str, told: Iterable[TraceLine]) -> list[str]:
    """A game in short: for each entry who, what, the points before it, and a digest of everything that was legal."""
    lines = []
    for line in told:
        if "step" in line:
            legal = json.dumps([line["legal"], line.get("weights")])
            digest = hashlib.sha256(legal.encode()).hexdigest()[:8]
            lines.append(f"{line['step']} {line['seat']} {line['scores']} {len(line['legal'])}:{digest} {line['move']}")
        elif "final" in line:
            lines.append(json.dumps(line["final"]))
        else:
            options = json.dumps(line["options"])
            lines.append(f"{game.title}, rules {game.rules_version}, {line['players']} players, {taste}, {options}")
    return lines


def golden_file(game: Game, players: int, taste: str) -> Path:
    return FOLDER / game.name / f"{players}-{taste.replace(' ', '-')}.txt"


def move_of(line: str) -> str:
    """The move of a golden line."""
    return line.split(" ", 2)[2].split("] ", 1)[1].split(" ", 1)[1]


def why_not(game: Game, taste: str, kept: list[str], told: list[TraceLine]) -> str:
    """Where a game parts from the kept one, and by which move.

    A golden file has only digests of what was legal; the independent reading of the rules knows the moves, as long as
    it tells the kept game as it was kept.
    """
    oracle = importlib.import_module(f"tests.oracle.{game.name}")
    moves = [json.dumps({"move": move_of(line)}) for line in kept[1:-1]]
    theirs: list[TraceLine] = []
    try:
        theirs += oracle.replay([json.dumps(told[0]), *moves])
    except ValueError as error:
        return f"the independent reading cannot play the kept game: {error}"
    for line, known in itertools.zip_longest(kept, golden_lines(game, taste, theirs)):
        if line != known:
            return f"the independent reading does not tell the kept game either: {known!r} instead of {line!r}"
    return first_difference(theirs, told)


@pytest.mark.golden
@pytest.mark.parametrize(("game", "players", "taste"), CASES, ids=[f"{g.name}-{p}-{t}" for g, p, t in CASES])
def test_the_golden_game_is_told_as_it_was(game: Game, players: int, taste: str) -> None:
    kept = golden_file(game, players, taste).read_text(encoding="utf-8").splitlines()
    told = golden_trace(game, players, taste)
    assert golden_lines(game, taste, told) == kept, why_not(game, taste, kept, told)


#: Games with what came later: another map or tile set, a quiet option.
LATER = {
    "okanagan/promo-2": ("okanagan", 2, "silos", "valley", {"promo": "on"}),
    "okanagan/promo-3": ("okanagan", 3, "any", "valley", {"promo": "on"}),
    "okanagan/meeting-3": ("okanagan", 3, "silos", "meeting", {}),
    "oregon/badlands-2": ("oregon", 2, "any", "badlands", {}),
    "oregon/prairie-4": ("oregon", 4, "farmers", "prairie", {}),
}


def later_lines(name: str) -> list[str]:
    """A golden game of what came later, as the rules tell it now."""
    game_name, players, taste, data, options = LATER[name]
    game = GAMES[game_name]
    chosen = checked_options(game, options)
    told = trace(game, named_data(game, data), players, chosen, tasteful(game, taste, players))
    return golden_lines(game, taste, told)


@pytest.mark.golden
@pytest.mark.parametrize("name", LATER)
def test_a_golden_game_on_another_set_is_told_as_it_was(name: str) -> None:
    assert later_lines(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_golden_game_that_changed_says_which_move_vanished(game: Game) -> None:
    kept = golden_file(game, 2, "any").read_text(encoding="utf-8").splitlines()
    told = golden_trace(game, 2, "any")
    line = next(line for line in told if line.get("seat") == 1 and len(line["legal"]) > 3)
    lost = next(move for move in line["legal"] if move != line["move"])
    line["legal"] = [move for move in line["legal"] if move != lost]
    assert why_not(game, "any", kept, told) == f"Step {line['step']}, seat 1: {lost!r} vanished."
    kept[3] = kept[3].replace(":", ":f", 1)
    assert why_not(game, "any", kept, told).startswith("the independent reading does not tell the kept game either")


#: Sequences of entries after the set-up of two players, and after every tenth entry of a golden game.
PERFT_FILE = FOLDER / "perft.txt"


def perft_lines(depth: int) -> list[str]:
    lines = []
    for game in GAMES.values():
        box = game.make_box(game.load_data(None))
        for players in range(game.min_players, game.max_players + 1):
            state = game.setup(box, players, {})
            counts = [perft(game, box, state, level) for level in range(1, depth + 1)]
            lines.append(f"{game.name} set-up {players}: {' '.join(map(str, counts))}")
        for number, line in enumerate(golden_file(game, 2, "any").read_text(encoding="utf-8").splitlines()[1:-1]):
            move = move_of(line)
            if number == 0:
                values = json.loads(golden_file(game, 2, "any").read_text().splitlines()[0].split(", ", 4)[4])
                state = game.setup(box, 2, values)
            if number % 40 == 39:
                counts = [perft(game, box, state, level) for level in range(1, depth - 1)]
                lines.append(f"{game.name} entry {number}: {' '.join(map(str, counts))}")
            game.apply_action(box, state, game.parse_action(move))
    return lines


@pytest.mark.golden
def test_perft_counts_are_what_they_were() -> None:
    depth = amount(5, 3, 5)
    for line, kept in zip(perft_lines(depth), PERFT_FILE.read_text(encoding="utf-8").splitlines(), strict=True):
        assert kept.startswith(line)


def write() -> None:
    for game, players, taste in CASES:
        file = golden_file(game, players, taste)
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = golden_lines(game, taste, golden_trace(game, players, taste))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name in LATER:
        (FOLDER / f"{name}.txt").write_text("\n".join(later_lines(name)) + "\n", encoding="utf-8")
    PERFT_FILE.write_text("\n".join(perft_lines(5)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
