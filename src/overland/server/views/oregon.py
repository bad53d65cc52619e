"""Oregon's views as data."""

from functools import lru_cache
from typing import Literal, NotRequired

import numpy as np
from typing_extensions import TypedDict

from overland.engine.oregon.components import (
    BANDS,
    BUILDING_COPIES,
    CELLS,
    COLS,
    FARMER,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    LANDSCAPE_COPIES,
    LOWEST_VALUE,
    MINE_VALUES,
    PAID,
    Terrain,
)
from overland.engine.oregon.notation import (
    BUILDING_NAMES,
    CARD_NAMES,
    DECK_NAMES,
    MINE_NAMES,
    SYMBOL_NAMES,
    cell_text,
)
from overland.engine.oregon.state import Phase
from overland.engine.oregon.view import VIEW_SEAT
from overland.engine.record import Plain, Record, plain_rows
from overland.server.views.base import GameViews, UnseenGroup, chunks

TERRAIN_LETTERS = "GMRW"  # in the order of Terrain, as in the map files


class OregonBox(TypedDict):
    """The map: terrain row by row (G plains, M mountain, R railway, W water), and the symbol of each band."""

    game: Literal["oregon"]
    terrain: list[str]
    columns: list[str]  #: symbol of every 3 columns, from the left
    rows: list[str]  #: symbol of every 2 rows, from the top


class Piece(TypedDict):
    """A building, or a farmer of a seat."""

    building: NotRequired[str]
    farmer: NotRequired[int]  #: seat
    paid: NotRequired[bool]  #: its group has paid


class OregonSeat(TypedDict):
    """What is known of one seat."""

    score: int  #: points on the table, excluding coal and gold until the end
    joker: bool
    extra: bool
    farmers: int  #: left to place
    start_tile: NotRequired[str]
    cards: dict[str, int]  #: in the hand, by deck
    mined: dict[str, int]  #: coal and gold tiles
    hand: NotRequired[list[str]]  #: the cards, if the viewer may know
    tiles: NotRequired[dict[str, list[int]]]  #: the values of the mine tiles, if the viewer may know


class OregonPublic(TypedDict):
    """What everybody sees of a position of Oregon."""

    game: Literal["oregon"]
    phase: str
    to_move: int
    extra_taken: bool
    last_round: bool
    pieces: dict[str, Piece]  #: by cell
    stacks: dict[str, int]  #: building tiles left
    decks: dict[str, int]  #: cards left in each deck
    discard: dict[str, int]  #: face up


class OregonView(OregonPublic):
    """A position of Oregon as a receiver sees it."""

    seats: dict[str, OregonSeat]  #: by number


def box_as_data(box: Record) -> OregonBox:
    """The map as data."""
    letters = [TERRAIN_LETTERS[Terrain(kind)] for kind in box.terrain]
    rows = ["".join(letters[start : start + COLS]) for start in range(0, CELLS, COLS)]
    width = COLS // BANDS
    return {
        "game": "oregon",
        "terrain": rows,
        "columns": [SYMBOL_NAMES[symbol] for symbol in box.column_symbol[:COLS:width]],
        "rows": [SYMBOL_NAMES[box.row_symbol[row * COLS]] for row in range(0, CELLS // COLS, 2)],
    }


def piece_as_data(piece: int) -> Piece:
    """What a number on a cell stands for."""
    if piece < FARMER:
        return {"building": BUILDING_NAMES[piece - FIRST_BUILDING]}
    farmer = piece & (PAID - 1)
    return {"farmer": farmer, "paid": True} if piece & PAID else {"farmer": farmer}


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
CELL_NAMES = tuple(cell_text(cell) for cell in range(CELLS))
PIECES = {piece: piece_as_data(piece) for piece in range(FIRST_BUILDING, FARMER + 2 * PAID)}


def public(box: Record, view: Plain) -> OregonPublic:
    """What everybody sees."""
    taken = view.cells.nonzero()[0]
    discard = zip(CARD_NAMES, view.discard.tolist(), strict=True)
    return {
        "game": "oregon",
        "phase": PHASE_NAMES[view.phase],
        "to_move": view.to_move,
        "extra_taken": bool(view.extra_taken),
        "last_round": bool(view.last_round),
        "pieces": {
            CELL_NAMES[cell]: PIECES[piece]
            for cell, piece in zip(taken.tolist(), view.cells[taken].tolist(), strict=True)
        },
        "stacks": dict(zip(BUILDING_NAMES, view.stacks.tolist(), strict=True)),
        "decks": dict(zip(DECK_NAMES, view.deck_size.tolist(), strict=True)),
        "discard": {name: count for name, count in discard if count},
    }  # fmt: skip


def seats(box: Record, view: Plain) -> dict[str, OregonSeat]:
    """What the owner of the view knows of every seat."""
    shown = chunks(view.seats, view.players)
    return {str(number): seat_as_data(seat) for number, seat in enumerate(shown)}


@lru_cache(maxsize=4096)
def seat_as_data(chunk: bytes) -> OregonSeat:
    """What is known of a seat."""
    seat = plain_rows(np.frombuffer(chunk, VIEW_SEAT))[0]
    shown: OregonSeat = {
        "score": seat.score,
        "joker": bool(seat.joker),
        "extra": bool(seat.extra),
        "farmers": seat.farmers,
        "cards": dict(zip(DECK_NAMES, seat.cards.tolist(), strict=True)),
        "mined": dict(zip(MINE_NAMES, seat.mined.tolist(), strict=True)),
    }
    if seat.start_tile:
        shown["start_tile"] = BUILDING_NAMES[seat.start_tile - FIRST_BUILDING]
    if seat.open:
        shown["hand"] = hand_as_data(seat.hand.tobytes())
        shown["tiles"] = tiles_as_data(seat.tiles.tobytes())
    return shown


@lru_cache(maxsize=4096)
def hand_as_data(counts: bytes) -> list[str]:
    """The cards in a hand."""
    return [name for name, count in zip(CARD_NAMES, counts, strict=True) for _ in range(count)]


@lru_cache(maxsize=4096)
def tiles_as_data(counts: bytes) -> dict[str, list[int]]:
    """The values of mine tiles, pile by pile."""
    return {
        name: [
            LOWEST_VALUE[mine] + step
            for step, count in enumerate(counts[MINE_VALUES * mine : MINE_VALUES * (mine + 1)])
            for _ in range(count)
        ]
        for mine, name in enumerate(MINE_NAMES)
    }


def unseen(box: Record, view: Plain) -> list[UnseenGroup]:
    """The cards in the decks and in other hands."""
    hand = view.seats[view.seat]["hand"]
    left = {
        name: (LANDSCAPE_COPIES if card < FIRST_BUILDING_CARD else BUILDING_COPIES)
        - int(hand[card])
        - int(view.discard[card])
        for card, name in enumerate(CARD_NAMES)
    }
    decks = zip(DECK_NAMES, (CARD_NAMES[:FIRST_BUILDING_CARD], CARD_NAMES[FIRST_BUILDING_CARD:]), strict=True)
    found: list[UnseenGroup] = []
    for deck, names in decks:
        counts = {name: left[name] for name in names}
        found.append({"name": deck, "kind": "card", "total": sum(counts.values()), "counts": counts})
    return found


VIEWS = GameViews(OregonView, OregonBox, public, seats, box_as_data, unseen)
