"""Oregon in text, both ways: actions, chance outcomes, entries as a seat may read them, positions (rules 11)."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from overland.engine.errors import NotationError, shortened
from overland.engine.jit import in_python
from overland.engine.oregon.actions import ACTIONS, NO_CARD, Kind, decode
from overland.engine.oregon.actions import CARD as FIRST_CARD
from overland.engine.oregon.components import (
    COLS,
    LOWEST_VALUE,
    Building,
    Deck,
    Mine,
    Symbol,
    Token,
)
from overland.engine.oregon.legal import deck_of
from overland.engine.oregon.scoring import NO_CELL, Source
from overland.engine.oregon.state import owed_seat
from overland.engine.oregon.view import is_open_to
from overland.engine.record import Record, plain

COLUMN_LETTERS = "abcdefghijklmno"
SYMBOL_NAMES = tuple(symbol.name.lower() for symbol in Symbol)
BUILDING_NAMES = tuple(building.name.lower() for building in Building)
DECK_NAMES = tuple(deck.name.lower() for deck in Deck)
MINE_NAMES = tuple(mine.name.lower() for mine in Mine)
CARD_NAMES = SYMBOL_NAMES + BUILDING_NAMES
BUILDING_LETTERS = "PHCKGWS"  # for drawings; K is a coal mine


# Actions


def cell_text(cell: int) -> str:
    """``h4``: column letter from the left, row number from the top."""
    return f"{COLUMN_LETTERS[cell % COLS]}{cell // COLS + 1}"


@cache
def action_text(action: int) -> str:
    """An action in notation; kept, because the same few thousand are said again and again."""
    kind, what, which, cell = decode(int(action))
    match kind:
        case Kind.START:
            return f"start {cell_text(cell)}"
        case Kind.FARMER:
            return f"farmer {cell_text(cell)}"
        case Kind.FARMER_JOKER:
            return f"farmer {cell_text(cell)} joker={SYMBOL_NAMES[which]}"
        case Kind.BUILD:
            return f"build {BUILDING_NAMES[what]} {cell_text(cell)} {SYMBOL_NAMES[which]}"
        case Kind.BUILD_JOKER:
            return f"build {BUILDING_NAMES[what]} {cell_text(cell)} joker"
        case Kind.PASS:
            return " ".join(["pass", *(CARD_NAMES[card] for card in (what, which) if card != NO_CARD)])
        case Kind.DRAW:
            return f"draw {DECK_NAMES[what]}"
        case Kind.DISCARD:
            return f"discard {BUILDING_NAMES[what]}"
        case Kind.CARD:
            return f"={CARD_NAMES[what]}"
        case Kind.START_TILE:
            return f"=start {BUILDING_NAMES[what]}"
        case Kind.MINE_TILE:
            return f"={MINE_NAMES[what]} {LOWEST_VALUE[what] + which}"
        case _:
            return Kind(kind).name.lower().replace("_", "-")  # extra, no-extra, done


def all_texts() -> Iterator[tuple[str, int]]:
    """The text of every action that can ever occur, with its number."""
    for action in range(ACTIONS):
        move = decode(action)
        if move.kind != Kind.PASS or move.what <= move.which:  # the cards of a pass are named in order
            yield action_text(action), action


TEXTS: dict[str, int] = {}


def parse_action(text: str) -> int:
    """The action that a text names; extra blanks and capital letters are allowed."""
    if not TEXTS:
        TEXTS.update(all_texts())
    words = " ".join(text.lower().split())
    if words not in TEXTS:
        raise NotationError(
            f"{shortened(text)} is not a move of Oregon; moves look like 'farmer h4' or 'build church h4 wagon'."
        )
    return TEXTS[words]


is_open = in_python(is_open_to)
CARD, MINE_TILE = Kind.CARD.value, Kind.MINE_TILE.value


def entry_for(box: Record, state: Record, action: int, seat: int) -> str:
    """The entry ``action``, about to be played in ``state``, as ``seat`` may read it."""
    if action < FIRST_CARD:  # a decision, which everybody sees
        return action_text(action)
    now, move = plain(state), decode(int(action))
    if move.kind == CARD and not is_open(now, now.to_move, seat):
        deck = deck_of(now.phase)
        return f"=? {DECK_NAMES[deck]}"
    if move.kind == MINE_TILE and not is_open(now, owed_seat(int(now.owed[0])), seat):
        return f"={MINE_NAMES[move.what]} ?"
    return action_text(action)


SOURCE_NAMES = tuple(source.name.lower() for source in Source)
TOKEN_NAMES = tuple(None if token == Token.NONE else token.name.lower() for token in Token)
MINED = (Source.COAL.value, Source.GOLD.value)


def gain_data(gain: Record, seat: int | None) -> dict[str, Any] | None:
    """A gain as named data: who gains what, from where. The value of another's mine tile is hidden (10.2)."""
    is_tile_value = bool(gain.source in MINED and gain.points != 0)
    is_hidden = is_tile_value and seat is not None and seat != gain.seat
    return {
        "seat": int(gain.seat),
        "source": SOURCE_NAMES[gain.source],
        "cell": None if gain.cell == NO_CELL else cell_text(int(gain.cell)),
        "points": None if is_hidden else int(gain.points),
        "token": TOKEN_NAMES[gain.token],
        "tile": MINE_NAMES[gain.tile - 1] if gain.tile else None,
        "at_end": is_tile_value,
    }
