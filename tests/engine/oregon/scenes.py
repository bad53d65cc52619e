"""Boards drawn as text: a picture in, a picture with x on the legal cells out."""

import pytest

from overland import Match, Position
from overland.engine.game import CHANCE
from overland.engine.oregon.notation import CARD_NAMES, MINE_NAMES
from overland.engine.oregon.setup import OPTIONS

COLUMNS = "abcdefghijklmno"


def scene(
    drawing: str = "",
    *hands: str,
    players: int = 2,
    seat: int = 0,
    phase: str = "place",
    taken: int = 0,
    jokers: str = "0000",
    extras: str = "0000",
    stacks: str = "",
    discard: str = "",
    aside: str = "0000000",
    coal: tuple[str, ...] = (),
    gold: tuple[str, ...] = (),
    scores: tuple[int, ...] = (0, 0, 0, 0),
    is_dead_end: bool = False,
    **options: str,
) -> Match:
    """A match in a drawn position; chance is left to the test.

    ``is_dead_end``: the position shows a rule and need not be one that can be played on.

    The drawing has numbered rows of 15 cells: '.', a building's capital (P H C K G W S), the number of a
    farmer's seat, or a b c d for the farmers of seats 0 to 3 whose group has paid. Rows left out are empty.
    """
    rows = ["." * 15 for _ in range(10)]
    for line in drawing.strip().splitlines():
        number, cells = line.split(maxsplit=1)
        rows[int(number) - 1] = cells.replace(" ", "")
    assert all(len(row) == 15 for row in rows), rows
    board = "/".join(rows)
    paid = [f"{COLUMNS[c]}{r + 1}" for r, row in enumerate(rows) for c, cell in enumerate(row) if cell in "abcd"]
    for owner, letter in enumerate("abcd"):
        board = board.replace(letter, str(owner))
    if not stacks:  # one of each kind on the board is a start tile
        stacks = "".join(str(min(4, 5 - board.count(letter))) for letter in "PHCKGWS")
    words = [f"players={players}"]
    words += [f"{name}={options.get(name, values[0])}" for name, values in OPTIONS.items()]
    words += [f"phase={phase}", f"seat={seat}", f"taken={taken}", f"board={board}", f"paid={','.join(paid)}"]
    words += [f"stacks={stacks}", f"discard={counts(discard, CARD_NAMES)}", f"aside={aside}", "owed=00000000"]
    for owner in range(players):
        hand = counts(hands[owner] if owner < len(hands) else "", CARD_NAMES)
        left = 14 - board.count(str(owner))
        tiles = tile_counts(coal, owner, "123") + tile_counts(gold, owner, "345")
        words.append(f"{owner}={scores[owner]},j{jokers[owner]},e{extras[owner]},f{left},s.,h{hand},m{tiles}")
    if is_dead_end:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Position, "check_playable", lambda position: None)
            return Match("oregon", position=" ".join(words), auto_chance=False)
    return Match("oregon", position=" ".join(words), auto_chance=False)


def counts(names: str, order: tuple[str, ...]) -> str:
    """Names like "wagon wagon church" as digits in the order of the cards."""
    words = names.split()
    assert set(words) <= set(order), words
    return "".join(str(words.count(name)) for name in order)


def tile_counts(tiles: tuple[str, ...], seat: int, values: str) -> str:
    """How many tiles of each value a seat has, e.g. "135"."""
    mine = tiles[seat] if seat < len(tiles) else ""
    return "".join(str(mine.count(value)) for value in values)


def draw_legal(match: Match, start: str) -> str:
    """The rows of the board that have legal cells for moves beginning with ``start``, an x on each of them."""
    cells = {word for move in match.legal if move.startswith(start) for word in move.split() if is_cell(word)}
    lines = []
    for row in range(1, 11):
        line = "".join("x" if f"{column}{row}" in cells else "." for column in COLUMNS)
        if "x" in line:
            lines.append(f"{row:>2} " + " ".join(line[i : i + 3] for i in range(0, 15, 3)))
    return "\n".join(lines)


def is_cell(word: str) -> bool:
    return word[0] in COLUMNS and word[1:].isdigit()


def picture(text: str) -> str:
    """A picture written in a test, in the form ``draw_legal`` gives."""
    return "\n".join(f"{int(line.split()[0]):>2} " + " ".join(line.split()[1:]) for line in text.strip().splitlines())


def play_all(match: Match, *moves: str) -> Match:
    """Play the moves one after another."""
    for move in moves:
        match.play(move)
    return match


def points(match: Match) -> list[int]:
    """The points on the table."""
    return [int(match.position.state.seats[seat].score) for seat in range(match.players)]


def tokens(match: Match, name: str) -> list[int]:
    """Whether the joker or the extra-turn token of each seat is active."""
    return [int(match.position.state.seats[seat][name]) for seat in range(match.players)]


def tiles_owed(match: Match) -> list[str]:
    """The mine tiles still to be drawn: pile and seat."""
    return [f"{MINE_NAMES[(owed - 1) % 2]} to {(owed - 1) // 2}" for owed in match.position.state.owed.tolist() if owed]


def resolve(match: Match) -> Match:
    """Let chance take its first outcome until a seat must decide."""
    while match.to_act == CHANCE:
        match.play(match.legal[0])
    return match


def hand_of(match: Match, seat: int) -> list[str]:
    """The cards in a seat's hand, by name."""
    return [CARD_NAMES[card] for card, count in enumerate(match.position.state.seats[seat].hand) for _ in range(count)]
