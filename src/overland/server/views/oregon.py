"""Oregon's views as data."""

from typing import Any, Literal

from overland.engine.oregon.components import BANDS, CELLS, COLS, FARMER, FIRST_BUILDING, LOWEST_VALUE, PAID, Terrain
from overland.engine.oregon.notation import (
    BUILDING_NAMES,
    CARD_NAMES,
    DECK_NAMES,
    MINE_NAMES,
    SYMBOL_NAMES,
    cell_text,
)
from overland.engine.oregon.state import Phase, is_end_triggered
from overland.engine.record import Record
from overland.server.views.base import GameViews, Shown, rows

TERRAIN_LETTERS = "GMRW"  # in the order of Terrain, as in the map files


class OregonBox(Shown):
    """The map: terrain row by row (G plains, M mountain, R railway, W water), and the symbol of each band."""

    game: Literal["oregon"] = "oregon"
    terrain: list[str]
    columns: list[str]  #: symbol of every 3 columns, from the left
    rows: list[str]  #: symbol of every 2 rows, from the top


class Piece(Shown):
    """A building, or a farmer of a seat."""

    cell: str
    building: str | None = None
    farmer: int | None = None  #: seat
    paid: bool = False  #: its group has paid


class OregonSeat(Shown):
    """What is known of one seat."""

    score: int  #: points on the table, excluding coal and gold until the end
    joker: bool
    extra: bool
    farmers: int  #: left to place
    start_tile: str | None
    cards: dict[str, int]  #: in the hand, by deck
    mined: dict[str, int]  #: coal and gold tiles
    hand: list[str] | None  #: the cards, if the viewer may know
    tiles: dict[str, list[int]] | None  #: the values of the mine tiles, if the viewer may know


class OregonView(Shown):
    """A position of Oregon as a receiver sees it."""

    game: Literal["oregon"] = "oregon"
    phase: str
    to_move: int
    extra_taken: bool
    last_round: bool
    pieces: list[Piece]
    stacks: dict[str, int]  #: building tiles left
    decks: dict[str, int]  #: cards left in each deck
    discard: dict[str, int]  #: face up
    seats: list[OregonSeat]


def box_as_data(box: Record) -> OregonBox:
    """The map as data."""
    letters = [TERRAIN_LETTERS[Terrain(kind)] for kind in box.terrain]
    rows = ["".join(letters[start : start + COLS]) for start in range(0, CELLS, COLS)]
    width = COLS // BANDS
    return OregonBox(
        terrain=rows,
        columns=[SYMBOL_NAMES[symbol] for symbol in box.column_symbol[:COLS:width]],
        rows=[SYMBOL_NAMES[box.row_symbol[row * COLS]] for row in range(0, CELLS // COLS, 2)],
    )


def as_data(box: Record, view: Record) -> OregonView:
    """A view as data."""
    return OregonView.model_validate(plain_view(view))


def plain_view(view: Record) -> dict[str, Any]:
    """The same as a dictionary; the model checks it in one go."""
    return {
        "phase": PHASE_NAMES[view.phase],
        "to_move": int(view.to_move),
        "extra_taken": bool(view.extra_taken),
        "last_round": bool(is_end_triggered(view)),
        "pieces": [plain_piece(cell, piece) for cell, piece in enumerate(view.cells.tolist()) if piece],
        "stacks": dict(zip(BUILDING_NAMES, view.stacks.tolist(), strict=True)),
        "decks": dict(zip(DECK_NAMES, view.deck_size.tolist(), strict=True)),
        "discard": {name: count for name, count in zip(CARD_NAMES, view.discard.tolist(), strict=True) if count},
        "seats": [plain_seat(*row) for row in rows(view.seats[: view.players], *SEAT_FIELDS)],
    }


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
SEAT_FIELDS = ("score", "joker", "extra", "farmers", "start_tile", "cards", "mined", "open", "hand", "tiles")


def plain_piece(cell: int, piece: int) -> dict[str, Any]:
    """What stands on a cell."""
    if piece < FARMER:
        return {"cell": cell_text(cell), "building": BUILDING_NAMES[piece - FIRST_BUILDING]}
    return {"cell": cell_text(cell), "farmer": piece & (PAID - 1), "paid": bool(piece & PAID)}


def plain_seat(
    score: int, joker: int, extra: int, farmers: int, start_tile: int,
    cards: list[int], mined: list[int], is_open: int, hand: list[int], tiles: list[list[int]],
) -> dict[str, Any]:  # fmt: skip
    """What is known of a seat."""
    values = {
        mine: [LOWEST_VALUE[row] + step for step, count in enumerate(counts) for _ in range(count)]
        for row, (mine, counts) in enumerate(zip(MINE_NAMES, tiles, strict=True))
    }
    return {
        "score": score,
        "joker": bool(joker),
        "extra": bool(extra),
        "farmers": farmers,
        "start_tile": BUILDING_NAMES[start_tile - FIRST_BUILDING] if start_tile else None,
        "cards": dict(zip(DECK_NAMES, cards, strict=True)),
        "mined": dict(zip(MINE_NAMES, mined, strict=True)),
        "hand": [name for name, count in zip(CARD_NAMES, hand, strict=True) for _ in range(count)] if is_open else None,
        "tiles": values if is_open else None,
    }


VIEWS = GameViews(OregonView, OregonBox, as_data, box_as_data)
