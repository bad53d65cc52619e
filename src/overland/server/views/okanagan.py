"""Okanagan's views as data."""

from collections.abc import Sequence
from typing import Any, Literal

from overland.engine.okanagan.components import (
    BACK_NAMES,
    GOAL_NAMES,
    PAIR_POINTS,
    REWARD_NAMES,
    SHAPES,
    SINGLE_POINTS,
    TERRAINS,
    TILES,
    TRIPLE_POINTS,
    Building,
    Shape,
    Terrain,
)
from overland.engine.okanagan.notation import TERRAIN_NAMES
from overland.engine.okanagan.scoring import goal_points
from overland.engine.okanagan.state import HELD, NO_ITEM, Phase, back_of, stack_size
from overland.engine.record import Record
from overland.server.views.base import GameViews, Shown, rows

SHAPE_NAMES = tuple(shape.name.lower() for shape in Shape)
BUILDING_NAMES = tuple(building.name.lower() for building in Building)
START_TILE = 0


class Face(Shown):
    """A tile: terrain and shape of each side, from the north, clockwise, and its back (none for the start tile)."""

    sides: list[str]
    icons: list[str]
    back: str | None


class OkanaganBox(Shown):
    """The tiles by number; tile 0 is the start tile."""

    game: Literal["okanagan"] = "okanagan"
    tiles: list[Face]


class LaidTile(Shown):
    """A tile on the map, with the building on it."""

    tile: int
    x: int
    y: int
    rotation: int  #: quarter turns clockwise
    owner: int | None  #: the seat that built here
    building: str | None
    site: list[str]  #: the terrains the building touches
    territories: list[int]  #: the territory each side belongs to, from the north of the map


class Territory(Shown):
    """Connected terrain."""

    id: int
    terrain: str
    open: int  #: sides that touch no tile; closed at 0
    icons: dict[str, int]  #: rewards
    influence: list[int]  #: of each seat


class StackShown(Shown):
    """A stack of tiles: the tile in front of it, the special action on its top, how many are left."""

    face_up: int | None
    back: str | None
    size: int


class Resolution(Shown):
    """A closed territory that is being shared out."""

    territory: int
    order: list[int]  #: seats in rank order, as far as it is settled
    share: list[int]  #: tokens each seat may still take
    pool: dict[str, int]  #: rewards left to take
    acting: int | None  #: the seat that takes a special action now


class GoalShown(Shown):
    """A goal in a hand, how often it is fulfilled and what that is worth now."""

    goal: str
    each: int  #: points each time it is fulfilled
    times: int
    points: int


class OkanaganSeat(Shown):
    """What is known of one seat."""

    has_tile: bool
    tile: int | None  #: in front of the seat, if the viewer may know
    tile_back: str | None  #: its back, if only that is known
    gold: int
    goals_held: int
    buildings: dict[str, int]  #: left in this round
    tokens: dict[str, int]
    goals: list[GoalShown] | None  #: if the viewer may know


class OkanaganView(Shown):
    """A position of Okanagan as a receiver sees it."""

    game: Literal["okanagan"] = "okanagan"
    phase: str
    round: int
    to_move: int
    actor: int
    tiles: list[LaidTile]
    territories: list[Territory]
    stacks: list[StackShown]
    resolution: Resolution | None
    gold: int  #: nuggets left
    supply: dict[str, int]
    goals_left: int
    seats: list[OkanaganSeat]


def box_as_data(box: Record) -> OkanaganBox:
    """The tiles as data."""
    return OkanaganBox(
        tiles=[
            Face(
                sides=[TERRAIN_NAMES[side] for side in box.sides[tile]],
                icons=[SHAPE_NAMES[icon] for icon in box.icons[tile]],
                back=None if tile == START_TILE else BACK_NAMES[box.back[tile]],
            )
            for tile in range(TILES)
        ]
    )


def as_data(box: Record, view: Record) -> OkanaganView:
    """A view as data."""
    return OkanaganView.model_validate(plain_view(box, view))


def plain_view(box: Record, view: Record) -> dict[str, Any]:
    """The same as a dictionary; the model checks it in one go."""
    laid = [plain_laid(*row) for row in rows(view.laid[: view.laid_count], *LAID_FIELDS)]
    used = {number for tile in laid for number in tile["territories"]}
    territories = list(rows(view.territories[: view.territory_count], "terrain", "open", "icons", "influence"))
    players = int(view.players)
    return {
        "phase": PHASE_NAMES[view.phase],
        "round": int(view.round_number),
        "to_move": int(view.to_move),
        "actor": int(view.actor),
        "tiles": laid,
        "territories": [plain_territory(players, number, *territories[number]) for number in sorted(used)],
        "stacks": [plain_stack(box, stack) for stack in view.stacks],
        "resolution": None if view.territory < 0 else plain_resolution(view, players),
        "gold": int(view.gold),
        "supply": dict(zip(REWARD_NAMES, view.supply.tolist(), strict=True)),
        "goals_left": int(view.deck_size),
        "seats": plain_seats(box, view, players),
    }


LAID_FIELDS = ("tile", "rotation", "x", "y", "owner", "site", "sides")
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
#: The terrains that a building touches, by its site as bits.
SITES = tuple([TERRAIN_NAMES[terrain] for terrain in Terrain if site >> terrain & 1] for site in range(1 << TERRAINS))


def plain_laid(tile: int, rotation: int, x: int, y: int, owner: int, site: int, sides: list[int]) -> dict[str, Any]:
    """A tile on the map."""
    terrains = SITES[site]
    return {
        "tile": tile,
        "x": x,
        "y": y,
        "rotation": rotation,
        "owner": owner - 1 if owner else None,
        "building": BUILDING_NAMES[len(terrains) - 1] if terrains else None,
        "site": terrains,
        "territories": sides,
    }


def rewards(terrain: int, counts: Sequence[int]) -> dict[str, int]:
    """Rewards of a terrain by name, those of which there are any."""
    names = REWARD_NAMES[SHAPES * terrain : SHAPES * (terrain + 1)]
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def plain_territory(
    players: int, number: int, terrain: int, sides: int, icons: list[int], influence: list[int]
) -> dict[str, Any]:
    return {
        "id": number,
        "terrain": TERRAIN_NAMES[terrain],
        "open": sides,
        "icons": rewards(terrain, icons),
        "influence": influence[:players],
    }


def plain_stack(box: Record, stack: Record) -> dict[str, Any]:
    return {
        "face_up": int(stack["face_up"]) or None,
        "back": None if stack["top"] == NO_ITEM else BACK_NAMES[back_of(box, int(stack["top"]))],
        "size": int(stack_size(stack)),
    }


def plain_resolution(view: Record, players: int) -> dict[str, Any]:
    """How far the sharing out has come."""
    terrain = int(view.territories[view.territory].terrain)
    return {
        "territory": int(view.territory),
        "order": view.order[: max(0, int(view.ranked))].tolist(),
        "share": view.share[:players].tolist(),
        "pool": rewards(terrain, view.pool.tolist()),
        "acting": int(view.acting) if view.acting >= 0 and view.phase in ACTING else None,
    }


ACTING = (Phase.ACTION, Phase.BONUS, Phase.GIVE, Phase.TRADE, Phase.SWAP, Phase.DROP)
SEAT_FIELDS = ("has_tile", "tile", "tile_back", "gold", "held", "buildings", "tokens")


def plain_seats(box: Record, view: Record, players: int) -> list[dict[str, Any]]:
    """What is known of every seat."""
    places = view.goals.tolist()
    found = []
    for number, (has_tile, tile, back, gold, held, buildings, tokens) in enumerate(
        rows(view.seats[:players], *SEAT_FIELDS)
    ):
        is_open = view.seat == number or view.phase == Phase.OVER
        goals = [goal for goal, place in enumerate(places) if place == HELD + number] if is_open else []
        found.append(
            {
                "has_tile": bool(has_tile),
                "tile": tile or None,
                "tile_back": BACK_NAMES[back - 1] if back else None,
                "gold": gold,
                "goals_held": held,
                "buildings": dict(zip(BUILDING_NAMES, buildings, strict=True)),
                "tokens": {name: count for name, count in zip(REWARD_NAMES, tokens, strict=True) if count},
                "goals": [plain_goal(box, view, number, goal, tokens) for goal in goals] if is_open else None,
            }
        )
    return found


def plain_goal(box: Record, view: Record, seat: int, goal: int, tokens: list[int]) -> dict[str, Any]:
    """A goal with its progress (6.3)."""
    return {
        "goal": GOAL_NAMES[goal],
        "each": (SINGLE_POINTS, PAIR_POINTS, TRIPLE_POINTS)[GOAL_NAMES[goal].count("+")],
        "times": min(tokens[reward] for reward in box.goal[goal].tolist() if reward >= 0),
        "points": int(goal_points(box, view, seat, goal)),
    }


VIEWS = GameViews(OkanaganView, OkanaganBox, as_data, box_as_data)
