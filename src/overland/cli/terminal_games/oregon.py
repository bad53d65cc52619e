"""Oregon at the terminal: its words, its marks on the board, its sentences."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from operator import itemgetter

from overland.cli.terminal_games.colours import SEAT_COLOURS
from overland.engine.oregon.actions import Kind, decode
from overland.engine.oregon.components import COLS, FARMER, FIRST_BUILDING, PAID, ROWS, Terrain
from overland.engine.oregon.notation import (
    BUILDING_NAMES,
    CARD_NAMES,
    COLUMN_LETTERS,
    SYMBOL_NAMES,
    action_text,
    cell_text,
)
from overland.engine.oregon.picture import board_rows, table_rows
from overland.engine.oregon.state import Phase
from overland.engine.picture import Span, SpanRow
from overland.engine.record import Record
from overland.words import Speech

ENGLISH = Speech("en")
COLOURS: Mapping[str, str] = {
    "plains": "green",
    "mountain": "yellow",
    "railway": "bright_black",
    "water": "blue",
    "marked": "bold reverse",
    "building": "bold",
    "symbol": "italic",
    "edge": "dim",
    **SEAT_COLOURS,
}
HINT = "name cards or a cell to see what they open"
HELP = """\
Type what you want to play, in part or in full:
  wagon bison        the cards to play: shows the cells they open, with their numbers
  church wagon       a building card and a landscape card, likewise; joker counts as a card
  h4                 a cell: everything that is possible there
  farmer, church     every farmer or every church you could place
  farmer h4          a whole move; build church h4 wagon, build church h4 joker, farmer h4 joker=wagon"""


def keywords(box: Record, action: int) -> Counter[str]:
    """The words by which a choice can be asked for: those of its text, and the cards it costs."""
    move = decode(action)
    words = Counter(action_text(action).replace("=", " = ").split())
    if move.kind in (Kind.FARMER, Kind.FARMER_JOKER):
        cards = Counter([SYMBOL_NAMES[box.row_symbol[move.cell]], SYMBOL_NAMES[box.column_symbol[move.cell]]])
        words += cards
        if move.kind == Kind.FARMER_JOKER:
            words -= Counter([SYMBOL_NAMES[move.which]] * 2)  # the text's mention, and the card that is not paid
    return words


def cells_of(actions: Iterable[int]) -> set[int]:
    placing = (Kind.START, Kind.FARMER, Kind.FARMER_JOKER, Kind.BUILD, Kind.BUILD_JOKER)
    return {move.cell for move in map(decode, actions) if move.kind in placing}


def picture(box: Record, view: Record, marked: Collection[int], screen: int) -> list[SpanRow]:
    return [*board_rows(box, view, marked), [], *table_rows(view)]


def spoken(box: Record, view: Record) -> list[SpanRow]:
    """Terrain row by row, then pieces by cell."""
    rows = [SYMBOL_NAMES[symbol] for symbol in box.band_symbol]
    columns = [SYMBOL_NAMES[int(symbol)] for symbol in box.column_symbol[:COLS:3]]
    lines: list[SpanRow] = [[Span(f"Columns by three: {', '.join(columns)}. Rows by two: {', '.join(rows)}.")]]
    for row in range(ROWS):
        row_terrain = [int(terrain) for terrain in box.terrain[row * COLS : (row + 1) * COLS]]
        runs = [
            (Terrain(kind).name.lower(), [col for col, _ in run])
            for kind, run in groupby(enumerate(row_terrain), key=itemgetter(1))
        ]
        stretches = [f"{COLUMN_LETTERS[run[0]]} to {COLUMN_LETTERS[run[-1]]} {name}" for name, run in runs]
        lines.append([Span(f"Row {row + 1}: {', '.join(stretches)}.")])
    for piece, name in enumerate(BUILDING_NAMES, FIRST_BUILDING):
        if cells := [cell_text(cell) for cell, found in enumerate(view.cells) if found == piece]:
            lines.append([Span(f"{ENGLISH.word('building', name).capitalize()}: {', '.join(cells)}.")])
    for seat in range(view.players):
        farmers = [
            cell_text(cell) + (" paid" if found & PAID else "")
            for cell, found in enumerate(int(piece) for piece in view.cells)
            if found >= FARMER and found & (PAID - 1) == seat
        ]
        lines.append([Span(f"Farmers of seat {seat}: {', '.join(farmers) or 'none'}.")])
    return [*lines, *table_rows(view)]


def reminder(box: Record, view: Record) -> str:
    """The cards and tokens of the seat to move."""
    if view.phase == Phase.OPENING:
        return ""
    me = view.seats[view.to_move]
    hand = [CARD_NAMES[card] for card, count in enumerate(me.hand) for _ in range(count)]
    tokens = [name for name, active in (("joker", me.joker), ("extra turn", me.extra)) if active]
    return f"Your hand: {', '.join([*hand, *(f'[{token}]' for token in tokens)]) or 'empty'}."


def note(box: Record, view: Record, action: int) -> str:
    """Nothing: the texts of Oregon's choices say everything."""
    return ""
