"""Okanagan's map."""

from collections.abc import Sequence

from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.components import PROMO_NAMES, SIDES, Shape, Terrain
from overland.engine.okanagan.picture import BUILDING_LETTERS
from overland.engine.record import Plain, Record
from overland.pictures.svg import INK, PAPER, SEAT_COLOURS, Mark, circle, drawing, letters, line, polygon, rect, tag

TILE = 64
EDGE = 24
COLOURS = {
    Terrain.FOREST: "#8fb07c",
    Terrain.LAKE: "#9cc6d8",
    Terrain.MEADOW: "#e6d491",
    Terrain.MOUNTAIN: "#c3b2ad",
}
PROMO_COLOUR = "#e9b8a0"
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ICONS = ((0.5, 0.17), (0.83, 0.5), (0.5, 0.83), (0.17, 0.5))
BUILT = (Kind.FARM, Kind.WAREHOUSE, Kind.SILO)


def board(box: Record, view: Plain, marks: Sequence[Mark], title: str) -> str:
    """All tiles with icons and buildings; squares that are marked have a ring, for a building the tile laid last."""
    laid = [view.laid[number] for number in range(int(view.laid_count))]
    squares = [(int(tile["x"]), int(tile["y"])) for tile in laid]
    rings = [ring for mark in marks if (ring := (mark, square_of(mark, squares)))[1] is not None]
    everything = [*squares, *(square for _, square in rings if square is not None)]
    left, right = min(x for x, _ in everything), max(x for x, _ in everything)
    top, bottom = min(y for _, y in everything), max(y for _, y in everything)
    width, height = (right - left + 1) * TILE + 2 * EDGE, (bottom - top + 1) * TILE + 2 * EDGE
    parts = [rect(left * TILE - EDGE, top * TILE - EDGE, width, height, PAPER)]
    for x in range(left, right + 1):
        parts.append(letters((x + 0.5) * TILE, top * TILE - EDGE / 2, str(x), 12, INK, 500))
    for y in range(top, bottom + 1):
        parts.append(letters(left * TILE - EDGE / 2, (y + 0.5) * TILE, str(y), 12, INK, 500))
    for tile in laid:
        number, rotation = int(tile["tile"]), int(tile["rotation"])
        parts += tile_parts(box, number, rotation, int(tile["x"]) * TILE, int(tile["y"]) * TILE)
        if (owner := int(tile["owner"])) and tile["site"]:
            middle_x, middle_y = (int(tile["x"]) + 0.5) * TILE, (int(tile["y"]) + 0.5) * TILE
            parts.append(
                circle(middle_x, middle_y, 11, SEAT_COLOURS[owner - 1], f' stroke="{PAPER}" stroke-width="1.5"')
            )
            parts.append(letters(middle_x, middle_y, BUILDING_LETTERS[tile["kind"]].upper(), 12, PAPER))
    for mark, square in rings:
        if square is not None:
            x, y = square[0] * TILE, square[1] * TILE
            parts.append(rect(x + 2, y + 2, TILE - 4, TILE - 4, "none", f' stroke="{mark.colour}" stroke-width="4"'))
            parts.append(tag(x + TILE - 8, y + 8, mark))
    return drawing(left * TILE - EDGE, top * TILE - EDGE, width, height, title, parts)


def square_of(mark: Mark, squares: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Where an action happens on the map, if anywhere."""
    move = decode(mark.action)
    if move.kind == Kind.LAY:
        return move.first, move.second
    return squares[-1] if move.kind in BUILT else None


def tile_parts(box: Record, tile: int, rotation: int, x: float, y: float) -> list[str]:
    """A tile: a triangle for each side, ink where territories meet, and the icons at each side."""
    if not box.slots[tile]:
        return promo_parts(box, tile, x, y)
    sides = [(side - rotation) % SIDES for side in range(SIDES)]
    terrains = [Terrain(int(box.sides[tile, side])) for side in sides]
    slots = box.slot[tile, rotation].tolist()
    corners = [(x + across * TILE, y + down * TILE) for across, down in CORNERS]
    middle = (x + TILE / 2, y + TILE / 2)
    parts = [
        polygon(
            [corners[side], corners[(side + 1) % SIDES], middle],
            COLOURS[terrain],
            f' stroke="{COLOURS[terrain]}" stroke-width=".8"',
        )
        for side, terrain in enumerate(terrains)
    ]
    parts += [line(*corners[side], *middle, INK, 1.2) for side in range(SIDES) if slots[side] != slots[side - 1]]
    parts.append(rect(x, y, TILE, TILE, "none", f' stroke="{INK}" stroke-opacity=".25"'))
    for side, printed in enumerate(sides):
        counts = box.side_icons[tile, printed].tolist()
        shapes = [shape for shape in Shape for _ in range(counts[shape])]
        parts += icons_at(x, y, side, shapes)
    return parts


def icons_at(x: float, y: float, side: int, shapes: Sequence[Shape]) -> list[str]:
    """The icons on a side, along it."""
    across, down = ICONS[side]
    is_level = side % 2 == 0
    parts = []
    for number, shape in enumerate(shapes):
        shift = (number - (len(shapes) - 1) / 2) * min(11.0, 36.0 / max(1, len(shapes) - 1))
        parts.append(icon(x + across * TILE + shift * is_level, y + down * TILE + shift * (not is_level), shape))
    return parts


def promo_parts(box: Record, tile: int, x: float, y: float) -> list[str]:
    """A promo tile: its name on paper."""
    frame = f' stroke="{INK}" stroke-width="1.2"'
    return [
        rect(x, y, TILE, TILE, PROMO_COLOUR, frame),
        letters(x + TILE / 2, y + TILE / 2, PROMO_NAMES[tile - box.tile_count], 12, INK),
    ]


def icon(x: float, y: float, shape: Shape) -> str:
    """The shape of a reward."""
    more = f' stroke="{INK}" stroke-width=".8"'
    if shape == Shape.CIRCLE:
        return circle(x, y, 4.5, PAPER, more)
    if shape == Shape.SQUARE:
        return rect(x - 4, y - 4, 8, 8, PAPER, more)
    return polygon(
        [(x - 5, y), (x - 2.5, y - 4.3), (x + 2.5, y - 4.3), (x + 5, y), (x + 2.5, y + 4.3), (x - 2.5, y + 4.3)],
        PAPER,
        more,
    )
