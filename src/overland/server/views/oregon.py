"""Oregon's views as data."""

from typing import Literal

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
from overland.server.views.base import GameViews, Shown

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
    return OregonView(
        phase=Phase(view.phase).name.lower(),
        to_move=int(view.to_move),
        extra_taken=bool(view.extra_taken),
        last_round=bool(is_end_triggered(view)),
        pieces=[piece_as_data(cell, int(piece)) for cell, piece in enumerate(view.cells) if piece],
        stacks=dict(zip(BUILDING_NAMES, view.stacks.tolist(), strict=True)),
        decks=dict(zip(DECK_NAMES, view.deck_size.tolist(), strict=True)),
        discard={name: count for name, count in zip(CARD_NAMES, view.discard.tolist(), strict=True) if count},
        seats=[seat_as_data(view.seats[seat]) for seat in range(view.players)],
    )


def piece_as_data(cell: int, piece: int) -> Piece:
    """What stands on a cell."""
    if piece < FARMER:
        return Piece(cell=cell_text(cell), building=BUILDING_NAMES[piece - FIRST_BUILDING])
    return Piece(cell=cell_text(cell), farmer=piece & (PAID - 1), paid=bool(piece & PAID))


def seat_as_data(seat: Record) -> OregonSeat:
    """What is known of a seat."""
    hand = [name for name, count in zip(CARD_NAMES, seat.hand.tolist(), strict=True) for _ in range(count)]
    tiles = {
        mine: [LOWEST_VALUE[row] + step for step, count in enumerate(counts) for _ in range(count)]
        for row, (mine, counts) in enumerate(zip(MINE_NAMES, seat.tiles.tolist(), strict=True))
    }
    return OregonSeat(
        score=int(seat.score),
        joker=bool(seat.joker),
        extra=bool(seat.extra),
        farmers=int(seat.farmers),
        start_tile=BUILDING_NAMES[seat.start_tile - FIRST_BUILDING] if seat.start_tile else None,
        cards=dict(zip(DECK_NAMES, seat.cards.tolist(), strict=True)),
        mined=dict(zip(MINE_NAMES, seat.mined.tolist(), strict=True)),
        hand=hand if seat.open else None,
        tiles=tiles if seat.open else None,
    )


VIEWS = GameViews(OregonView, OregonBox, as_data, box_as_data)
