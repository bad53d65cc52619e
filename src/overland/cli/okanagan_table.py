"""Okanagan at the terminal: its words, its marks on the map, its sentences."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from overland.cli.colours import SEAT_COLOURS
from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.components import BACK_NAMES, REWARD_NAMES, Terrain
from overland.engine.okanagan.notation import TERRAIN_NAMES, action_text
from overland.engine.okanagan.picture import (
    BUILDING_LETTERS,
    board_lines,
    reward_on,
    table_lines,
    tile_text,
    tile_words,
    turned_text,
)
from overland.engine.okanagan.state import Doing, Phase, back_of
from overland.engine.picture import Line, Span, counted
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
SOURCE_NAMES: Mapping[str, str] = {
    "explorer": "explorer sets",
    "singles": "single goals",
    "pairs": "pair goals",
    "triples": "triple goals",
    "nuggets": "gold",
}
HELP = """\
Sides of tiles read terrain and icon: F forest, L lake, E meadow, M mountain; o circle, h hexagon, s square.
Type what you want to play, in part or in full:
  1,-2               a square: the rotations your tile can have there
  r1                 a rotation: every square that takes it so
  farm, lake         buildings or choices with that word
  tile 1,-2 r3       a whole move; warehouse forest+lake, keep wood ore wheat+apple, take wood, choose 2"""
DIRECTIONS = ("north", "east", "south", "west")
HINT = "name a square to see the rotations it takes"
QUESTIONS = {
    Phase.KEEP: "Which three goals do you keep?",
    Phase.LAY: "Where do you lay your tile?",
    Phase.RETURN: "Your tile fits nowhere. Beneath which stack do you put it, to take its top tile?",
    Phase.BUILD: "What do you build on the tile?",
    Phase.RESOLVE: "Several territories are closed. Which one comes first?",
    Phase.CLAIM: "Nobody else is in this territory: do you take a special action or its rewards?",
    Phase.ACTION: "Which special action do you take?",
    Phase.TAKE: "Which reward do you take?",
    Phase.BONUS: "Which reward of that shape do you take?",
    Phase.GIVE: "Which reward do you give as a tribute?",
    Phase.TRADE: "Do you trade?",
    Phase.SWAP: "Do you swap a reward with the supply?",
    Phase.DROP: "Which two goals do you discard?",
    Phase.CHOOSE: "Which new tile do you take?",
}
RANK_QUESTIONS = {
    Doing.ORDERING: "Their influence is equal. Who comes next?",
    Doing.NAMING: "Their influence is equal. Who takes the special action?",
    Doing.BEGINNING: "Their influence is equal. Who begins to take rewards?",
}
ACTIONS = {
    "first": "first pick: take your rewards here before everybody else",
    "gold": "gold: one nugget",
    "goals": "goals: draw two, then discard two",
    "tribute": "tribute: everybody else gives you a reward",
    "trade": "trade: swap a reward with another player",
    "refresh": "refresh: new face-up tiles",
    "reshape": "reshape: up to twice swap a reward for another shape",
    "recolour": "recolour: up to twice swap a reward for another terrain",
}


def keywords(box: Record, action: int) -> Counter[str]:
    """The words a choice can be asked for by: those of its text, and the parts of a sum."""
    text = action_text(action)
    return Counter(set(text.split()) | set(text.replace("+", " ").replace("=", " ").split()))


def cells_of(actions: Iterable[int]) -> set[tuple[int, int]]:
    """The squares that choices are about."""
    return {(move.first, move.second) for move in map(decode, actions) if move.kind == Kind.LAY}


def picture(box: Record, view: Record, marked: Collection[Any], screen: int) -> list[Line]:
    """The map and the table as they are drawn."""
    return [*board_lines(box, view, marked, screen), [], *table_lines(box, view)]


def spoken(box: Record, view: Record) -> list[Line]:
    """The same in sentences, for a screen reader."""
    names = ("farm", "warehouse", "silo")
    lines: list[Line] = []
    for laid in view.laid[: view.laid_count]:
        sides = ", ".join(
            f"{direction} {TERRAIN_NAMES[box.sides[laid.tile, printed]]} {reward_on(box, int(laid.tile), printed)}"
            for direction, printed in zip(
                DIRECTIONS, ((side - int(laid.rotation)) % 4 for side in range(4)), strict=True
            )
        )
        text = f"At {laid.x},{laid.y}: {sides}"
        if laid.owner:
            site = [TERRAIN_NAMES[terrain] for terrain in Terrain if laid.site >> terrain & 1]
            where = "" if len(site) == len(BUILDING_LETTERS) else " in " + " and ".join(site)
            text += f"; a {names[len(site) - 1]} of seat {laid.owner - 1}{where}"
        lines.append([Span(text + ".")])
    return [*lines, *table_lines(box, view, tile_words)]


def printed_sides(laid: Record) -> list[tuple[str, int]]:
    """For each direction, the side of a laid tile that faces it."""
    return [(direction, (side - int(laid.rotation)) % 4) for side, direction in enumerate(DIRECTIONS)]


def question(box: Record, view: Record) -> str:
    """What the seat to act is asked, in words."""
    if view.phase == Phase.RANK:
        return RANK_QUESTIONS[Doing(view.doing)]
    text = QUESTIONS[Phase(view.phase)]
    if view.phase in (Phase.LAY, Phase.RETURN):
        return f"{text} It is {tile_text(box, int(view.seats[view.actor].tile))}."
    if view.phase == Phase.TAKE:
        return f"{text} You may take {int(view.share[view.actor])} more."
    if view.phase == Phase.CLAIM:
        territory = view.territories[view.territory]
        terrain = int(territory.terrain)
        icons = counted(REWARD_NAMES[3 * terrain : 3 * terrain + 3], [int(count) for count in territory.icons])
        influence = int(territory.influence[view.actor])
        return f"{text} It is the {TERRAIN_NAMES[terrain]}, influence {influence}, with {icons}."
    return text


def note(box: Record, view: Record, action: int) -> str:
    """What a choice means, where its text does not say."""
    move = decode(action)
    if move.kind == Kind.ACTION:
        return action_name(BACK_NAMES[back_of(box, int(view.stacks[move.first].top))])
    if move.kind == Kind.CHOOSE:
        return f"tile {tile_text(box, int(view.stacks[move.first].face_up))}"
    if move.kind == Kind.LAY:
        return f"sides {turned_text(box, int(view.seats[view.actor].tile), move.third)}"
    return ""


def stage(view: Record) -> str:
    """The second round, when it begins (6.1)."""
    return "Round 2 begins: everybody gets new buildings and draws two goals." if view.round_number == 2 else ""


def action_name(back: str) -> str:
    """A special action in words."""
    kind, _, what = back.partition(":")
    if kind == "shape":
        return f"shape bonus: a reward of the shape {what}"
    return f"kind bonus: two of {what}" if kind == "kind" else ACTIONS[back]


def sentence(gain: dict[str, Any], entry_text: str) -> str:
    """A gain in words."""
    what, amount, other = gain["what"], gain["amount"], gain["other"]
    match gain["source"]:
        case "closed":
            return f"the last open side of a {what} with {amount} icons is closed"
        case "influence":
            return f"influence {amount} in the {what}"
        case "reward":
            return f"{what} from the territory"
        case "shape" | "kind":
            return f"{amount} {what} as a bonus"
        case "gold":
            return "a nugget"
        case "tribute":
            return f"{what} from seat {other} as a tribute"
        case "trade":
            return f"{what} from seat {other} in trade"
        case "swap":
            return f"{what} given to the supply" if amount < 0 else f"{what} from the supply"
        case _:
            name = SOURCE_NAMES[gain["source"]]
            return f"{gain['points']} points for {name if what is None else what}"
