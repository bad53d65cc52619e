"""Okanagan's map."""

from collections.abc import Sequence

from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.components import SIDES, Building, Shape, Terrain
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
        sides = [(side - int(tile["rotation"])) % SIDES for side in range(SIDES)]
        terrains = [Terrain(int(box.sides[int(tile["tile"]), side])) for side in sides]
        icons = [Shape(int(box.icons[int(tile["tile"]), side])) for side in sides]
        parts += tile_parts(int(tile["x"]) * TILE, int(tile["y"]) * TILE, terrains, icons)
        if owner := int(tile["owner"]):
            middle_x, middle_y = (int(tile["x"]) + 0.5) * TILE, (int(tile["y"]) + 0.5) * TILE
            kind = int(tile["site"]).bit_count() - 1
            parts.append(
                circle(middle_x, middle_y, 11, SEAT_COLOURS[owner - 1], f' stroke="{PAPER}" stroke-width="1.5"')
            )
            parts.append(letters(middle_x, middle_y, BUILDING_LETTERS[Building(kind)].upper(), 12, PAPER))
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


def tile_parts(x: float, y: float, terrains: Sequence[Terrain], icons: Sequence[Shape]) -> list[str]:
    """A tile: a triangle for each side, ink where territories meet, and an icon at each side."""
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
    parts += [line(*corners[side], *middle, INK, 1.2) for side in range(SIDES) if terrains[side] != terrains[side - 1]]
    parts.append(rect(x, y, TILE, TILE, "none", f' stroke="{INK}" stroke-opacity=".25"'))
    for (across, down), shape in zip(ICONS, icons, strict=True):
        parts.append(icon(x + across * TILE, y + down * TILE, shape))
    return parts


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
