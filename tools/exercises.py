"""The exercises that come with the games, made from the worked examples of the rules: python -m tools.exercises --write

An Oregon example is a drawn position; Okanagan's are steps of one game that is played from the deal.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.engine.okanagan.scenes import begin, goal_numbers, text_of, words_of
from tests.engine.okanagan.test_examples import TURNS
from tests.engine.oregon.scenes import scene

from overland.engine.game import CHANCE
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.engine.okanagan.components import REWARD_NAMES
from overland.engine.okanagan.state import Phase
from overland.review.exercises import FOLDER, Exercise, write_exercises

TARGET = Path(__file__).parents[1] / "src" / "overland" / "data" / FOLDER
GOLD = "=back gold"


def main() -> None:
    """Write the files, or say which differs."""
    for game in GAMES:
        file, text = TARGET / f"{game}.json", exercises_text(game)
        if "--write" in sys.argv:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"{file.name} is not what the examples give: python -m tools.exercises --write")


def exercises_text(game: str) -> str:
    """The exercises of a game as they are kept."""
    return write_exercises(list({"oregon": oregon, "okanagan": okanagan}[game]()))


# Oregon


def oregon() -> Iterator[Exercise]:
    """The examples of section 12."""
    yield drawn(
        "corner",
        "12.1",
        """
        2  ... ... G.P ... ...
        4  ... ... .C. ... ...
        5  ... ... 1.0 ... ...
        """,
        "bison settlers wagon church",
        brings([6, 0], "gold"),
    )
    yield drawn(
        "joker",
        "12.2",
        """
        6  ... ... S.. ... ...
        7  ... ..H ... ... ...
        8  ... ... W.. ... ...
        """,
        "eagle settlers wagon church",
        brings([6, 0]),
        extras="1000",
    )
    bison_settlers = "bison settlers wagon church"
    yield drawn("third", "12.3", "4 ... ..0 0.. ... ...", bison_settlers, brings([5, 0]))
    yield drawn("pairs", "12.3", "4 ... ..0 0.0 0.. ...", bison_settlers, on("farmer", "h4"))
    beside = "d4 h4 e3 f3 g3 e5 f5 g5"
    yield drawn("fourth", "12.3", "4 ... .aa a.. ... ...", bison_settlers, on("farmer", beside))
    yield drawn(
        "church",
        "12.4",
        """
        3  ... ... 0.1 ... ...
        5  ... ... 2.2 ... ...
        """,
        "bison church wagon eagle",
        brings([4, 4, 8]),
        players=3,
    )
    yield drawn(
        "station",
        "12.5",
        """
        1  ... ... ... ... .00
        3  ... ... ... ... .1.
        """,
        "wagon station bison eagle",
        brings([2, 1], "extra"),
    )
    mirrored = "d1 e1 f1 d2 e2 f2 a3 b3 c3 a4 c4"
    yield drawn("areas", "12.6", "4 .1. ... ... ... ...", "wagon bison eagle church", on("farmer", mirrored))
    yield drawn(
        "prospecting",
        "12.7",
        "",
        "campfire gold wagon bison",
        lambda match, choice: choice.startswith("build gold ") and choice.endswith(" campfire"),
    )


IsWanted = Callable[[Match, str], bool]


def drawn(name: str, paragraph: str, drawing: str, hand: str, is_wanted: IsWanted, **settings: Any) -> Exercise:
    """An exercise of Oregon for seat 0."""
    return exercise(name, paragraph, scene(drawing, hand, **settings), is_wanted)


def brings(points: list[int], source: str | None = None) -> IsWanted:
    """Choices that bring the seats so many points, one of them from a source."""

    def is_wanted(match: Match, choice: str) -> bool:
        gains = match.position.explain(choice)[0]
        found = [0] * match.players
        for gain in gains:
            found[gain["seat"]] += gain["points"] or 0
        return found == points and (source is None or any(source in str(gain) for gain in gains))

    return is_wanted


def on(piece: str, cells: str) -> IsWanted:
    """Choices that place a piece on one of some cells."""
    return lambda match, choice: choice in [f"{piece} {cell}" for cell in cells.split()]


# Okanagan


def okanagan() -> Iterator[Exercise]:
    """The forest of 11.1 and 11.2, step by step, and what counts at the end."""
    _, square, building, _ = TURNS[-1]
    match = forest()
    yield exercise("closing", "11.1", match, plays(square))
    play(match, square)
    yield exercise("influence", "11.1", match, lambda _, choice: choice.startswith("warehouse forest+"))
    play(match, building)
    yield exercise("tie", "11.1", match, plays("rank 1"))
    play(match, "rank 1")
    yield exercise("gold", "11.1", match, plays("action 1"))
    play(match, "action 1")
    yield exercise("lumberjacks", "11.1", match, plays("take lumberjack"))
    match = forest(ties="shared")
    play(match, square, building)
    yield exercise("acting", "11.2", match, plays("rank 2"))
    play(match, "rank 2", "action 1", *["take lumberjack"] * 3, "take hide")
    yield exercise("beginning", "11.2", match, plays("rank 2"))
    play(match, "rank 2")
    yield exercise("hide", "11.2", match, plays("take hide"))
    yield exercise("counting", "11.3", second_round(), plays("keep fisher lumberjack+hide wood+salmon+apple"))
    match = forest()
    play(match, square, building, "rank 1")
    yield exercise("nuggets", "11.4", holding(match, "gold:3", "gold:1", "gold:2"), plays("action 1"))


def second_round() -> Match:
    """A game of two at the beginning of round 2, with the tokens, nuggets and goals of 11.3."""
    match = Match("okanagan", players=2, seed=1)
    while (match.position.state.round_number, match.position.state.phase) != (2, Phase.KEEP):
        match.play(match.legal[0])
    tokens = "lumberjack:3 hide:3 fisher:4 wood:2 salmon:2 apple:2 miner:2 gold:2"
    mine = "fisher lumberjack+hide wood+salmon+apple ore wheat / farmer crystal"
    others = "whitefish miner+ore ore+crystal wheat+apple salmon / hide wood"
    return holding(match, f"{tokens} / {mine}", f"gold:1 / {others}")


def holding(match: Match, *seats: str) -> Match:
    """The same position with other tokens, nuggets and, where they are named, goals held and discarded."""
    words = words_of(match.position.text)
    for seat, text in enumerate(seats):
        tokens, *goals = text.split("/")
        counts = {name: int(count) for name, count in (word.split(":") for word in tokens.split())}
        tile, _, buildings, _, *had = words[str(seat)].split("/")
        numbers = ",".join(str(counts.get(name, 0)) for name in REWARD_NAMES)
        held = [goal_numbers(names.split()) for names in goals] or had
        words[str(seat)] = "/".join((tile, str(counts.get("gold", 0)), buildings, numbers, *held))
    return Match("okanagan", position=text_of(words), auto_chance=False)


def forest(**options: str) -> Match:
    """The game of the example, up to the turn that closes the forest."""
    backs = ("shape:circle", "shape:circle", "shape:square")
    match = begin(3, tiles=(21, 10, 58), faces=(11, 56, 23), backs=backs, **options)
    for _, *turn in TURNS[:-1]:
        play(match, *turn)
    return match


def play(match: Match, *moves: str) -> None:
    """Play moves; gold comes up on the first stack, and on no other."""
    for move in moves:
        match.play(move)
        is_gold = move == "choose 1"
        while match.to_act == CHANCE:
            match.play(min(match.legal, key=lambda outcome: (outcome == GOLD) != is_gold))


def plays(move: str) -> IsWanted:
    """One choice."""
    return lambda match, choice: choice == move


def exercise(name: str, paragraph: str, match: Match, is_wanted: IsWanted) -> Exercise:
    """An exercise about the position of a match."""
    wanted = tuple(choice for choice in match.legal if is_wanted(match, choice))
    if not 0 < len(wanted) < len(match.legal):
        raise ValueError(f"{match.game.name} {name}: {len(wanted)} of {len(match.legal)} choices are wanted")
    return Exercise(match.game.name, name, paragraph, match.position.text, match.to_act, wanted)


if __name__ == "__main__":
    main()
