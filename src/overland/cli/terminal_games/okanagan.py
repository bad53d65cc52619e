"""Okanagan at the terminal: its words, its marks on the map, its sentences."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from overland.cli.terminal_games.colours import SEAT_COLOURS
from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.components import PART_NAMES, REWARD_NAMES, SLOTS, Building
from overland.engine.okanagan.notation import action_text
from overland.engine.okanagan.picture import (
    board_rows,
    promo_of,
    side_words,
    table_rows,
    tile_text,
    tile_words,
    turned_text,
)
from overland.engine.okanagan.state import Phase
from overland.engine.picture import Span, SpanRow, counted
from overland.engine.record import Record

COLOURS: Mapping[str, str] = {
    "forest": "green",
    "lake": "blue",
    "meadow": "yellow",
    "mountain": "bright_black",
    "marked": "bold reverse",
    "edge": "dim",
    **SEAT_COLOURS,
}
HELP = """\
Sides of tiles read terrain and icon: F forest, L lake, E meadow, M mountain; o circle, h hexagon, s square.
Type what you want to play, in part or in full:
  1,-2               a square: the rotations your tile can have there
  r1                 a rotation: every square where your tile fits that way
  farm, lake         buildings or choices with that word
  tile 1,-2 r3       a whole move; warehouse forest+lake, keep wood ore wheat+apple, take wood, choose 2"""
DIRECTIONS = ("north", "east", "south", "west")
HINT = "name a square to see the rotations it takes"


def keywords(box: Record, action: int) -> Counter[str]:
    """The words by which a choice can be asked for: those of its text, and the parts of a sum."""
    text = action_text(action)
    return Counter(set(text.split()) | set(text.replace("+", " ").replace("=", " ").split()))


def cells_of(actions: Iterable[int]) -> set[tuple[int, int]]:
    return {(move.first, move.second) for move in map(decode, actions) if move.kind == Kind.LAY}


def picture(box: Record, view: Record, marked: Collection[Any], screen: int) -> list[SpanRow]:
    return [*board_rows(box, view, marked, screen), [], *table_rows(box, view)]


def spoken(box: Record, view: Record) -> list[SpanRow]:
    """Each tile that was laid, side by side, then what the players have."""
    names = ("farm", "warehouse", "silo")
    lines: list[SpanRow] = []
    for laid in view.laid[: view.laid_count]:
        tile = int(laid.tile)
        printed = [(side - int(laid.rotation)) % 4 for side in range(4)]
        sides = promo_of(box, tile) or ", ".join(
            f"{direction} {side_words(box, tile, side)}" for direction, side in zip(DIRECTIONS, printed, strict=True)
        )
        text = f"At {laid.x},{laid.y}: {sides}"
        if laid.owner and laid.site:
            site = [PART_NAMES[box.part_of[tile, slot]] for slot in range(SLOTS) if laid.site >> slot & 1]
            where = "" if laid.kind == Building.SILO else " in " + " and ".join(site)
            text += f"; a {names[laid.kind]} of seat {laid.owner - 1}{where}"
        lines.append([Span(text + ".")])
    return [*lines, *table_rows(box, view, tile_words)]


def reminder(box: Record, view: Record) -> str:
    """The tile of the seat to act, or what the territory it claims holds."""
    if view.phase in (Phase.LAY, Phase.RETURN):
        return f"It is {tile_text(box, int(view.seats[view.actor].tile))}."
    if view.phase == Phase.CLAIM:
        territory = view.territories[view.territory]
        terrain = int(territory.terrain)
        icons = counted(REWARD_NAMES[3 * terrain : 3 * terrain + 3], [int(count) for count in territory.icons])
        return f"It has {icons}."
    return ""


def note(box: Record, view: Record, action: int) -> str:
    """The tile that a choice takes, or the sides that a laid tile shows."""
    move = decode(action)
    if move.kind == Kind.CHOOSE:
        return f"tile {tile_text(box, int(view.stacks[move.first].face_up))}"
    if move.kind == Kind.LAY:
        return f"sides {turned_text(box, int(view.seats[view.actor].tile), move.third)}"
    return ""
