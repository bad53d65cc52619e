"""Okanagan's table drawn as text, from a view.

A tile is three lines: each side shows its terrain (F forest, L lake, E meadow, M mountain; in small letters a second
territory of that terrain on the tile) and the shape of its icon (o circle, h hexagon, s square; a dot for none, a
number for several), a promo tile stars, the middle the building: f farm, w warehouse, s silo, with the number of its
seat, and beside a farm or a warehouse the terrains it touches. Squares in question show their coordinates.
"""

from collections.abc import Callable, Collection

from overland.engine.okanagan.components import (
    BACK_NAMES,
    GOAL_NAMES,
    GOALS,
    PART_NAMES,
    PROMO_NAMES,
    REWARD_NAMES,
    SHAPES,
    SIDES,
    SLOTS,
    STACKS,
    TERRAINS,
    Building,
    Terrain,
)
from overland.engine.okanagan.scoring import goal_points
from overland.engine.okanagan.state import HELD, Phase, back_of, stack_size
from overland.engine.picture import Span, SpanRow, counted, plain
from overland.engine.record import Record

TERRAIN_LETTERS = "FLEM"
SHAPE_LETTERS = "ohs"
BUILDING_LETTERS = "fws"
WIDTH, NARROW = 11, 8  # columns of the screen that a tile takes
LEFT = 5  # columns for the number of a row
Square = tuple[int, int]


def text(box: Record, view: Record) -> str:
    """The map, the stacks and what is known of every seat."""
    return plain([*board_rows(box, view, ()), [], *table_rows(box, view)])


def board_rows(box: Record, view: Record, marked: Collection[Square], screen: int = 200) -> list[SpanRow]:
    """The map, with the coordinates of the squares in ``marked``; narrow if the screen has too few columns."""
    laid = {(int(tile.x), int(tile.y)): tile for tile in view.laid[: view.laid_count]}
    columns = [x for x, _ in (*laid, *marked)]
    rows = [y for _, y in (*laid, *marked)]
    across = max(columns) - min(columns) + 1
    width = WIDTH if LEFT + across * WIDTH <= screen else NARROW
    lines: list[SpanRow] = []
    for y in range(min(rows), max(rows) + 1):
        for part in range(3):
            line = [Span(f"{y:>4} " if part == 1 else "     ", "edge")]
            for x in range(min(columns), max(columns) + 1):
                if (x, y) in laid:
                    line += tile_spans(box, laid[x, y], part, width)
                elif (x, y) in marked and part == 1:
                    line.append(Span(f"{f'{x},{y}':^{width}}", "marked"))
                else:
                    line.append(Span(" " * width))
            lines.append(line)
    lines.append([Span("     "), *(Span(f"{x:^{width}}", "edge") for x in range(min(columns), max(columns) + 1))])
    return lines


def tile_spans(box: Record, laid: Record, part: int, width: int) -> SpanRow:
    """One of the three lines of a tile on the map."""
    north, east, south, west = (side_span(box, laid, side) for side in range(SIDES))
    middle = width - 5  # between the west and the east side, and a blank behind
    if part != 1:
        before = " " * (2 + (middle - 2) // 2)
        return [Span(before), north if part == 0 else south, Span(" " * (width - len(before) - 2))]
    building = building_text(box, laid) if width == WIDTH else building_text(box, laid)[:2]
    return [west, Span(f"{building:^{middle}}", f"seat-{laid.owner - 1}"), east, Span(" ")]


def side_span(box: Record, laid: Record, side: int) -> Span:
    """A side as it lies: terrain and icon."""
    printed = (side - int(laid.rotation)) % SIDES
    return side_text(box, int(laid.tile), printed)


def side_text(box: Record, tile: int, side: int) -> Span:
    """A side as it is printed: terrain and icons."""
    if not box.slots[tile]:
        return Span("**")
    terrain = Terrain(box.sides[tile, side])
    letter = TERRAIN_LETTERS[terrain]
    if box.part_of[tile, box.slot[tile, 0, side]] >= TERRAINS:
        letter = letter.lower()
    icons = icon_letters(box, tile, side)
    return Span(letter + (icons if len(icons) == 1 else str(len(icons)) if icons else "."), terrain.name.lower())


def icon_letters(box: Record, tile: int, side: int) -> str:
    """The icons on a side, a letter each."""
    counts = box.side_icons[tile, side].tolist()
    return "".join(letter * count for letter, count in zip(SHAPE_LETTERS, counts, strict=True))


def building_text(box: Record, laid: Record) -> str:
    """``f0F``: a farm of seat 0 in the forest; ``w1FL``; ``s2``; ``x3``: a promo tile of seat 3."""
    if not laid.owner:
        return "++"
    if not laid.site:
        return f"x{laid.owner - 1}"
    letters = "".join(part_letter(box, int(laid.tile), slot) for slot in range(SLOTS) if laid.site >> slot & 1)
    return f"{BUILDING_LETTERS[laid.kind]}{laid.owner - 1}" + ("" if laid.kind == Building.SILO else letters)


def part_letter(box: Record, tile: int, slot: int) -> str:
    """A territory of a tile: the letter of its terrain, small if it is not the first of that terrain."""
    part = int(box.part_of[tile, slot])
    letter = TERRAIN_LETTERS[part % TERRAINS]
    return letter if part < TERRAINS else letter.lower()


def promo_of(box: Record, tile: int) -> str:
    """The name of a promo tile, or nothing."""
    return "" if box.slots[tile] else PROMO_NAMES[tile - box.tile_count]


def tile_text(box: Record, tile: int) -> str:
    """A tile by its number and its sides from the north, clockwise, or by its name."""
    sides = promo_of(box, tile) or " ".join(side_text(box, tile, side).text for side in range(SIDES))
    return f"{tile} ({sides})"


def turned_text(box: Record, tile: int, rotation: int) -> str:
    """The sides of a tile after ``rotation`` quarter turns, from the north, clockwise."""
    return " ".join(side_text(box, tile, (side - rotation) % SIDES).text for side in range(SIDES))


def tile_words(box: Record, tile: int) -> str:
    """A tile in words: its terrains and rewards from the north, clockwise."""
    sides = [side_words(box, tile, side) for side in range(SIDES)]
    return f"{tile}, {promo_of(box, tile) or ', '.join(sides)}"


def side_words(box: Record, tile: int, side: int) -> str:
    """A side in words: its territory and the rewards on it."""
    name = PART_NAMES[box.part_of[tile, box.slot[tile, 0, side]]]
    rewards = [REWARD_NAMES[SHAPES * int(box.sides[tile, side]) + shape] for shape in range(SHAPES)]
    counts = box.side_icons[tile, side].tolist()
    shown = [reward for reward, count in zip(rewards, counts, strict=True) for _ in range(count)]
    return f"{name} {' '.join(shown)}".rstrip()


def table_rows(box: Record, view: Record, name: Callable[[Record, int], str] = tile_text) -> list[SpanRow]:
    """Territories with influence, stacks and supply, and what is known of each seat; ``name`` says what a tile is."""
    lines: list[SpanRow] = territory_rows(view)
    for number in range(STACKS):
        stack = view.stacks[number]
        top = int(stack.top)
        back = BACK_NAMES[back_of(box, top)] if top else "none"
        if top > 0:
            back += f", tile {name(box, top)}"
        face_up = name(box, int(stack.face_up)) if stack.face_up else "none"
        lines.append([Span(f"Stack {number + 1}: face up {face_up}; top {back}; {stack_size(stack)} tiles")])
    supply = ", ".join(f"{name} {int(count)}" for name, count in zip(REWARD_NAMES, view.supply, strict=True))
    lines.append([Span(f"Supply: {supply}; gold {int(view.gold)}; goals in the deck {int(view.deck_size)}.")])
    for seat in range(view.players):
        lines += seat_rows(box, view, seat, name)
    return lines


def territory_rows(view: Record) -> list[SpanRow]:
    """Every open territory in which any seat has influence: open sides, icons, influence by seat."""
    lines: list[SpanRow] = []
    for territory in view.territories[: view.territory_count]:
        influence = [f"seat {seat} {int(value)}" for seat, value in enumerate(territory.influence) if value]
        if territory.open and influence:
            terrain = Terrain(territory.terrain)
            rewards = REWARD_NAMES[SHAPES * terrain : SHAPES * (terrain + 1)]
            icons = counted(rewards, [int(count) for count in territory.icons])
            sides = "1 open side" if territory.open == 1 else f"{int(territory.open)} open sides"
            text = f"{terrain.name.capitalize()} with {sides}: {icons}; influence {', '.join(influence)}"
            lines.append([Span(text, terrain.name.lower())])
    return lines


def seat_rows(box: Record, view: Record, seat: int, name: Callable[[Record, int], str]) -> list[SpanRow]:
    """What is known of a seat, in words."""
    me = view.seats[seat]
    is_asked = seat == view.actor and view.phase != Phase.OVER
    buildings = counted(("farm", "warehouse", "silo"), [int(count) for count in me.buildings])
    tokens = counted(REWARD_NAMES, [int(count) for count in me.tokens])
    tile = "none"
    if me.has_tile:
        tile = name(box, int(me.tile)) if me.tile else "secret"
        if me.tile_back:
            tile = f"secret, back {BACK_NAMES[me.tile_back - 1]}"
    lines: list[SpanRow] = [
        [
            Span(f"{'>' if is_asked else ' '} Seat {seat}", f"seat-{seat}"),
            Span(f": tokens {tokens}; gold {int(me.gold)}; buildings {buildings}; tile {tile}; {int(me.held)} goals"),
        ]
    ]
    goals = [goal for goal in range(GOALS) if view.goals[goal] == HELD + seat]
    if goals:
        lines.append([Span("    goals: " + ", ".join(goal_text(box, view, seat, goal) for goal in goals))])
    return lines


def goal_text(box: Record, view: Record, seat: int, goal: int) -> str:
    """A goal and what it is worth so far."""
    return f"{GOAL_NAMES[goal]} ({goal_points(box, view, seat, goal)} points so far)"
