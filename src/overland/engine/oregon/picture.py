"""Oregon's table drawn as text, from a view.

On the board a small letter is an empty cell's terrain (g plains, m mountain, r railway, w water), a capital in
brackets a building, a number the farmer of a seat, in round brackets when its group has paid; a star marks
cells in question.
"""

from collections.abc import Collection

import numpy as np

from overland.engine.oregon.components import (
    BANDS,
    COLS,
    EMPTY,
    FARMER,
    FIRST_BUILDING,
    LOWEST_VALUE,
    MINE_VALUES,
    PAID,
    ROWS,
    Deck,
    Mine,
    Terrain,
)
from overland.engine.oregon.notation import (
    BUILDING_LETTERS,
    BUILDING_NAMES,
    CARD_NAMES,
    COLUMN_LETTERS,
    SYMBOL_NAMES,
)
from overland.engine.oregon.state import Phase
from overland.engine.picture import Span, SpanRow, counted, plain
from overland.engine.record import Record

LEFT = 12  # columns for a row band's symbol and a row's number
BAND_WIDTH = 9


def text(box: Record, view: Record) -> str:
    """The board, the stacks and what is known of every seat."""
    return plain([*board_rows(box, view, ()), [], *table_rows(view)])


def board_rows(box: Record, view: Record, marked: Collection[int]) -> list[SpanRow]:
    """The board, with a star at each of the cells in ``marked``."""
    columns = [SYMBOL_NAMES[int(np.flatnonzero(box.column_of == band)[0])] for band in range(BANDS)]
    lines: list[SpanRow] = [
        [Span(" " * LEFT), *(Span(f" {name:^{BAND_WIDTH}}", "symbol") for name in columns)],
        [Span(" " * LEFT), *(Span(f"{gap(col)} {COLUMN_LETTERS[col]} ", "edge") for col in range(COLS))],
    ]
    for row in range(ROWS):
        name = SYMBOL_NAMES[box.band_symbol[row // 2]] if row % 2 == 0 else ""
        line = [Span(f"{name:<9}", "symbol"), Span(f"{row + 1:>2} ", "edge")]
        for col in range(COLS):
            cell = row * COLS + col
            if gap(col):
                line.append(Span(gap(col)))
            line.append(cell_span(box, view, cell, cell in marked))
        lines.append(line)
        if row % 2 == 1 and row < ROWS - 1:
            lines.append([])
    return lines


def gap(col: int) -> str:
    """A blank before each column band, so that areas stand out."""
    return " " if col % 3 == 0 else ""


def cell_span(box: Record, view: Record, cell: int, is_marked: bool) -> Span:
    """One cell, three signs wide."""
    piece = int(view.cells[cell])
    terrain = Terrain(box.terrain[cell])
    if piece == EMPTY:
        letter = "gmrw"[terrain]
        tag = terrain.name.lower()
        return Span(f"*{letter} ", f"{tag} marked") if is_marked else Span(f" {letter} ", tag)
    if piece < FARMER:
        return Span(f"[{BUILDING_LETTERS[piece - FIRST_BUILDING]}]", "building")
    seat = piece & (PAID - 1)
    return Span(f"({seat})" if piece & PAID else f" {seat} ", f"seat-{seat}")


def table_rows(view: Record) -> list[SpanRow]:
    """Stacks, decks and piles, and a line for each seat."""
    stacks = "  ".join(
        f"{letter} {name} {int(count)}"
        for letter, name, count in zip(BUILDING_LETTERS, BUILDING_NAMES, view.stacks, strict=True)
    )
    landscape, building = int(view.deck_size[Deck.LANDSCAPE]), int(view.deck_size[Deck.BUILDING])
    thrown = counted(CARD_NAMES, [int(count) for count in view.discard])
    lines: list[SpanRow] = [
        [Span("Tiles left: "), Span(stacks)],
        [Span(f"Decks: landscape {landscape}, building {building}.  Discarded: {thrown}.")],
    ]
    for seat in range(view.players):
        lines.append(seat_row(view, seat))
    return lines


def seat_row(view: Record, seat: int) -> SpanRow:
    """What is known of a seat, in words."""
    me = view.seats[seat]
    is_moving = seat == view.to_move and view.phase != Phase.OVER
    parts = [f"{int(me.score):>3} points", f"{int(me.farmers)} farmers left"]
    if me.start_tile != EMPTY:
        parts.append(f"start tile {BUILDING_NAMES[me.start_tile - FIRST_BUILDING]}")
    parts.append("joker" if me.joker else "no joker")
    parts.append("extra turn" if me.extra else "no extra turn")
    if me.open:
        parts.append("hand: " + counted(CARD_NAMES, [int(count) for count in me.hand]))
    else:
        parts.append(
            f"hand: {int(me.cards[Deck.LANDSCAPE])} landscape and {int(me.cards[Deck.BUILDING])} building cards"
        )
    for mine in Mine:
        if me.mined[mine]:
            parts.append(f"{mine.name.lower()} tiles: {tiles_text(me, mine)}")
    leader = ">" if is_moving else " "
    return [Span(f"{leader} Seat {seat}", f"seat-{seat}"), Span(": " + "; ".join(parts))]


def tiles_text(me: Record, mine: int) -> str:
    """The mine tiles of a seat: their values, or how many there are."""
    if not me.open:
        return str(int(me.mined[mine]))
    values = [LOWEST_VALUE[mine] + step for step in range(MINE_VALUES) for _ in range(me.tiles[mine, step])]
    return "+".join(str(value) for value in values)
