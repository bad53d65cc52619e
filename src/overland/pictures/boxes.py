"""What is in a box, drawn: all tiles of a set on a sheet, or a map, as text and as SVG."""

from overland.engine.game import Data, Game
from overland.engine.okanagan.components import BACK_NAMES, SIDES
from overland.engine.okanagan.picture import icon_letters, part_letter
from overland.engine.position import Position
from overland.engine.record import Record
from overland.pictures.boards import board_svg
from overland.pictures.okanagan import TILE, tile_parts
from overland.pictures.svg import INK, PAPER, drawing, letters, rect

ACROSS = 8  # tiles in a row of a sheet
GAP, LABEL = 16, 18
CELL_WIDTH = 15  # letters of a tile in a text sheet


def box_text(game: Game, data: Data) -> str:
    """All tiles of a set, or a map, as text."""
    if game.name == "okanagan":
        return tiles_text(game.make_box(data))
    return Position.start(game, game.min_players, data=data).draw()


def box_svg(game: Game, data: Data, title: str) -> str:
    """All tiles of a set, or a map, as one picture."""
    if game.name == "okanagan":
        return tiles_svg(game.make_box(data), title)
    return board_svg(Position.start(game, game.min_players, data=data), title=title)


def tiles_text(box: Record) -> str:
    """Four lines a tile, four tiles in a row."""
    rows = []
    for first in range(0, int(box.tile_count), ACROSS // 2):
        tiles = range(first, min(first + ACROSS // 2, int(box.tile_count)))
        told = [lines_of(box, tile) for tile in tiles]
        for line in zip(*told, strict=True):
            rows.append("".join(f"{text:<{CELL_WIDTH + 3}}" for text in line).rstrip())
        rows.append("")
    return "\n".join(rows).rstrip() + "\n"


def lines_of(box: Record, tile: int) -> list[str]:
    """A tile: its number and its back, then its sides as they lie."""
    north, east, south, west = (side_letters(box, tile, side) for side in range(SIDES))
    back = BACK_NAMES[box.back[tile]] if tile else "start"
    middle = west + " " * max(1, CELL_WIDTH - len(west) - len(east)) + east
    return [f"{tile}: {back}", f"{north:^{CELL_WIDTH}}", middle, f"{south:^{CELL_WIDTH}}"]


def side_letters(box: Record, tile: int, side: int) -> str:
    """A side: the letter of its territory, then all its icons."""
    return part_letter(box, tile, int(box.slot[tile, 0, side])) + (icon_letters(box, tile, side) or ".")


def tiles_svg(box: Record, title: str) -> str:
    """All tiles in rows, each with its number and what its back shows."""
    count = int(box.tile_count)
    down = -(-count // ACROSS)
    width, height = ACROSS * (TILE + GAP) + GAP, down * (TILE + GAP + LABEL) + GAP
    parts = [rect(0, 0, width, height, PAPER)]
    for tile in range(count):
        x, y = GAP + tile % ACROSS * (TILE + GAP), GAP + tile // ACROSS * (TILE + GAP + LABEL)
        back = BACK_NAMES[box.back[tile]] if tile else "start"
        parts += tile_parts(box, tile, 0, x, y)
        parts.append(letters(x + TILE / 2, y + TILE + LABEL / 2, f"{tile} {back}", 9, INK, 500))
    return drawing(0, 0, width, height, title, parts)
